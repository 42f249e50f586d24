// Cases made from the declarations: whoever asks a picker works with its entity, and sees only what lies in their
// data scope. Decision 0048. A picker that is declared is tested here without another line.
import { beforeAll, describe, expect, test } from 'vitest'
import { rightsToPick } from '#kit/server/picks.ts'
import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Field } from '#kit/shared/field.ts'
import { app, ask, calls, named, openEveryCall } from '../tests/everyCall.ts'
import { insertTied, kindOf, personOf, tiedName } from '../tests/scopedRows.ts'
import { rooms } from './domains.ts'
import type { Person } from './testing.ts'

openEveryCall()

const facts = rooms.map((room) => room.facts)
const entities = new Map(facts.flatMap((room) => room.entities).map((one) => [one.name, one]))
const rights = rightsToPick(facts, calls)
const pickers = calls.filter((call) => call.picks !== undefined)
const closed = pickers.filter((call) => entities.get(call.picks ?? '')?.facts.open !== true)
const codesOf = (call: Call): string[] => [...(rights.get(call.picks ?? '') ?? [])]

/**
 * Answers to everybody signed in about themselves or about the product: what it is, not whom it trades with; and what is
 * told of records within the rights of who asks (desk).
 */
const OWN =
  /^\/admin\/(search$|home\/cards$|view\/list$|record\/(line|page)$|login|notice|pass|getAdminInfoByToken|getMenus|user\/tag\/rule\/fields$|user\/config\/unkept$|workflow\/task|document\/waiting)|^\/(file|common)\/|config\/(getuniq|size)$/

let nobody: Person

beforeAll(async () => {
  nobody = await app.person()
})

/** Rows of an entity under a second name, which tells nothing but their names: decision 0182. */
const SECOND_NAMES = ['anyWarehouse']

describe('what every session may read', () => {
  const open = calls.filter((call) => call.permission === 'login' && !call.change)

  test.each(named(open.filter((call) => !OWN.test(call.path))))('%s says what it names', (_name, call) => {
    expect(call.picks).toBeTypeOf('string')
    expect([...entities.keys(), ...SECOND_NAMES]).toContain(call.picks)
  })
})

describe('every picker asks for a right to its entity', () => {
  test.each(named(closed))('%s', async (_name, call) => {
    expect((await ask(call, nobody.token)).code).toBe(403)
    expect((await ask(call, nobody.token, { ids: '1' })).code).toBe(403)
    const [code = ''] = codesOf(call)
    expect(code).not.toBe('')
    const user = await app.person({ permissions: [code] })
    expect((await ask(call, user.token)).code).toBe(200)
  })

  test.each(named(pickers.filter((call) => !closed.includes(call) && !call.path.includes(':'))))(
    '%s is open to every session',
    async (_name, call) => {
      const required = Object.entries(call.shape).filter(([, field]) => field.required)
      const input = Object.fromEntries(required.map(([name, field]) => [name, sampleOf(name, field, 1)]))
      expect((await ask(call, nobody.token, input)).code).not.toBe(403)
    },
  )
})

// ---- data scope

const FIRST = 8_100_001
const [MINE, FOREIGN] = [FIRST, FIRST + 1]

function sampleOf(name: string, field: Field, id: number): unknown {
  if (field.choices !== undefined) return field.choices[0]?.value
  if (['int', 'money', 'decimal', 'ref', 'flag'].includes(field.type)) return 1
  return `${name}${id}`
}

describe('every picker stays within the data scope', () => {
  const scoped = closed.flatMap((call): [string, Call, Entity][] => {
    const of = entities.get(call.picks ?? '')
    const kind = of && kindOf(of)
    return of === undefined || kind === undefined || kind === 'owner' ? [] : [[call.path, call, of]]
  })

  test('there are some', () => expect(scoped.length).toBeGreaterThan(8))

  test.each(scoped)('%s', async (_path, call, of) => {
    await insertTied(app, of, MINE)
    await insertTied(app, of, FOREIGN)
    const person = await personOf(app, of, MINE, codesOf(call).slice(0, 1))
    const answered = async (input: Record<string, unknown>): Promise<number[]> => {
      const answer = await ask(call, person.token, input)
      expect(answer.code, answer.body).toBe(200)
      expect(answer.body).not.toContain(tiedName(of, FOREIGN))
      const rows: { value: number }[] = JSON.parse(JSON.stringify(answer.data))
      return rows.map((row) => row.value)
    }
    expect(await answered({ ids: `${MINE},${FOREIGN}` })).toEqual([MINE])
    expect(await answered({ limit: '1000' })).not.toContain(FOREIGN)
    const everywhere = await app.person({ permissions: codesOf(call).slice(0, 1) })
    const all = await ask(call, everywhere.token, { ids: `${MINE},${FOREIGN}` })
    expect(all.body).toContain(String(FOREIGN))
  })
})
