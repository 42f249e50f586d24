import { sql } from 'kysely'
import { AppError } from '#kit/shared/errors.ts'
import { sendWrite } from './connection.ts'
import { jsonb, type Tx } from './database.ts'

/**
 * Does the work once per person (an application has its id below zero), call and key; the same key within 24 h answers with the first result. A second
 * request with the same key waits for the first one's transaction at the unique key. Frame §3.
 */
export async function once(
  tx: Tx,
  adminId: number,
  path: string,
  key: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (key.length > 100) throw new AppError(422, 'Idempotency-Key格式不正确')
  const outdated = tx
    .deleteFrom('idempotency')
    .where('adminId', '=', adminId)
    .where('path', '=', path)
    .where('key', '=', key)
    .where('createTime', '<', sql<Date>`now() - interval '24 hours'`)
  await sendWrite(tx, outdated.compile())
  const taken = await tx
    .insertInto('idempotency')
    .values({ adminId, path, key, answer: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (taken === undefined) {
    const first = await tx
      .selectFrom('idempotency')
      .select('answer')
      .where('adminId', '=', adminId)
      .where('path', '=', path)
      .where('key', '=', key)
      .executeTakeFirst()
    return first?.answer ?? null
  }
  const answer = await work()
  const kept = tx
    .updateTable('idempotency')
    .set({ answer: jsonb(answer) })
    .where('adminId', '=', adminId)
    .where('path', '=', path)
    .where('key', '=', key)
  await sendWrite(tx, kept.compile())
  return answer
}
