import { canDo, closedBy } from '#kit/shared/states.ts'
import { type Act, act, stateAct } from '#kit/web/actions.tsx'
import { batchAct, eachRow } from '#kit/web/batch.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { mayDecide } from '#kit/web/document/mayDecide.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { invalidate } from '#kit/web/query.ts'
import { request } from '#kit/web/request.ts'
import { toastNotice, toastSuccess } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { refundNoteCalls as calls } from './refundNote.calls.ts'
import { refundNote, WAY } from './refundNote.entity.ts'
import { noteDecisionPage } from './refundNote.facts.ts'
import { auditStates, noteStates } from './refundNote.states.ts'

/** What the actions look at. */
export interface NoteRow {
  readonly [name: string]: unknown
  readonly id: number
  readonly version: number
  readonly refundNoteSn: string
  readonly refundType: number
  readonly refundWay: number
  readonly status: number
  readonly auditStatus: number
  readonly dropped: number
  readonly submitBy: number | null
  readonly createBy: number | null
}
export const NOTE_READS = [
  'version',
  'refundNoteSn',
  'refundType',
  'refundWay',
  'status',
  'auditStatus',
  'dropped',
  'submitBy',
  'createBy',
] as const

const TOUCHES = [calls.list.path, calls.counts.path, calls.info.path]
const RUNNING = ['退款成功', '退款失败']

const { refundWay, payeeName, payeeAccount, payeeBank } = calls.way.shape
const { voucher } = calls.offline.shape
const PAYEE = {
  ...(payeeName && { payeeName }),
  ...(payeeAccount && { payeeAccount }),
  ...(payeeBank && { payeeBank }),
}
const isOffline = (values: Readonly<Record<string, unknown>>): boolean =>
  Number(values.refundWay) === WAY.offline

/** Whether a note is this person's to decide now. */
export const mayExamine = (row: NoteRow): boolean =>
  row.dropped === 0 && canDo(auditStates, 'pass', row.auditStatus) && mayDecide(row)

async function carryOut({ id, version }: NoteRow, question: string): Promise<void> {
  if (!(await confirm(question))) return
  const { message } = await change(calls.execute, { id, version }, { touches: TOUCHES })
  if (message === RUNNING[1]) toastNotice('退款失败，原因见退款单', 'warning')
  else toastSuccess(message)
}

/** Carrying out and trying again ask the same call, each from its own state. */
const carryOutAct = (action: 'execute' | 'retry'): Act<NoteRow> =>
  act({
    label: noteStates.actions[action].label,
    permission: calls.execute,
    primary: true,
    when: (row) => row.refundWay === WAY.back && canDo(noteStates, action, row.status),
    run: (row) => carryOut(row, noteStates.actions[action].prompt ?? ''),
  })

export const NOTE_ACTS: readonly Act<NoteRow>[] = [
  act({
    label: '审核',
    permission: calls.examine,
    primary: true,
    when: mayExamine,
    run: (row) => goTo(noteDecisionPage(row)),
  }),
  stateAct(auditStates, 'submit', calls.submit, {
    when: ({ auditStatus, dropped }) => auditStatus === -1 && dropped === 0,
    input: ({ id }) => ({ id }),
    success: '已提交',
    touches: TOUCHES,
  }),
  carryOutAct('execute'),
  carryOutAct('retry'),
  act({
    label: '登记线下退款',
    permission: calls.offline,
    primary: true,
    when: ({ status, refundWay: way }) => way === WAY.offline && canDo(noteStates, 'offline', status),
    run: ({ id, version }) =>
      openForm({
        of: refundNote,
        calls: { info: calls.info, save: calls.offline },
        id: null,
        title: '登记线下退款',
        shape: { ...PAYEE, ...(voucher && { voucher }) },
        inputs: { payeeName: { help: '不填则使用退款单上的收款人' } },
        complete: (input) => ({ ...input, id, version }),
        success: '已登记，退款完成',
        touches: TOUCHES,
      }),
  }),
  act({
    label: '改退款方式',
    permission: calls.way,
    when: ({ status }) => canDo(noteStates, 'way', status),
    run: ({ id, version }) =>
      openForm({
        of: refundNote,
        calls: { save: calls.way },
        id: null,
        title: '改退款方式',
        shape: { ...(refundWay && { refundWay }), ...PAYEE },
        inputs: {
          refundWay: { help: '修改后需要重新审核' },
          payeeName: { required: isOffline },
          payeeAccount: { required: isOffline },
        },
        complete: (input) => ({ ...input, id, version }),
        success: '已修改，等待重新审核',
        touches: TOUCHES,
      }),
  }),
  stateAct(noteStates, 'void', calls.void, {
    input: ({ id, version }, reason) => ({ id, version, reason }),
    success: '已作废',
    touches: TOUCHES,
  }),
  act({
    label: '打印',
    permission: calls.print,
    run: ({ id }) => goTo(`/order/refundNotePrint?ids=${id}`),
  }),
]

/** What is done with each of several, and why not with some. */
const passAct: Act<NoteRow> = act({
  label: '审核',
  permission: calls.examine,
  closed: (row) => closedBy(auditStates, 'pass', row.auditStatus),
  off: (row) => (mayDecide(row) ? null : '不能审核自己提交的单据'),
  run: ({ id, version }) =>
    change(calls.examine, { id, version, auditStatus: 1, opinion: '' }, { touches: TOUCHES }),
})

/** 通过 of several notes at once. Orders §6.5. */
export const examineMany: Act<readonly NoteRow[]> = batchAct({
  label: '批量通过',
  permission: calls.examine,
  of: passAct,
  nameOf: ({ refundNoteSn }) => refundNoteSn,
  prompt: (rows) => `确定通过选中的${rows.length}张退款单吗？退至账户的将立即到账。`,
  async run(rows, others) {
    await eachRow({
      rows,
      others,
      label: '审核',
      nameOf: ({ refundNoteSn }: NoteRow) => refundNoteSn,
      work: ({ id, version }) =>
        request(calls.examine, { id, version, auditStatus: 1, opinion: '' }, { quiet: true }),
    })
    await invalidate(...TOUCHES)
  },
})

export const printNotes: Act<readonly NoteRow[]> = act({
  label: '打印',
  permission: calls.print,
  run: (rows) => goTo(`/order/refundNotePrint?ids=${rows.map(({ id }) => id).join(',')}`),
})
