// Cases made from the declarations: what stands in addresses, and texts that patterns may stumble over. Architecture §4, §9.
import { expect, test } from 'vitest'
import type { Call } from '#kit/shared/call.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import { addressOf, app, calls, holder, named, openEveryCall } from '../tests/everyCall.ts'
import { stopsNobody } from '../tests/stall.ts'
import { rooms } from './domains.ts'

openEveryCall()

/** As long as an address may be together. */
const LONGEST = 14_000
/** As long as keywords may be. */
const WORDS = 100

const many = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)
const encoded = (name: string, value: string): string => `${name}=${encodeURIComponent(value)}`

/** Query strings for a call of these names; every name has the value at once, each as long as there is room. */
const QUERIES: Record<string, (names: readonly string[]) => string> = {
  'signs of patterns': (names) => names.map((name) => encoded(name, many('%_\\', WORDS))).join('&'),
  'words of signs': (names) => names.map((name) => encoded(name, many('% _ \\ ', WORDS))).join('&'),
  'one letter again and again': (names) => names.map((name) => encoded(name, many('a ', WORDS))).join('&'),
  'signs of every language': (names) =>
    names.map((name) => encoded(name, many(`'";$$--/*{}[]()`, WORDS))).join('&'),
  'a long number': (names) => names.map((name) => `${name}=${many('9', room(names))}`).join('&'),
  'a long list': (names) => names.map((name) => `${name}=${many('1,', room(names))}`).join('&'),
  'a long text': (names) => names.map((name) => `${name}=${many('a', room(names))}!`).join('&'),
  'spaces without end': (names) => names.map((name) => `${name}=${many('+', room(names))}x`).join('&'),
  'one name a thousand times': (names) => many(`${names[0] ?? 'page'}=1&`, LONGEST),
  'names without values': () => many('&', LONGEST),
  'thousands of names': () => Array.from({ length: 2000 }, (_, n) => `k${n}=`).join('&'),
  'names of the language': () =>
    '__proto__[a]=1&__proto__.a=1&constructor[prototype][a]=1&toString=1&hasOwnProperty=1&__proto__=1',
  'broken escapes': (names) => names.map((name) => `${name}=%25%zz%e4%b8%`).join('&'),
  'brackets in brackets': (names) => `${names[0] ?? 'page'}${many('[a]', LONGEST - 10)}=1`,
}

const room = (names: readonly string[]): number => Math.floor(LONGEST / Math.max(names.length, 1)) - 30

const gets = calls.filter((call) => call.method === 'GET' && !/logout/i.test(call.path))
const kinds = Object.entries(QUERIES)

/** Each call meets two of them, in turn; a list meets those of its keywords besides. */
function meets(call: Call): typeof kinds {
  const first = gets.indexOf(call)
  return kinds.filter(([, _make], kind) => (kind - first) % 7 === 0 || ('keywords' in call.shape && kind < 3))
}

test('every query string is met', () =>
  expect(new Set(gets.flatMap((call) => meets(call).map(([what]) => what))).size).toBe(kinds.length))

test.each(named(gets))(
  'query strings of %s',
  async (_name, call) => {
    const inPath = new Set([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
    const names = Object.keys(call.shape).filter((name) => !inPath.has(name))
    for (const [what, make] of meets(call))
      await stopsNobody(what, async () => {
        const { token } = await holder()
        const answer = await app.request('GET', `${addressOf(call)}?${make(names)}`, { token })
        expect(answer.status, what).toBeLessThan(500)
        expect(answer.code, `${what} → ${answer.body.slice(0, 300)}`).not.toBe(500)
      })
  },
  60_000,
)

// ---- the patterns that fields are checked by

const fieldsIn = (shape: Shape): Field[] =>
  Object.values(shape).flatMap((field) => [field, ...(field.shape ? fieldsIn(field.shape) : [])])
const fields = [
  ...new Set([
    ...rooms.flatMap((one) => one.facts.entities).flatMap((of) => fieldsIn(of.all)),
    ...calls.flatMap((call) => fieldsIn(call.shape)),
  ]),
]

/** A pattern that may read one text in many ways is slow where the last sign fits none of them. */
const STUMBLES = [
  'a',
  '1',
  ' ',
  '-',
  '.',
  '/',
  ',',
  'A1',
  '1.',
  'http://',
  'a@a.',
  '1,',
  ':',
  '省市',
  '\n',
].map((part) => `${many(part, 20_000)}\u0000!`)

test('no pattern of a field takes long, whatever it is given', async () => {
  expect(fields.length).toBeGreaterThan(500)
  for (const field of fields)
    await stopsNobody(`${field.label} (${field.type})`, async () => {
      for (const text of STUMBLES) {
        field.schema.safeParse(text)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
}, 240_000)
