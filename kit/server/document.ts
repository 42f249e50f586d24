import type { AuditStatus, DocumentStates } from '#kit/shared/document.ts'
import type { Common, Entity, EntityRow } from '#kit/shared/entity.ts'
import { AppError, conflict, OWN_DOCUMENT, refuse } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import { guardState, stateLabel } from '#kit/shared/states.ts'
import type { Tx } from './database.ts'
import { updateRow } from './rows.ts'
import { actorOf } from './transaction.ts'

/** The columns of a row that make it a document. */
interface DocumentColumns extends Pick<Common, 'id' | 'createBy'> {
  auditStatus: AuditStatus
  submitBy: number | null
}

/** What a process does for documents; the workflow room registers it. Without it, one examiner decides. Frame §7. */
export interface ProcessDoor {
  start(
    tx: Tx,
    what: { businessType: string; businessId: number; title: string },
  ): Promise<{ bound: boolean; instanceId?: number }>
  withdraw(tx: Tx, businessType: string, businessId: number): Promise<void>
}

let processes: ProcessDoor | null = null

/**
 * The room that keeps processes registers how documents start and leave one. Frame §7.
 * @public
 */
export function declareProcesses(door: ProcessDoor): void {
  processes = door
}

/** What a document type adds; each hook runs in the transaction of the status change, and once. */
export interface DocumentType<E extends Entity> {
  entity: E
  states: DocumentStates
  /** refuses what is not complete enough to be decided */
  complete?(tx: Tx, row: EntityRow<E>): Promise<void>
  /** effects of the approval */
  approved?(tx: Tx, row: EntityRow<E>): Promise<void>
  rejected?(tx: Tx, row: EntityRow<E>): Promise<void>
}

const columnsOf = (row: unknown): DocumentColumns => trust(row)

async function keepDecision(
  tx: Tx,
  type: string,
  id: number,
  action: string,
  opinion: string,
): Promise<void> {
  const who = actorOf(tx)
  await tx
    .insertInto('documentDecision')
    .values({ type, documentId: id, action, opinion, adminId: who.adminId, adminName: who.realName })
    .execute()
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
  const title = `${type.entity.label}${String(Reflect.get(columnsOf(row), type.entity.facts.title) ?? id)}`
  const process = await processes?.start(tx, { businessType: type.entity.name, businessId: id, title })
  const changed = await updateRow(
    tx,
    type.entity,
    row,
    trust({
      auditStatus: process?.bound ? 3 : 0,
      submitBy: actorOf(tx).adminId,
      submitTime: new Date(),
      auditBy: null,
      auditTime: null,
      opinion: '',
      instanceId: process?.instanceId ?? null,
    }),
  )
  await keepDecision(tx, type.entity.name, id, 'submit', '')
  return changed
}

/** Takes a locked, undecided document back; only its maker may. */
export async function withdrawDocument<E extends Entity>(
  tx: Tx,
  type: DocumentType<E>,
  row: EntityRow<E>,
): Promise<EntityRow<E>> {
  const { id, auditStatus, submitBy, createBy } = columnsOf(row)
  guardState(type.states, 'withdraw', auditStatus)
  if ((submitBy ?? createBy) !== actorOf(tx).adminId) throw refuse('只能撤回本人提交的单据')
  await processes?.withdraw(tx, type.entity.name, id)
  const changed = await updateRow(tx, type.entity, row, trust({ auditStatus: -1 }))
  await keepDecision(tx, type.entity.name, id, 'withdraw', '')
  return changed
}

/**
 * Decides a locked document: 409 when it is decided already, 422 for its own maker (unless *:*:*) and for a
 * rejection without a reason. The effects run here, in the same transaction, so they happen once. Frame §7.
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
  if (!who.all && (submitBy === who.adminId || createBy === who.adminId))
    throw new AppError(422, OWN_DOCUMENT)
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
  await keepDecision(
    tx,
    type.entity.name,
    id,
    decision.auditStatus === 1 ? 'pass' : 'reject',
    decision.opinion,
  )
  if (decision.auditStatus === 1) await type.approved?.(tx, changed)
  else await type.rejected?.(tx, changed)
  return changed
}

/** Every decision on a document, newest first. */
export function decisionsOf(tx: Tx, type: string, id: number) {
  return tx
    .selectFrom('documentDecision')
    .selectAll()
    .where('type', '=', type)
    .where('documentId', '=', id)
    .orderBy('id', 'desc')
    .execute()
}
