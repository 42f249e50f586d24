import './warehouse.tables.ts'

export {
  assignDelivery,
  carriedBy,
  cutBoxes,
  type Delivery,
  deliveryFacts,
  issueDeliveries,
  loadDelivery,
  loadScanned,
  lockNotes,
  openDeliveries,
  orderStops,
  scanned,
  signDelivery,
  unassignDelivery,
  waitingDeliveries,
  zonesOf,
} from './delivery/door.server.ts'
export {
  type DeliveryGoods,
  deliveryGoods,
  lowerDelivery,
  refetching,
} from './delivery/lower.server.ts'
export { carriedPage, openPage, seenPhone, waitingPage } from './delivery/shown.server.ts'
/** What rooms above use of warehouses and their stock. Doors §3, §4. */
export { type WarehouseTerms, warehouseTerms } from './place/terms.server.ts'
export { countedOnce } from './scan/scanLog.server.ts'
export { shipOut } from './ship/issue.server.ts'
export { createShipTask, intercept, withdrawShipTask } from './ship/tasks.server.ts'
export { lock, unlock } from './stock/activity.server.ts'
export {
  declareExchange,
  declareInbound,
  declareNote,
  type ExchangeDoor,
  type InboundDoor,
  type InboundLine,
  type NoteDoor,
  type NoteFacts,
  type OnOrder,
} from './stock/declare.server.ts'
export { available, type Buyer, type StockFigures, stockFigures } from './stock/figures.server.ts'
export type { LotGiven, Reserved, ReserveLine, StockSource } from './stock/posting.ts'
export { release, reserve } from './stock/reserve.server.ts'
export { reverse } from './stock/reverse.server.ts'
export { issue } from './stock/ship.server.ts'
