import { useParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import { Code } from '#kit/web/print/Code.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { usePrinted } from '#kit/web/print/usePrinted.ts'
import { useCall } from '#kit/web/useCall.ts'
import { deliveryCalls as calls, deliveryLineRows } from './delivery.calls.ts'

const COLUMNS = ['skuCode', 'storeName', 'suk', 'lotNo', 'qty'] as const
const MOST = 500

/** 配送单 on paper, for the customer to sign. Warehouse §9. */
export default function DeliveryPrint() {
  const { idList = '' } = useParams()
  usePrinted(calls.print, idList)
  const ids = idList.split(',').filter((id) => /^\d+$/.test(id))
  return <PrintPage title="打印配送单" sheets={ids.map((id) => <Sheet key={id} id={Number(id)} />)} />
}

function Sheet({ id }: { id: number }) {
  const { data: head } = useCall(calls.info, { id }, { quiet: true })
  const { data } = useCall(calls.lines, { deliveryId: id, limit: MOST }, { quiet: true })
  if (head === undefined || data === undefined) return <div className="k-paper">正在读取…</div>
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">配送单</h1>
      <Code text={head.deliverySn} kind="code128" height={12} />
      <p>
        客户：{head.customer} · 联系人：{head.contact} {head.phone}
      </p>
      <p>地址：{head.address}</p>
      <p>
        子订单：{head.orderSubSn} · 箱数 {head.boxCount} · 合计 {head.totalQty}
        {head.printCount > 0 && ` · 补打 ${head.printCount}`}
      </p>
      <table className="k-paper-lines">
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name}>{deliveryLineRows[name].label}</th>
            ))}
            <th>实收</th>
          </tr>
        </thead>
        <tbody>
          {data.list.map((line) => (
            <tr key={line.id}>
              {COLUMNS.map((name) => (
                <td key={name}>
                  <FieldCell field={deliveryLineRows[name]} name={name} value={line[name]} row={line} />
                </td>
              ))}
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <div className="k-paper-signs">
        {['仓管', '司机', '客户签收'].map((sign) => (
          <span key={sign}>{sign}：</span>
        ))}
      </div>
    </div>
  )
}
