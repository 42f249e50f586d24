import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { registerNow } from '../../tests/registering.ts'
import { type Db, openDatabase, openPool } from './database.ts'
import { furnish } from './furnish.ts'
import { declareJob, enqueueJob } from './jobs.ts'
import { startLive } from './live.ts'
import { declareConsumer, declareEvent, emit } from './outbox.ts'
import { seedSchedule } from './schedule.ts'
import { readSettings } from './settings.ts'
import { asSystem } from './transaction.ts'
import { RUN_NOW, runWorker, type Worker } from './worker.ts'

let db: Db
let workers: Worker[]
let close: () => Promise<void>
const heard: string[] = []
let stopped = 0

beforeAll(async () => {
  const database = await testDatabase()
  const pool = openPool(database.url, 16)
  db = openDatabase(pool)
  const live = await startLive(database.url, db)
  furnish(db, [])
  const folder = await mkdtemp(join(tmpdir(), 'ts-worker-'))
  registerNow(db, declareEvent('test.said', ['word']))
  registerNow(
    db,
    declareConsumer({
      name: 'ear',
      event: 'test.said',
      async handle(_tx, { word }) {
        heard.push(`event ${word}`)
      },
    }),
  )
  registerNow(
    db,
    declareJob({
      name: 'test.say',
      title: '说',
      cron: '0 0 0 1 1 *',
      async run(_db, { word = 'planned' }) {
        heard.push(`job ${word}`)
        return 1
      },
    }),
  )
  registerNow(
    db,
    declareJob({
      name: 'test.long',
      title: '长',
      run: (_db, _params, signal) =>
        new Promise((_resolve, reject) => {
          heard.push('long')
          signal.addEventListener('abort', () => {
            stopped += 1
            reject(signal.reason)
          })
        }),
    }),
  )
  const context = {
    db,
    settings: readSettings({ TS_DATA_DIR: folder }),
    secretKey: Buffer.alloc(32),
    fallbackKey: '',
    version: 'test',
    facts: [],
  }
  await asSystem(db, seedSchedule)
  workers = [runWorker(context), runWorker(context)]
  close = async () => {
    await live.stop()
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
afterAll(() => close())

test('two workers on one database: jobs, events and 执行一次 are each done once', async () => {
  await asSystem(db, async (tx) => {
    await enqueueJob(tx, 'test.say', { word: 'hello' })
    await emit(tx, 'test.said', 'k', { word: 'hi' })
  })
  await expect.poll(() => [...heard].sort(), { timeout: 5000 }).toEqual(['event hi', 'job hello'])
  await expect
    .poll(() => db.selectFrom('scheduleJob').select('id').where('name', '=', 'test.say').executeTakeFirst())
    .toBeDefined()
  const job = await db
    .selectFrom('scheduleJob')
    .select('id')
    .where('name', '=', 'test.say')
    .executeTakeFirstOrThrow()
  await asSystem(db, (tx) => enqueueJob(tx, RUN_NOW, { jobId: job.id }))
  await expect.poll(() => heard.filter((one) => one === 'job planned').length, { timeout: 5000 }).toBe(1)
  await expect
    .poll(() => db.selectFrom('scheduleJobLog').select(['status', 'handled']).execute())
    .toEqual([{ status: 1, handled: 1 }])
})

test('a stopping worker ends what runs and gives the job back', async () => {
  await asSystem(db, (tx) => enqueueJob(tx, 'test.long', {}))
  await expect.poll(() => heard.includes('long'), { timeout: 5000 }).toBe(true)
  const start = Date.now()
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(Date.now() - start).toBeLessThan(3000)
  expect(stopped).toBe(1)
  const row = await sql<{ status: number }>`select "status" from "job" where "name" = 'test.long'`.execute(db)
  expect(row.rows).toEqual([{ status: 0 }])
})
