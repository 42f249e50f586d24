import { type Expression, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'

/** How the database would read what a query asks for where it can avoid going through a whole table, or what else is named. */
export function planOf(db: Db, query: Expression<unknown>, avoided: readonly 'sort'[] = []): Promise<string> {
  return asSystem(db, async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', ...avoided])
      await sql`set local ${sql.ref(`enable_${way}`)} = off`.execute(tx)
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain (costs off) select * from ${query} as "asked"`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}
