import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from '#app/testing.ts'
import type { Db } from '#kit/server/database.ts'

/**
 * Does things while an advisory lock is held by somebody else, and finds all of them waiting for a lock before it is let
 * go: two that are only sent at once may happen to miss each other. `lock`: its arguments in SQL, e.g.
 * `hashtext('companyTree')`. Answers what they answer, in their order.
 */
export async function waitsFor<T>(
  app: TestApp,
  lock: string,
  ...acts: readonly (() => Promise<T>)[]
): Promise<T[]> {
  const { done } = await app.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.raw(lock)})`.execute(tx)
    const begun = acts.map((act) => act())
    const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await expect
      .poll(async () => (await waiting.execute(tx)).rows.length, { message: lock, timeout: 10_000 })
      .toBe(acts.length)
    // Not awaited here: they go on when the lock ends with this transaction.
    return { done: Promise.all(begun) }
  })
  return done
}

/**
 * The same at a row: somebody else holds it, by changing or locking it in `hold`, until all of the acts wait. What they find
 * then is what `hold` has left.
 */
export async function waitsForRow<T>(
  app: TestApp,
  hold: (tx: Db) => Promise<unknown>,
  ...acts: readonly (() => Promise<T>)[]
): Promise<T[]> {
  const { done } = await app.db.transaction().execute(async (tx) => {
    await hold(tx)
    const begun = acts.map((act) => act())
    const waiting = sql`select 1 from pg_locks w where w."locktype" in ('transactionid', 'tuple') and not w."granted" and exists
      (select from pg_locks o where o."pid" = w."pid" and o."database" = (select "oid" from pg_database where "datname" = current_database()))`
    await expect
      .poll(async () => (await waiting.execute(tx)).rows.length, { timeout: 10_000 })
      .toBe(acts.length)
    return { done: Promise.all(begun) }
  })
  return done
}
