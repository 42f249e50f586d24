import { takeImport } from '#domains/files/files.door.ts'
import { declareSapType } from '#domains/sap/sap.door.ts'
import { joinServer } from '#kit/server/room.ts'
import { own } from '#kit/server/serve.ts'
import { linesServed } from '../lines/skuLines.server.ts'
import { basePrice } from './basePrice.entity.ts'
import { companyPricesServed } from './companyPrices.server.ts'
import { payerProductExport, payerProductServed } from './payerProduct.server.ts'
import { payerProductImport } from './payerProductImport.server.ts'
import { PRICE_DOCUMENTS } from './price.document.ts'
import { calcServed } from './priceCalc.server.ts'
import { historyHandlers } from './priceHistory.server.ts'
import { priceImports } from './priceImport.server.ts'
import { priceListing, priceListingServed } from './priceListing.server.ts'
import { priceNotice } from './priceNotice.entity.ts'
import { priceNoticeScenes } from './priceNotice.server.ts'
import { PRICE_PARTS, priceSchedule } from './priceSchedule.server.ts'
import { salesChannelHandlers, salesChannelUses } from './salesChannel.server.ts'

const sheets = PRICE_DOCUMENTS.map(({ of, calls }) =>
  own(calls.importSheet, (db, who, input, request) =>
    takeImport(db, who, calls.importSheet, input, of.name, request),
  ),
)

/** Prices and the documents that set them. Catalog §4. */
export const priceServer = joinServer(salesChannelHandlers, ...PRICE_PARTS, {
  served: [
    ...sheets,
    ...payerProductServed,
    calcServed,
    ...historyHandlers,
    companyPricesServed,
    priceListingServed,
    linesServed,
  ],
  tasks: [payerProductExport, ...priceImports, payerProductImport, priceListing],
  jobs: [priceSchedule],
  registers: [
    ...salesChannelUses,
    ...priceNoticeScenes,
    declareSapType(basePrice.name, { label: basePrice.label }),
    declareSapType(priceNotice.name, { label: priceNotice.label }),
  ],
})
