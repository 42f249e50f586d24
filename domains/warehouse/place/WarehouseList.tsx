import { ListPage } from '#kit/web/list/ListPage.tsx'
import { warehouseCalls } from './warehouse.calls.ts'
import { warehouse } from './warehouse.entity.ts'

const FORM = '/warehouse/addWarehouse'

/** 仓库列表. Warehouse §4.1. */
export default function WarehouseList() {
  return (
    <ListPage
      of={warehouse}
      calls={warehouseCalls}
      dated=""
      pages={{ create: FORM, edit: (row) => `${FORM}/${row.id}` }}
      empty="还没有仓库。新增仓库后会自动建立系统库区和配置"
    />
  )
}
