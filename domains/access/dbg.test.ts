import { test } from 'vitest'
import { sql } from 'kysely'
import { testApp, ADMIN_PASSWORD } from '#app/testing.ts'
test('x', async () => {
  const app = await testApp()
  console.log((await sql`select * from "adminPwdHistory"`.execute(app.db)).rows, (await sql`select id, account, "isDel", "pwdReset" from admin`.execute(app.db)).rows, ADMIN_PASSWORD)
  await app.close()
})
