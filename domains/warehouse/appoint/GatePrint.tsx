import { FieldCell } from '#kit/fields/web.tsx'
import { Code } from '#kit/web/print/Code.tsx'
import { PrintSheets, WaitingSheet } from '#kit/web/print/PrintSheets.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { appointmentRegister } from './appointmentRegister.entity.ts'
import { gateCalls as calls } from './gate.calls.ts'

const ROWS = [
  'queueNo',
  'warehouseId',
  'supplierId',
  'plateNo',
  'driverName',
  'arriveTime',
  'dockNo',
  'sealNo',
] as const

/** The slip with the queue number that the driver takes along. Warehouse §9. */
export default function GatePrint() {
  return <PrintSheets title="打印预约登记" Sheet={Sheet} />
}

function Sheet({ id }: { id: number }) {
  const { data: row } = useCall(calls.info, { id }, { quiet: true })
  if (row === undefined) return <WaitingSheet />
  const { shape } = appointmentRegister
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">排队单</h1>
      <Code text={row.registerSn} kind="code128" height={12} />
      <table className="k-paper-lines">
        <tbody>
          {ROWS.map((name) => (
            <tr key={name}>
              <th scope="row">{shape[name].label}</th>
              <td>
                <FieldCell field={shape[name]} name={name} value={row[name]} row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
