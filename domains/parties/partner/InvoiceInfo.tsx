import type { OutWireOf } from '#kit/shared/call.ts'
import { invoiceTo } from './invoiceTo.entity.ts'
import { PartnerInfo } from './PartnerInfo.tsx'
import { invoiceToCalls } from './partner.calls.ts'
import { partnerActs } from './partnerList.tsx'

type Row = OutWireOf<typeof invoiceToCalls.info>

const SECTIONS = [
  {
    title: '基本信息',
    fields: ['invoiceCode', 'companyId', 'agentId', 'taxNo', 'invoiceType', 'mergeMode', 'invoiceLimit'],
  },
  { title: '开户与注册', fields: ['bankName', 'bankAccount', 'regAddress', 'regPhone'] },
  { title: '收票', fields: ['receiveEmail', 'receivePhone', 'receiverName', 'receiverAddress'] },
]
const ACTIONS = partnerActs<Row>(invoiceToCalls)

/** 开票方详情. Catalog §6.2. */
export default function InvoiceInfo() {
  return (
    <PartnerInfo<Row>
      of={invoiceTo}
      calls={invoiceToCalls}
      sections={SECTIONS}
      actions={ACTIONS}
      edit={(row) => `/company/addInvoice/${row.id}/edit`}
      back="/company/invoice"
    />
  )
}
