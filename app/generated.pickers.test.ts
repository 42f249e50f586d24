// Cases made from the declarations: whoever asks a picker works with its entity, and sees only what lies in their
// data scope. Decision 0048. A picker that is declared is tested here without another line.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { rightsToPick } from '#kit/server/picks.ts'
import type { Call } from '#kit/shared/call.ts'
import type { Entity, ScopeColumns } from '#kit/shared/entity.ts'
import type { Field } from '#kit/shared/field.ts'
import { insertBare } from '../tests/bareRows.ts'
import { app, ask, calls, named } from '../tests/everyCall.ts'
import { rooms } from './domains.ts'
import type { Person } from './testing.ts'

const facts = rooms.map((room) => room.facts)
const entities = new Map(facts.flatMap((room) => room.entities).map((one) => [one.name, one]))
const rights = rightsToPick(facts, calls)
const pickers = calls.filter((call) => call.picks !== undefined)
const closed = pickers.filter((call) => entities.get(call.picks ?? '')?.facts.open !== true)
const codesOf = (call: Call): string[] => [...(rights.get(call.picks ?? '') ?? [])]

/** Answers to everybody signed in about themselves or about the product: what it is, not whom it trades with. */
const OWN =
  /^\/admin\/(login|notice|pass|getAdminInfoByToken|getMenus|workflow\/task)|^\/(file|common)\/|config\/(getuniq|size)$/

let nobody: Person

beforeAll(async () => {
  nobody = await app.person()
})

describe('what every session may read', () => {
  const open = calls.filter((call) => call.permission === 'login' && !call.change)

  test.each(named(open.filter((call) => !OWN.test(call.path))))('%s says what it names', (_name, call) => {
    expect(call.picks).toBeTypeOf('string')
    expect([...entities.keys()]).toContain(call.picks)
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

/** What a person who may see just MINE by a kind of scope is given. */
const LISTS: Partial<Record<keyof ScopeColumns<string>, string>> = {
  store: 'storeIds',
  company: 'companyIds',
  supplier: 'supplierIds',
  dept: 'deptIds',
}

function sampleOf(name: string, field: Field, id: number): unknown {
  if (field.choices !== undefined) return field.choices[0]?.value
  if (['int', 'money', 'decimal', 'ref', 'flag'].includes(field.type)) return 1
  return `${name}${id}`
}

const nameOf = (of: Entity, id: number): string => `别家的名字${of.name}${id}`

/** A row which only its scope column ties to somebody. */
async function insertTied(of: Entity, id: number, column: string): Promise<void> {
  const { title } = of.facts
  await insertBare(app.db, of, id, {
    ...(of.shape[title]?.type === 'text' ? { [title]: sql`${nameOf(of, id)}` } : {}),
    [column]: sql`${id}`,
  })
}

describe('every picker stays within the data scope', () => {
  const scoped = closed.flatMap((call): [string, Call, Entity, keyof ScopeColumns<string>][] => {
    const of = entities.get(call.picks ?? '')
    const kind = (['store', 'company', 'supplier', 'dept'] as const).find(
      (one) => of?.facts.scope?.[one] !== undefined,
    )
    return of === undefined || kind === undefined ? [] : [[call.path, call, of, kind]]
  })

  test('there are some', () => expect(scoped.length).toBeGreaterThan(8))

  test.each(scoped)('%s', async (_path, call, of, kind) => {
    const column = of.facts.scope?.[kind] ?? ''
    await insertTied(of, MINE, column)
    await insertTied(of, FOREIGN, column)
    const person = await app.person({
      permissions: codesOf(call).slice(0, 1),
      dataScope: 7,
      scopeIds: { [LISTS[kind] ?? '']: [MINE] },
    })
    const answered = async (input: Record<string, unknown>): Promise<number[]> => {
      const answer = await ask(call, person.token, input)
      expect(answer.code, answer.body).toBe(200)
      expect(answer.body).not.toContain(nameOf(of, FOREIGN))
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
