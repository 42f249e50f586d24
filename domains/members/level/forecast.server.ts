import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { memberSettings } from '../config/config.server.ts'
import type { GrowthLevel } from './level.rules.ts'

/** How many users would rise and fall by other levels. Members §3.1 影响预估. */
export interface Forecast {
  up: number
  down: number
}

const meets = ({ experience, needNetAmount, needPayCount, needTaskId }: GrowthLevel): RawBuilder<unknown> => {
  const parts = [sql`"growth" >= ${experience}`]
  if (needNetAmount !== null) parts.push(sql`u."netAmount" >= ${needNetAmount}`)
  if (needPayCount !== null) parts.push(sql`u."payCount" >= ${needPayCount}`)
  if (needTaskId !== null)
    parts.push(sql`exists (select 1 from "vipTaskRecord" r where r."uid" = u."id" and r."taskId" = ${needTaskId}
      and r."doneTime" is not null and r."status" <> 4)`)
  return sql.join(parts, sql` and `)
}

/**
 * Users with the grade they have (`has`) and the one they would have by these levels (`gets`), 0 without; `among`: those of
 * them that are looked at. What each level asks for is compared in the database, for a shop may have a million users.
 */
export async function standings(
  db: Db,
  levels: readonly GrowthLevel[],
  now = new Date(),
): Promise<RawBuilder<{ id: number; has: number; gets: number; isHeld: boolean }>> {
  const { growth_mode } = await memberSettings(db, 'growth')
  const growth =
    growth_mode === 1
      ? sql`u."experience"`
      : sql`(select coalesce(sum(case when e."type" = 1 then e."experience" else -e."experience" end), 0)
          from "userExperienceRecord" e where e."uid" = u."id" and e."createTime" > ${now}::timestamptz - interval '365 days')`
  const grades = levels.map((level) => sql`case when ${meets(level)} then ${level.grade}::int else 0 end`)
  const given = levels.map((level) => sql`when ${level.id}::int then ${level.grade}::int`)
  const known = given.length === 0 ? sql`0` : sql`case u."level" ${sql.join(given, sql` `)} end`
  return sql`select u."id", coalesce(${known}, l."grade", 0) as "has",
      ${grades.length === 0 ? sql`0` : sql`greatest(0, ${sql.join(grades)})`} as "gets",
      coalesce(u."levelLockTime" > ${now}, false) as "isHeld"
    from "user" u left join "systemUserLevel" l on l."id" = u."level"
      cross join lateral (select ${growth} as "growth") g
    where u."isDel" = 0 and u."lifeStatus" in (0, 1)`
}

/** How many would rise and fall if the shown levels of type 1 were these. */
export async function forecast(db: Db, levels: readonly GrowthLevel[]): Promise<Forecast> {
  const { rows } = await sql<Forecast>`
    select count(*) filter (where "gets" > "has")::int as "up",
      count(*) filter (where "gets" < "has" and not "isHeld")::int as "down"
    from (${await standings(db, levels)}) as s`.execute(db)
  return rows[0] ?? { up: 0, down: 0 }
}
