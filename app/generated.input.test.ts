// Cases made from the declarations: every call × malformed input. Architecture §8.
import { describe, expect, test } from 'vitest'
import { cleanInput, parseInput } from '#kit/server/dispatch.ts'
import type { Call } from '#kit/shared/call.ts'
import { AppError, type FieldError } from '#kit/shared/errors.ts'
import type { Field } from '#kit/shared/field.ts'
import {
  addressOf,
  app,
  ask,
  calls,
  holder,
  MISSING_ID,
  named,
  openCalls,
  openEveryCall,
} from '../tests/everyCall.ts'
import type { Answer } from './testing.ts'

openEveryCall()

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

/** Of what the schema of a call refuses, so many go over the wire as well: the answer of a refusal is made by one code. */
const SAMPLES = 3
const WRONG_IDS = ['abc', '-1', '0', '1e9', '%00', '../../etc/passwd', '1,2,x', "1' or 1=1"]
const WRONG_BODIES = ['{"a":', '[]', '"text"', 'null', '1']

let turn = 0

function badInputs(shape: Readonly<Record<string, Field>>): Record<string, unknown>[] {
  const names = Object.keys(shape)
  const all = BAD.map((value) => Object.fromEntries(names.map((name) => [name, value])))
  // Each field alone with one bad value, in turn; over all calls every type of field meets all of them.
  const single = names.map((name) => ({ [name]: BAD[turn++ % BAD.length] }))
  return [{}, { unheardOf: 1 }, ...all, ...single]
}

/** An input as the handler gets it, or the fields at which it is refused. Throws what is no refusal. */
async function checked(call: Call, input: Record<string, unknown>): Promise<{ value: unknown } | string[]> {
  try {
    return { value: await cleanInput(call, parseInput(call, input)) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 422 || !Array.isArray(error.data)) throw error
    return error.data.map((one: FieldError) => one.field)
  }
}

const asText = (value: unknown): unknown => (typeof value === 'string' ? value : JSON.stringify(value))

/** An input as it reaches the schema: text in an address, and the parameters of the path before all else. */
function arriving(call: Call, input: Record<string, unknown>, id: string): Record<string, unknown> {
  const params = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, id])
  const sent = Object.entries(input).map(([name, value]) => [
    name,
    call.method === 'GET' ? asText(value) : value,
  ])
  return Object.fromEntries([...sent, ...params])
}

function neverInternal(answer: Answer, given: unknown): void {
  const told = `${JSON.stringify(given).slice(0, 300)} → ${answer.body.slice(0, 300)}`
  expect(answer.status, told).toBeLessThan(500)
  expect(answer.code, told).not.toBe(500)
}

/** Some of a list, others each time, so that over all calls every one has its turn. */
function inTurn<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list
  const first = turn++ % list.length
  return [...list, ...list].slice(first, first + most)
}

// The schema of a call meets all of them here, without the network; what it takes is given to the handler, and of what it
// refuses some goes the whole way.
describe('every call × malformed input is refused, never an internal error', () => {
  const tried = [...calls, ...openCalls].filter((call) => !/logout|loginPic/i.test(call.path))
  test.each(named(tried))(
    '%s',
    async (_name, call) => {
      const person = await holder()
      const refused: [Record<string, unknown>, string][] = []
      // Much that is wrong is left out of the input; the handler gets what remains of it once.
      const taken = new Map<string, [Record<string, unknown>, string]>()
      const sort = async (input: Record<string, unknown>, id: string): Promise<void> => {
        const found = await checked(call, arriving(call, input, id))
        if (!Array.isArray(found)) taken.set(JSON.stringify(found.value), [input, id])
        else {
          refused.push([input, id])
          expect(found, `${JSON.stringify(input).slice(0, 200)}: no field`).not.toEqual([])
        }
      }
      for (const input of badInputs(call.shape)) await sort(input, String(MISSING_ID))
      if (call.path.includes(':')) for (const id of WRONG_IDS) await sort({}, id)
      for (const [input, id] of [...taken.values(), ...inTurn(refused, SAMPLES)])
        neverInternal(await ask(call, person.token, input, addressOf(call, id)), [input, id])
      if (call.method !== 'POST' || call.multipart) return
      for (const body of inTurn(WRONG_BODIES, 1))
        neverInternal(await app.request('POST', addressOf(call), { token: person.token, body }), body)
    },
    60_000,
  )
})

// What neither UTF-8 nor the database can hold: halves of a pair, at either end and in the middle, and NUL.
const BROKEN = ['\ud83d', 'a\ude00', '\ude00\ud83d', `${'x'.repeat(50)}\ud83d${'x'.repeat(50)}`, 'a\u0000b']

describe('every field of every call × half characters is refused at its place', () => {
  test.each(named([...calls, ...openCalls]))('%s', async (_name, call) => {
    for (const [name, field] of Object.entries(call.shape))
      for (const broken of BROKEN) {
        expect(await checked(call, { [name]: broken })).toEqual([name])
        expect(await checked(call, { [name]: [broken] })).toEqual([`${name}.0`])
        expect(await checked(call, { [name]: { [broken]: 1 } })).toEqual([name])
        for (const inner of Object.keys(field.shape ?? {}))
          expect(await checked(call, { [name]: [{ [inner]: broken }] })).toEqual([`${name}.0.${inner}`])
      }
  })
})

// Every kind of character, so many that each length stands in the middle of a pair in one of two turns.
const ODD = '😀e\u0301𠮷👨‍👩‍👧🇨🇳\u202eאב\u200f\u0001\u001b\ufffe\\"%_\'<b>&'
const OF_TEXT = new Set(['text', 'longText', 'html', 'texts', 'lines', 'json'])

/** At most so many characters, as the fields count them. */
const oddText = (max: number, begin: string): string =>
  [...(begin + ODD.repeat(Math.ceil(max / [...ODD].length)))].slice(0, max).join('')

/** Something a field of this type may take, with odd characters wherever it takes text. */
function plausible(field: Field, begin: string, most: number): unknown {
  const text = oddText(Math.min(field.max ?? most, most), begin)
  const { choices = [], shape } = field
  if (choices.length > 0) return field.many ? [choices[0]?.value] : choices[0]?.value
  switch (field.type) {
    case 'text':
    case 'longText':
      return text
    case 'html':
      return `<p>${begin}${ODD.repeat(400)}</p>`
    case 'texts':
      return [text]
    case 'lines':
      return shape === undefined ? [] : [plausibleInput(shape, begin, most)]
    case 'json':
      return { [text]: text, list: [text] }
    case 'date':
      return '2026-01-05'
    case 'month':
      return '2026-01'
    case 'money':
    case 'decimal':
      return '1.00'
    case 'image':
    case 'images':
    case 'files':
      return ''
    default:
      return field.many ? [1] : 1
  }
}

const plausibleInput = (shape: Readonly<Record<string, Field>>, begin: string, most: number) =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, field]) => !field.readOnly)
      .map(([name, field]) => [name, plausible(field, begin, most)]),
  )

describe('every call × text of every kind of character is saved or refused, never an internal error', () => {
  const tried = calls.filter(
    (call) =>
      !/logout|loginPic/i.test(call.path) &&
      Object.values(call.shape).some((field) => OF_TEXT.has(field.type)),
  )
  test.each(named(tried))(
    '%s',
    async (_name, call) => {
      const person = await holder()
      // Long and short: what a pattern refuses at full length it may take when there is little.
      for (const [begin, most] of [
        ['', 4000],
        ['a', 4000],
        ['a', 7],
      ] as const) {
        const input = plausibleInput(call.shape, begin, most)
        // An address has no place for thousands of characters.
        if (call.method === 'GET' && most > 100) continue
        neverInternal(await ask(call, person.token, input), input)
      }
    },
    60_000,
  )
})

describe('every upload × names of every kind is taken or refused, never an internal error', () => {
  const uploads = calls.filter((call) => call.multipart)
  const NAMES = [
    'form-data; name="multipart"',
    'form-data; name="multipart"; filename=""',
    'form-data; name="multipart"; filename="a\u0000b.png"',
    `form-data; name="multipart"; filename="${ODD.replaceAll('"', '').repeat(20)}.csv"`,
    'form-data; name="multipart"; filename="\u202egnp.exe"',
    'form-data; name="multipart"; filename*=UTF-8\'\'%00%ED%A0%BD.xlsx',
    'form-data',
  ]
  test.each(named(uploads))('%s', async (_name, call) => {
    const person = await holder()
    const boundary = 'every-name'
    for (const name of NAMES) {
      const body = Buffer.from(
        `--${boundary}\r\nContent-Disposition: ${name}\r\nContent-Type: application/octet-stream\r\n\r\na,b\r\n--${boundary}--\r\n`,
      )
      const answer = await app.request('POST', addressOf(call), {
        token: person.token,
        body,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      })
      neverInternal(answer, name)
    }
  })
})
