/** Pages of the room that others of it lead to. */
export const STORES = '/storeManagement'
export const CODES = '/storeManagement/codes'
export const STAFF_LIST = '/staff/list'
export const STAFF_FORM = '/staff/edit'
