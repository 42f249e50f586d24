import { joinServer } from '#kit/server/room.ts'
import { sectionServed } from './section.server.ts'
import { warehouseServed } from './warehouse.server.ts'

/** Warehouses, their sections, what is set for each. Warehouse §4.1 to §4.3. */
export const placeServer = joinServer(warehouseServed, sectionServed)
