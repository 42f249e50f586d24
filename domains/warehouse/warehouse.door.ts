import './warehouse.tables.ts'

/** What rooms above use of warehouses and their stock. Doors §3, §4. */
export { type WarehouseTerms, warehouseTerms } from './place/terms.server.ts'
