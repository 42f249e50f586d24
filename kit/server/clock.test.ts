import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { registerNow } from '../../tests/registering.ts'
import { type Clock, runClock } from './clock.ts'
import { type Db, openDatabase, openPool } from './database.ts'
import { declareJob, enqueueJob, JOBS_TOPIC, runOneJob } from './jobs.ts'
import { startLive } from './live.ts'
import { declareConsumer, declareEvent, deliverOne, emit } from './outbox.ts'
import { claimRuns, runClaimed } from './schedule.ts'
import { asSystem, notice } from './transaction.ts'

let db: Db
let clock: Clock
let close: () => Promise<void>
let woken = 0
let awake = false
let isDue = false
const ran: string[] = []
const SELDOM = '0 0 0 1 1 *'
const AT_ONCE = { timeout: 5000, interval: 20 }

beforeAll(async () => {
  const database = await testDatabase()
  const pool = openPool(database.url, 8)
  db = openDatabase(pool)
  const live = await startLive(database.url, db)
  registerNow(db, declareEvent('clock.said', ['word']))
  registerNow(db, declareConsumer({ name: 'clock.ear', event: 'clock.said', handle: async () => undefined }))
  const job = (name: string, facts: { light?: true; due?: () => Promise<boolean> }) =>
    declareJob({
      name,
      title: name,
      cron: SELDOM,
      async run() {
        ran.push(name)
        return 1
      },
      ...facts,
    })
  registerNow(
    db,
    job('clock.light', { light: true }),
    job('clock.asked', { due: async () => isDue }),
    job('clock.heavy', {}),
  )
  clock = runClock(db, {
    isAwake: () => awake,
    wake: () => {
      woken += 1
    },
  })
  close = async () => {
    await clock.stop()
    await live.stop()
    await pool.end()
    await database.drop()
  }
  await vi.waitFor(async () => {
    const planned = db.selectFrom('scheduleJob').select('id').where('nextTime', 'is not', null)
    expect(await planned.execute()).toHaveLength(3)
  }, AT_ONCE)
})
afterAll(() => close())
beforeEach(() => {
  woken = 0
  awake = false
  isDue = false
  ran.length = 0
})

const plan = (name: string) =>
  sql`update "scheduleJob" set "nextTime" = now(), "misfirePolicy" = 2 where "name" = ${name}`.execute(db)
const logsOf = (name: string) =>
  db
    .selectFrom('scheduleJobLog')
    .select(['status', 'handled'])
    .where('target', '=', name)
    .orderBy('id')
    .execute()

test('a light job runs in the server, and no worker is woken for it', async () => {
  await plan('clock.light')
  await expect.poll(() => logsOf('clock.light'), AT_ONCE).toEqual([{ status: 1, handled: 1 }])
  expect(ran).toEqual(['clock.light'])
  expect(woken).toBe(0)
  // A worker leaves it to the server.
  awake = true
  await plan('clock.light')
  expect(await claimRuns(db)).toEqual([])
  await expect.poll(() => logsOf('clock.light'), AT_ONCE).toHaveLength(2)
})

test('a run that would find nothing is noted as done and wakes nobody', async () => {
  await plan('clock.asked')
  await expect.poll(() => logsOf('clock.asked'), AT_ONCE).toEqual([{ status: 1, handled: 0 }])
  expect(ran).toEqual([])
  expect(woken).toBe(0)
  const row = await db
    .selectFrom('scheduleJob')
    .select(['lastStatus', 'nextTime'])
    .where('name', '=', 'clock.asked')
    .executeTakeFirstOrThrow()
  expect(row.lastStatus).toBe(1)
  expect(row.nextTime?.getTime()).toBeGreaterThan(Date.now())
})

test('what comes due between two looks at the schedule wakes nobody before it was asked', async () => {
  await sql`update "scheduleJob" set "nextTime" = now() + interval '300 milliseconds', "misfirePolicy" = 2
    where "name" = 'clock.asked'`.execute(db)
  const before = (await logsOf('clock.asked')).length
  const deadline = Date.now() + AT_ONCE.timeout
  // Each notice of a job makes the clock look for work.
  while ((await logsOf('clock.asked')).length === before && Date.now() < deadline)
    await asSystem(db, async (tx) => notice(tx, { topic: JOBS_TOPIC }))
  expect(await logsOf('clock.asked')).toHaveLength(before + 1)
  expect(woken).toBe(0)
})

test.each(['clock.asked', 'clock.heavy'])('%s: what is due wakes a worker, which runs it', async (name) => {
  isDue = true
  await plan(name)
  await expect.poll(() => woken, AT_ONCE).toBeGreaterThan(0)
  expect(ran).toEqual([])
  const [run] = await claimRuns(db)
  if (run === undefined) throw new Error('nothing was claimed')
  await runClaimed(db, run, new AbortController().signal)
  expect(ran).toEqual([name])
})

test('a job with parameters of its own is not passed over', async () => {
  await sql`update "scheduleJob" set "params" = '{"time": 1}' where "name" = 'clock.asked'`.execute(db)
  await plan('clock.asked')
  await expect.poll(() => woken, AT_ONCE).toBeGreaterThan(0)
  expect(await claimRuns(db)).toHaveLength(1)
  await sql`update "scheduleJob" set "params" = '{}' where "name" = 'clock.asked'`.execute(db)
})

test('jobs and events that wait wake a worker', async () => {
  await asSystem(db, (tx) => enqueueJob(tx, 'clock.heavy', {}))
  await expect.poll(() => woken, AT_ONCE).toBeGreaterThan(0)
  awake = true
  expect(await runOneJob(db, new AbortController().signal)).toBe(true)
  woken = 0
  awake = false
  await asSystem(db, (tx) => emit(tx, 'clock.said', 'k', { word: 'hi' }))
  await expect.poll(() => woken, AT_ONCE).toBeGreaterThan(0)
  awake = true
  expect(await deliverOne(db)).toBe(true)
})
