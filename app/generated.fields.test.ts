// Cases made from the declarations: a list that is asked for some of its fields answers them as it does among all. What a
// handler makes of fields it was not asked for would differ: whatever two fields of a row are, some request here asks for
// the one and not for the other. Architecture §4.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#kit/shared/call.ts'
import type { Field } from '#kit/shared/field.ts'
import { asRecord, pick } from '#kit/shared/record.ts'
import { insertBare } from '../tests/bareRows.ts'
import { addressOf, app, ask, calls, holder, named, openEveryCall } from '../tests/everyCall.ts'
import { rooms } from './domains.ts'

const ROW = 8_200_001

const lists = calls.filter(
  ({ method, answer, shape }) => method === 'GET' && answer.kind === 'list' && 'fields' in shape,
)

openEveryCall()
beforeAll(async () => {
  for (const of of rooms.flatMap((room) => room.facts.entities)) await insertBare(app.db, of, ROW, {})
})

function sampleOf({ choices, type }: Field): unknown {
  return choices?.[0]?.value ?? (type === 'text' ? '1' : ROW)
}

function requiredOf(call: Call): Record<string, unknown> {
  const required = Object.entries(call.shape).filter(
    ([name, field]) => field.required && !call.path.includes(`:${name}`),
  )
  return Object.fromEntries(required.map(([name, field]) => [name, sampleOf(field)]))
}

describe('lists asked for some of their fields', () => {
  let told = 0

  test.each(named(lists))('%s', async (_name, call) => {
    const { token } = await holder()
    const input = { ...requiredOf(call), limit: 3 }
    const answer = async (fields: readonly string[]) => {
      const { code, body, data } = await ask(
        call,
        token,
        { ...input, fields: fields.join(',') },
        addressOf(call, ROW),
      )
      return { code, body, rows: code === 200 ? data.list.map((row: unknown) => asRecord(row)) : [] }
    }
    const whole = await answer([])
    // Of parts of a thing that is not as it must be a list may say just that.
    if (whole.rows.length === 0) return
    told += 1
    const names = Object.keys(call.answer.shape ?? {}).sort()
    for (let bit = 1; bit < names.length; bit *= 2)
      for (const side of [0, bit]) {
        const asked = names.filter((_, index) => (index & bit) === side)
        const { body, rows } = await answer(asked)
        expect(rows, body).toEqual(
          whole.rows.map((row: Record<string, unknown>) => pick(row, [...asked, 'id', 'version'])),
        )
      }
  })

  test('most of them have rows to tell', () => expect(told).toBeGreaterThan(lists.length / 2))
})

// A column that is declared sortable and is not in the table would be an error of ours.
describe('lists sorted by what they may be sorted by, and by the times that most tables have', () => {
  let sorted = 0

  test.each(named(lists))('%s', async (_name, call) => {
    const { token } = await holder()
    const sortable = Object.entries(call.answer.shape ?? {}).filter(([, field]) => field.sortable)
    const input = { ...requiredOf(call), limit: 3, fields: 'id' }
    for (const sortBy of new Set([...sortable.map(([name]) => name), 'createTime', 'updateTime'])) {
      const { code, body } = await ask(call, token, { ...input, sortBy }, addressOf(call, ROW))
      expect(code, `${sortBy}: ${body}`).not.toBe(500)
      if (code === 200) sorted += 1
    }
  })

  test('most of them can be sorted', () => expect(sorted).toBeGreaterThan(lists.length / 2))
})
