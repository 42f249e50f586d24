import { PlusOutlined } from '@ant-design/icons'
import { Typography } from 'antd'
import { flag } from '#kit/fields/shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { attachSheet, SHEET_STATES } from './attachSheet.entity.ts'
import { papersCalls as calls } from './papers.calls.ts'
import { isLate } from './papers.rules.ts'
import { addSheet, SHEET_ACTS, SHEET_READS } from './sheetActs.tsx'

type Row = RowSeen<typeof calls.list, typeof SHEET_READS>
const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = [
  ...['attachSn', 'carrySn', 'customer', 'bizDate', 'copies', 'needCount', 'backCount', 'openCount'],
  'status',
]
const COLUMNS = {
  attachSn: { width: 170 },
  openCount: {
    render: (row: Row) =>
      isLate(row, Date.now() / 1000) ? (
        <Typography.Text type="danger" title="随车已超过3天">
          {row.openCount}
        </Typography.Text>
      ) : (
        row.openCount
      ),
  },
}
const TABS = { name: 'status', items: SHEET_STATES, counts: calls.counts }
const FILTERS = [fieldFilter('isOpen', flag('未回收'))]
const PAGES = { see: ({ id }: { id: number }) => `/wts/attachmentSheet/info/${id}` }
const TOP: readonly Act<void>[] = [
  act({
    label: '新增',
    icon: <PlusOutlined />,
    permission: calls.save,
    primary: true,
    async run() {
      const id = await addSheet()
      if (id !== null) goTo(`/wts/attachmentSheet/info/${id}`)
    },
  }),
]
const BATCH: readonly Act<readonly Row[]>[] = [
  act<readonly Row[]>({
    label: '打印',
    permission: calls.print,
    run: (rows) => goTo(`/wts/attachmentSheet/print/${rows.map((one) => one.id).join(',')}`),
  }),
]

/** 附表: papers that travel with deliveries, and which of them are still outside. Warehouse §5.6. */
export default function SheetList() {
  return (
    <ListPage
      of={attachSheet}
      calls={CALLS}
      reads={SHEET_READS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      filters={FILTERS}
      pages={PAGES}
      top={TOP}
      actions={SHEET_ACTS}
      batch={BATCH}
      dated=""
      empty="还没有附表。新增附表，选择配送单后登记随车的单据和物料"
    />
  )
}
