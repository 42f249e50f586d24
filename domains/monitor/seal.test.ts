import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { formatDate, startOfDay, toSeconds } from '#kit/shared/time.ts'
import { retentionJob } from './retention.server.ts'
import { sealDays } from './seal.server.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const HOUR_MS = 3_600_000
const signal = new AbortController().signal
const dayBefore = (days: number) => formatDate(toSeconds(startOfDay(new Date(), -days)))

async function log(daysAgo: number, title: string): Promise<void> {
  const time = new Date(startOfDay(new Date(), -daysAgo).getTime() + HOUR_MS)
  await app.db
    .insertInto('operLog')
    .values({
      time,
      title,
      businessType: 2,
      adminId: null,
      adminName: '系统',
      deptId: null,
      bizType: '',
      bizId: null,
      bizTitle: '',
      ip: '',
      requestId: '',
      method: '',
      path: '',
      params: '{"a":1}',
      changes: '[]',
      status: 1,
      ms: 1,
    })
    .execute()
}
const verify = async () =>
  (
    await app.request<{ days: number; bad: string | null; reason: string }>('GET', '/admin/log/oper/verify', {
      token,
    })
  ).data

beforeEach(async () => {
  await sql`truncate "operLog"`.execute(app.db)
  await sql`truncate "operLogSeal"`.execute(app.db)
  for (const days of [4, 4, 3, 1, 0]) await log(days, `第${days}天`)
})

test('every past day is sealed once, quiet ones too; today is not', async () => {
  expect(await sealDays(app.db, signal)).toBe(4)
  expect(await sealDays(app.db, signal)).toBe(0)
  expect(await verify()).toEqual({ days: 4, from: dayBefore(4), to: dayBefore(1), bad: null, reason: '' })
  await log(0, '今天还在写')
  expect(await verify()).toMatchObject({ bad: null })
})

test('a changed, removed or added row, and a changed seal, are found at their day', async () => {
  await sealDays(app.db, signal)
  await sql`update "operLog" set "params" = '{"a":2}' where "title" = '第3天'`.execute(app.db)
  expect(await verify()).toMatchObject({ bad: dayBefore(3), reason: '日志内容被改动' })
  await sql`update "operLog" set "params" = '{"a":1}' where "title" = '第3天'`.execute(app.db)
  expect(await verify()).toMatchObject({ bad: null })
  await log(2, '补写')
  expect(await verify()).toMatchObject({ bad: dayBefore(2), reason: '应有0条，现有1条' })
  await sql`delete from "operLog" where "title" in ('补写', '第1天')`.execute(app.db)
  expect(await verify()).toMatchObject({ bad: dayBefore(1), reason: '应有1条，现有0条' })
  await sql`update "operLogSeal" set "rows" = 0 where "day" = ${dayBefore(1)}::date`.execute(app.db)
  expect(await verify()).toMatchObject({ bad: dayBefore(1), reason: '封存记录被改动' })
  await sql`delete from "operLogSeal" where "day" = ${dayBefore(3)}::date`.execute(app.db)
  expect(await verify()).toMatchObject({ bad: dayBefore(3), reason: '缺少当天的封存记录' })
})

test('what the retention removes is no fault, and the chain still holds', async () => {
  await log(400, '很久以前')
  await sealDays(app.db, signal)
  expect(await retentionJob.run(app.db, {}, signal)).toBeGreaterThan(0)
  expect(await app.db.selectFrom('operLog').select('id').where('title', '=', '很久以前').execute()).toEqual(
    [],
  )
  expect(await verify()).toMatchObject({ days: 400, bad: null })
  await sql`update "operLogSeal" set "digest" = 'x' where "day" = ${dayBefore(400)}::date`.execute(app.db)
  expect(await verify()).toMatchObject({ bad: dayBefore(400), reason: '封存记录被改动' })
})
