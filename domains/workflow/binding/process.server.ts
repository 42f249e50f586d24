import type { Db, Tx } from '#kit/server/database.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { Variables } from '../engine/records.ts'
import { bizInProgress } from '../engine/refusals.ts'
import { familyOf, newestOf, tracesOf } from '../instance/history.server.ts'
import type { Trace } from '../instance/instance.calls.ts'
import { runCommand } from '../store/run.server.ts'
import { findBinding } from './binding.ts'
import { chooseBinding, titleFrom } from './choose.server.ts'

/** The running process of a document, read without a lock. */
async function runningOf(db: Db, businessType: string, businessId: number): Promise<number | null> {
  const row = await db
    .selectFrom('processInstance')
    .select('id')
    .where('businessType', '=', businessType)
    .where('businessId', '=', businessId)
    .where('state', '=', 'running')
    .where('parentId', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Starts the process that is bound to a document's type, as the person of the transaction, and completes its first
 * task when that is the starter's; {bound: false} when none applies. 409 该单据正在审批中; 422 任务「x」没有找到参与者.
 * Doors §4, workflow §3.11.
 */
export async function startProcess(
  tx: Tx,
  what: { businessType: string; businessId: number; title?: string; variables?: Variables },
): Promise<{ bound: boolean; instanceId?: number }> {
  const { businessType, businessId } = what
  const binding = findBinding(tx, businessType)
  if (binding === undefined) return { bound: false }
  if ((await runningOf(tx, businessType, businessId)) !== null) throw bizInProgress()
  const variables = { ...(await binding.vars(tx, businessId)), ...what.variables }
  const chosen = await chooseBinding(tx, businessType, variables)
  if (chosen === null) return { bound: false }
  const title = what.title ?? (await binding.title(tx, businessId))
  const { instanceId } = await runCommand(tx, {
    kind: 'start',
    by: actorOf(tx).adminId,
    definitionId: chosen.definitionId,
    title: titleFrom(chosen.titleTemplate, title, variables),
    businessType,
    businessId,
    submit: true,
    variables,
  })
  return { bound: true, instanceId }
}

/**
 * Withdraws the running process of a document; false when none runs. Locks the root instance, so it comes before the
 * document's own lock. Refused with the engine's own words. Doors §4, §5.
 */
export async function withdrawProcess(tx: Tx, businessType: string, businessId: number): Promise<boolean> {
  const instanceId = await runningOf(tx, businessType, businessId)
  if (instanceId === null) return false
  await runCommand(tx, { kind: 'withdraw', by: actorOf(tx).adminId, instanceId })
  return true
}

/**
 * The newest process of a document with all it called, for its info and print pages; [] when it never had one. Who may
 * see the document may see this. Doors §4, workflow §4.
 */
export async function approvalTrace(db: Db, businessType: string, businessId: number): Promise<Trace[]> {
  const newest = await newestOf(db, businessType, businessId)
  return newest === null ? [] : tracesOf(db, await familyOf(db, newest))
}
