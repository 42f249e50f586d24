import type { OutWireOf } from '#kit/shared/call.ts'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { payerCalls } from './partner.calls.ts'
import { COMPANY_FILTERS, companyCell, partnerActs, partnerPages, period } from './partnerList.tsx'
import { payer } from './payer.entity.ts'

type Row = OutWireOf<typeof payerCalls.list>['list'][number]

const PAGES = partnerPages('/company/addPayer')
const SHOW = [
  'payerCode',
  'payerName',
  'companyId',
  'creditLimit',
  'usedCredit',
  'settleType',
  'contract',
  'contractStatus',
  'isDefault',
  'sapSync',
  'status',
  'createTime',
]
const COLUMNS = {
  companyId: { render: companyCell },
  contract: {
    title: '合同期限',
    width: 190,
    render: (row: Row) => period(row.contractStart, row.contractEnd),
  },
}
const ACTIONS = partnerActs<Row>(payerCalls)

/** 付款方. Catalog §6.2. */
export default function PayerList() {
  return (
    <ListPage<Row>
      of={payer}
      calls={payerCalls}
      show={SHOW}
      columns={COLUMNS}
      filters={COMPANY_FILTERS}
      actions={ACTIONS}
      pages={PAGES}
    />
  )
}
