import { ref, text } from '#kit/fields/shared.ts'
import { closedBy } from '#kit/shared/states.ts'
import { type Act, act, callAct, stateAct } from '#kit/web/actions.tsx'
import { batchAct, eachRow } from '#kit/web/batch.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { change } from '#kit/web/useCall.ts'
import { bankLineCalls as calls } from './bankLine.calls.ts'
import { bankLine } from './bankLine.entity.ts'
import { bankLineStates as states } from './bankLine.states.ts'
import { type LineTarget, TOUCHES } from './lineTarget.ts'
import { openMatch } from './openMatch.tsx'

/** What the acts look at. */
export const LINE_READS = [
  'amount',
  'bankSerialNo',
  'entryId',
  'isPosted',
  'matchStatus',
  'source',
  'vacctId',
] as const

const OURS = 3
const isOfBank = ({ source }: LineTarget): boolean => source !== OURS
const noAccount = ({ vacctId }: LineTarget): string | null =>
  vacctId === null ? '不知道是哪个虚拟账户，请先指定账户' : null

const ASSIGN = {
  vacctId: ref('虚拟账户', 'vacct', { required: true }),
  remark: text('说明', { max: 200 }),
}

const postAct: Act<LineTarget> = stateAct(states, 'post', calls.post, {
  when: isOfBank,
  off: noAccount,
  input: ({ id }) => ({ lineId: id }),
  success: '已入账',
  touches: TOUCHES,
})

/** What can be done with a movement. Orders §6.10. */
export const LINE_ACTS: readonly Act<LineTarget>[] = [
  act({
    label: states.actions.assign.label,
    permission: calls.assign,
    when: (row) => isOfBank(row) && row.vacctId === null && row.matchStatus === 0,
    run: ({ id }) =>
      void openForm({
        of: bankLine,
        calls: { save: calls.assign },
        id: null,
        title: '指定账户',
        width: 480,
        shape: ASSIGN,
        groups: [{ fields: ['vacctId', 'remark'] }],
        inputs: { vacctId: { help: '这笔款项属于哪个虚拟账户；指定后再匹配或补记入账' } },
        complete: (input) => ({ ...input, lineId: id }),
        success: '已指定账户',
        touches: TOUCHES,
      }),
  }),
  act({
    label: states.actions.match.label,
    permission: calls.match,
    when: (row) => isOfBank(row) && row.matchStatus !== 1,
    closed: ({ matchStatus }) => closedBy(states, 'match', matchStatus),
    off: noAccount,
    run: (row) => void openMatch(row),
  }),
  postAct,
  stateAct(states, 'ignore', calls.ignore, {
    input: ({ id }, remark) => ({ lineId: id, remark }),
    success: '已忽略',
    touches: TOUCHES,
  }),
  stateAct(states, 'unmatch', calls.unmatch, {
    when: ({ matchStatus, isPosted, entryId }) => matchStatus === 1 && isPosted === 0 && entryId !== null,
    input: ({ id }, remark) => ({ lineId: id, remark }),
    success: '已取消匹配',
    touches: TOUCHES,
  }),
  stateAct(states, 'reverse', calls.reverse, {
    when: ({ isPosted }) => isPosted === 1,
    input: ({ id }, remark) => ({ lineId: id, remark }),
    success: '已冲正',
    touches: TOUCHES,
  }),
  callAct(calls.restore, {
    label: states.actions.restore.label,
    when: ({ matchStatus }) => matchStatus === 5,
    input: ({ id }) => ({ lineId: id }),
    success: '已取消忽略',
    touches: TOUCHES,
  }),
]

/** The same for many: what nothing of ours answers to is put on its account. */
export const LINE_BATCH: readonly Act<readonly LineTarget[]>[] = [
  batchAct<LineTarget>({
    label: '批量补记入账',
    permission: calls.post,
    of: postAct,
    nameOf: ({ bankSerialNo }) => bankSerialNo,
    prompt: (rows) => `将为${rows.length}条银行流水各记一笔账，确定补记吗？`,
    run: (rows, others) =>
      eachRow({
        rows,
        others,
        label: '补记入账',
        nameOf: ({ bankSerialNo }) => bankSerialNo,
        work: ({ id }) => change(calls.post, { lineId: id }, { quiet: true, touches: TOUCHES }),
      }),
  }),
]
