// Every declared call, and a product to ask them on: what the tests made from the declarations share.
import { afterAll, beforeAll } from 'vitest'
import { rooms } from '#app/domains.ts'
import { type Answer, type Person, type TestApp, testApp } from '#app/testing.ts'
import type { Call } from '#kit/shared/call.ts'

/** The room that alone is under test, if one is: npm test -- <room>. */
const only = process.env.TS_TEST_ROOM

export const calls = rooms
  .filter((room) => only === undefined || room.facts.name === only)
  .flatMap((room) => room.served.map((served) => served.call))
export const codes = [...new Set(calls.map((call) => call.permission))].filter(
  (code) => !['public', 'login'].includes(code),
)
/** An id that nothing has. */
export const MISSING_ID = 99_999_999

export let app: TestApp
let everything: Person

/** Opens the product for the tests of the file that calls it, and closes it after them. */
export function openEveryCall(): void {
  beforeAll(async () => {
    app = await testApp()
    everything = await app.person({ permissions: codes, level: 50 })
  })
  afterAll(() => app.close())
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
  const options = { ...(token === '' ? {} : { token }) }
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
