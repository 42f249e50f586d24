import { declareDemo } from '#kit/server/demo.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { abcClass } from './abc.server.ts'
import { fillWmsProducts } from './demo.server.ts'
import { wmsImport } from './wmsImport.server.ts'
import { wmsExport, wmsProductServed } from './wmsProduct.server.ts'

/** What the warehouse must know of each sku. Warehouse §4.9. */
export const goodsServer: ServerPart = {
  served: wmsProductServed,
  tasks: [wmsExport, wmsImport],
  jobs: [abcClass],
  registers: [declareDemo('masters', fillWmsProducts)],
}
