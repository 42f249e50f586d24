import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { Registration } from '#kit/server/points.ts'
import { declareScope } from '#kit/server/scope.ts'
import type { Scope, Who } from '#kit/server/who.ts'

/** The departments a scope reaches: 2 the own one and below, 3 the own one, 7 those listed. */
async function deptsOf(db: Db, who: Who, scope: Scope): Promise<number[]> {
  if (scope.kind === 7) return scope.deptIds ?? []
  if (who.deptId === null) return []
  if (scope.kind !== 2) return [who.deptId]
  const found = await sql<{
    id: number
  }>`select d."id" from "dept" d join "dept" top on top."id" = ${who.deptId}
    where d."path" like top."path" || '%'`.execute(db)
  return found.rows.map((row) => row.id)
}

/** The kinds of data scope that follow from the member of staff. Platform §6.2. */
export const staffScopes: readonly Registration[] = [
  declareScope('dept', deptsOf),
  // Those who left are among them: their documents stay the department's.
  declareScope('owner', async (db, who, scope) => {
    const depts = await deptsOf(db, who, scope)
    if (depts.length === 0) return [who.adminId]
    const rows = await db.selectFrom('admin').select('id').where('deptId', 'in', depts).execute()
    return [...new Set([who.adminId, ...rows.map((row) => row.id)])]
  }),
  declareScope('channel', async (_db, who) => [...who.channelIds]),
]
