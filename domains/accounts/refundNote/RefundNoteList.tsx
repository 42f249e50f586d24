import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { examineMany, NOTE_ACTS, NOTE_READS, printNotes } from './refundNote.acts.tsx'
import { refundNoteCalls as calls } from './refundNote.calls.ts'
import { NOTE_STATES, refundNote } from './refundNote.entity.ts'
import { notePage } from './refundNote.facts.ts'

type Row = RowSeen<typeof calls.list, typeof NOTE_READS>

const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = [
  'refundNoteSn',
  'refundType',
  'orderSn',
  'payType',
  'amount',
  'refundWay',
  'status',
  'createTime',
]
const TABS = { name: 'status', items: NOTE_STATES, counts: calls.counts }
const PAGES = { see: (row: Row) => notePage(row) }
const BATCH = [examineMany, printNotes]

/** 退款单: money that goes back, to be decided and carried out. Orders §6.5. */
export default function RefundNoteList() {
  return (
    <ListPage
      reads={NOTE_READS}
      of={refundNote}
      calls={CALLS}
      show={SHOW}
      tabs={TABS}
      pages={PAGES}
      actions={NOTE_ACTS}
      batch={BATCH}
      empty="售后、取消订单和支付异常需要退款时，会在这里生成退款单"
    />
  )
}
