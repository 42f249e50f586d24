import { BoxJob, Chooser, JobReading, useScannedNumber } from '#domains/warehouse/warehouse.pickers.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { tripCalls as calls } from './trip.calls.ts'
import { TRIP_TOUCHES } from './tripActs.tsx'
import { TRIP } from './vehicleAssignment.entity.ts'

const MOST = 200
const OPEN = `${TRIP.waits},${TRIP.loading}`

/** 装车: the boxes of a trip are scanned onto the vehicle. Warehouse §5.5, §7. */
export default function LoadJob({ id }: { id: number }) {
  return id === 0 ? <Choose /> : <Load id={id} />
}

function Choose() {
  const code = useScannedNumber()
  const { data, error, refetch } = useCall(
    calls.list,
    { status: OPEN, keywords: code, limit: 50, fields: 'assignSn,deliveryDate,stopCount,boxCount' },
    { quiet: true },
  )
  const choices = data?.list.map(({ id, assignSn, deliveryDate, stopCount, boxCount }) => ({
    ...{ id, title: assignSn },
    note: `${deliveryDate} ${stopCount} 站 ${boxCount} 箱`,
  }))
  return (
    <Chooser
      job="load"
      title="装车"
      label="扫描派车单号"
      empty="没有待装车的派车单"
      choices={choices}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

function Load({ id }: { id: number }) {
  const head = useCall(calls.info, { id }, { quiet: true })
  const body = useCall(calls.stops, { id, limit: MOST }, { quiet: true })
  const { data, dataUpdatedAt } = body
  if (data === undefined || head.data === undefined)
    return <JobReading title="装车" back="/wms/scan/load" of={[body, head]} />
  const { assignSn, status } = head.data
  const begins = status === TRIP.waits && mayCall(calls.startLoad)
  const begin = () => change(calls.startLoad, { id }, { success: '已开始装车', touches: TRIP_TOUCHES })
  return (
    <BoxJob
      title={`装车 ${assignSn}`}
      doc={`load:${id}`}
      back="/wms/scan/load"
      to={`/wms/scan/load/${id}`}
      stops={data.list.map((one) => ({
        ...{ id: one.id, sn: one.deliverySn, title: one.customer },
        ...{ boxes: one.boxCount ?? 0, loaded: one.loadedCount ?? 0 },
      }))}
      readAt={dataUpdatedAt}
      send={(code, scanId) => ({ path: calls.scanLoad.path, input: { id, code, scanId } })}
      finish={
        begins
          ? { label: '开始装车', run: () => void begin() }
          : { label: '返回', run: () => goTo('/wms/scan/load') }
      }
    />
  )
}
