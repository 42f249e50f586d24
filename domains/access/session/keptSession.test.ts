import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { type Live, startLive } from '#kit/server/live.ts'
import { SESSION_ENDED } from '#kit/server/liveSocket.ts'
import { CHANNEL } from '#kit/server/transaction.ts'

let app: TestApp
let live: Live | undefined
let person: Person

beforeAll(async () => {
  app = await testApp()
  person = await app.person({ permissions: ['admin:product:unit:list'] })
})
afterAll(async () => {
  await live?.stop()
  await app.close()
})

const list = () => app.request('GET', '/admin/product/unit/list', { token: person.token })
/** As another process does it: the row, and the word to those who listen. */
const tell = (topic: string, id?: number) =>
  sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ topic, ...(id === undefined ? {} : { id }) })})`.execute(
    app.db,
  )
const sessionId = async () =>
  (
    await app.db
      .selectFrom('adminSession')
      .select('id')
      .where('adminId', '=', person.adminId)
      .executeTakeFirstOrThrow()
  ).id

test('a process that does not hear of ends reads the session at every call', async () => {
  expect((await list()).code).toBe(200)
  const id = await sessionId()
  await sql`update "adminSession" set "endTime" = now(), "endReason" = 'kicked' where "id" = ${id}`.execute(
    app.db,
  )
  expect((await list()).code).toBe(401)
  await sql`update "adminSession" set "endTime" = null, "endReason" = '' where "id" = ${id}`.execute(app.db)
  expect((await list()).code).toBe(200)
})

test('one that hears keeps it until it hears of its end', async () => {
  live = await startLive(app.url, app.db)
  expect((await list()).code).toBe(200)
  const id = await sessionId()
  await sql`update "adminSession" set "endTime" = now(), "endReason" = 'kicked' where "id" = ${id}`.execute(
    app.db,
  )
  // Not told yet: what is kept still holds, which shows that it is kept.
  expect((await list()).code).toBe(200)
  await tell(SESSION_ENDED, id)
  await expect.poll(async () => (await list()).code).toBe(401)
  await sql`update "adminSession" set "endTime" = null, "endReason" = '' where "id" = ${id}`.execute(app.db)
  expect((await list()).code).toBe(200)
})

test('rights that another process took away are gone when it is heard', async () => {
  expect((await list()).code).toBe(200)
  await sql`delete from "roleMenu" where "rid" = ${person.roleId}`.execute(app.db)
  await sql`update "permVersion" set "version" = "version" + 1`.execute(app.db)
  await tell('table:permVersion')
  await expect.poll(async () => (await list()).code).toBe(403)
})

test('after a line that was lost nothing kept counts', async () => {
  expect((await list()).code).toBe(403)
  await live?.stop()
  live = undefined
  const id = await sessionId()
  await sql`update "adminSession" set "endTime" = now(), "endReason" = 'kicked' where "id" = ${id}`.execute(
    app.db,
  )
  expect((await list()).code).toBe(401)
})
