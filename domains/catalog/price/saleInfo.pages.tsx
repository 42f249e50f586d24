import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { SkuLinesInput } from '../lines/SkuLinesInput.tsx'
import type { FoundSku } from '../lines/skuFind.ts'
import { belowFloorText, ratesOf } from './lineFigures.ts'
import { saleInfoCalls } from './price.calls.ts'
import { saleInfoStates } from './price.states.ts'
import { PRICE_KINDS } from './priceKinds.ts'
import { PriceForm, PriceList, PricePage, PricePrint, PriceTask, priceUi } from './pricePages.tsx'
import { saleInfo } from './saleInfo.entity.ts'

const lineOf = ({ basePrice, floorPrice, taxRate, boxQty }: FoundSku): WireRow => ({
  basePrice,
  floorPrice,
  taxRate,
  boxQty,
  minQty: 1,
})

const derive = (row: WireRow) => ratesOf(row, { price: 'supplyPrice' })

const hint = (rows: readonly WireRow[]) => belowFloorText(rows, 'supplyPrice')

const ui = priceUi({
  of: saleInfo,
  kind: PRICE_KINDS.saleInfo,
  states: saleInfoStates,
  calls: saleInfoCalls,
  head: ['infoTitle', 'salesChannelId'],
  printed: ['boxQty', 'minQty', 'supplyPrice', 'retailPrice', 'minRetailPrice', 'sellingPoints'],
  form: {
    groups: [{ title: '单据', fields: ['infoTitle', 'salesChannelId', 'effectTime', 'expireTime'] }],
    Lines: (props: InputProps) => <SkuLinesInput {...props} lineOf={lineOf} derive={derive} hint={hint} />,
  },
})

/** 商品销售信息. Catalog §4.2. */
export const List = () => <PriceList ui={ui} />
export const Form = () => <PriceForm ui={ui} />
export const Page = () => <PricePage ui={ui} />
export const Print = () => <PricePrint ui={ui} />
export const Task = (props: TaskFormProps) => <PriceTask ui={ui} {...props} />
