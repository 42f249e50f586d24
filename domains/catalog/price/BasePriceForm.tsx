import { useParams } from 'react-router'
import { DocumentForm } from '#kit/web/document/DocumentForm.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { SkuLinesInput } from '../lines/SkuLinesInput.tsx'
import type { FoundSku } from '../lines/skuFind.ts'
import { basePrice } from './basePrice.entity.ts'
import { ratesOf } from './lineFigures.ts'
import { basePriceCalls } from './price.calls.ts'

const GROUPS = [
  { title: '单据', fields: ['priceTitle', 'effectTime', 'reason', 'remark', 'files'] },
  { title: '明细', fields: ['lines'] },
]

const lineOf = (found: FoundSku): WireRow => ({
  oldBasePrice: found.basePrice,
  minRate: found.minRate ?? 0,
  purchaseBase: found.purchaseBase,
})

const derive = (row: WireRow) => ratesOf(row, { price: 'basePrice', old: 'oldBasePrice' })

function Lines(props: InputProps) {
  return <SkuLinesInput {...props} lineOf={lineOf} derive={derive} />
}

/** 新增, 编辑商品基础价格. Catalog §4.2. */
export default function BasePriceForm() {
  const { id } = useParams()
  return (
    <DocumentForm
      of={basePrice}
      calls={basePriceCalls}
      id={id === undefined ? null : Number(id)}
      groups={GROUPS}
      inputs={{ lines: { Input: Lines } }}
      back="/productBasePrice"
    />
  )
}
