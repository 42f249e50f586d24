import { trust } from '#kit/shared/loose.ts'
import { textOf } from '#kit/web/fieldUi.ts'
import { basePrice } from './basePrice.entity.ts'
import { basePriceCalls } from './price.calls.ts'
import { BASE_PRICE, basePriceStates } from './price.states.ts'
import type { PriceUi } from './priceUi.tsx'

const ROUTE = '/productBasePrice'

export const basePriceUi: PriceUi = {
  of: basePrice,
  calls: trust(basePriceCalls),
  states: basePriceStates,
  path: BASE_PRICE,
  route: ROUTE,
  see: 'info',
  print: (ids) => `${ROUTE}/printInfo?ids=${ids.join(',')}`,
  numberOf: (row) => textOf(row.basePriceNo),
  show: [
    'basePriceNo',
    'priceTitle',
    'lineCount',
    'effectTime',
    'auditStatus',
    'execStatus',
    'sapSync',
    'makerName',
    'auditBy',
    'createTime',
  ],
  sections: [
    {
      title: '单据',
      fields: [
        'basePriceNo',
        'priceTitle',
        'effectTime',
        'reason',
        'makerName',
        'auditBy',
        'auditTime',
        'opinion',
        'revokeReason',
        'sapSync',
        'sapDescription',
        'remark',
        'files',
      ],
    },
    { title: '明细', fields: ['lines'] },
  ],
  printed: {
    head: ['basePriceNo', 'priceTitle', 'effectTime', 'auditStatus', 'reason'],
    columns: [
      'productName',
      'skuCode',
      'suk',
      'unitName',
      'oldBasePrice',
      'basePrice',
      'changeRate',
      'minRate',
      'purchaseBase',
    ],
  },
}
