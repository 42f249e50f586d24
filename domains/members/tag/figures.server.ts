import { sql } from 'kysely'
import { keptCounts } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'

/** How many users there are who are neither erased nor merged; kept until one of them changes. Members §4.2 覆盖率. */
export async function livingUsers(db: Db): Promise<number> {
  const query = sql<{ counts: number[] }>`select array[count(*)::int] as "counts" from "user"
    where "isDel" = 0 and "lifeStatus" in (0, 1)`
  return (await keptCounts(db, query.compile(db), ['user']))[0] ?? 0
}
