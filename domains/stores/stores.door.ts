import './stores.tables.ts'

/** What rooms above use of stores and their staff. Doors §3, §4. */
export { isStoreStaff, storeTerms } from './store.server.ts'
export { declareStoreOrders, type StoreOrderDoor } from './storeOrders.server.ts'
