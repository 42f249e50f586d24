import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { keptAnswers } from './keptAnswers.ts'

/** Up to some hundred kilobytes each. */
const kept = keptAnswers<string>(32)

/**
 * The ids that a select answers, as an array for a condition. Rows, count and the next page ask for the same: they are looked for
 * once while none of the tables changes. As text, for thousands of ids are never read here.
 */
export async function keptIds(
  db: Db,
  select: RawBuilder<unknown>,
  tables: readonly string[],
): Promise<RawBuilder<number[]>> {
  const statement = sql<{ ids: string }>`select array(${select})::text as "ids"`.compile(db)
  const ask = async () => (await db.executeQuery(statement)).rows[0]?.ids ?? '{}'
  return sql`(select ${await kept(db, { statement, tables, ask })}::int[])::int[]`
}
