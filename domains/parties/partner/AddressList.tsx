import type { OutWireOf } from '#kit/shared/call.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { shipToCalls } from './partner.calls.ts'
import { COMPANY_FILTERS, companyCell, partnerActs, partnerPages } from './partnerList.tsx'
import { shipTo } from './shipTo.entity.ts'

type Row = OutWireOf<typeof shipToCalls.list>['list'][number]

const PAGES = partnerPages('/company/addAddress')
const SHOW = [
  'shipToCode',
  'shipToName',
  'companyId',
  'contactName',
  'contactPhone',
  'districtId',
  'address',
  'receive',
  'routeCode',
  'isDefault',
  'sapSync',
  'status',
  'createTime',
]
const COLUMNS = {
  companyId: { render: companyCell },
  receive: {
    title: '收货时段',
    width: 120,
    render: ({ receiveFrom, receiveTo }: Row) =>
      receiveFrom === '' && receiveTo === '' ? NONE : `${receiveFrom} ~ ${receiveTo}`,
  },
}
const ACTIONS = partnerActs<Row>(shipToCalls)

/** 送达方. Catalog §6.2. */
export default function AddressList() {
  return (
    <ListPage<Row>
      of={shipTo}
      calls={shipToCalls}
      show={SHOW}
      columns={COLUMNS}
      filters={COMPANY_FILTERS}
      actions={ACTIONS}
      pages={PAGES}
    />
  )
}
