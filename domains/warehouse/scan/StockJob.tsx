import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { useRefNames } from '#kit/web/refs.ts'
import { request } from '#kit/web/request.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { isLot } from '../stock/lotNo.ts'
import { stockCalls as calls } from '../stock/stock.calls.ts'
import { Head } from './Chooser.tsx'
import { ScanField } from './ScanField.tsx'
import { right, type Said, saidBy, wrong } from './said.web.ts'
import { scanCalls } from './scan.calls.ts'
import { signal } from './tones.web.ts'

const MOST = 100
const LONG_MS = 12 * 3600 * 1000

/** What was scanned: goods, of one lot where the code says it, or a section. */
interface Asked {
  readonly title: string
  readonly skuIds: readonly number[]
  readonly sectionId: number | null
  readonly lotNo: string
}

/** 库存查询: what there is of goods, or in a section, by section and lot. Warehouse §4.4, §7. */
export default function StockJob() {
  const [said, setSaid] = useState<Said | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const tell = (next: Said) => {
    signal(next.isWrong ? 'wrong' : 'ok')
    setSaid(next)
  }
  const scan = async (code: string) => {
    try {
      const { sections, goods, lotNo } = await request(scanCalls.resolve, { code }, { quiet: true })
      const [section] = sections
      const [first] = goods
      if (section === undefined && first === undefined) return tell(wrong(`这里不能扫单号：${code}`))
      const title = section ? `库区 ${section.code} ${section.name}` : (first?.storeName ?? '')
      setAsked({ title, skuIds: goods.map((one) => one.skuId), sectionId: section?.id ?? null, lotNo })
      tell(right(lotNo === '' ? title : `${title} 批次 ${lotNo}`))
    } catch (fault) {
      tell(saidBy(fault))
    }
    return undefined
  }
  return (
    <div className="w-scan">
      <Head title="库存查询" back="/wms/scan" />
      <ScanField said={said} onCode={(code) => void scan(code)} label="扫描商品条码或库区" />
      {asked?.sectionId != null && <Lots input={{ sectionId: String(asked.sectionId) }} withGoods />}
      {asked?.skuIds.map((skuId) => (
        <section key={skuId} className="w-scan" aria-label={asked.title}>
          <Heads skuId={skuId} />
          <Lots input={{ skuId, lotNumber: asked.lotNo }} />
        </section>
      ))}
    </div>
  )
}

interface Figure {
  readonly label: string
  readonly value: number
}

function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="w-scan-figures">
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type HeadRow = OutWireOf<typeof calls.list>['list'][number]
type LotRow = OutWireOf<typeof calls.lotList>['list'][number]

/** The goods in each warehouse the person sees: what may be sold, what is promised, what must not leave. */
function Heads({ skuId }: { skuId: number }) {
  const { data, error, refetch } = useCall(calls.list, { skuId, limit: MOST }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.list.length === 0) return <Empty text="没有这个商品的库存" />
  return data.list.map((row) => <HeadCard key={row.id} row={row} />)
}

function HeadCard({ row }: { row: HeadRow }) {
  const [place] = useRefNames('warehouse', [row.warehouseId])
  return (
    <section className="w-scan-card" aria-label={`${row.storeName} ${place?.label ?? ''}`}>
      <div className="w-scan-place">{place?.label}</div>
      <div>
        <strong>{row.storeName}</strong> {row.suk} <span className="k-hint">{row.productCode}</span>
      </div>
      <Figures
        figures={[
          { label: '现存', value: row.onHand },
          { label: '可用', value: row.available },
          { label: '占用', value: row.reserved },
          { label: '冻结', value: row.frozen },
        ]}
      />
    </section>
  )
}

interface LotsProps {
  input: { skuId?: number; lotNumber?: string; sectionId?: string }
  withGoods?: boolean
}

function Lots({ input, withGoods = false }: LotsProps) {
  const { data, error, refetch } = useCall(calls.lotList, { ...input, limit: MOST }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const rows = data.list.filter((row) => row.onHand > 0)
  if (rows.length === 0) return <Empty text={withGoods ? '这个库区没有商品' : '库区中没有这个商品'} />
  return (
    <>
      {data.total > MOST && <div className="k-hint">{`共 ${data.total} 行，只显示前 ${MOST} 行`}</div>}
      <ul className="w-scan-stock">
        {rows.map((row) => (
          <LotCard key={row.id} row={row} withGoods={withGoods} />
        ))}
      </ul>
    </>
  )
}

function LotCard({ row, withGoods }: { row: LotRow; withGoods: boolean }) {
  const { warehouseId, sectionId } = row
  const { data: sections } = useCall(scanCalls.sections, { warehouseId }, { quiet: true, fresh: LONG_MS })
  const place = sections?.find((one) => one.id === sectionId)
  const lot = isLot(row.lotNo) ? `批次 ${row.lotNo}` : '无批次'
  return (
    <li className="w-scan-card">
      {withGoods ? (
        <div>
          <strong>{row.storeName}</strong> {row.suk}
        </div>
      ) : (
        <div className="w-scan-place">{place && `${place.code} ${place.name}`}</div>
      )}
      <div>
        {lot}
        {row.expiryDate !== null && `，到期 ${row.expiryDate}`}
      </div>
      <Figures
        figures={[
          { label: '现存', value: row.onHand },
          { label: '批次可用', value: row.lotFree },
          { label: '已分配', value: row.allocated },
          { label: '冻结', value: Math.round((row.frozen + row.held) * 1000) / 1000 },
        ]}
      />
    </li>
  )
}
