import { FieldCell } from '#kit/fields/web.tsx'
import { Code } from '#kit/web/print/Code.tsx'
import { PaperLines } from '#kit/web/print/PaperLines.tsx'
import { WaitingSheet } from '#kit/web/print/PrintSheets.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { stopRow } from '../trip/trip.calls.ts'
import { coverCalls as calls } from './cover.calls.ts'
import { COVER, coverPage } from './coverPage.entity.ts'

const HEAD = ['bizDate', 'routeId', 'truckCarId', 'driverId', 'warehouseId'] as const
const STOPS = ['stopSeq', 'customer', 'address', 'deliverySn', 'boxCount'] as const
const WAY = ['stopSeq', 'customer', 'address', 'contact', 'boxCount', 'totalWeight', 'timeWindow'] as const
const MOST = 200

function useCover(id: number) {
  const { data: head } = useCall(calls.info, { id }, { quiet: true })
  const { data } = useCall(calls.stops, { id, limit: MOST }, { quiet: true })
  return { head, stops: data?.list }
}

/** 封面 on paper: what the bundle is of, large enough to be read across a yard. Warehouse §9. */
export function CoverSheet({ id }: { id: number }) {
  const { head, stops } = useCover(id)
  if (head === undefined || stops === undefined) return <WaitingSheet />
  const carrier = stops[0]?.carrier ?? ''
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">{head.kind === COVER.consign ? '托运单封面' : '派车单封面'}</h1>
      <Code text={head.carrySn} kind="qrcode" height={28} />
      <p style={{ fontSize: 20 }}>{head.carrySn}</p>
      <p style={{ fontSize: 20, lineHeight: 1.8 }}>
        {HEAD.filter((name) => head[name] !== null).map((name) => (
          <span key={name} style={{ display: 'block' }}>
            {coverPage.shape[name].label}：
            <FieldCell field={coverPage.shape[name]} name={name} value={head[name]} row={head} />
            {name === 'driverId' && ` ${head.driverPhone ?? ''}`}
          </span>
        ))}
        {carrier !== '' && <span style={{ display: 'block' }}>物流商：{carrier}</span>}
      </p>
      <p style={{ fontSize: 20 }}>
        站点 {head.stopCount} · 箱 {head.boxCount} · 配送单 {head.deliveryCount} · 附表 {head.sheetCount}
        {head.printCount > 0 && ` · 补打 ${head.printCount}`}
      </p>
      <PaperLines shape={stopRow} columns={STOPS} rows={stops} />
    </div>
  )
}

/** 线路表 of the trip: its stops in their order, for the driver. Warehouse §8, §9. */
export function WaySheet({ id }: { id: number }) {
  const { head, stops } = useCover(id)
  if (head === undefined || stops === undefined) return <WaitingSheet />
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">线路表</h1>
      <p>
        {head.carrySn} · {head.bizDate}
      </p>
      <PaperLines shape={stopRow} columns={WAY} rows={stops} blank="备注" />
    </div>
  )
}
