// Cases made from the declarations: every call × every kind of person, every call × malformed input, every list.
// Architecture §8. A call that is declared is tested here without another line.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#kit/shared/call.ts'
import type { Field } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { ended, startWorker } from '../tests/importing.ts'
import { rooms } from './domains.ts'
import { type Answer, type Person, type TestApp, testApp } from './testing.ts'

const calls = rooms.flatMap((room) => room.served.map((served) => served.call))
const codes = [...new Set(calls.map((call) => call.permission))].filter(
  (code) => !['public', 'login'].includes(code),
)
const MISSING_ID = 99_999_999

let app: TestApp
let nobody: Person
let everything: Person

beforeAll(async () => {
  app = await testApp()
  nobody = await app.person()
  everything = await app.person({ permissions: codes, level: 50 })
})
afterAll(() => app.close())

/** The address of a call with every path parameter filled in with something that does not exist. */
function addressOf(call: Call, value: string | number = MISSING_ID): string {
  return call.path.replace(/:\w+/g, encodeURIComponent(String(value)))
}

async function ask(
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
async function holder(): Promise<Person> {
  const answer = await app.request('GET', '/admin/getAdminInfoByToken', {
    token: everything.token,
    query: { token: everything.token },
  })
  if (answer.code !== 200) everything = await app.person({ permissions: codes, level: 50 })
  return everything
}

const named = (list: readonly Call[]): [string, Call][] =>
  list.map((call) => [`${call.method} ${call.path}`, call])

describe('every call × every kind of person', () => {
  test('paths are declared once', () => {
    const names = calls.map((call) => `${call.method} ${call.path}`)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test.each(named(calls.filter((call) => call.permission !== 'public')))(
    '%s without a session is 401',
    async (_name, call) => {
      expect((await ask(call, '')).code).toBe(401)
      expect((await ask(call, 'x'.repeat(32))).code).toBe(401)
    },
  )

  test.each(named(calls.filter((call) => !['public', 'login'].includes(call.permission))))(
    '%s without the permission is 403',
    async (_name, call) => {
      const answer = await ask(call, nobody.token)
      expect([answer.code, answer.message]).toEqual([403, '没有权限访问。'])
    },
  )

  test.each(named(calls.filter((call) => !['public', 'login'].includes(call.permission))))(
    '%s with just its permission is let in',
    async (_name, call) => {
      const person = await app.person({ permissions: [call.permission], level: 50 })
      const answer = await ask(call, person.token)
      expect([401, 403]).not.toContain(answer.code)
      expect(answer.status).toBeLessThan(500)
      expect(answer.code).not.toBe(500)
    },
  )
})

const BAD: readonly unknown[] = [
  '',
  ' ',
  'x'.repeat(3000),
  '\u0000',
  -1,
  1e30,
  1.5,
  true,
  [],
  {},
  [{}],
  { a: 1 },
  "'; drop table admin; --",
  '9'.repeat(40),
  '2026-13-45',
]

let turn = 0

function badInputs(shape: Readonly<Record<string, Field>>): Record<string, unknown>[] {
  const names = Object.keys(shape)
  const all = BAD.map((value) => Object.fromEntries(names.map((name) => [name, value])))
  // Each field alone with one bad value, in turn; over all calls every type of field meets all of them.
  const single = names.map((name) => ({ [name]: BAD[turn++ % BAD.length] }))
  return [{}, { unheardOf: 1 }, ...all, ...single]
}

describe('every call × malformed input is refused, never an internal error', () => {
  const tried = calls.filter((call) => !/logout|loginPic/i.test(call.path))
  test.each(named(tried))(
    '%s',
    async (_name, call) => {
      const person = await holder()
      for (const input of badInputs(call.shape)) {
        const answer = await ask(call, person.token, input)
        expect(
          answer.status,
          `${JSON.stringify(input).slice(0, 200)} → ${answer.body.slice(0, 300)}`,
        ).toBeLessThan(500)
        expect(answer.code, `${JSON.stringify(input).slice(0, 200)} → ${answer.body.slice(0, 300)}`).not.toBe(
          500,
        )
      }
      for (const value of ['abc', '-1', '0', '1e9', '%00', '../../etc/passwd', '1,2,x', "1' or 1=1"]) {
        if (!call.path.includes(':')) break
        const answer = await ask(call, person.token, {}, addressOf(call, value))
        expect(answer.status, `${value} → ${answer.body.slice(0, 300)}`).toBeLessThan(500)
        expect(answer.code, `${value} → ${answer.body.slice(0, 300)}`).not.toBe(500)
      }
      if (call.method === 'POST' && !call.multipart) {
        for (const body of ['{"a":', '[]', '"text"', 'null', '1']) {
          const answer = await app.request('POST', addressOf(call), { token: person.token, body })
          expect(answer.status, body).toBeLessThan(500)
          expect(answer.code, body).not.toBe(500)
        }
      }
    },
    60_000,
  )
})

const lists = calls.filter((call) => call.answer.kind === 'list')

describe('every list pages, sorts and filters', () => {
  test.each(named(lists))('%s', async (_name, call) => {
    const person = await holder()
    // A list of the parts of one thing needs to know which: something that is not there will do.
    const input = Object.fromEntries(
      Object.entries(call.shape)
        .filter(([name, field]) => field.required && !call.path.includes(`:${name}`))
        .map(([name]) => [name, '1']),
    )
    const good = async (more: Record<string, unknown>): Promise<Answer> => {
      const answer = await ask(call, person.token, { ...input, ...more }, addressOf(call, 1))
      expect(answer.code, `${JSON.stringify(more)} → ${answer.body.slice(0, 300)}`).toBe(200)
      return answer
    }
    // Of parts of a thing that is not there a list may say just that.
    const isPart = Object.keys(input).length > 0 || call.path.includes(':')
    const whole = await ask(call, person.token, { ...input, page: '1', limit: '5' }, addressOf(call, 1))
    if (isPart && whole.code === 404) return
    const first = await good({ page: '1', limit: '5' })
    expect(first.data.list.length).toBeLessThanOrEqual(5)
    expect(first.data).toMatchObject({ page: 1, limit: 5 })
    expect(first.data.total).toBeGreaterThanOrEqual(first.data.list.length)
    expect((await good({ page: '100000', limit: '100' })).data.list).toEqual([])
    for (const [name, field] of Object.entries(call.answer.shape ?? {})) {
      if (!field.sortable) continue
      for (const sortOrder of ['asc', 'desc']) await good({ sortBy: name, sortOrder, limit: '5' })
    }
    for (const [name, field] of Object.entries(call.shape)) {
      const value = field.choices?.[0]?.value ?? call.answer.shape?.[name]?.choices?.[0]?.value
      if (call.answer.shape?.[name]?.filter && value !== undefined) await good({ [name]: String(value) })
    }
    if ('keywords' in call.shape) await good({ keywords: '不存在的字' })
    if ('dateLimit' in call.shape) {
      await good({ dateLimit: 'lately7' })
      expect(
        (await ask(call, person.token, { ...input, dateLimit: 'nonsense' }, addressOf(call, 1))).code,
      ).toBe(422)
    }
    for (const bad of [{ page: '0' }, { limit: '1001' }, { limit: 'x' }])
      expect((await ask(call, person.token, { ...input, ...bad }, addressOf(call, 1))).code).toBe(422)
  })
})

const exports = calls.filter((call) => call.business === 5 && call.change && /export/i.test(call.path))

describe('every list exports', () => {
  test.each(named(exports))('%s', async (_name, call) => {
    const stop = startWorker(app)
    try {
      const token = await app.admin()
      // A call with several kinds of lists behind it names the first.
      const input = Object.fromEntries(
        Object.entries(call.shape)
          .filter(([, field]) => field.required)
          .map(([name, field]) => [name, field.choices?.[0]?.value ?? 1]),
      )
      const asked =
        call.method === 'POST'
          ? { token, body: input }
          : { token, query: trust<Record<string, string>>(input) }
      const answer = await app.request<{ taskId: number }>(call.method, call.path, asked)
      expect(answer.code, answer.body).toBe(200)
      const task = await ended(app, answer.data.taskId)
      expect(task, task.message).toMatchObject({ status: 2, fail: 0 })
    } finally {
      await stop()
    }
  })
})
