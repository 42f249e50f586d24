import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { registerNow } from '../../tests/registering.ts'
import { type Db, openDatabase, openPool } from './database.ts'
import { declareJob, enqueueJob, runOneJob } from './jobs.ts'
import { claimNow, claimRuns, nextTimes, runClaimed, seedSchedule } from './schedule.ts'
import { asSystem } from './transaction.ts'

let db: Db
let close: () => Promise<void>
const never = new AbortController().signal
const ran: Record<string, unknown>[] = []
let failing = 0
let release: () => void = () => undefined

beforeAll(async () => {
  const database = await testDatabase()
  const pool = openPool(database.url, 8)
  db = openDatabase(pool)
  close = async () => {
    await pool.end()
    await database.drop()
  }
  registerNow(
    db,
    declareJob({
      name: 'test.note',
      title: '记录',
      async run(_db, params) {
        if (failing-- > 0) throw new Error('busy')
        ran.push(params)
        return 1
      },
    }),
  )
  registerNow(
    db,
    declareJob({
      name: 'test.slow',
      title: '慢',
      cron: '*/10 * * * * *',
      timeoutSec: 1,
      run: (_db, _params, signal) =>
        new Promise((resolve) => {
          release = () => resolve(7)
          signal.addEventListener('abort', () => resolve(0))
        }),
    }),
  )
  await asSystem(db, seedSchedule)
})
afterAll(() => close())
beforeEach(async () => {
  ran.length = 0
  await sql`delete from "job"`.execute(db)
  await sql`delete from "scheduleJobLog"`.execute(db)
  await setSchedule({ nextTime: null })
})

async function setSchedule(values: Record<string, unknown>): Promise<number> {
  const row = await db
    .updateTable('scheduleJob')
    .set({ status: 0, concurrent: 0, misfirePolicy: 3, ...values })
    .where('name', '=', 'test.slow')
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const enqueue = (params: Record<string, unknown>, options = {}) =>
  asSystem(db, (tx) => enqueueJob(tx, 'test.note', params, options))
const due = () => sql`update "job" set "nextTime" = now()`.execute(db)
const logs = () =>
  db
    .selectFrom('scheduleJobLog')
    .select(['status', 'handled', 'message', 'plannedTime'])
    .orderBy('id')
    .execute()

test('a job that waits under a key is kept once; a later one does run', async () => {
  await enqueue({ n: 1 }, { uniqueKey: 'a' })
  await enqueue({ n: 2 }, { uniqueKey: 'a' })
  expect(await runOneJob(db, never)).toBe(true)
  expect(await runOneJob(db, never)).toBe(false)
  await enqueue({ n: 3 }, { uniqueKey: 'a' })
  expect(await runOneJob(db, never)).toBe(true)
  expect(ran).toEqual([{ n: 1 }, { n: 3 }])
})

test('a failure is tried again after a pause, a delayed job waits', async () => {
  failing = 2
  await enqueue({ n: 1 })
  await enqueue({ n: 2 }, { delayMs: 60_000 })
  expect(await runOneJob(db, never)).toBe(true)
  expect(await runOneJob(db, never)).toBe(false)
  const row = await db
    .selectFrom('job')
    .select(['status', 'attempts', 'error'])
    .orderBy('id')
    .executeTakeFirst()
  expect(row).toEqual({ status: 0, attempts: 1, error: 'busy' })
  await sql`update "job" set "nextTime" = now() where "attempts" > 0`.execute(db)
  await runOneJob(db, never)
  await sql`update "job" set "nextTime" = now() where "attempts" > 0`.execute(db)
  await runOneJob(db, never)
  expect(ran).toEqual([{ n: 1 }])
})

test('two runners never take the same row, and one of a dead process is taken again', async () => {
  for (let n = 0; n < 30; n++) await enqueue({ n })
  const drain = async () => {
    while (await runOneJob(db, never));
  }
  await Promise.all([drain(), drain(), drain()])
  expect(ran.map(({ n }) => Number(n)).sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n))
  await enqueue({ n: 'dead' })
  await sql`update "job" set "status" = 1, "leaseUntil" = now() - interval '1 second' where "status" = 0`.execute(
    db,
  )
  await drain()
  await due()
  expect(ran.at(-1)).toEqual({ n: 'dead' })
})

test('P16-32: two processes tick for a minute of ten-second runs: six runs, one per time', async () => {
  const start = new Date('2026-03-02T04:00:00Z')
  await setSchedule({ nextTime: new Date(start.getTime() + 10_000) })
  for (let second = 1; second <= 60; second++) {
    const now = new Date(start.getTime() + second * 1000)
    const claimed = await Promise.all([claimRuns(db, now), claimRuns(db, now)])
    for (const run of claimed.flat()) {
      const work = runClaimed(db, run, never)
      release()
      await work
    }
  }
  const runs = await logs()
  expect(runs.map((run) => run.plannedTime.getTime() - start.getTime())).toEqual(
    [10, 20, 30, 40, 50, 60].map((second) => second * 1000),
  )
  expect(runs.every((run) => run.status === 1 && run.handled === 7)).toBe(true)
})

test('P16-32: a run ends after the job is paused, none follows; a bad expression is refused', async () => {
  const start = new Date('2026-03-02T05:00:00Z')
  await setSchedule({ nextTime: start })
  const [run] = await claimRuns(db, start)
  if (run === undefined) throw new Error('nothing was claimed')
  const work = runClaimed(db, run, never)
  await setSchedule({ status: 1 })
  expect(await claimRuns(db, new Date(start.getTime() + 60_000))).toEqual([])
  release()
  await work
  expect((await logs()).map((log) => log.status)).toEqual([1])
  expect(() => nextTimes('99 * * * * *', start)).toThrow()
  const three = nextTimes('0 30 2 * * *', new Date('2026-03-02T00:00:00Z'), 3)
  expect(three.map((time) => time.toISOString())).toEqual([
    '2026-03-02T18:30:00.000Z',
    '2026-03-03T18:30:00.000Z',
    '2026-03-04T18:30:00.000Z',
  ])
})

test('a job that still runs is skipped, unless it may run beside itself; a slow one times out', async () => {
  const start = new Date('2026-03-02T06:00:00Z')
  const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
  await setSchedule({ nextTime: start })
  const [first] = await claimRuns(db, start)
  expect(await claimRuns(db, later(10))).toEqual([])
  await setSchedule({ concurrent: 1 })
  expect(await claimRuns(db, later(20))).toHaveLength(1)
  if (first === undefined) throw new Error('nothing was claimed')
  await runClaimed(db, { ...first, timeoutSec: 1 }, never)
  const runs = await logs()
  expect(runs.map((run) => run.status)).toEqual([4, 3, 0])
  expect(runs[0]?.message).toBe('运行超过1秒')
})

test('a run whose process died is closed as failed, and the next one runs', async () => {
  const start = new Date('2026-03-02T07:00:00Z')
  await setSchedule({ nextTime: start })
  expect(await claimRuns(db, start)).toHaveLength(1)
  await sql`update "scheduleJobLog" set "leaseUntil" = now() - interval '1 second'`.execute(db)
  expect(await claimRuns(db, new Date(start.getTime() + 10_000))).toHaveLength(1)
  expect((await logs()).map((run) => run.status)).toEqual([2, 0])
})

test.each([
  // policy, seconds since the first of the times of a job that runs every two minutes, runs
  [1, 250, 3],
  [2, 330, 1],
  [3, 330, 0],
  [3, 250, 1],
])('misfire policy %i, %i s late: %i runs', async (misfirePolicy, late, expected) => {
  const start = new Date('2026-03-02T08:00:00Z')
  await setSchedule({ nextTime: start, misfirePolicy, concurrent: 1, cron: '0 */2 * * * *' })
  const claimed = await claimRuns(db, new Date(start.getTime() + late * 1000))
  expect(claimed.length).toBe(expected)
})

test('a seed does not undo what a person has set', async () => {
  await setSchedule({ cron: '0 0 1 * * *', status: 1 })
  await asSystem(db, seedSchedule)
  const row = await db
    .selectFrom('scheduleJob')
    .select(['cron', 'status', 'title'])
    .where('name', '=', 'test.slow')
    .executeTakeFirst()
  expect(row).toEqual({ cron: '0 0 1 * * *', status: 1, title: '慢' })
})

test('执行一次 runs without a plan', async () => {
  const id = await setSchedule({ status: 1 })
  const run = await claimNow(db, id)
  if (run === null) throw new Error('nothing was claimed')
  const work = runClaimed(db, run, never)
  release()
  await work
  expect((await logs()).map((log) => log.status)).toEqual([1])
})
