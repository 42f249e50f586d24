import {
  button,
  type FactsPart,
  hiddenPage,
  type MenuButton,
  type MenuNode,
  menuPage,
} from '#kit/shared/room.ts'
import { findSkusCall } from '../lines/lines.calls.ts'
import { COST } from '../product/sku.entity.ts'
import { basePrice } from './basePrice.entity.ts'
import { payerProduct } from './payerProduct.entity.ts'
import {
  basePriceCalls,
  calcCall,
  payerProductCalls,
  priceHistoryCall,
  priceNoticeCalls,
  saleInfoCalls,
  salesChannelCalls,
} from './price.calls.ts'
import { BELOW_FLOOR, PRICE } from './price.rules.ts'
import { priceNotice } from './priceNotice.entity.ts'
import { saleInfo } from './saleInfo.entity.ts'
import { salesChannel } from './salesChannel.entity.ts'

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
    findSkusCall,
  ],
  prefixes: ['JZ', 'XS', 'JG'],
}

type DocumentCalls = typeof basePriceCalls | typeof saleInfoCalls | typeof priceNoticeCalls

const cost: MenuButton = { name: '查看成本', permissions: [COST] }
const belowFloor: MenuButton = { name: '低于最低限价', permissions: [BELOW_FLOOR] }

/** What the lists of price documents have beyond the usual. */
const documentPage = (calls: DocumentCalls) => ({
  calls,
  reads: [findSkusCall],
  labels: { status: false } as const,
  buttons: [button('复制', calls.copy), button('撤回生效前的单据', calls.revoke), cost, belowFloor],
})

const BASE = '/productBasePrice'
const PAYER = '/payerproduct'
const SALE = '/purpose/productSaleInfo'
const NOTICE = '/purpose/priceNotice'

export const priceMenus: readonly MenuNode[] = [
  menuPage('price.base', '商品基础价格', BASE, { sort: 90, ...documentPage(basePriceCalls) }),
  hiddenPage('price.base.add', '新增商品基础价格', `${BASE}/add`, BASE),
  hiddenPage('price.base.edit', '编辑商品基础价格', `${BASE}/edit/:id`, BASE),
  hiddenPage('price.base.info', '商品基础价格详情', `${BASE}/info/:id`, BASE),
  hiddenPage('price.base.examine', '商品基础价格审核', `${BASE}/examine/:id`, BASE),
  hiddenPage('price.base.printInfo', '商品基础价格打印', `${BASE}/printInfo`, BASE),
  menuPage('price.calendar', '价格日历', `${BASE}/calendar`, {
    sort: 80,
    reads: [priceHistoryCall, calcCall, findSkusCall],
    buttons: [{ name: '修改售价', permissions: [PRICE] }],
  }),
  menuPage('price.payerProduct', '付款方商品', PAYER, {
    sort: 70,
    calls: payerProductCalls,
    reads: [findSkusCall],
    buttons: [button('复制到其他付款方', payerProductCalls.copyTo), belowFloor],
  }),
  hiddenPage('price.payerProduct.add', '新增付款方商品', `${PAYER}/add`, PAYER),
  hiddenPage('price.payerProduct.edit', '编辑付款方商品', `${PAYER}/edit/:id`, PAYER),
  menuPage('price.salesChannel', '销售渠道', '/purpose/salesChannel', { sort: 60, calls: salesChannelCalls }),
  menuPage('price.saleInfo', '商品销售信息', SALE, { sort: 86, ...documentPage(saleInfoCalls) }),
  hiddenPage('price.saleInfo.add', '新增商品销售信息', `${SALE}/add`, SALE),
  hiddenPage('price.saleInfo.edit', '编辑商品销售信息', `${SALE}/edit/:id`, SALE),
  hiddenPage('price.saleInfo.see', '商品销售信息详情', `${SALE}/see/:id`, SALE),
  hiddenPage('price.saleInfo.examine', '商品销售信息审核', `${SALE}/examine/:id`, SALE),
  hiddenPage('price.saleInfo.print', '商品销售信息打印', `${SALE}/print/:id`, SALE),
  menuPage('price.priceNotice', '价格通知单', NOTICE, { sort: 84, ...documentPage(priceNoticeCalls) }),
  hiddenPage('price.priceNotice.add', '新增价格通知单', `${NOTICE}/add`, NOTICE),
  hiddenPage('price.priceNotice.edit', '编辑价格通知单', `${NOTICE}/edit/:id`, NOTICE),
  hiddenPage('price.priceNotice.see', '价格通知单详情', `${NOTICE}/see/:id`, NOTICE),
  hiddenPage('price.priceNotice.examine', '价格通知单审核', `${NOTICE}/examine/:id`, NOTICE),
  hiddenPage('price.priceNotice.print', '价格通知单打印', `${NOTICE}/print/:id`, NOTICE),
]
