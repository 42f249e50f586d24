/** 用户管理 and the page of one user. Members §1.2. */
export const USERS = '/user/index'
export const userPage = (uid: number): string => `/user/detail/${uid}`

/** Not filters of a list. */
const PAGING = new Set(['page', 'limit', 'sortBy', 'sortOrder'])

/** What a list of users asks for: the filters in its address, and what it always asks for. */
export const listFilters = (
  address: URLSearchParams,
  fixed: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...fixed,
  ...Object.fromEntries([...address].filter(([name]) => !PAGING.has(name))),
})
