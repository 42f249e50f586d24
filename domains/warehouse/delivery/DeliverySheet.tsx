import { Code } from '#kit/web/print/Code.tsx'
import { PaperLines } from '#kit/web/print/PaperLines.tsx'
import { WaitingSheet } from '#kit/web/print/PrintSheets.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { deliveryCalls as calls, deliveryLineRows } from './delivery.calls.ts'

const COLUMNS = ['skuCode', 'storeName', 'suk', 'lotNo', 'qty'] as const
const MOST = 500

/** 配送单 on paper, for the customer to sign. Warehouse §9. */
export function DeliverySheet({ id }: { id: number }) {
  const { data: head } = useCall(calls.info, { id }, { quiet: true })
  const { data } = useCall(calls.lines, { deliveryId: id, limit: MOST }, { quiet: true })
  if (head === undefined || data === undefined) return <WaitingSheet />
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
      <PaperLines shape={deliveryLineRows} columns={COLUMNS} rows={data.list} blank="实收" />
      <div className="k-paper-signs">
        {['仓管', '司机', '客户签收'].map((sign) => (
          <span key={sign}>{sign}：</span>
        ))}
      </div>
    </div>
  )
}
