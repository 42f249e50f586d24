import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type StaffIdentity, staffIdentity } from '#domains/access/access.door.ts'
import type { Db } from '#kit/server/database.ts'
import { keptAnswers } from '#kit/server/keptAnswers.ts'
import { may, type Who } from '#kit/server/who.ts'
import { noSession } from '#kit/shared/errors.ts'
import { findBinding } from '../binding/binding.ts'
import type { Identity } from '../engine/ports.ts'
import { instanceNotFound, taskNotFound } from '../engine/refusals.ts'
import { ADMINISTRATE } from '../monitor/monitor.calls.ts'
import { actorsOf, identityOf } from '../store/people.server.ts'
import { ANYONE } from '../store/write.server.ts'

/** What tasks may wait for the acting person by, as of now. */
export async function identityOfWho(db: Db, who: Who): Promise<Identity> {
  const found = await staffIdentity(db, who.adminId)
  if (found === null) throw noSession()
  return identityOf(found)
}

const kept = keptAnswers<StaffIdentity | null>(5000)

/** The same for lists, from memory until somebody's roles or place change; whether the account may be used the session tells. */
export async function keptIdentityOfWho(db: Db, who: Who): Promise<Identity> {
  const { adminId } = who
  const statement = CompiledQuery.raw('staffIdentity', [adminId])
  const ask = () => staffIdentity(db, adminId)
  const found = await kept(db, { statement, tables: ['admin', 'role'], ask })
  if (found === null) throw noSession()
  return identityOf(found)
}

/** Kinds and ids under which tasks wait for a person. */
export function waitingFor(identity: Identity): { kind: string; id: string }[] {
  return [...actorsOf(identity), ANYONE]
}

/** A condition on the rows of processTaskActor `a`: those of this person. */
export function isActor(identity: Identity): RawBuilder<boolean> {
  const pairs = waitingFor(identity).map(({ kind, id }) => sql`(a."kind" = ${kind} and a."actorId" = ${id})`)
  return sql<boolean>`(${sql.join(pairs, sql` or `)})`
}

/**
 * Whether somebody may look at what belongs to a root instance: they started it, took part in it, are asked to, were
 * copied on it, may read the document it decides, or look after all processes. Workflow §3.1, §4.
 */
async function maySee(db: Db, who: Who, rootId: number): Promise<boolean> {
  if (may(who, ADMINISTRATE)) return true
  const identity = await identityOfWho(db, who)
  const me = who.adminId
  const { rows } = await sql<{ seen: boolean }>`select
    exists (select 1 from "processInstance" where "rootId" = ${rootId} and "starterId" = ${me})
    or exists (select 1 from "processLog" where "rootId" = ${rootId} and "adminId" = ${me})
    or exists (select 1 from "processInstance" i join "processCopy" c on c."instanceId" = i."id"
      where i."rootId" = ${rootId} and c."adminId" = ${me})
    or exists (select 1 from "processInstance" i join "processTask" t on t."instanceId" = i."id"
      join "processTaskActor" a on a."taskId" = t."id"
      where i."rootId" = ${rootId} and (t."doneBy" = ${me} or a."kind" = 'user' and a."actorId" = ${String(me)}
        or a."open" = 1 and ${isActor(identity)})) as "seen"`.execute(db)
  return rows[0]?.seen === true || (await mayReadDocument(db, who, rootId))
}

async function mayReadDocument(db: Db, who: Who, rootId: number): Promise<boolean> {
  const root = await db
    .selectFrom('processInstance')
    .select(['businessType', 'businessId'])
    .where('id', '=', rootId)
    .executeTakeFirst()
  if (root === undefined || root.businessId === null) return false
  return (await findBinding(db, root.businessType)?.mayRead?.(db, who, root.businessId)) === true
}

/** The root of a task, for whoever may see it; 404 otherwise. */
export async function seenTask(db: Db, who: Who, taskId: number): Promise<number> {
  const row = await db.selectFrom('processTask').select('rootId').where('id', '=', taskId).executeTakeFirst()
  if (row === undefined || !(await maySee(db, who, row.rootId))) throw taskNotFound()
  return row.rootId
}

/** The root of an instance, for whoever may see it; 404 otherwise. */
export async function seenInstance(db: Db, who: Who, instanceId: number): Promise<number> {
  const row = await db
    .selectFrom('processInstance')
    .select('rootId')
    .where('id', '=', instanceId)
    .executeTakeFirst()
  if (row === undefined || !(await maySee(db, who, row.rootId))) throw instanceNotFound()
  return row.rootId
}
