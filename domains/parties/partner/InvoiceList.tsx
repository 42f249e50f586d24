import type { OutWireOf } from '#kit/shared/call.ts'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { invoiceTo } from './invoiceTo.entity.ts'
import { invoiceToCalls } from './partner.calls.ts'
import { COMPANY_FILTERS, companyCell, partnerActs, partnerPages } from './partnerList.tsx'

type Row = OutWireOf<typeof invoiceToCalls.list>['list'][number]

const PAGES = partnerPages('/company/addInvoice')
const SHOW = [
  'invoiceCode',
  'invoiceTitle',
  'taxNo',
  'invoiceType',
  'companyId',
  'receiveEmail',
  'isDefault',
  'sapSync',
  'status',
  'createTime',
]
const COLUMNS = { companyId: { render: companyCell } }
const ACTIONS = partnerActs<Row>(invoiceToCalls)

/** 开票方. Catalog §6.2. */
export default function InvoiceList() {
  return (
    <ListPage<Row>
      of={invoiceTo}
      calls={invoiceToCalls}
      show={SHOW}
      columns={COLUMNS}
      filters={COMPANY_FILTERS}
      actions={ACTIONS}
      pages={PAGES}
    />
  )
}
