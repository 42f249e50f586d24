import { useParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { PaperLines } from '#kit/web/print/PaperLines.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { WaitingSheet } from '#kit/web/print/PrintSheets.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { routeMaster, stopSheet } from './route.calls.ts'
import { route } from './route.entity.ts'

const { calls } = routeMaster
type Stop = OutWireOf<typeof calls.print>[number]

const COLUMNS = ['seq', 'customer', 'address', 'contact', 'phone', 'timeWindow', 'stayMinutes'] as const
const HEAD = ['code', 'warehouseId', 'weekdays', 'planDepartTime', 'distanceKm'] as const
const DRIVES = ['defaultTruckCarId', 'defaultDriverId'] as const

/** 线路表 on paper: the stops of a route in their order. Warehouse §9. */
export default function RoutePrint() {
  const { idList = '' } = useParams()
  const ids = idList.split(',').filter((id) => /^\d+$/.test(id))
  const { data, error, refetch } = useCall(calls.print, { ids: ids.join(',') }, { quiet: true })
  return (
    <PrintPage
      title="打印线路表"
      error={error}
      onRetry={() => void refetch()}
      sheets={
        data &&
        ids.map((id) => (
          <Sheet key={id} id={Number(id)} stops={data.filter((one) => one.routeId === Number(id))} />
        ))
      }
    />
  )
}

function Sheet({ id, stops }: { id: number; stops: readonly Stop[] }) {
  const { data: head } = useCall(calls.info, { id }, { quiet: true })
  if (head === undefined) return <WaitingSheet />
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">线路表 {head.name}</h1>
      <p>
        {[...HEAD, ...DRIVES].map((name) => (
          <span key={name}>
            {route.shape[name].label}：
            <FieldCell field={route.shape[name]} name={name} value={head[name]} row={head} />{' '}
          </span>
        ))}
      </p>
      <PaperLines shape={stopSheet} columns={COLUMNS} rows={stops} keyed="seq" blank="备注" />
    </div>
  )
}
