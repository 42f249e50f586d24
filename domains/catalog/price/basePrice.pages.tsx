import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { SkuLinesInput } from '../lines/SkuLinesInput.tsx'
import type { FoundSku } from '../lines/skuFind.ts'
import { basePrice } from './basePrice.entity.ts'
import { ratesOf } from './lineFigures.ts'
import { basePriceCalls } from './price.calls.ts'
import { basePriceStates } from './price.states.ts'
import { PRICE_KINDS } from './priceKinds.ts'
import { PriceForm, PriceList, PricePage, PricePrint, PriceTask, priceUi } from './pricePages.tsx'

const lineOf = (found: FoundSku): WireRow => ({
  oldBasePrice: found.basePrice,
  minRate: found.minRate ?? 0,
  purchaseBase: found.purchaseBase,
})

const derive = (row: WireRow) => ratesOf(row, { price: 'basePrice', old: 'oldBasePrice' })

const ui = priceUi({
  of: basePrice,
  kind: PRICE_KINDS.basePrice,
  states: basePriceStates,
  calls: basePriceCalls,
  head: ['priceTitle'],
  printed: ['oldBasePrice', 'basePrice', 'changeRate', 'minRate', 'purchaseBase'],
  form: {
    groups: [{ title: '单据', fields: ['priceTitle', 'effectTime', 'reason'] }],
    Lines: (props: InputProps) => <SkuLinesInput {...props} lineOf={lineOf} derive={derive} />,
  },
})

/** 商品基础价格. Catalog §4.2. */
export const List = () => <PriceList ui={ui} />
export const Form = () => <PriceForm ui={ui} />
export const Page = () => <PricePage ui={ui} />
export const Print = () => <PricePrint ui={ui} />
export const Task = (props: TaskFormProps) => <PriceTask ui={ui} {...props} />
