// Cases made from the declarations: every call × malformed input. Architecture §8.
import { describe, expect, test } from 'vitest'
import type { Field } from '#kit/shared/field.ts'
import { addressOf, app, ask, calls, holder, named } from '../tests/everyCall.ts'

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
