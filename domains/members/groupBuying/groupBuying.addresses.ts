export const GROUP_LIST = '/user/groupBuying'
export const GROUP_PAGE = `${GROUP_LIST}/info`
export const GROUP_CARD = `${GROUP_LIST}/print`
export const EMPLOYEE_LIST = `${GROUP_LIST}/employeeManagement`
