import { button, type FactsPart, type MenuButton, type PageRights } from '#kit/shared/room.ts'
import { findSkusCall } from '../lines/lines.calls.ts'
import { COST } from '../product/sku.entity.ts'
import { basePrice } from './basePrice.entity.ts'
import { payerProduct } from './payerProduct.entity.ts'
import {
  basePriceCalls,
  calcCall,
  companyPricesCall,
  payerProductCalls,
  priceCalendarCall,
  priceHistoryCall,
  priceListingCall,
  priceNoticeCalls,
  saleInfoCalls,
  salesChannelCalls,
} from './price.calls.ts'
import { BELOW_FLOOR, PRICE } from './price.rules.ts'
import { priceNotice } from './priceNotice.entity.ts'
import { saleInfo } from './saleInfo.entity.ts'
import { salesChannel } from './salesChannel.entity.ts'

type DocumentCalls = typeof basePriceCalls | typeof saleInfoCalls | typeof priceNoticeCalls

const cost: MenuButton = { name: '查看成本', permissions: [COST] }
const belowFloor: MenuButton = { name: '低于最低限价', permissions: [BELOW_FLOOR] }

/** What the list of a kind of price document lets people do. */
const documentRights = (calls: DocumentCalls): PageRights => ({
  calls,
  reads: [findSkusCall],
  labels: { status: false },
  buttons: [button('复制', calls.copy), button('撤回生效前的单据', calls.revoke), cost, belowFloor],
})

/** Prices and the documents that set them. Catalog §4. */
export const priceFacts: FactsPart = {
  entities: [basePrice, saleInfo, priceNotice, salesChannel, payerProduct],
  calls: [
    ...Object.values(basePriceCalls),
    ...Object.values(saleInfoCalls),
    ...Object.values(priceNoticeCalls),
    ...Object.values(salesChannelCalls),
    ...Object.values(payerProductCalls),
    calcCall,
    priceHistoryCall,
    companyPricesCall,
    priceCalendarCall,
    priceListingCall,
    findSkusCall,
  ],
  prefixes: ['JZ', 'XS', 'JG'],
  rights: {
    'price.base': documentRights(basePriceCalls),
    'price.saleInfo': documentRights(saleInfoCalls),
    'price.priceNotice': documentRights(priceNoticeCalls),
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
}
