import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from '#app/testing.ts'

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
