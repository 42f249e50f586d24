// Cases made from the declarations: every call × every kind of person, every list. Architecture §8. A call that is
// declared is tested here without another line; malformed input and exports stand beside this file.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#kit/shared/call.ts'
import { isOpenPath, OPEN_SCOPES } from '#kit/shared/open.ts'
import {
  addressOf,
  app,
  application,
  ask,
  calls,
  codes,
  holder,
  named,
  openCalls,
  openEveryCall,
} from '../tests/everyCall.ts'
import { rooms } from './domains.ts'
import type { Answer, Person } from './testing.ts'

openEveryCall()

let nobody: Person
/** By the one permission they hold. */
const holders = new Map<string, Person>()

beforeAll(async () => {
  nobody = await app.person()
  // All before the first call: with each who comes later the server would read all rights anew.
  for (const code of codes) holders.set(code, await app.person({ permissions: [code], level: 50 }))
}, 240_000)

describe('every call × every kind of person', () => {
  test.each(rooms.map((room) => [room.facts.name, room] as const))(
    'what %s declares is served, and nothing else is',
    (_name, { facts, served }) => {
      const name = ({ method, path }: Call) => `${method} ${path}`
      expect(served.map(({ call }) => name(call)).sort()).toEqual(facts.calls.map(name).sort())
    },
  )

  test('paths are declared once', () => {
    const names = [...calls, ...openCalls].map((call) => `${call.method} ${call.path}`)
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
      const answer = await ask(call, holders.get(call.permission)?.token ?? '')
      expect([401, 403]).not.toContain(answer.code)
      expect(answer.status).toBeLessThan(500)
      expect(answer.code).not.toBe(500)
    },
  )
})

describe('every call of applications × every kind of caller', () => {
  test('they stand below /open', () => {
    expect(openCalls.filter((call) => !isOpenPath(call.path)).map((call) => call.path)).toEqual([])
  })

  test.each(named(openCalls))('%s without a token, and for staff, is 401', async (_name, call) => {
    for (const token of ['', 'x'.repeat(32), nobody.token]) expect((await ask(call, token)).code).toBe(401)
  })

  test.each(named(openCalls.filter((call) => call.open !== 'any')))(
    '%s without the scope is 403',
    async (_name, call) => {
      const others = OPEN_SCOPES.map(({ value }) => value).filter((scope) => scope !== call.open)
      const answer = await ask(call, await application(others))
      expect([answer.code, answer.message]).toEqual([403, '没有权限访问。'])
    },
  )

  test.each(named(openCalls))('%s with the scope alone is let in', async (_name, call) => {
    const answer = await ask(
      call,
      await application(call.open === undefined || call.open === 'any' ? [] : [call.open]),
    )
    expect(answer.code).not.toBe(403)
    expect(answer.code).not.toBe(500)
    // Beyond it there is only the customer who is not there.
    expect(answer.code === 401).toBe(call.customer === true)
  })
})

const lists = [...calls, ...openCalls.filter((call) => call.customer === undefined)].filter(
  (call) => call.answer.kind === 'list',
)

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
