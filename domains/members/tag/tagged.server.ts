import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { exportEntity, shapeColumns } from '#kit/server/exportEntity.ts'
import type { ListOptions } from '#kit/server/list.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import type { Who } from '#kit/server/who.ts'
import { user } from '../user/user.entity.ts'
import { ofFoundUser } from '../user/userSearch.server.ts'
import { tagCalls, taggedRow } from './tag.calls.ts'
import { userTagRel } from './userTag.entity.ts'

interface Asked {
  tagId: number
}

/** The users of a tag within the person's data scope, found by what users are found by. Members §2.7 list/tag. */
export async function taggedOptions(db: Db, who: Who, { tagId }: Asked): Promise<ListOptions> {
  const scope = scopeCondition(await rowScope(db, who, user), user.name)
  const where: Expression<SqlBool>[] = [
    sql<SqlBool>`"userTagRel"."tagId" = ${tagId}`,
    sql<SqlBool>`"userTagRel"."source" <> -1`,
  ]
  if (scope !== null)
    where.push(
      sql<SqlBool>`exists (select 1 from "user" where "user"."id" = "userTagRel"."uid" and ${scope})`,
    )
  return {
    where,
    isDel: 'both',
    fresh: true,
    dateColumn: 'bindTime',
    alsoFound: (word) => ofFoundUser(db, userTagRel.name, word),
  }
}

const { uid, nickname, userNo, level, lifeStage, source, bindTime, expireTime, operator, tagName } = taggedRow

/**
 * 导出用户 of a tag, without what is personal: phones and names are exported from the list of users, filtered by the tag, where
 * each export leaves its trace (Members §10.2).
 */
export const taggedExport = exportEntity(userTagRel, tagCalls.usersExport, {
  list: (who, input, db) => taggedOptions(db, who, input),
  joined: { nickname, userNo, level, lifeStage, tagName },
  columns: shapeColumns({
    ...{ uid, nickname, userNo, level, lifeStage },
    ...{ tagName, source, bindTime, expireTime, operator },
  }),
})
