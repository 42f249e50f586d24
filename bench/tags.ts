import { sql } from 'kysely'
import { readNet } from '#domains/members/tag/net.server.ts'
import { queueRun } from '#domains/members/tag/runs.server.ts'
import { type Db, jsonb, openDatabase, openPool } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { percentile } from './load.ts'
import { makeUsers } from './members.ts'
import { startProgram } from './processes.ts'
import { atMost, type Figure } from './report.ts'
import type { Bench } from './run.ts'

const USERS = 1_000_000
const RULES = 30
/** People who page through the list of users meanwhile. */
const STAFF = 20
const MOST_MINUTES = 10
const MOST_TX_MS = 300
const MOST_LIST_MS = 800
const MOST_MB = 200
/** Between two looks at what the transactions of the run have been at. */
const LOOK_MS = 10
/** Between two pages that one of the staff turns over. */
const READ_MS = 1000

const last = (n: number) => ({ type: 'lastDays', n })

/** Thirty rules as people make them: figures of days, of all time, of the user, of other tags, in groups. */
function rules(first: number): object[] {
  return Array.from({ length: RULES }, (_, n) => {
    const days = [7, 15, 30, 60, 90][n % 5] ?? 30
    const paying = { field: 'payAmount', op: 'ge', value: `${50 + n * 20}.00`, window: last(days) }
    const often = { field: 'payCount', op: 'ge', value: 1 + (n % 4), window: last(days) }
    const visits = { field: 'visitDays', op: 'ge', value: 1, window: last(days) }
    const grown = { field: 'experience', op: 'between', value: [n * 100, 5000 + n * 100] }
    const stage = { field: 'lifeStage', op: 'in', value: [1 + (n % 6), 1 + ((n + 1) % 6)] }
    const net = { field: 'netAmount', op: 'gt', value: `${n * 10}.00` }
    const of = [
      [paying, often],
      [visits, { match: 'any', items: [grown, stage] }],
      [net, { field: 'lastPayDays', op: 'le', value: 30 + n * 5 }],
      [{ field: 'hasTag', op: 'notIn', value: [first] }, paying],
      [{ field: 'sex', op: 'in', value: [1] }, { field: 'age', op: 'ge', value: 20 + n }, stage],
    ][n % 5]
    return { match: 'all', items: of }
  })
}

/** Tags of these rules, computed by plan. */
export async function makeTags(db: Db): Promise<number[]> {
  const { rows } = await sql<{
    first: number
  }>`select coalesce(max("id"), 0)::int + 100 as "first" from "userTag"`.execute(db)
  const first = rows[0]?.first ?? 100
  const ids: number[] = []
  for (const [n, rule] of rules(first).entries()) {
    const { rows: made } = await sql<{ id: number }>`
      insert into "userTag" ("id", "name", "tagType", "conditions", "sort") overriding system value
      values (${first + n}, ${`测试标签${first + n}`}, 2, ${jsonb(rule)}, ${n}) returning "id"`.execute(db)
    ids.push(made[0]?.id ?? 0)
  }
  return ids
}

/** Pays on some days of the last ninety: 3,000,000 days in all with those of visits. */
export async function makeDays(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`insert into "userDayStat" ("uid", "day", "payCount", "payAmount", "maxPayAmount", "visits")
      select "id", current_date - ("id" * 7 + d * 31) % 90, 1, ("id"::bigint * 7919 + d * 104729) % 50000, 30000, 1
      from "user", generate_series(0, 2) d where "id" % 5 <> 0 on conflict do nothing`.execute(connection)
    await sql`vacuum analyze "userDayStat"`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

/** Thirty rules over a million users, beside staff who page through their list. Members §4.5, §18-11. */
export async function tagRuns({ base, token, databaseUrl }: Bench): Promise<Figure[]> {
  const pool = openPool(databaseUrl, 4)
  const named = `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}application_name=tags`
  try {
    const db = openDatabase(pool)
    const { rows } = await sql<{ n: number }>`select count(*)::int as "n" from "user"`.execute(db)
    if ((rows[0]?.n ?? 0) < USERS) await makeUsers(db, USERS)
    await makeDays(db)
    const ids = await makeTags(db)
    await asSystem(db, async (tx) => {
      const net = await readNet(tx)
      for (const id of ids) await queueRun(tx, net, id, 1, null)
    })
    const watch = watchTransactions(db)
    const staff = page(base, token)
    const start = performance.now()
    const bytes = await computed(named)
    // The worker of the product takes some of them too.
    while ((await openRuns(db, ids)) > 0) await new Promise((resolve) => setTimeout(resolve, 200))
    const minutes = (performance.now() - start) / 60_000
    const [longest, lists] = [await watch.stop(), await staff.stop()]
    const { rows: failed } = await sql<{ error: string }>`
      select "error" from "tagRun" where "status" <> 3 and "tagId" = any(${sql.val(ids)}::int[])`.execute(db)
    if (failed.length > 0) throw new Error(`${failed.length} runs failed: ${failed[0]?.error ?? ''}`)
    return [
      atMost(`${RULES} rules over 1,000,000 users`, minutes, MOST_MINUTES, 'min'),
      atMost('longest transaction of these runs', longest, MOST_TX_MS, 'ms'),
      atMost(
        `list of users meanwhile (${lists.length} pages), p95`,
        percentile(lists, 0.95),
        MOST_LIST_MS,
        'ms',
      ),
      atMost('memory these runs took', Math.max(0, bytes / 1_048_576), MOST_MB, 'MB'),
    ]
  } finally {
    await pool.end()
  }
}

/**
 * Works off the runs in a process of its own, as the product does: one that reads pages for twenty people as well comes late to
 * its next statement, and its transaction stays open meanwhile. Answers the bytes of memory it took.
 */
function computed(databaseUrl: string): Promise<number> {
  const { child } = startProgram('bench/tagRunner.ts', { BENCH_DATABASE_URL: databaseUrl })
  return new Promise((resolve, reject) => {
    child.once('message', (bytes) => resolve(Number(bytes)))
    child.once('exit', () => reject(new Error('the process that computes tags ended before the runs')))
  })
}

/** Runs that wait or are at work. */
async function openRuns(db: Db, tagIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as "n" from "tagRun" where "status" < 3 and "tagId" = any(${sql.val([...tagIds])}::int[])`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** The longest a transaction of the runs has been open, looked at all the time; says what long ones were at. */
export function watchTransactions(db: Db) {
  let stopped = false
  let longest = 0
  const work = (async () => {
    while (!stopped) {
      const { rows } = await sql<{ ms: number; doing: string }>`
        select extract(epoch from clock_timestamp() - "xact_start")::float8 * 1000 as "ms",
          concat_ws(' ', "state", "wait_event_type", "wait_event", left(regexp_replace("query", '\\s+', ' ', 'g'), 60)) as "doing"
        from pg_stat_activity where "application_name" = 'tags' and "xact_start" is not null
        order by "xact_start" limit 1`.execute(db)
      const { ms = 0, doing = '' } = rows[0] ?? {}
      if (ms > Math.max(longest, MOST_TX_MS)) console.log(`open for ${Math.round(ms)} ms: ${doing}`)
      longest = Math.max(longest, ms)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  })()
  return {
    async stop(): Promise<number> {
      stopped = true
      await work
      return longest
    },
  }
}

/** Staff who read page after page of the users; how long each took in ms. */
function page(base: string, token: string) {
  let stopped = false
  const times: number[] = []
  const work = Promise.all(
    Array.from({ length: STAFF }, async (_, person) => {
      for (let n = 0; !stopped; n++) {
        const start = performance.now()
        const path = `/api/admin/user/list?page=${1 + ((person + n) % 50)}&limit=20`
        const { code, message } = await fetch(base + path, { headers: { 'x-token': token } }).then((one) =>
          one.json(),
        )
        if (code !== 200) throw new Error(`${path} answered ${code} ${message}`)
        times.push(performance.now() - start)
        await new Promise((resolve) => setTimeout(resolve, READ_MS * (0.5 + Math.random())))
      }
    }),
  )
  return {
    async stop(): Promise<number[]> {
      stopped = true
      await work
      return times
    },
  }
}
