// Every declared call, and a product to ask them on: what the tests made from the declarations share.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { rooms } from '#app/domains.ts'
import { type Answer, type Person, type TestApp, testApp } from '#app/testing.ts'
import { onTouch } from '#kit/server/changes.ts'
import { randomToken } from '#kit/server/envelope.ts'
import type { Call } from '#kit/shared/call.ts'
import { OPEN_SCOPES, type OpenScope } from '#kit/shared/open.ts'

/** The room that alone is under test, if one is: npm test -- <room>. */
const only = process.env.TS_TEST_ROOM

const asked = rooms
  .filter((room) => only === undefined || room.facts.name === only)
  .flatMap((room) => room.served.map((served) => served.call))
/** What people ask, signed in or not. */
export const calls = asked.filter((call) => call.open === undefined)
/** What applications outside ask with a token of theirs. */
export const openCalls = asked.filter((call) => call.open !== undefined)
export const codes = [...new Set(calls.map((call) => call.permission))].filter(
  (code) => !['public', 'login'].includes(code),
)
/** An id that nothing has. */
export const MISSING_ID = 99_999_999

export let app: TestApp
let everything: Person
/** of an application that may ask everything */
let openToken: string

/** Opens the product for the tests of the file that calls it, and closes it after them. */
export function openEveryCall(): void {
  beforeAll(async () => {
    app = await testApp()
    everything = await app.person({ permissions: codes, level: 50 })
    openToken = await application(OPEN_SCOPES.map(({ value }) => value))
  })
  afterAll(() => app.close())
}

/** Makes an application with these scopes, written straight into the tables and told like a change; answers a token of it. */
export async function application(scopes: readonly OpenScope[]): Promise<string> {
  const token = randomToken()
  const { id } = await app.db
    .insertInto('openApp')
    .values({
      name: `应用${token}`,
      appKey: token,
      channelId: 1201,
      scopes: [...scopes],
      rateLimit: 1_000_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  onTouch(app.db, 'openApp')
  const expireTime = new Date(Date.now() + 3_600_000)
  await app.db
    .insertInto('openToken')
    .values({ tokenHash: createHash('sha256').update(token).digest('hex'), appId: id, expireTime })
    .execute()
  return token
}

/** The address of a call with every path parameter filled in with something that does not exist. */
export function addressOf(call: Call, value: string | number = MISSING_ID): string {
  return call.path.replace(/:\w+/g, encodeURIComponent(String(value)))
}

export async function ask(
  call: Call,
  token: string,
  input: Record<string, unknown> = {},
  path = addressOf(call),
): Promise<Answer> {
  // Who may do everything asks the calls of applications as one of them.
  const as = call.open !== undefined && token === everything.token ? openToken : token
  const options = { ...(as === '' ? {} : { token: as }) }
  if (call.method === 'POST') return app.request('POST', path, { ...options, body: input })
  const query = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  return app.request('GET', path, { ...options, query })
}

/** Some calls end the session they are made with; then the person signs in again. */
export async function holder(): Promise<Person> {
  // Any call would do; this one takes the least.
  const answer = await app.request('GET', '/admin/system/config/size', { token: everything.token })
  if (answer.code !== 200) everything = await app.person({ permissions: codes, level: 50 })
  return everything
}

/** Calls as cases of a test, by method and path. */
export const named = (list: readonly Call[]): [string, Call][] =>
  list.map((call) => [`${call.method} ${call.path}`, call])
