import { type Act, callAct } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { sapWmsGroupMaster } from './masters.calls.ts'
import { sapWmsGroup } from './sapWmsGroup.entity.ts'

const PAGE = '/storerepo/sapWmsGroup/addWmsGroup'
const SHOW = [
  ...['groupName', 'sapMatGroup', 'tempZone', 'pickOrder', 'outRule', 'mixBatch', 'status', 'sapSync'],
  'productCount',
]
const COLUMNS = {
  groupCode: { width: 100 },
  groupName: { width: 130 },
  sapMatGroup: { width: 110 },
  tempZone: { width: 80 },
  mixBatch: { width: 90 },
  maxStack: { width: 120 },
  status: { width: 70 },
  sapSync: { width: 90 },
}

const READS = ['groupName'] as const
type Row = RowSeen<typeof sapWmsGroupMaster.calls.list, typeof READS>

const ACTIONS: readonly Act<Row>[] = [
  callAct(sapWmsGroupMaster.calls.pushSap, {
    label: '推送SAP',
    prompt: (row) => `确定将分组“${row.groupName}”推送到SAP吗？`,
    success: '已加入SAP队列',
    input: ({ id }) => ({ id }),
  }),
]

/** SAP仓储分组. Catalog §2.2. */
export default function SapWmsGroupList() {
  return (
    <ListPage
      reads={READS}
      of={sapWmsGroup}
      calls={sapWmsGroupMaster.calls}
      importing
      show={SHOW}
      columns={COLUMNS}
      dated=""
      actions={ACTIONS}
      pages={{
        create: PAGE,
        edit: (row) => `${PAGE}/${row.id}`,
        see: (row) => `${PAGE}/${row.id}/1`,
      }}
    />
  )
}
