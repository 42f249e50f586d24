import type { OutWireOf } from '#kit/shared/call.ts'
import { act } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { cellOf, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { SECTION_FORM, SECTION_INFO, SECTION_LABELS } from './placeAddresses.ts'
import { sectionCalls } from './section.calls.ts'
import { section } from './section.entity.ts'
import { binAct, labelAct } from './sectionActs.tsx'

const READS = ['warehouseId', 'pid', 'isSystem', 'name'] as const
type Row = RowSeen<typeof sectionCalls.list, typeof READS>
const cell = cellOf<OutWireOf<typeof sectionCalls.list>['list'][number]>()

const SHOW = [
  ...['name', 'warehouseId', 'type', 'sellable', 'tempZone', 'skuCount', 'onHand', 'filled', 'status'],
]
const COLUMNS = {
  name: { width: 170 },
  filled: cell(['filled', 'maxWeight', 'maxVolume'], ({ filled, maxWeight, maxVolume }) =>
    maxWeight === null && maxVolume === null ? NONE : Number(filled ?? 0).toFixed(1),
  ),
  pid: { off: true },
}
const ACTIONS = [labelAct, binAct]
const BATCH = [
  act<readonly Row[]>({
    label: '打印标签',
    permission: sectionCalls.labels,
    run: (rows) => goTo(`${SECTION_LABELS}?ids=${rows.map((row) => row.id).join(',')}`),
  }),
]
const PAGES = {
  create: SECTION_FORM,
  edit: (row: Row) => `${SECTION_FORM}/${row.id}`,
  see: (row: Row) => `${SECTION_INFO}/${row.id}`,
}

/** 库区管理. Warehouse §4.2. */
export default function SectionList() {
  return (
    <ListPage
      reads={READS}
      of={section}
      calls={sectionCalls}
      show={SHOW}
      columns={COLUMNS}
      dated=""
      pages={PAGES}
      importing
      actions={ACTIONS}
      batch={BATCH}
      noDelete={(row) => (row.isSystem === 1 ? '系统库区不能删除' : null)}
      empty="还没有库区。新增仓库时会自动建立系统库区，其他库区在这里新增或导入"
    />
  )
}
