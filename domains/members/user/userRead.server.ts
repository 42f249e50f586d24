import type { Db } from '#kit/server/database.ts'
import { readRow } from '#kit/server/rows.ts'
import type { Who } from '#kit/server/who.ts'
import { user } from './user.entity.ts'
import type { User } from './userMake.server.ts'

/** A user within the person's data scope, also one who was erased or merged; 404 数据不存在. Members §2.7, §17. */
export const readUser = (db: Db, who: Who, uid: number): Promise<User> => readRow(db, who, user, uid)
