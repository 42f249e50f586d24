import { trust } from '#kit/shared/loose.ts'
import { textOf } from '#kit/web/fieldUi.ts'
import { saleInfoCalls } from './price.calls.ts'
import { SALE_INFO, saleInfoStates } from './price.states.ts'
import type { PriceUi } from './priceUi.tsx'
import { saleInfo } from './saleInfo.entity.ts'

const ROUTE = '/purpose/productSaleInfo'

export const saleInfoUi: PriceUi = {
  of: saleInfo,
  calls: trust(saleInfoCalls),
  states: saleInfoStates,
  path: SALE_INFO,
  route: ROUTE,
  see: 'see',
  print: (ids) => printAddress(ROUTE, ids),
  numberOf: (row) => textOf(row.saleInfoNo),
  show: [
    'saleInfoNo',
    'infoTitle',
    'salesChannelId',
    'lineCount',
    'effectTime',
    'expireTime',
    'auditStatus',
    'execStatus',
    'makerName',
    'auditBy',
    'createTime',
  ],
  sections: [
    {
      title: '单据',
      fields: [
        'saleInfoNo',
        'infoTitle',
        'salesChannelId',
        'effectTime',
        'expireTime',
        'makerName',
        'auditBy',
        'auditTime',
        'opinion',
        'revokeReason',
        'remark',
        'files',
      ],
    },
    { title: '明细', fields: ['lines'] },
  ],
  printed: {
    head: ['saleInfoNo', 'infoTitle', 'salesChannelId', 'effectTime', 'expireTime', 'auditStatus'],
    columns: [
      'productName',
      'skuCode',
      'suk',
      'unitName',
      'boxQty',
      'minQty',
      'supplyPrice',
      'retailPrice',
      'minRetailPrice',
      'sellingPoints',
    ],
  },
}

/** The print page of one document, or of several by ?ids=. */
export function printAddress(route: string, ids: readonly number[]): string {
  const [first = 0] = ids
  return ids.length === 1 ? `${route}/print/${first}` : `${route}/print/0?ids=${ids.join(',')}`
}
