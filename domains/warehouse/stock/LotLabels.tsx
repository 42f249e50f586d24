import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { goTo } from '#kit/web/navigate.ts'
import { Code } from '#kit/web/print/Code.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { stockinCalls } from '../stockin/stockin.document.ts'
import { stockCalls } from './stock.calls.ts'
import '../place/place.css'
import { isLot } from './lotNo.ts'

type Label = OutWireOf<typeof stockCalls.labels>[number]

/** mm. Warehouse §9. */
const PAPER = { width: 100, height: 70, margin: 4 }
/** The paper of a warehouse, as it says: 100x70. */
function paperOf(size: string | undefined): typeof PAPER {
  const [width = 0, height = 0] = (size ?? '').split('x').map(Number)
  return width > 0 && height > 0 ? { width, height, margin: PAPER.margin } : PAPER
}
const CODE_MM = 34

/** 批次标签 of lots that stand somewhere, one for each. Warehouse §4.4, §9. */
export default function LotLabels() {
  const [address] = useSearchParams()
  const ids = address.get('ids') ?? ''
  if (ids === '')
    return (
      <Empty text="请在库存查询的按批次列表中选择要打印标签的批次">
        <Button onClick={() => goTo('/wms/stock?view=lot')}>库存查询</Button>
      </Empty>
    )
  return <OfStock ids={ids} />
}

function OfStock({ ids }: { ids: string }) {
  const { data, error, refetch } = useCall(stockCalls.labels, { ids }, { quiet: true })
  return <Labels labels={data} error={error} onRetry={() => void refetch()} />
}

/** 批次标签 of what a receipt brought, one for each line. Warehouse §4.5. */
export function StockinLabels() {
  const [address] = useSearchParams()
  const ids = address.get('ids') ?? ''
  if (ids === '')
    return (
      <Empty text="请在入库单列表中选择要打印标签的入库单">
        <Button onClick={() => goTo('/wms/stockin')}>入库单</Button>
      </Empty>
    )
  return <OfStockin ids={ids} />
}

function OfStockin({ ids }: { ids: string }) {
  const { data, error, refetch } = useCall(stockinCalls.labels, { ids }, { quiet: true })
  return <Labels labels={data} error={error} onRetry={() => void refetch()} />
}

interface LabelsProps {
  labels: readonly Label[] | undefined
  error: Error | null
  onRetry(): void
}

function Labels({ labels, error, onRetry }: LabelsProps) {
  return (
    <PrintPage
      title="批次标签"
      paper={paperOf(labels?.[0]?.size)}
      error={error}
      onRetry={onRetry}
      sheets={labels && sheetsOf(labels)}
    />
  )
}

/** Two lines of a receipt may bring the same lot: each gets its label. */
function sheetsOf(labels: readonly Label[]) {
  const seen = new Map<string, number>()
  return labels.map((label) => {
    const times = (seen.get(label.barCode) ?? 0) + 1
    seen.set(label.barCode, times)
    return <Sheet key={`${label.barCode} ${times}`} label={label} />
  })
}

function Sheet({ label }: { label: Label }) {
  const { barCode, code, storeName, suk, unitName, lotNo, productionDate, expiryDate, qty } = label
  return (
    <div className="w-label w-lot">
      <Code text={barCode} kind="qrcode" height={CODE_MM} plain={false} />
      <div>
        <strong>{storeName}</strong>
        <p>
          {code} {suk}
        </p>
        {isLot(lotNo) && <p>批次 {lotNo}</p>}
        {productionDate !== null && <p>生产 {productionDate}</p>}
        {expiryDate !== null && <p>到期 {expiryDate}</p>}
        <p>
          数量 {qty} {unitName}
        </p>
      </div>
      <small>{barCode}</small>
    </div>
  )
}
