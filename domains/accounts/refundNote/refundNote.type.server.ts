import type { DocumentType } from '#kit/server/document.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { approved, lockAhead, rejected } from './note.server.ts'
import { refundNoteCalls as calls } from './refundNote.calls.ts'
import { REFUND_TYPES, REFUND_WAYS, refundNote } from './refundNote.entity.ts'
import { auditStates } from './refundNote.states.ts'

export const NOTE_LIST = '/order/refundNote'
/** The type of a note stands behind its id in the address; 0 where it is not known. */
export const NOTE_PAGE = '/order/refundNoteInfo/{id}/0'

const labelOf = (list: readonly { value: number; label: string }[], value: number): string =>
  list.find((one) => one.value === value)?.label ?? ''

/** How refund notes are decided: by one examiner, or by a process bound to them. Orders §3.7, doors §7.5. */
export const noteType: DocumentType<typeof refundNote> = {
  entity: refundNote,
  states: auditStates,
  list: `${NOTE_LIST}?auditStatus=0`,
  returned: `${NOTE_LIST}?auditStatus=2`,
  page: NOTE_PAGE,
  aside: 'dropped',
  ahead: async (tx, id) => void (await lockAhead(tx, id)),
  approved,
  rejected,
  process: {
    form: `${NOTE_PAGE}?examine=1`,
    info: calls.info,
    fields: [
      { name: 'amount', label: '退款金额' },
      { name: 'refundType', label: '类型' },
      { name: 'refundWay', label: '退款方式' },
    ],
    vars: (_tx, row) => ({
      amount: Number(formatMoney(row.amount)),
      refundType: labelOf(REFUND_TYPES, row.refundType),
      refundWay: labelOf(REFUND_WAYS, row.refundWay),
    }),
  },
}
