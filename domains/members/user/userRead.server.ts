import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { readRow } from '#kit/server/rows.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { builtRows } from '#kit/server/textRows.ts'
import type { Who } from '#kit/server/who.ts'
import { notFound } from '#kit/shared/errors.ts'
import { user } from './user.entity.ts'
import type { User } from './userMake.server.ts'

/** A user within the person's data scope, also one who was erased or merged; 404 数据不存在. Members §2.7, §17. */
export const readUser = (db: Db, who: Who, uid: number): Promise<User> => readRow(db, who, user, uid)

/** Whether a user is there and within the person's data scope, as a condition of a statement. */
export async function isSeen(db: Db, who: Who, uid: number): Promise<Expression<SqlBool>> {
  const scope = scopeCondition(await rowScope(db, who, user), user.name)
  const within = scope === null ? sql`` : sql` and ${scope}`
  return sql<SqlBool>`exists (select 1 from "user" where "id" = ${uid} and "isDel" = 0${within})`
}

/** 404 as readUser, for lists of what one user has: they show nothing of the user, whose row is a wide one. */
export async function refuseUnseen(db: Db, who: Who, uid: number): Promise<void> {
  const [row] = await builtRows<{ isSeen: boolean }>(
    db,
    sql`select ${await isSeen(db, who, uid)} as "isSeen"`,
  )
  if (row?.isSeen !== true) throw notFound()
}
