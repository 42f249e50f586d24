import { type FactsPart, joinFacts } from '#kit/shared/room.ts'
import { sectionCalls } from './section.calls.ts'
import { warehouseCalls } from './warehouse.calls.ts'

/** Warehouses, their sections, what is set for each. Warehouse §4.1 to §4.3. */
export const placeFacts: FactsPart = joinFacts(
  { calls: Object.values(warehouseCalls), rights: { 'warehouse.list': { calls: warehouseCalls } } },
  { calls: Object.values(sectionCalls), rights: { 'wms.section': { calls: sectionCalls } } },
)
