import { ListPage } from '#kit/web/list/ListPage.tsx'
import { sapWmsGroupCalls } from './masters.calls.ts'
import { sapWmsGroup } from './sapWmsGroup.entity.ts'

const PAGE = '/storerepo/sapWmsGroup/addWmsGroup'
const COLUMNS = {
  groupCode: { width: 100 },
  groupName: { width: 130 },
  sapMatGroup: { width: 110 },
  tempZone: { width: 80 },
  mixBatch: { width: 90 },
  maxStack: { width: 120 },
  status: { width: 70 },
  sapSync: { width: 90 },
  createTime: { hidden: true },
  updateTime: { hidden: true },
}

/** SAP仓储分组. Catalog §2.2. */
export default function SapWmsGroupList() {
  return (
    <ListPage
      of={sapWmsGroup}
      calls={sapWmsGroupCalls}
      columns={COLUMNS}
      dated=""
      pages={{
        create: PAGE,
        edit: (row) => `${PAGE}/${row.id}`,
        see: (row) => `${PAGE}/${row.id}/1`,
      }}
    />
  )
}
