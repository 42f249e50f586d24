import type { OutWireOf } from '#kit/shared/call.ts'
import { AUDIT_STATES } from '#kit/shared/document.ts'
import { deletableIn, editableIn } from '#kit/web/document/documentActs.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { agentFilter, companyCell } from './partnerList.tsx'
import { shoudaCalls } from './shouda.calls.ts'
import { shouda } from './shouda.entity.ts'
import { shoudaStates } from './shouda.states.ts'
import { SHOUDA_ACTS, SHOUDA_PAGE } from './shoudaView.tsx'

type Row = OutWireOf<typeof shoudaCalls.list>['list'][number]

const SHOW = [
  'shoudaNum',
  'shoudaName',
  'companyId',
  'channelId',
  'area',
  'defaultPayerId',
  'shipToCount',
  'blocks',
  'auditStatus',
  'isDefault',
  'sapSync',
  'state',
  'createTime',
]
const COLUMNS = {
  shoudaNum: { width: 110 },
  shoudaName: { width: 145 },
  companyId: { width: 145, render: companyCell },
  channelId: { width: 80 },
  defaultPayerId: { width: 140 },
  auditStatus: { width: 85 },
  area: {
    title: '销售组织/分销/产品组',
    width: 155,
    render: (row: Row) => `${row.salesOrg} / ${row.distChannel} / ${row.division}`,
  },
  blocks: {
    title: '冻结',
    width: 70,
    render: (row: Row) => (
      <>
        {row.orderBlock === 1 && <StateTag label="订单" color="error" />}
        {row.deliveryBlock === 1 && <StateTag label="交货" color="error" />}
      </>
    ),
  },
  state: {
    title: '状态',
    width: 80,
    render: (row: Row) => (
      <StateTag label={row.status === 1 ? '启用' : '停用'} color={row.status === 1 ? 'success' : 'default'} />
    ),
  },
}
const TABS = { name: 'auditStatus', items: AUDIT_STATES, counts: shoudaCalls.counts }
const FILTERS = [agentFilter]
// Disabling asks for a reason, so it is an action and no switch.
const { status: _status, ...CALLS } = shoudaCalls

/** 售达方. Catalog §6.2. */
export default function ShoudaList() {
  return (
    <ListPage
      of={shouda}
      calls={CALLS}
      searched="单位"
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      filters={FILTERS}
      actions={SHOUDA_ACTS}
      editable={editableIn(shoudaStates)}
      deletable={deletableIn(shoudaStates)}
      pages={{
        create: SHOUDA_PAGE,
        edit: (row) => `${SHOUDA_PAGE}/${row.id}`,
        see: (row) => `${SHOUDA_PAGE}/${row.id}/see`,
      }}
    />
  )
}
