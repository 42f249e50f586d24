import { FieldCell } from '#kit/fields/web.tsx'
import { Code } from '#kit/web/print/Code.tsx'
import { PaperLines } from '#kit/web/print/PaperLines.tsx'
import { PrintSheets, WaitingSheet } from '#kit/web/print/PrintSheets.tsx'
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
  return <PrintSheets title="打印派车单" Sheet={Sheet} printed={calls.print} />
}

function Sheet({ id }: { id: number }) {
  const { data: head } = useCall(calls.info, { id }, { quiet: true })
  const { data } = useCall(calls.stops, { id, limit: MOST }, { quiet: true })
  if (head === undefined || data === undefined) return <WaitingSheet />
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
      <PaperLines shape={stopRow} columns={COLUMNS} rows={data.list} blank="签收" />
      <div className="k-paper-signs">
        {['调度', '司机', '仓管'].map((sign) => (
          <span key={sign}>{sign}：</span>
        ))}
      </div>
    </div>
  )
}
