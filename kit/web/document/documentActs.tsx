import type { Call } from '#kit/shared/call.ts'
import { AUDIT_STATES, type DocumentStates } from '#kit/shared/document.ts'
import type { Choice } from '#kit/shared/field.ts'
import { canDo, closedBy } from '#kit/shared/states.ts'
import { type Act, act, stateAct } from '#kit/web/actions.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { currentSession, hasPermission } from '#kit/web/session.ts'
import { mayDecide } from './mayDecide.ts'
import { tellSubmitted } from './submitted.tsx'

/** What the actions of a document look at. */
export type DocumentRow = {
  readonly id: number
  readonly auditStatus: number
  readonly submitBy: number | null
  readonly createBy: number | null
  /** of parties, which stay in force while they are edited */
  readonly inForce?: unknown
}

/** A call that is asked by the id of a document. */
export type ById<A = unknown> = Call<unknown, { id?: number }, unknown, A>

interface DocumentPaths<R> {
  /** the entity of the document */
  of: string
  see(row: R): string
  /** its page with 通过 and 驳回 */
  examine(row: R): string
  /** its print page; left out: it is not printed */
  print?(row: R): string
  /** read anew besides the lists of its own calls */
  touches?: readonly string[]
  /** why it is not handed in, besides its state */
  noSubmit?(row: R): string | null
}

const me = (): number => currentSession().person?.id ?? 0

/** Whether the person may decide the document now. */
export const mayExamine = (states: DocumentStates, row: DocumentRow): boolean =>
  canDo(states, 'pass', row.auditStatus) && mayDecide(row)

/** Why it is not edited: drafts and rejected ones are, parties in force as well (partyStates). */
export const noEditIn =
  (states: DocumentStates) =>
  (row: DocumentRow): string | null =>
    closedBy(states, 'edit', row.auditStatus)

/** Why it is not deleted: only the maker deletes, and only what never came into force. */
export const noDeleteIn =
  (states: DocumentStates) =>
  (row: DocumentRow): string | null => {
    if (row.inForce === 1) return '已生效，不能删除'
    if (!hasPermission('*:*:*') && row.createBy !== me()) return '只有制单人可以删除'
    return closedBy(states, 'remove', row.auditStatus)
  }

/** 提交, 撤回, 审核 and 打印 of a document, for its list and its page. Frame §5, §7. */
export function documentActs<R extends DocumentRow>(
  states: DocumentStates,
  calls: { submit: ById; withdraw: ById; examine: Call; print: Call },
  { of, see, examine, print, touches = [], noSubmit }: DocumentPaths<R>,
): Act<R>[] {
  const byId = { input: ({ id }: R) => ({ id }), touches }
  const submit = stateAct(states, 'submit', calls.submit, {
    ...byId,
    primary: true,
    said: (row: R) => tellSubmitted({ businessType: of, businessId: row.id }, see(row)),
  })
  const acts: Act<R>[] = [
    { ...submit, closed: (row) => submit.closed?.(row) ?? noSubmit?.(row) ?? null },
    stateAct(states, 'withdraw', calls.withdraw, {
      ...byId,
      when: (row) => (row.submitBy ?? row.createBy) === me(),
    }),
    act({
      label: '审核',
      permission: calls.examine,
      primary: true,
      when: (row) => mayExamine(states, row),
      run: (row) => goTo(examine(row)),
    }),
  ]
  if (print !== undefined)
    acts.push(act({ label: '打印', permission: calls.print, run: (row) => goTo(print(row)) }))
  return acts
}

/** The state of a document as its page shows it. */
export const auditState = (row: { auditStatus: number }): Choice | undefined =>
  AUDIT_STATES.find((one) => one.value === row.auditStatus)
