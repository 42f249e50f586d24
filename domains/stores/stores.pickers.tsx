/** What screens of rooms above use of stores. Architecture §2. */
export { isStoreStaff } from './staffList.web.ts'
