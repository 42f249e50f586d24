import { documentFacts } from '#kit/shared/declareDocument.ts'
import { button, joinFacts, type MenuButton } from '#kit/shared/room.ts'
import { findSkusCall } from '../lines/lines.calls.ts'
import { COST } from '../product/sku.entity.ts'
import {
  calcCall,
  companyPricesCall,
  payerProductCalls,
  priceCalendarCall,
  priceHistoryCall,
  priceListingCall,
  salesChannelCalls,
} from './price.calls.ts'
import { PRICE_DOCUMENTS } from './price.document.ts'
import { BELOW_FLOOR, PRICE } from './price.rules.ts'

const cost: MenuButton = { name: '查看成本', permissions: [COST] }
const belowFloor: MenuButton = { name: '低于最低限价', permissions: [BELOW_FLOOR] }

/** Every kind, and what its list lets people do. */
const documents = PRICE_DOCUMENTS.map((one) =>
  documentFacts(one, {
    reads: [findSkusCall],
    buttons: [button('复制', one.calls.copy), button('撤回生效前的单据', one.calls.revoke), cost, belowFloor],
  }),
)

/** Prices and the documents that set them. Catalog §4. */
export const priceFacts = joinFacts(...documents, {
  calls: [
    ...Object.values(salesChannelCalls),
    ...Object.values(payerProductCalls),
    calcCall,
    priceHistoryCall,
    companyPricesCall,
    priceCalendarCall,
    priceListingCall,
    findSkusCall,
  ],
  rights: {
    'price.calendar': {
      reads: [priceCalendarCall, priceHistoryCall, calcCall, findSkusCall],
      buttons: [{ name: '修改售价', permissions: [PRICE] }, button('导出售达方价目表', priceListingCall)],
    },
    'price.payerProduct': {
      calls: payerProductCalls,
      reads: [findSkusCall],
      buttons: [button('复制到其他付款方', payerProductCalls.copyTo), belowFloor],
    },
    'price.salesChannel': { calls: salesChannelCalls },
  },
})
