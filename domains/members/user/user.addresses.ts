/** 用户管理 and the page of one user. Members §1.2. */
export const USERS = '/user/index'
export const userPage = (uid: number): string => `/user/detail/${uid}`
