import { FieldCell } from '#kit/fields/web.tsx'
import { Code } from '#kit/web/print/Code.tsx'
import { PrintSheets, WaitingSheet } from '#kit/web/print/PrintSheets.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { appointCalls as calls } from './appoint.calls.ts'
import { appointLine, purchaseAppointment } from './purchaseAppointment.entity.ts'

const HEAD = [
  'warehouseId',
  'supplierId',
  'arriveDate',
  'dockNo',
  'plateNo',
  'driverName',
  'boxes',
  'pallets',
] as const
const COLUMNS = ['skuCode', 'productName', 'suk', 'unitName', 'qty', 'productionDate'] as const

/** 采购预约 on paper, for the driver to show at the gate. Warehouse §9. */
export default function AppointPrint() {
  return <PrintSheets title="打印采购预约" Sheet={Sheet} />
}

function Sheet({ id }: { id: number }) {
  const { data: row } = useCall(calls.info, { id }, { quiet: true })
  if (row === undefined) return <WaitingSheet />
  const { shape } = purchaseAppointment
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">采购预约单</h1>
      <Code text={row.appointSn} kind="code128" height={12} />
      <table className="k-paper-lines">
        <tbody>
          <tr>
            <th scope="row">时段</th>
            <td>
              {row.slotStart}–{row.slotEnd}
            </td>
          </tr>
          {HEAD.map((name) => (
            <tr key={name}>
              <th scope="row">{shape[name].label}</th>
              <td>
                <FieldCell field={shape[name]} name={name} value={row[name]} row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="k-paper-lines">
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name}>{appointLine[name].label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row.lines.map((line) => (
            <tr key={`${line.skuId} ${line.purchaseLineId}`}>
              {COLUMNS.map((name) => (
                <td key={name}>
                  <FieldCell field={appointLine[name]} name={name} value={line[name]} row={line} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="k-paper-signs">
        <span>送货人：</span>
        <span>收货人：</span>
      </div>
    </div>
  )
}
