import { NONE } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { TRACE_STATES } from '../express.calls.ts'
import { passCalls } from './pass.calls.ts'
import { passRecord, type ServiceType } from './passRecord.entity.ts'

const READS = ['resultcode'] as const
type Row = RowSeen<typeof passCalls.records, typeof READS>
type Kind = Exclude<ServiceType, 'sms'>

const CALLS = { list: passCalls.records, exportRows: passCalls.exportRecords }
const SHOW: Record<Kind, readonly string[]> = {
  copy: ['createTime', 'url', 'units', 'status', 'remark'],
  expr_query: ['createTime', 'code', 'num', 'resultcode', 'units', 'status', 'remark'],
  expr_dump: ['createTime', 'code', 'num', 'fromName', 'toName', 'units', 'status', 'remark'],
}
// The list takes what is fixed as it is: a new object would be a new question.
const FIXED: Record<Kind, { type: Kind }> = {
  copy: { type: 'copy' },
  expr_query: { type: 'expr_query' },
  expr_dump: { type: 'expr_dump' },
}
const COLUMNS = {
  createTime: { title: '时间' },
  resultcode: {
    render: ({ resultcode }: Row) => (resultcode === '' ? NONE : TRACE_STATES[Number(resultcode)]),
  },
}

/** What was used of a service, with what became of it. */
export function PassRecords({ type }: { type: Kind }) {
  return (
    <ListPage
      reads={READS}
      of={passRecord}
      calls={CALLS}
      screen={`${passCalls.records.path}#${type}`}
      show={SHOW[type]}
      fixed={FIXED[type]}
      columns={COLUMNS}
      dated="时间"
    />
  )
}
