import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import type { Who } from '#kit/server/who.ts'
import { user } from '../user/user.entity.ts'
import { refuseUnseen } from '../user/userRead.server.ts'

/** Rows with a column uid of users whom the person may see; nothing to add for who sees all of them. Members §17. */
export async function ofSeenUsers(db: Db, who: Who, table: string): Promise<Expression<SqlBool>[]> {
  const scope = scopeCondition(await rowScope(db, who, user), user.name)
  if (scope === null) return []
  return [
    sql<SqlBool>`${sql.ref(`${table}.uid`)} in (select "user"."id" from "user" where "user"."isDel" = 0 and ${scope})`,
  ]
}

/** Rows of one user, whom the person may see; 404 else. */
export async function ofOneUser(
  db: Db,
  who: Who,
  table: string,
  uid: number,
): Promise<Expression<SqlBool>[]> {
  await refuseUnseen(db, who, uid)
  return [sql<SqlBool>`${sql.ref(`${table}.uid`)} = ${uid}`]
}
