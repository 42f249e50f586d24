import './catalog.tables.ts'

/** What rooms above use of the catalog. Doors §3, §4. */
export { declareStock, type StockDoor } from './product/stock.server.ts'
