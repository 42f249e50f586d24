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
import { PRICE_KINDS, type PriceKind } from './priceKinds.ts'
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
    companyPricesCall,
    priceCalendarCall,
    priceListingCall,
    findSkusCall,
  ],
  prefixes: ['JZ', 'XS', 'JG'],
}

type DocumentCalls = typeof basePriceCalls | typeof saleInfoCalls | typeof priceNoticeCalls

const cost: MenuButton = { name: '查看成本', permissions: [COST] }
const belowFloor: MenuButton = { name: '低于最低限价', permissions: [BELOW_FLOOR] }

/** The menu nodes of a kind of price document. */
function documentMenus(kind: PriceKind, calls: DocumentCalls): MenuNode[] {
  const { key, label, route, sort, see, print } = kind
  const behind = (name: string, verb: string, page: string) =>
    hiddenPage(`${key}.${name}`, verb, `${route}/${page}`, route)
  return [
    menuPage(key, label, route, {
      sort,
      calls,
      reads: [findSkusCall],
      labels: { status: false } as const,
      buttons: [button('复制', calls.copy), button('撤回生效前的单据', calls.revoke), cost, belowFloor],
    }),
    behind('add', `新增${label}`, 'add'),
    behind('edit', `编辑${label}`, 'edit/:id'),
    behind(see, `${label}详情`, `${see}/:id`),
    behind('examine', `${label}审核`, 'examine/:id'),
    behind(print.replace('/:id', ''), `${label}打印`, print),
  ]
}

const PAYER = '/payerproduct'

export const priceMenus: readonly MenuNode[] = [
  ...documentMenus(PRICE_KINDS.basePrice, basePriceCalls),
  menuPage('price.calendar', '价格日历', `${PRICE_KINDS.basePrice.route}/calendar`, {
    sort: 80,
    reads: [priceCalendarCall, priceHistoryCall, calcCall, findSkusCall],
    buttons: [{ name: '修改售价', permissions: [PRICE] }, button('导出售达方价目表', priceListingCall)],
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
  ...documentMenus(PRICE_KINDS.saleInfo, saleInfoCalls),
  ...documentMenus(PRICE_KINDS.priceNotice, priceNoticeCalls),
]
