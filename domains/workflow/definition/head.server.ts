import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { deleteRow, insertRow, updateRow } from '#kit/server/rows.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, stale } from '#kit/shared/errors.ts'
import { processHead } from './definition.entity.ts'
import type { Written } from './reading.ts'

export type Head = EntityRow<typeof processHead>

/** Changes of one name come one after the other, also the first ones, when there is no row to lock yet. */
async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`processHead ${name}`}, 0))`.execute(tx)
}

/** The head of a name for change; 409 when `version` is given and is not the stored one. */
export async function lockHead(tx: Tx, name: string, version: number | null = null): Promise<Head | null> {
  await lockName(tx, name)
  const head = await findHead(tx, name)
  if (head !== null && version !== null && head.version !== version) throw stale()
  return head
}

export async function findHead(db: Db, name: string): Promise<Head | null> {
  const row = await db
    .selectFrom('processHead')
    .selectAll()
    .where('name', '=', name)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return row ?? null
}

/** The same where it must be there: 404. */
export async function lockedHead(tx: Tx, name: string, version: number | null = null): Promise<Head> {
  const head = await lockHead(tx, name, version)
  if (head === null) throw notFound()
  return head
}

export function draftOf(db: Db, name: string) {
  return db.selectFrom('processDraft').selectAll().where('name', '=', name).executeTakeFirst()
}

/** Keeps a text as the draft of a name, in its canonical form when it is a definition; a head that is not there is made. */
export async function keepDraft(
  tx: Tx,
  name: string,
  head: Head | null,
  draft: { text: string; written: Written | null; category?: string | undefined },
): Promise<{ head: Head; checksum: string }> {
  const { written } = draft
  const checksum = written?.checksum ?? ''
  const row = { json: written?.json ?? draft.text, checksum }
  await tx
    .insertInto('processDraft')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  const { adminId } = actorOf(tx)
  const values = {
    displayName: written?.displayName ?? head?.displayName ?? '',
    category: draft.category ?? head?.category ?? '',
    hasDraft: 1,
    draftTime: new Date(),
    draftBy: adminId === 0 ? null : adminId,
  } as const
  const kept =
    head === null
      ? await insertRow(tx, processHead, { name, ...values })
      : await updateRow(tx, processHead, head, values)
  return { head: kept, checksum }
}

/** Forgets a draft; a name without any version goes with it. */
export async function dropDraft(tx: Tx, head: Head): Promise<void> {
  await tx.deleteFrom('processDraft').where('name', '=', head.name).execute()
  const left = await updateRow(tx, processHead, head, { hasDraft: 0, draftTime: null, draftBy: null })
  await dropEmpty(tx, left)
}

/** Deletes a head that has neither versions nor a draft; 409 while documents are bound to it. */
export async function dropEmpty(tx: Tx, head: Head): Promise<void> {
  if (head.hasDraft === 1 || (await newestOf(tx, head.name)) !== null) return
  const bound = await tx
    .selectFrom('processBinding')
    .select('id')
    .where('processName', '=', head.name)
    .where('isDel', '=', 0)
    .limit(1)
    .executeTakeFirst()
  if (bound !== undefined) throw conflict('流程已绑定业务，请先解除绑定')
  await deleteRow(tx, processHead, head)
}

/** The newest version of a name, enabled or not. */
export async function newestOf(db: Db, name: string) {
  const row = await db
    .selectFrom('processDefinition')
    .select(['id', 'revision', 'checksum', 'displayName'])
    .where('name', '=', name)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The json of a version as it was written; '' when it is not there. */
export async function jsonOf(db: Db, id: number): Promise<string> {
  const row = await db
    .selectFrom('processDefinition')
    .select(sql<string>`"json"::text`.as('json'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.json ?? ''
}
