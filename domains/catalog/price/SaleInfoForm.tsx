import { useParams } from 'react-router'
import { DocumentForm } from '#kit/web/document/DocumentForm.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { SkuLinesInput } from '../lines/SkuLinesInput.tsx'
import type { FoundSku } from '../lines/skuFind.ts'
import { belowFloorText, ratesOf } from './lineFigures.ts'
import { saleInfoCalls } from './price.calls.ts'
import { saleInfo } from './saleInfo.entity.ts'

const GROUPS = [
  {
    title: '单据',
    fields: ['infoTitle', 'salesChannelId', 'effectTime', 'expireTime', 'remark', 'files'],
  },
  { title: '明细', fields: ['lines'] },
]

const lineOf = ({ basePrice, floorPrice, taxRate, boxQty }: FoundSku): WireRow => ({
  basePrice,
  floorPrice,
  taxRate,
  boxQty,
  minQty: 1,
})

const derive = (row: WireRow) => ratesOf(row, { price: 'supplyPrice' })

const hint = (rows: readonly WireRow[]) => belowFloorText(rows, 'supplyPrice')

function Lines(props: InputProps) {
  return <SkuLinesInput {...props} lineOf={lineOf} derive={derive} hint={hint} />
}

/** 新增, 编辑商品销售信息. Catalog §4.2. */
export default function SaleInfoForm() {
  const { id } = useParams()
  return (
    <DocumentForm
      of={saleInfo}
      calls={saleInfoCalls}
      id={id === undefined ? null : Number(id)}
      groups={GROUPS}
      inputs={{ lines: { Input: Lines } }}
      back="/purpose/productSaleInfo"
    />
  )
}
