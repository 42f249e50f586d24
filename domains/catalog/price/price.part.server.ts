import { takeImport } from '#domains/files/files.door.ts'
import { declareSapType } from '#domains/sap/sap.door.ts'
import { declareEntityRef } from '#kit/server/refs.ts'
import { joinServer, type ServerPart } from '#kit/server/room.ts'
import { own } from '#kit/server/serve.ts'
import { linesServed } from '../lines/skuLines.server.ts'
import { basePrice } from './basePrice.entity.ts'
import { companyPricesServed } from './companyPrices.server.ts'
import { payerProductExport, payerProductServed } from './payerProduct.server.ts'
import { payerProductImport } from './payerProductImport.server.ts'
import { basePriceCalls, priceNoticeCalls, saleInfoCalls } from './price.calls.ts'
import { calcServed } from './priceCalc.server.ts'
import { historyHandlers } from './priceHistory.server.ts'
import { priceImports } from './priceImport.server.ts'
import { priceListing, priceListingServed } from './priceListing.server.ts'
import { priceNotice } from './priceNotice.entity.ts'
import { PRICE_DOCUMENTS, priceSchedule } from './priceSchedule.server.ts'
import { declareSalesChannelUses, salesChannelHandlers } from './salesChannel.server.ts'

const sheets = ([basePriceCalls, saleInfoCalls, priceNoticeCalls] as const).map((calls, index) =>
  own(calls.importSheet, (db, who, input, request) =>
    takeImport(db, who, calls.importSheet, input, PRICE_DOCUMENTS[index]?.name ?? '', request),
  ),
)

/** Prices and the documents that set them. Catalog §4. */
export const priceServer: ServerPart = joinServer(salesChannelHandlers, {
  served: [
    ...PRICE_DOCUMENTS.flatMap((one) => one.served),
    ...sheets,
    ...payerProductServed,
    calcServed,
    ...historyHandlers,
    companyPricesServed,
    priceListingServed,
    linesServed,
  ],
  tasks: [
    ...PRICE_DOCUMENTS.map((one) => one.exporting),
    payerProductExport,
    ...priceImports,
    payerProductImport,
    priceListing,
  ],
  jobs: [priceSchedule],
  register() {
    declareEntityRef('basePrice', 'basePriceNo')
    declareEntityRef('saleInfo', 'saleInfoNo')
    declareEntityRef('priceNotice', 'noticeNo')
    declareSalesChannelUses()
    for (const document of PRICE_DOCUMENTS) document.register()
    declareSapType(basePrice.name, { label: basePrice.label })
    declareSapType(priceNotice.name, { label: priceNotice.label })
  },
})
