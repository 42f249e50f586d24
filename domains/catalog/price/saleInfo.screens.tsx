import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { SkuLinesInput } from '../lines/SkuLinesInput.tsx'
import type { FoundSku } from '../lines/skuFind.ts'
import { belowFloorText, ratesOf } from './lineFigures.ts'
import { saleInfoDocument } from './price.document.ts'
import { priceScreens } from './priceScreens.tsx'

const lineOf = ({ basePrice, floorPrice, taxRate, boxQty }: FoundSku): WireRow => ({
  basePrice,
  floorPrice,
  taxRate,
  boxQty,
  minQty: 1,
})

const derive = (row: WireRow) => ratesOf(row, { price: 'supplyPrice' })

const hint = (rows: readonly WireRow[]) => belowFloorText(rows, 'supplyPrice')

/** 商品销售信息. Catalog §4.2. */
export default priceScreens(saleInfoDocument, {
  sheet: '商品销售信息表',
  head: ['infoTitle', 'salesChannelId'],
  printed: ['boxQty', 'minQty', 'supplyPrice', 'retailPrice', 'minRetailPrice', 'sellingPoints'],
  form: {
    groups: [{ title: '单据', fields: ['infoTitle', 'salesChannelId', 'effectTime', 'expireTime'] }],
    Lines: (props: InputProps) => <SkuLinesInput {...props} lineOf={lineOf} derive={derive} hint={hint} />,
  },
})
