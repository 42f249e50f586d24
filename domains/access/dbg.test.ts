import { test } from 'vitest'
import { sql } from 'kysely'
import { testApp } from '#app/testing.ts'
import { whoOf } from '#kit/server/dispatch.ts'
import { settingsOf } from '#domains/settings/settings.door.ts'
import { securityForm } from './session/security.form.ts'
test('cost', async () => {
  const app = await testApp()
  const token = await app.admin()
  const time = async (name: string, f: () => Promise<unknown>) => {
    for (let n = 0; n < 500; n++) await f()
    const t = performance.now()
    for (let n = 0; n < 2000; n++) await f()
    console.log('TIME', name, ((performance.now() - t) / 2000).toFixed(3))
  }
  await time('select 1', () => sql`select 1`.execute(app.db))
  await time('find', () => whoOf(app.db, token))
  await time('settings', () => settingsOf(app.db, securityForm))
  await time('named', () => app.house.pool.query({ name: 'find', text: `select s."id", s."adminId", s."endTime", s."endReason", s."expireTime" <= now() as "isOver",
  s."lastTime" < now() - interval '1 minute' as "isQuiet", v."version"
  from "adminSession" s cross join "permVersion" v where s."tokenHash" = $1`, values: ['x'] }))
  await app.close()
})
