import type { AuditStatus, DocumentStates } from '#kit/shared/document.ts'
import type { Common, Entity, EntityRow } from '#kit/shared/entity.ts'
import { AppError, conflict, OWN_DOCUMENT, refuse } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import { guardState, stateLabel } from '#kit/shared/states.ts'
import type { Db, Tx } from './database.ts'
import { documentTitle, tellOutcome } from './documentOutcome.ts'
import { type Registration, singlePoint } from './points.ts'
import { lockRow, readRow, updateRow } from './rows.ts'
import { actorOf, recordChange } from './transaction.ts'
import type { Who } from './who.ts'

/** The columns of a row that make it a document. */
interface DocumentColumns extends Pick<Common, 'id' | 'createBy'> {
  auditStatus: AuditStatus
  submitBy: number | null
}

/** What a process does for documents; the workflow room registers it. Without it, one examiner decides. Frame §7. */
export interface ProcessDoor {
  /** the document hears of its new state (bindDocument) before this returns */
  start(
    tx: Tx,
    what: { businessType: string; businessId: number; title: string },
  ): Promise<{ bound: boolean; instanceId?: number }>
  /** false: no process runs for the document; locks the process, so the document must not be locked yet */
  withdraw(tx: Tx, businessType: string, businessId: number): Promise<boolean>
}

const processes = singlePoint<ProcessDoor>('Processes')

/** The room that keeps processes registers how documents start and leave one. Frame §7. */
export const declareProcesses = (door: ProcessDoor): Registration => processes.as(door)

type Forbidden = (db: Db) => Promise<boolean>
const ownForbidden = singlePoint<Forbidden>('Own documents')

/** The room that keeps the setting registers whether holders of *:*:* may not decide their own documents either. Frame §7. */
export const declareOwnForbidden = (isForbidden: Forbidden): Registration => ownForbidden.as(isForbidden)

/** Whether nobody at all decides their own documents; without the setting holders of *:*:* do, marked 自审. Frame §7. */
export async function isOwnForbidden(db: Db): Promise<boolean> {
  return (await ownForbidden.of(db)?.(db)) ?? false
}

/** Whether a person decides documents that they have made or submitted themselves. Frame §7. */
export async function decidesOwn(db: Db, who: Pick<Who, 'all'>): Promise<boolean> {
  return who.all && !(await isOwnForbidden(db))
}

/** How processes decide the documents of a type. Workflow §3.11. */
export interface DocumentProcess<E extends Entity = Entity> {
  /** variables that a condition, an expression or a title may use; amounts in yuan, as people say them */
  fields: readonly { name: string; label: string }[]
  /** their values when the process starts */
  vars(tx: Tx, row: EntityRow<E>): Record<string, unknown> | Promise<Record<string, unknown>>
}

/** What the effects of a document type are; each hook runs in the transaction of the status change, and once. */
export interface DocumentHooks<E extends Entity = Entity> {
  /** flag of rows that are put aside, such as a recycle bin: they wait for nobody */
  aside?: string
  /** what people call one, where the field that names it would not tell them */
  titleOf?(tx: Tx, row: EntityRow<E>): Promise<string>
  /** locks what stands before the document in the order of locks (doors §5), before the document is locked to be decided */
  ahead?(tx: Tx, id: number): Promise<void>
  /** refuses what is not complete enough to be decided */
  complete?(tx: Tx, row: EntityRow<E>): Promise<void>
  /** what only handing in settles, once it is complete: it answers the row with it, before anybody decides. Warehouse §3 */
  fill?(tx: Tx, row: EntityRow<E>): Promise<EntityRow<E>>
  /** effects of the approval */
  approved?(tx: Tx, row: EntityRow<E>): Promise<void>
  rejected?(tx: Tx, row: EntityRow<E>): Promise<void>
  /** after every change of auditStatus, before the effects of a decision: for what shows the state elsewhere */
  moved?(tx: Tx, row: EntityRow<E>): Promise<void>
  /** whether nobody need decide this one: it passes by itself when it is submitted, where no process is bound. Warehouse §3 */
  passes?(tx: Tx, row: EntityRow<E>): Promise<boolean>
  /** fields that change only by a new decision once the document is in force (changeFields). Catalog §8.1 */
  controlled?: readonly string[]
}

/** A type of documents as its decisions know it. */
export interface DocumentType<E extends Entity = Entity> extends DocumentHooks<E> {
  entity: E
  /** whoever holds the permission of 通过 decides */
  states: DocumentStates
  /** address of its list, narrowed to those that wait; at its page in the menu stands how many do */
  list: string
  /** the same list, narrowed to those that came back */
  returned: string
  /** both for who has another page instead of that list */
  listedFor?(who: Who): Pick<DocumentType, 'list' | 'returned'> | undefined
  /** address of the page of one that every reader may open, {id} where its id stands */
  page: string
  /**
   * left out: one examiner decides, never a process. `form`: address of the page where it is decided; who may ask `info`
   * sees how
   */
  process?: DocumentProcess<E> & { form: string; info: { permission: string } }
}

const columnsOf = (row: unknown): DocumentColumns => trust(row)

interface ChangeColumns {
  inForce: 0 | 1
  pending: Record<string, unknown> | null
}

/** The columns of changeFields, where the type has them. */
const changeOf = <E extends Entity>(type: DocumentType<E>, row: unknown): ChangeColumns | null =>
  type.controlled === undefined ? null : trust(row)

/** Brings an approved document into force, with the values that waited for it; then its effects. */
async function approve<E extends Entity>(tx: Tx, type: DocumentType<E>, row: EntityRow<E>): Promise<void> {
  const change = changeOf(type, row)
  const now =
    change === null
      ? row
      : await updateRow(tx, type.entity, row, trust({ ...change.pending, pending: null, inForce: 1 }), {
          anyField: true,
        })
  await type.approved?.(tx, now)
}

/** Hands in the changed important fields of a document in force; nothing when none of them changed. Catalog §8.1. */
export async function submitChange<E extends Entity>(
  tx: Tx,
  type: DocumentType<E>,
  row: EntityRow<E>,
): Promise<void> {
  if (changeOf(type, row)?.pending == null) return
  const submit = { ...type.states.actions.submit, from: [1 as const] }
  await submitDocument(
    tx,
    { ...type, states: { ...type.states, actions: { ...type.states.actions, submit } } },
    row,
  )
}

/** Answers the id of the decision. */
async function keepDecision(
  tx: Tx,
  type: string,
  id: number,
  action: string,
  opinion: string,
  who: Pick<Who, 'adminId' | 'realName'> = actorOf(tx),
): Promise<number> {
  const kept = await tx
    .insertInto('documentDecision')
    .values({ type, documentId: id, action, opinion, adminId: who.adminId, adminName: who.realName })
    .returning('id')
    .executeTakeFirstOrThrow()
  return kept.id
}

/** Hands a locked draft or rejected document in: 待审核, or 审核中 when a process is bound to its type. */
export async function submitDocument<E extends Entity>(
  tx: Tx,
  type: DocumentType<E>,
  row: EntityRow<E>,
): Promise<EntityRow<E>> {
  const { id, auditStatus } = columnsOf(row)
  guardState(type.states, 'submit', auditStatus)
  await type.complete?.(tx, row)
  const filled = (await type.fill?.(tx, row)) ?? row
  const changed = await updateRow(
    tx,
    type.entity,
    filled,
    trust({
      auditStatus: 0,
      submitBy: actorOf(tx).adminId,
      submitTime: new Date(),
      auditBy: null,
      auditTime: null,
      opinion: '',
      instanceId: null,
    }),
  )
  await type.moved?.(tx, changed)
  await keepDecision(tx, type.entity.name, id, 'submit', '')
  const title = await documentTitle(tx, type, row)
  const process = await processes.of(tx)?.start(tx, { businessType: type.entity.name, businessId: id, title })
  // What the process made of it: 审核中, or decided already when nobody had to be asked.
  if (process?.bound) return lockRow(tx, type.entity, id, { anyScope: true })
  return (await type.passes?.(tx, changed)) ? passBySystem(tx, type, changed) : changed
}

const BY_SYSTEM = { adminId: 0, realName: '系统' }

/** Approves what nobody need decide; the decision is kept as the system's. */
async function passBySystem<E extends Entity>(
  tx: Tx,
  type: DocumentType<E>,
  row: EntityRow<E>,
): Promise<EntityRow<E>> {
  const verdict = { auditStatus: 1, auditBy: null, auditTime: new Date(), opinion: '系统自动审核' }
  const changed = await updateRow(tx, type.entity, row, trust(verdict))
  await type.moved?.(tx, changed)
  await keepDecision(tx, type.entity.name, columnsOf(row).id, 'pass', verdict.opinion, BY_SYSTEM)
  await approve(tx, type, changed)
  return lockRow(tx, type.entity, columnsOf(row).id, { anyScope: true })
}

function guardWithdrawal<E extends Entity>(tx: Tx, type: DocumentType<E>, row: EntityRow<E>): void {
  const { auditStatus, submitBy, createBy } = columnsOf(row)
  guardState(type.states, 'withdraw', auditStatus)
  if ((submitBy ?? createBy) !== actorOf(tx).adminId) throw refuse('只能撤回本人提交的单据')
}

/** What taking it back leaves: a draft, or the document in force without the change. */
function withdrawnValues<E extends Entity>(type: DocumentType<E>, row: EntityRow<E>) {
  return changeOf(type, row)?.inForce === 1 ? { auditStatus: 1, pending: null } : { auditStatus: -1 }
}

/**
 * Takes an undecided document back; only its maker may. The process stands before the document in the order of locks
 * (doors §5), so the document is given by its id and locked by `lock` where no process runs.
 */
export async function withdrawDocument<E extends Entity>(
  tx: Tx,
  type: DocumentType<E>,
  id: number,
  lock: (tx: Tx, id: number) => Promise<EntityRow<E>>,
): Promise<EntityRow<E>> {
  guardWithdrawal(tx, type, await readRow(tx, actorOf(tx), type.entity, id))
  if (await processes.of(tx)?.withdraw(tx, type.entity.name, id)) return lock(tx, id)
  const row = await lock(tx, id)
  guardWithdrawal(tx, type, row)
  const changed = await updateRow(tx, type.entity, row, trust(withdrawnValues(type, row)))
  await type.moved?.(tx, changed)
  await keepDecision(tx, type.entity.name, id, 'withdraw', '')
  return changed
}

/**
 * Decides a locked document: 409 when it is decided already, 422 for its own maker and for a rejection without a
 * reason. A maker with *:*:* may, unless the setting forbids it; the decision is then marked 自审 among the decisions
 * and in the operation log. The effects run here, in the same transaction, so they happen once. Frame §7.
 */
export async function examineDocument<E extends Entity>(
  tx: Tx,
  type: DocumentType<E>,
  row: EntityRow<E>,
  decision: { auditStatus: 1 | 2; opinion: string },
): Promise<EntityRow<E>> {
  const { id, auditStatus, submitBy, createBy } = columnsOf(row)
  const who = actorOf(tx)
  if (auditStatus === 1 || auditStatus === 2)
    throw conflict(`单据${stateLabel(type.states, auditStatus)}，不能重复审核`)
  guardState(type.states, decision.auditStatus === 1 ? 'pass' : 'reject', auditStatus)
  const isOwn = submitBy === who.adminId || createBy === who.adminId
  if (isOwn && !(await decidesOwn(tx, who))) throw new AppError(422, OWN_DOCUMENT)
  if (decision.auditStatus === 2 && decision.opinion === '') throw refuse('请输入驳回原因', 'opinion')
  const changed = await updateRow(
    tx,
    type.entity,
    row,
    trust({
      auditStatus: decision.auditStatus,
      auditBy: who.adminId,
      auditTime: new Date(),
      opinion: decision.opinion,
    }),
  )
  await type.moved?.(tx, changed)
  const action = decision.auditStatus === 1 ? 'pass' : 'reject'
  const decisionId = await keepDecision(
    tx,
    type.entity.name,
    id,
    isOwn ? `${action}Own` : action,
    decision.opinion,
  )
  if (isOwn)
    recordChange(tx, {
      type: type.entity.name,
      id,
      title: String(Reflect.get(changed, type.entity.facts.title) ?? id),
      before: { 自审: '' },
      after: { 自审: '是' },
    })
  if (decision.auditStatus === 1) await approve(tx, type, changed)
  else await type.rejected?.(tx, changed)
  const passed = decision.auditStatus === 1
  await tellOutcome(tx, type, changed, { by: who.adminId, passed, opinion: decision.opinion, decisionId })
  return changed
}

/** State of a process, and what its document then is. Workflow §3.11. */
const OUTCOMES = {
  running: { auditStatus: 3, action: '' },
  approved: { auditStatus: 1, action: 'pass' },
  rejected: { auditStatus: 2, action: 'reject' },
  withdrawn: { auditStatus: -1, action: 'withdraw' },
  terminated: { auditStatus: -1, action: 'terminate' },
} as const satisfies Record<string, { auditStatus: AuditStatus; action: string }>

const LONGEST_OPINION = 200

/**
 * What a document type does on every change of its process, in the transaction of that change: 审核中, then 审核通过
 * with the effects of `approved`, 审核驳回 with those of `rejected`, or 未提交 again. The engine ends a process once, so
 * the effects happen once. Answers the row as it then is. Workflow §3.11, frame §7.
 */
export function bindDocument<E extends Entity>(type: DocumentType<E>) {
  return async (
    tx: Tx,
    id: number,
    _from: string | null,
    to: keyof typeof OUTCOMES,
    { instance, by, comment }: { instance: { id: number }; by: number; comment: string },
  ): Promise<EntityRow<E>> => {
    await type.ahead?.(tx, id)
    const row = await lockRow(tx, type.entity, id, { anyScope: true })
    const { auditStatus, action } = OUTCOMES[to]
    if (to === 'running') {
      const running = await updateRow(tx, type.entity, row, trust({ auditStatus, instanceId: instance.id }))
      await type.moved?.(tx, running)
      return running
    }
    const opinion = [...comment].slice(0, LONGEST_OPINION).join('')
    const isDecided = to === 'approved' || to === 'rejected'
    const verdict = { auditBy: by === 0 ? null : by, auditTime: new Date(), opinion }
    const changed = await updateRow(
      tx,
      type.entity,
      row,
      trust(isDecided ? { auditStatus, ...verdict } : withdrawnValues(type, row)),
    )
    await type.moved?.(tx, changed)
    const decisionId = await keepDecision(tx, type.entity.name, id, action, opinion)
    if (to === 'approved') await approve(tx, type, changed)
    if (to === 'rejected') await type.rejected?.(tx, changed)
    if (isDecided)
      await tellOutcome(tx, type, changed, { by, passed: to === 'approved', opinion, decisionId })
    return changed
  }
}

/** Every decision on a document, newest first. */
export function decisionsOf(tx: Db, type: string, id: number) {
  return tx
    .selectFrom('documentDecision')
    .selectAll()
    .where('type', '=', type)
    .where('documentId', '=', id)
    .orderBy('id', 'desc')
    .execute()
}
