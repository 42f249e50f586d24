import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { countCalls as calls } from './count.document.ts'
import { COUNT_KINDS, stockCount } from './count.entity.ts'
import { COUNT_ACTS, countPage, READS } from './countActs.tsx'

type Row = RowSeen<typeof calls.list, typeof READS>
const CALLS = { list: calls.list, info: calls.info, update: calls.update, exportRows: calls.exportRows }
const SHOW = [
  ...['countSn', 'warehouseId', 'lineCount', 'countedCount', 'diffCount', 'accuracy', 'firstBy'],
  ...['status', 'auditStatus'],
]
const COLUMNS = { countSn: { width: 170 } }
const PAGES = { see: (row: Row) => countPage(row) }
const FORM = {
  title: '分派盘点表',
  width: 520,
  groups: [{ fields: ['firstBy', 'secondBy', 'supervisorId', 'remark'] }],
  leftOut: { files: '附件在详情中维护' },
}

/** Sheets of one kind of count, or of all. Warehouse §5.9. */
export function CountList({ kind }: { kind: number | null }) {
  const [address] = useSearchParams()
  const planId = address.get('planId')
  const fixed = useMemo(
    () => ({ ...(kind === null ? {} : { countType: kind }), ...(planId === null ? {} : { planId }) }),
    [kind, planId],
  )
  const label = COUNT_KINDS.find((one) => one.value === kind)?.label ?? ''
  return (
    <ListPage
      key={`${kind}-${planId}`}
      of={stockCount}
      calls={CALLS}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      fixed={fixed}
      pages={PAGES}
      form={FORM}
      actions={COUNT_ACTS}
      empty={`还没有${label}盘点表。在盘点管理中新增计划并生成盘点表`}
    />
  )
}
