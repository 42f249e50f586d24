import { ref } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { act } from '#kit/web/actions.tsx'
import { cellOf, fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { configCalls } from './config.calls.ts'
import { CONFIG, SECTIONS, WAREHOUSE_FORM, WAREHOUSE_INFO } from './placeAddresses.ts'
import { sectionCalls } from './section.calls.ts'
import { warehouseCalls } from './warehouse.calls.ts'
import { warehouse } from './warehouse.entity.ts'

const READS = ['name', 'type'] as const
type Row = RowSeen<typeof warehouseCalls.list, typeof READS>
const cell = cellOf<OutWireOf<typeof warehouseCalls.list>['list'][number]>()

const SHOW = ['name', 'type', 'cityId', 'principal', 'phone', 'sectionCount', 'skuCount', 'onHand', 'status']
const COLUMNS = {
  name: { width: 170 },
  cityId: { title: '城市', width: 130 },
  sapPlant: {
    title: 'SAP工厂/地点',
    width: 120,
    ...cell(['sapPlant', 'sapStorageLocation'], (row) =>
      [row.sapPlant, row.sapStorageLocation].filter((one) => one !== '').join(' / '),
    ),
  },
  sapStorageLocation: { off: true },
  status: { width: 75 },
}
const FILTERS = [fieldFilter('city', ref('省市区', 'city'))]
const ACTIONS = [
  act<Row>({
    label: '库区',
    permission: sectionCalls.list,
    run: ({ id }) => goTo(`${SECTIONS}?warehouseId=${id}`),
  }),
  act<Row>({
    label: '配置',
    permission: configCalls.info,
    run: ({ id }) => goTo(`${CONFIG}?warehouseId=${id}`),
  }),
]
const PAGES = {
  create: WAREHOUSE_FORM,
  edit: (row: Row) => `${WAREHOUSE_FORM}/${row.id}`,
  see: (row: Row) => `${WAREHOUSE_INFO}/${row.id}`,
}

/** 仓库列表. Warehouse §4.1. */
export default function WarehouseList() {
  return (
    <ListPage
      reads={READS}
      of={warehouse}
      calls={warehouseCalls}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      dated=""
      pages={PAGES}
      actions={ACTIONS}
      deletePrompt={(row) => `删除仓库“${row.name}”及其库区和配置？`}
      empty="还没有仓库。新增仓库时会自动建立系统库区和配置"
    />
  )
}
