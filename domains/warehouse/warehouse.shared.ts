import { joinFacts, type RoomFacts } from '#kit/shared/room.ts'
import { appointFacts } from './appoint/appoint.part.ts'
import { deliveryCalls } from './delivery/delivery.calls.ts'
import { documentFacts } from './document/document.part.ts'
import { goodsFacts } from './goods/goods.part.ts'
import pages from './pages.ts'
import { placeFacts } from './place/place.part.ts'
import { sapDocsFacts } from './sap/sap.part.ts'
import { scanFacts } from './scan/scan.part.ts'
import { shipFacts } from './ship/ship.part.ts'
import { stockFacts } from './stock/stock.part.ts'
import { warehouseEntities } from './warehouse.entities.ts'

export { isLot, lotNoField } from './stock/lotNo.ts'
/** How rooms above ask for deliveries. */
export { deliveryCalls }

/** Doors §2, layer 13. */
export const warehouseFacts: RoomFacts = {
  name: 'warehouse',
  layer: 13,
  label: '仓储',
  entities: warehouseEntities,
  ...joinFacts(
    placeFacts,
    goodsFacts,
    stockFacts,
    documentFacts,
    shipFacts,
    sapDocsFacts,
    scanFacts,
    appointFacts,
  ),
  pages,
}
