// Cases made from the declarations: every changing call on a pool of one connection. Architecture §4.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#kit/shared/call.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import { openShop } from '../tests/catalogShop.ts'
import { calls, codes } from '../tests/everyCall.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

const changing = calls.filter((call) => call.change && !/logout/i.test(call.path))

let app: TestApp
let everything: Person
let turn = 0

beforeAll(async () => {
  app = await testApp({}, 1)
  everything = await app.person({ permissions: codes, level: 50 })
})
afterAll(() => app.close())

/** A value that a field of this kind usually takes. */
function usual(field: Field): unknown {
  const [choice] = field.choices ?? []
  if (choice !== undefined) return field.many ? [choice.value] : choice.value
  const text = `样本${++turn}`
  const byType: Record<string, unknown> = {
    ref: 1,
    refs: '1',
    int: Math.max(field.min ?? 1, 1),
    flag: 1,
    money: '1.00',
    decimal: '1',
    date: '2027-01-01',
    datetime: '2027-01-01 08:00:00',
    month: '2027-01',
    image: '/upload/a.jpg',
    images: ['/upload/a.jpg'],
    files: [],
    texts: [text],
    json: field.initial ?? {},
    lines: [usualOf(field.shape ?? {}, () => true)],
  }
  return field.type in byType ? byType[field.type] : text.slice(0, field.max)
}

const usualOf = (shape: Shape, isTaken: (field: Field) => boolean): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, field]) => field.readOnly !== true && isTaken(field))
      .map(([name, field]) => [name, usual(field)]),
  )

function addressOf(call: Call, input: Record<string, unknown>, id: number): string {
  return call.path.replace(/:(\w+)/g, (_all, name: string) => {
    delete input[name]
    return String(id)
  })
}

describe('every changing call on a pool of one connection', () => {
  test.each(changing.map((call): [string, Call] => [`${call.method} ${call.path}`, call]))(
    '%s',
    async (_name, call) => {
      for (const isTaken of [(field: Field) => field.required === true, () => true]) {
        const input = usualOf(call.shape, isTaken)
        const path = addressOf(call, input, 1)
        const { token } = everything
        const answer =
          call.method === 'POST'
            ? await app.request('POST', path, { token, body: input })
            : await app.request('GET', path, {
                token,
                query: Object.fromEntries(
                  Object.entries(input).map(([name, value]) => [
                    name,
                    typeof value === 'string' ? value : JSON.stringify(value),
                  ]),
                ),
              })
        expect(answer.code, `${JSON.stringify(input).slice(0, 300)} → ${answer.body.slice(0, 300)}`).not.toBe(
          500,
        )
      }
      const { pool } = app.house
      await expect.poll(() => [pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0])
    },
  )
})

test('100 products are saved at once over one connection', async () => {
  const shop = await openShop(app)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      app.request('POST', '/admin/store/product/save', { token: shop.token, body: shop.form() }),
    ),
  )
  expect(new Set(answers.map(({ code, message }) => `${code} ${message}`))).toEqual(new Set(['200 操作成功']))
}, 60_000)
