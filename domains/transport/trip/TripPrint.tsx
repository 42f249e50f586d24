import { useParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import { Code } from '#kit/web/print/Code.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { usePrinted } from '#kit/web/print/usePrinted.ts'
import { useCall } from '#kit/web/useCall.ts'
import { tripCalls as calls, stopRow } from './trip.calls.ts'
import { vehicleAssignment } from './vehicleAssignment.entity.ts'

const COLUMNS = [
  'stopSeq',
  'customer',
  'address',
  'phone',
  'deliverySn',
  'boxCount',
  'totalWeight',
  'timeWindow',
  'collectAmount',
] as const
const HEAD = [
  'deliveryDate',
  'routeId',
  'warehouseId',
  'truckCarId',
  'driverId',
  'planDepartTime',
  'planBackTime',
] as const
const MOST = 200

/** 派车单 on paper, for the driver. Warehouse §9. */
export default function TripPrint() {
  const { idList = '' } = useParams()
  usePrinted(calls.print, idList)
  const ids = idList.split(',').filter((id) => /^\d+$/.test(id))
  return <PrintPage title="打印派车单" sheets={ids.map((id) => <Sheet key={id} id={Number(id)} />)} />
}

function Sheet({ id }: { id: number }) {
  const { data: head } = useCall(calls.info, { id }, { quiet: true })
  const { data } = useCall(calls.stops, { id, limit: MOST }, { quiet: true })
  if (head === undefined || data === undefined) return <div className="k-paper">正在读取…</div>
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">派车单</h1>
      <Code text={head.assignSn} kind="code128" height={12} />
      <p>
        {HEAD.map((name) => (
          <span key={name}>
            {vehicleAssignment.shape[name].label}：
            <FieldCell field={vehicleAssignment.shape[name]} name={name} value={head[name]} row={head} />{' '}
          </span>
        ))}
        {head.printCount > 0 && `补打 ${head.printCount}`}
      </p>
      <table className="k-paper-lines">
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name}>{stopRow[name].label}</th>
            ))}
            <th>签收</th>
          </tr>
        </thead>
        <tbody>
          {data.list.map((row) => (
            <tr key={row.id}>
              {COLUMNS.map((name) => (
                <td key={name}>
                  <FieldCell field={stopRow[name]} name={name} value={row[name]} row={row} />
                </td>
              ))}
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <div className="k-paper-signs">
        {['调度', '司机', '仓管'].map((sign) => (
          <span key={sign}>{sign}：</span>
        ))}
      </div>
    </div>
  )
}
