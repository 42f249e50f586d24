import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { SkuLinesInput } from '../lines/SkuLinesInput.tsx'
import type { FoundSku } from '../lines/skuFind.ts'
import { ratesOf } from './lineFigures.ts'
import { basePriceDocument } from './price.document.ts'
import { priceScreens } from './priceScreens.tsx'

const lineOf = (found: FoundSku): WireRow => ({
  oldBasePrice: found.basePrice,
  minRate: found.minRate ?? 0,
  purchaseBase: found.purchaseBase,
})

const derive = (row: WireRow) => ratesOf(row, { price: 'basePrice', old: 'oldBasePrice' })

/** 商品基础价格. Catalog §4.2. */
export default priceScreens(basePriceDocument, {
  sheet: '基础价格单',
  head: ['priceTitle'],
  printed: ['oldBasePrice', 'basePrice', 'changeRate', 'minRate', 'purchaseBase'],
  form: {
    groups: [{ title: '单据', fields: ['priceTitle', 'effectTime', 'reason'] }],
    Lines: (props: InputProps) => <SkuLinesInput {...props} lineOf={lineOf} derive={derive} />,
  },
})
