import type { OutWireOf } from '#kit/shared/call.ts'
import { PartnerInfo } from './PartnerInfo.tsx'
import { payerCalls } from './partner.calls.ts'
import { partnerActs } from './partnerList.tsx'
import { payer } from './payer.entity.ts'

type Row = OutWireOf<typeof payerCalls.info>

const SECTIONS = [
  {
    title: '基本信息',
    fields: ['payerCode', 'companyId', 'agentId', 'taxNo', 'bankName', 'bankAccount', 'productLimit'],
  },
  {
    title: '结算与信用',
    fields: ['settleType', 'reconDay', 'creditArea', 'creditLimit', 'usedCredit', 'creditDays'],
  },
  {
    title: '合同',
    fields: [
      'contractNo',
      'contractStart',
      'contractEnd',
      'contractStatus',
      'contractGiven',
      'contractFiles',
    ],
  },
]
const ACTIONS = partnerActs<Row>(payerCalls)

/** 付款方详情. Catalog §6.2. */
export default function PayerInfo() {
  return (
    <PartnerInfo<Row>
      of={payer}
      calls={payerCalls}
      sections={SECTIONS}
      actions={ACTIONS}
      edit={(row) => `/company/addPayer/${row.id}/edit`}
      back="/company/payer"
    />
  )
}
