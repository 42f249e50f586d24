import { type Act, act } from '#kit/web/actions.tsx'
import { mayExamine } from '#kit/web/document/documentActs.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { EXPORT_LIST, exportCalls, exportStates } from './userExport.calls.ts'
import { userExport } from './userExport.entity.ts'

const READS = ['auditStatus', 'submitBy', 'createBy'] as const
type Row = RowSeen<typeof exportCalls.list, typeof READS>

const SHOW = [
  'exportNo',
  'what',
  'adminId',
  'isFull',
  'reason',
  'rows',
  'downloads',
  'auditStatus',
  'createTime',
]
const COLUMNS = { reason: { width: 140 }, what: { width: 110 } }
const PAGES = { see: (row: Row) => `${EXPORT_LIST}/info/${row.id}` }
const CALLS = { list: exportCalls.list }

const examineAct: Act<Row> = act({
  label: '审核',
  permission: exportCalls.examine,
  when: (row) => mayExamine(exportStates, row),
  run: ({ id }) => goTo(`${EXPORT_LIST}/examine/${id}`),
})

/** 导出审计: every export of consumers, and those that wait for a decision. Members §10.2. */
export default function ExportList() {
  return (
    <ListPage
      reads={READS}
      of={userExport}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      pages={PAGES}
      actions={[examineAct]}
      dated="导出时间"
      empty="每次导出用户都留下一条记录；明文且行数较多的导出在这里审核"
    />
  )
}
