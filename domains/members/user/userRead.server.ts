import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { readRow } from '#kit/server/rows.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import type { Who } from '#kit/server/who.ts'
import { notFound } from '#kit/shared/errors.ts'
import { user } from './user.entity.ts'
import type { User } from './userMake.server.ts'

/** A user within the person's data scope, also one who was erased or merged; 404 数据不存在. Members §2.7, §17. */
export const readUser = (db: Db, who: Who, uid: number): Promise<User> => readRow(db, who, user, uid)

/** 404 as readUser, for lists of what one user has: they show nothing of the user, whose row is a wide one. */
export async function refuseUnseen(db: Db, who: Who, uid: number): Promise<void> {
  const scope = scopeCondition(await rowScope(db, who, user), user.name)
  const { rows } = await sql`select "id" from "user" where "id" = ${uid} and "isDel" = 0${
    scope === null ? sql`` : sql` and ${scope}`
  }`.execute(db)
  if (rows.length === 0) throw notFound()
}
