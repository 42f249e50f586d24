import './warehouse.tables.ts'
import { fileURLToPath } from 'node:url'
import { joinServer, type RoomServer } from '#kit/server/room.ts'
import { appointServer } from './appoint/appoint.part.server.ts'
import { documentServer } from './document/document.part.server.ts'
import { goodsServer } from './goods/goods.part.server.ts'
import { placeServer } from './place/place.part.server.ts'
import { sapDocsServer } from './sap/sap.part.server.ts'
import { scanServer } from './scan/scan.part.server.ts'
import { shipServer } from './ship/ship.part.server.ts'
import { stockServer } from './stock/stock.part.server.ts'
import { warehouseRoles } from './warehouse.roles.ts'
import { warehouseFacts } from './warehouse.shared.ts'

export const warehouseRoom: RoomServer = {
  facts: warehouseFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  ...joinServer(
    placeServer,
    goodsServer,
    stockServer,
    documentServer,
    shipServer,
    sapDocsServer,
    scanServer,
    appointServer,
    { served: [], registers: warehouseRoles },
  ),
}
