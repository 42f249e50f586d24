import { formatTime } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { category } from '../../product/productFilters.tsx'
import { prodCateWarning } from './prodCateWarning.entity.ts'
import { warningCalls } from './warning.calls.ts'

const READS = ['endTime', 'startTime', 'target'] as const
type Row = RowSeen<typeof warningCalls.list, typeof READS>

export const WARNING_PAGES = '/prodCateWarningMsg'

const SHOW = ['msgTitle', 'cateValues', 'warnType', 'threshold', 'target', 'validity', 'lastTime', 'status']

const timeOf = (seconds: number | null) => (seconds === null ? '' : formatTime(seconds, browserZone))

const COLUMNS = {
  msgTitle: { width: 150 },
  cateValues: { width: 140 },
  warnType: { width: 90 },
  threshold: { width: 70 },
  lastTime: { width: 140 },
  status: { width: 70 },
  target: { width: 150, render: (row: Row) => row.target || NONE },
  validity: {
    title: '有效期',
    width: 160,
    render: (row: Row) =>
      row.startTime === null && row.endTime === null
        ? '长期'
        : `${timeOf(row.startTime)} 至 ${timeOf(row.endTime)}`,
  },
}

const PAGES = {
  create: `${WARNING_PAGES}/add`,
  edit: (row: Row) => `${WARNING_PAGES}/edit/${row.id}`,
  see: (row: Row) => `${WARNING_PAGES}/info/${row.id}`,
}

/** 商品分类预警消息. Catalog §3.7. */
export default function WarningList() {
  return (
    <ListPage
      reads={READS}
      of={prodCateWarning}
      calls={warningCalls}
      show={SHOW}
      columns={COLUMNS}
      filters={[category]}
      dated=""
      pages={PAGES}
    />
  )
}
