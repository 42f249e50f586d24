import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { remindJob } from './remind.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const signal = new AbortController().signal

test('passwords and accounts are told of within seven days of their end, each end once', async () => {
  const person = async (account: string, passwordDays: number, accountDays: number | null) => {
    const { adminId } = await app.person({ account })
    await sql`update "admin" set "pwdUpdateTime" = now() - make_interval(days => 90 - ${passwordDays}),
      "validTo" = now() + make_interval(days => ${accountDays}) where "id" = ${adminId}`.execute(app.db)
    return adminId
  }
  const fresh = await person('fresh', 60, null)
  const ending = await person('ending', 3, 5)
  const over = await person('over', -1, 100)
  const told = async (adminId: number) =>
    (
      await app.db
        .selectFrom('adminNotice')
        .select('mark')
        .where('adminId', '=', adminId)
        .orderBy('id')
        .execute()
    ).map((row) => row.mark)
  for (let day = 0; day < 2; day++) await remindJob.run(app.db, {}, signal)
  expect(await told(fresh)).toEqual([])
  expect(await told(ending)).toEqual(['passwordEnds', 'accountEnds'])
  expect(await told(over)).toEqual([])
})
