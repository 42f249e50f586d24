import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { countRows } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { keptAnswers } from '#kit/server/keptAnswers.ts'
import { pageOf } from '#kit/server/list.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { read } from '#kit/server/serve.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { user } from '../user/user.entity.ts'
import { duplicateList, LIKENESSES, type Likeness, MOST_SHOWN, SCORES } from './duplicates.calls.ts'

type Alike = Pick<
  EntityRow<typeof user>,
  | 'id'
  | 'userNo'
  | 'nickname'
  | 'phone'
  | 'realName'
  | 'payCount'
  | 'netAmount'
  | 'createTime'
  | 'lastVisitTime'
>

interface Group {
  kind: Likeness
  ids: number[]
}

/** Groups of one kind, each once, by their first uid; `seen` narrows the users to the scope of who asks. */
const GROUPS: Readonly<Record<Likeness, (seen: Expression<SqlBool>) => RawBuilder<unknown>>> = {
  delivery: (
    seen,
  ) => sql`select "user"."id" as "first", array[least("user"."id", min(a."uid")), greatest("user"."id", max(a."uid"))] as "ids"
    from "user" join "userAddress" a on a."phone" = "user"."phone" and a."uid" <> "user"."id" and a."isDel" = 0
    join "user" o on o."id" = a."uid" and o."lifeStatus" = 0 and o."isDel" = 0
    where "user"."phone" <> '' and "user"."lifeStatus" = 0 and "user"."isDel" = 0 and ${seen}
    group by "user"."id" having count(distinct a."uid") = 1`,
  name: (
    seen,
  ) => sql`select min("user"."id") as "first", array_agg("user"."id" order by "user"."id") as "ids" from "user"
    where "user"."realName" <> '' and "user"."phone" <> '' and "user"."lifeStatus" = 0 and "user"."isDel" = 0 and ${seen}
    group by "user"."realName", right("user"."phone", 4) having count(*) > 1`,
  address: (
    seen,
  ) => sql`select min("user"."id") as "first", array_agg("user"."id" order by "user"."id") as "ids" from "user"
    where "user"."addres" <> '' and "user"."lifeStatus" = 0 and "user"."isDel" = 0 and ${seen}
    group by "user"."districtId", "user"."addres" having count(*) > 1`,
}

/** All users are compared with each other for a page, which is kept while none of them changes. Decision 0222. */
const kept = keptAnswers<readonly Group[]>(64)
const TABLES = ['user', 'userAddress']

async function groupsOf(
  db: Db,
  kinds: readonly Likeness[],
  seen: Expression<SqlBool>,
  offset: number,
  limit: number,
) {
  const parts = kinds.map(
    (kind) => sql`select ${kind}::text as "kind", "first", "ids" from (${GROUPS[kind](seen)}) as g`,
  )
  const order = sql.join(
    LIKENESSES.map(({ value }) => sql`when ${value} then ${sql.lit(-SCORES[value])}`),
    sql` `,
  )
  const all = sql`select * from (${sql.join(parts, sql` union all `)}) as every`
  const statement = sql<Group>`${all} order by case "kind" ${order} end, "first"
    limit ${limit} offset ${offset}`.compile(db)
  const ask = async () => (await db.executeQuery(statement)).rows
  const rows = await kept(db, { statement, tables: TABLES, ask })
  return { rows, total: await countRows(db, sql`(${all})`, TABLES) }
}

/** What is shown of users, as long as none of them changes. */
const keptUsers = keptAnswers<ReadonlyMap<number, Alike>>(64)

async function usersOf(db: Db, ids: readonly number[], scope: Expression<SqlBool> | null) {
  let query = db
    .selectFrom('user')
    .select([
      'id',
      'userNo',
      'nickname',
      'phone',
      'realName',
      'payCount',
      'netAmount',
      'createTime',
      'lastVisitTime',
    ])
    .where('id', 'in', [0, ...ids])
  if (scope !== null) query = query.where(scope)
  const statement = query.compile()
  const ask = async () => new Map((await query.execute()).map((row) => [row.id, row]))
  return keptUsers(db, { statement, tables: ['user'], ask })
}

/** Accounts that are likely of one person, within the scope of who asks: all of a group must lie in it. Members §10.3. */
export const duplicatesServed = read(duplicateList, async (db, who, { page, limit, kind }) => {
  const kinds = kind === null ? LIKENESSES.map((one) => one.value) : [kind]
  const scope = scopeCondition(await rowScope(db, who, user), user.name)
  const { rows, total } = await groupsOf(db, kinds, scope ?? sql<SqlBool>`true`, (page - 1) * limit, limit)
  const ids = [...new Set(rows.flatMap((row) => row.ids.slice(0, MOST_SHOWN)))]
  const found = await usersOf(db, ids, scope)
  const list = rows.map((row, index) => ({
    id: (page - 1) * limit + index + 1,
    kind: row.kind,
    score: SCORES[row.kind],
    count: row.ids.length,
    users: row.ids.slice(0, MOST_SHOWN).flatMap((id) => found.get(id) ?? []),
  }))
  return pageOf(list, total, { page, limit })
})
