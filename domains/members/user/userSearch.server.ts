import { type Expression, type SqlBool, sql } from 'kysely'
import { COUNT_LIMIT, countRows } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { keptAnswers } from '#kit/server/keptAnswers.ts'
import { gramCondition, keywordCondition } from '#kit/server/list.ts'
import { user } from './user.entity.ts'

/** So many users are told by their ids, for the index of who a row belongs to. */
export const FEW = 1000

/** Conditions on the table of users: `held` is what an index finds, `exact` what is to be asked of those. */
interface UsersWish {
  held: Expression<unknown>
  exact: Expression<unknown>
}

/** Rows with a column uid of users who are called so: by name, number or phone. */
export function ofNamedUser(db: Db, table: string, word: string): Promise<Expression<SqlBool>> {
  const pattern = `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return ofUsers(db, table, {
    held: gramCondition(user, word, sql`true`),
    exact: sql`("user"."nickname" ilike ${pattern} or "user"."userNo" = ${word} or "user"."phone" = ${word})`,
  })
}

/** Rows with a column uid of users who are found by what the list of users finds them by. */
export function ofFoundUser(db: Db, table: string, word: string): Promise<Expression<SqlBool>> {
  return ofUsers(db, table, { held: keywordCondition(user, word) ?? sql`false`, exact: sql`true` })
}

/** The ids of the users of a word, as text, which is never read here; null: they are more than few. */
const kept = keptAnswers<string | null>(200)

/**
 * The condition that a row belongs to one of the users who are meant. Few are looked for first and told by their ids: beside what
 * else finds a row, e.g. its number, the planner would go through all rows. No more of them are looked for, because of a word
 * that every tenth user has that takes as long as going through them. Then each row of a short table asks for its own user, by
 * a select of a value, of which the planner can make no join: it has gone through all users beside a table of 5,000 rows. For a
 * long one it weighs whether to begin with the users or with the rows.
 */
async function ofUsers(db: Db, table: string, { held, exact }: UsersWish): Promise<Expression<SqlBool>> {
  const uid = sql.ref(`${table}.uid`)
  const few = await fewOf(db, { held, exact })
  // By a select: of each id that stands in a statement the planner looks up how many rows it has.
  if (few !== null) return sql<SqlBool>`${uid} = any((select ${few}::int[])::int[])`
  const own = sql`from "user" where "user"."id" = ${uid} and "user"."isDel" = 0 and ${held} and ${exact}`
  const isShort = (await countRows(db, sql.table(table), [table])) <= COUNT_LIMIT
  return isShort ? sql<SqlBool>`(select true ${own}) is true` : sql<SqlBool>`exists (select ${own})`
}

async function fewOf(db: Db, { held, exact }: UsersWish): Promise<string | null> {
  const statement = sql<{ ids: string | null }>`with "held" as materialized (
      select "user"."id", ${exact} as "fits" from "user" where "user"."isDel" = 0 and ${held} limit ${sql.lit(FEW + 1)})
    select case when count(*) <= ${sql.lit(FEW)}
      then coalesce(array_agg("id") filter (where "fits"), '{}')::text end as "ids" from "held"`.compile(db)
  const ask = async () => (await db.executeQuery(statement)).rows[0]?.ids ?? null
  return kept(db, { statement, tables: ['user'], ask })
}
