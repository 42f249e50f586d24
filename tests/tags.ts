import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from '#app/testing.ts'
import { planRuns, workRuns } from '#domains/members/tag/runs.server.ts'
import { asSystem } from '#kit/server/transaction.ts'

/** Users for tests of tags; their uids in order. */
export async function makeUsers(
  app: TestApp,
  count: number,
  more: Record<string, unknown> = {},
): Promise<number[]> {
  const columns = Object.entries(more)
  const names = columns.map(([name]) => sql`, ${sql.ref(name)}`)
  const values = columns.map(([, value]) => sql`, ${value}`)
  const { rows } = await sql<{ id: number }>`
    insert into "user" ("nickname"${sql.join(names, sql``)})
    select '客户' || n${sql.join(values, sql``)} from generate_series(1, ${count}) as n returning "id"`.execute(
    app.db,
  )
  return rows.map((row) => row.id)
}

/** What users paid on a day some days ago, in cents. */
export async function paid(app: TestApp, uid: number, cents: number, daysAgo = 1, count = 1): Promise<void> {
  await sql`insert into "userDayStat" ("uid", "day", "payCount", "payAmount")
    values (${uid}, (now() at time zone 'Asia/Shanghai')::date - ${daysAgo}::int, ${count}, ${cents})
    on conflict ("uid", "day") do update set "payAmount" = excluded."payAmount", "payCount" = excluded."payCount"`.execute(
    app.db,
  )
}

/** Works off what is queued, as the job does. */
export const runAll = (app: TestApp): Promise<number> => workRuns(app.db, new AbortController().signal)

/** Queues what is due at a moment and works it off. */
export async function runDue(app: TestApp, now: Date): Promise<number> {
  await asSystem(app.db, (tx) => planRuns(tx, now))
  return runAll(app)
}

/** Who has a tag now, and by what. */
export async function holdersOf(app: TestApp, tagId: number): Promise<Record<number, number>> {
  const { rows } = await sql<{ uid: number; source: number }>`
    select "uid", "source" from "userTagRel" where "tagId" = ${tagId} order by "uid"`.execute(app.db)
  return Object.fromEntries(rows.map((row) => [row.uid, row.source]))
}

/** That the number of users of every tag is what its rows are. Members §13-4. */
export async function expectNumbers(app: TestApp): Promise<void> {
  const { rows } = await sql`
    select t."name", t."userNum", count(r."uid")::int as "rows" from "userTag" t
    left join "userTagRel" r on r."tagId" = t."id" and r."source" <> -1
    where t."isDel" = 0 group by t."id" having t."userNum" <> count(r."uid")`.execute(app.db)
  expect(rows).toEqual([])
}
