import { DocumentPrint } from '#kit/web/document/DocumentPrint.tsx'
import { refundNoteCalls as calls } from './refundNote.calls.ts'
import { refundNote } from './refundNote.entity.ts'

const HEAD = [
  'refundNoteSn',
  'refundType',
  'orderSn',
  'refundSn',
  'companyName',
  'flowNo',
  'payType',
  'payAmount',
  'amount',
  'refundWay',
  'payeeName',
  'payeeAccount',
  'payeeBank',
  'status',
  'submitName',
  'auditName',
  'auditTime',
  'successTime',
  'remark',
]
const SIGNS = ['申请', '审核', '出纳', '收款人']

/** 退款单打印. Orders §9. */
export default function RefundNotePrint() {
  return <DocumentPrint of={refundNote} call={calls.print} title="退款单" head={HEAD} signs={SIGNS} />
}
