import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { declareJob } from '#kit/server/jobs.ts'
import { claimRuns, runClaimed, seedSchedule } from '#kit/server/schedule.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { registerNow } from '../../tests/registering.ts'
import { cacheCalls } from './cache.calls.ts'
import { jobCalls } from './job.calls.ts'
import { watchSpace } from './watch.server.ts'

let app: TestApp
let looker: Person
let isBroken = true

const flaky = declareJob({
  name: 'watchTest.flaky',
  title: '时好时坏',
  cron: '0 0 0 1 1 *',
  async run() {
    if (isBroken) throw new Error('连不上')
    return 1
  },
})

beforeAll(async () => {
  app = await testApp()
  registerNow(app.db, flaky)
  looker = await app.person({
    account: 'looker',
    permissions: [jobCalls.list.permission, cacheCalls.info.permission],
  })
  await asSystem(app.db, seedSchedule)
  await sql`update "scheduleJob" set "status" = case when "name" = 'watchTest.flaky' then 0 else 1 end`.execute(
    app.db,
  )
})
afterAll(() => app.close())

const told = async (type: string) =>
  (
    await app.request('GET', '/admin/notice/my/list', { token: looker.token, query: { keywords: type } })
  ).data.list.map((row) => ({ content: row.content, link: row.link }))

const signal = new AbortController().signal
async function run(): Promise<void> {
  await sql`update "scheduleJob" set "nextTime" = clock_timestamp() where "name" = 'watchTest.flaky'`.execute(
    app.db,
  )
  const claimed = await claimRuns(app.db, new Date(Date.now() + 10))
  expect(claimed).toHaveLength(1)
  for (const one of claimed) await runClaimed(app.db, one, signal)
}

test('three failures in a row are told once; after a success the next three again', async () => {
  const { id } = await app.db
    .selectFrom('scheduleJob')
    .select('id')
    .where('name', '=', 'watchTest.flaky')
    .executeTakeFirstOrThrow()
  await run()
  await run()
  expect(await told('定时任务')).toEqual([])
  await run()
  const first = {
    content: '定时任务“时好时坏”已连续失败3次：连不上',
    link: `/systemMonitoring/logTask?jobId=${id}`,
  }
  expect(await told('定时任务')).toEqual([first])
  await run()
  expect(await told('定时任务')).toHaveLength(1)
  isBroken = false
  await run()
  isBroken = true
  await run()
  await run()
  expect(await told('定时任务')).toHaveLength(1)
  await run()
  expect(await told('定时任务')).toEqual([first, first])
})

test('little space is told once a day to those who watch the machine', async () => {
  const watch = (share: number) => asSystem(app.db, (tx) => watchSpace(tx, { share, bytes: 5 * 1024 ** 3 }))
  expect(await watch(0.1)).toBe(false)
  expect(await told('磁盘')).toEqual([])
  expect(await watch(0.0949)).toBe(true)
  await watch(0.08)
  expect(await told('磁盘')).toEqual([
    {
      content: '数据所在磁盘可用空间仅剩9%（5.0GB），低于5%时将不能上传文件',
      link: '/systemMonitoring/cache',
    },
  ])
})
