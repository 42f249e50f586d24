// Cases made from the declarations: what a person saves refers only to rows of their data scope, as the pickers offer
// them. Decision 0073. A reference that is declared is tested here without another line.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCall, whoOf } from '#kit/server/dispatch.ts'
import type { ImportDefinition } from '#kit/server/fileTask.ts'
import { referenceErrors } from '#kit/server/rowReferences.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { insertBare } from '../tests/bareRows.ts'
import { addressOf, app, ask, calls, openEveryCall } from '../tests/everyCall.ts'
import { insertTied, kindOf, personOf, tiedName } from '../tests/scopedRows.ts'
import { rooms } from './domains.ts'

openEveryCall()

const entities = new Map(rooms.flatMap((room) => room.facts.entities).map((one) => [one.name, one]))
const FIRST = 8_200_001
const [MINE, FOREIGN] = [FIRST, FIRST + 1]
/** Rows that refer to others, each test its own. */
let next = FIRST + 100

interface Place {
  /** the field, behind the fields of lines that it stands in */
  path: readonly string[]
  field: Field
  to: Entity
  /** what another field of the row says when it names rows of `to` */
  kind?: Readonly<Record<string, unknown>>
}

/** The entities that a field may name, each with what another field of its row says then. */
function namedBy({ ref, refersBy }: Field, shape: Shape): { name: string; kind?: Record<string, unknown> }[] {
  if (refersBy === undefined) return ref === undefined ? [] : [{ name: ref }]
  // Choices are numbers on the wire, as in the row; dictionary values are texts.
  const isNumber = shape[refersBy.field]?.choices?.some((one) => typeof one.value === 'number') ?? false
  return Object.entries(refersBy.entities).map(([value, name]) => ({
    name,
    kind: { [refersBy.field]: isNumber ? Number(value) : value },
  }))
}

/** The references of a shape to entities with a data scope, those of its lines too. */
function placesIn(shape: Shape, above: readonly string[] = []): Place[] {
  return Object.entries(shape).flatMap(([name, field]): Place[] => {
    const own = namedBy(field, shape).flatMap(({ name: entity, kind }): Place[] => {
      const to = entities.get(entity)
      if (to === undefined || kindOf(to) === undefined) return []
      return [{ path: [...above, name], field, to, ...(kind && { kind }) }]
    })
    return [...own, ...(field.shape === undefined ? [] : placesIn(field.shape, [...above, name]))]
  })
}

const isList = (field: Field): boolean => field.many === true || field.type === 'texts'
const valueFor = (field: Field, id: number): unknown =>
  field.type === 'texts' ? [String(id)] : field.many ? [id] : id
const titleOf = ({ path, kind }: Place): string =>
  [path.join('.'), ...Object.entries(kind ?? {}).map(([name, value]) => `${name} ${value}`)].join(' ')

/** An input that holds nothing but a reference, and what says of which entity it is. */
const inputOf = (
  [name = '', ...rest]: readonly string[],
  value: unknown,
  kind: Place['kind'] = {},
): Record<string, unknown> =>
  rest.length === 0 ? { [name]: value, ...kind } : { [name]: [inputOf(rest, value, kind)] }

const refused = ({ path, field }: Place) => ({
  code: 422,
  data: expect.arrayContaining([{ field: path.join('.0.'), message: `${field.label}不存在或无权使用` }]),
})

// Whoever sees only MINE of an entity, by its name.
const people = new Map<string, { who: Who; token: string }>()
const personFor = (of: Entity) => {
  const found = people.get(of.name)
  if (found === undefined) throw new Error(`nobody sees ${of.name}`)
  return found
}

const codes = [...new Set(calls.map((call) => call.permission))]

beforeAll(async () => {
  const scoped = [...entities.values()].filter((one) => kindOf(one) !== undefined)
  for (const of of scoped) {
    const person = await personOf(app, of, MINE, codes)
    await insertTied(app, of, MINE, kindOf(of) === 'owner' ? person.adminId : MINE)
    await insertTied(app, of, FOREIGN)
    people.set(of.name, { who: await whoOf(app.db, person.token), token: person.token })
  }
})

// ---- what is written

const columns = [...entities.values()].flatMap((of) =>
  placesIn(of.all)
    .filter((place) => place.path.length === 1)
    .map((place): [string, Entity, Place] => [`${of.name}.${titleOf(place)}`, of, place]),
)

describe('every reference that is stored', () => {
  test('there are some', () => expect(columns.length).toBeGreaterThan(30))

  test.each(columns)('%s is checked within the data scope', async (_name, _of, place) => {
    const { path, field, to, kind } = place
    const wrong = (id: number) =>
      inTransaction(app.db, personFor(to).who, (tx) =>
        referenceErrors(tx, { [path[0] ?? '']: field }, [{ [path[0] ?? '']: valueFor(field, id), ...kind }]),
      )
    expect(await wrong(MINE)).toEqual([[]])
    expect(await wrong(FOREIGN)).toEqual([[{ field: path[0], message: `${field.label}不存在或无权使用` }]])
    // An id of no row is told from one of somebody else's by nothing.
    expect(await wrong(99_999_999)).toEqual([[{ field: path[0], message: `${field.label}不存在或无权使用` }]])
  })

  test.each(columns)('%s may stay as it is', async (_name, of, { path, field, to, kind }) => {
    const [name = ''] = path
    const holder = next++
    const stored = (id: number) =>
      field.type === 'texts' ? sql`${[String(id)]}::text[]` : field.many ? sql`${[id]}::int[]` : sql`${id}`
    const said = Object.fromEntries(Object.entries(kind ?? {}).map(([by, value]) => [by, sql`${value}`]))
    const write = (from: number, id: number) =>
      inTransaction(app.db, personFor(to).who, async (tx) => {
        const row = { ...(await lockRow(tx, of, holder, { anyScope: true })), [name]: valueFor(field, from) }
        return updateRow(tx, of, row, trust({ [name]: valueFor(field, id) }))
      })
    await insertBare(app.db, of, holder, { [name]: stored(FOREIGN), ...said })
    await expect(write(MINE, FOREIGN)).rejects.toMatchObject({ code: 422, data: [{ field: name }] })
    await write(FOREIGN, FOREIGN)
    if (!isList(field)) return
    // One more beside it: the list is another, what it named before is not.
    await inTransaction(app.db, personFor(to).who, async (tx) => {
      const row = { ...(await lockRow(tx, of, holder, { anyScope: true })), [name]: valueFor(field, FOREIGN) }
      const both = [FOREIGN, MINE].flatMap((id) => valueFor(field, id))
      return updateRow(tx, of, row, trust({ [name]: both }))
    })
  })
})

// ---- what is asked

const asked = calls
  .filter((call) => call.change)
  .flatMap((call) =>
    placesIn(call.shape).flatMap((place): [string, Call, Place][] =>
      place.field.readOnly ? [] : [[`${call.path} ${titleOf(place)}`, call, place]],
    ),
  )
const isNew = (call: Call): boolean => !('id' in call.shape)

describe('every reference that a call takes for something new', () => {
  test.each(asked.filter(([, call]) => isNew(call)))('%s', async (_name, call, place) => {
    let reached = 0
    const run = (id: number) =>
      runCall(
        {
          call: { ...call, answer: trust({ encode: () => null }) },
          inTransaction: true,
          handle: async () => reached++,
        },
        app.db,
        personFor(place.to).who,
        inputOf(place.path, valueFor(place.field, id), place.kind),
        trust({ id: 'x', ip: '', userAgent: '', token: '', header: () => '' }),
      )
    await expect(run(FOREIGN)).rejects.toMatchObject(refused(place))
    expect(reached).toBe(0)
    await run(MINE)
    expect(reached).toBe(1)
  })
})

/** The entity whose rows a call changes, told by the field that both share. */
const changedBy = (call: Call, name: string): Entity | undefined =>
  [...entities.values()].find((of) => of.all[name] !== undefined && of.all[name] === call.shape[name])

describe('every reference that a call takes for a row', () => {
  const rows = asked.flatMap(([name, call, place]): [string, Call, Place, Entity][] => {
    const of = isNew(call) ? undefined : changedBy(call, place.path[0] ?? '')
    return of === undefined ? [] : [[name, call, place, of]]
  })
  const told: boolean[] = []
  test.each(rows)('%s', async (_name, call, { path: [name = ''], field, to, kind }, of) => {
    const { token, who } = personFor(to)
    const column = of.facts.scope?.[kindOf(to) ?? 'owner']
    const id = column === 'id' ? MINE : next++
    if (id !== MINE || of !== to)
      await insertBare(app.db, of, id, {
        createBy: sql`${who.adminId}`,
        ...(column === undefined || column === 'id' ? {} : { [column]: sql`${MINE}` }),
        ...(name === column ? {} : { [name]: isList(field) ? sql`'{}'` : sql`${MINE}` }),
      })
    const answer = await ask(
      call,
      token,
      { id, [name]: valueFor(field, FOREIGN), ...kind },
      addressOf(call, id),
    )
    // A room's own rule may speak first.
    expect([404, 409, 422], answer.body).toContain(answer.code)
    const refers = isList(field)
      ? sql<boolean>`${String(FOREIGN)} = any(${sql.ref(name)}::text[])`
      : sql<boolean>`${sql.ref(name)} = ${FOREIGN}`
    const { rows: found } = await sql`
      select "id" from ${sql.table(of.name)} where "id" = ${id} and ${refers}`.execute(app.db)
    expect(found).toEqual([])
    told.push(answer.message === `${field.label}不存在或无权使用`)
  })

  test('what no rule of a room meets first is refused at its field', () => expect(told).toContain(true))
})

// ---- what is imported

const imports = rooms
  .flatMap((room) => room.tasks ?? [])
  .filter((one): one is ImportDefinition => one.kind === 'import')
  .flatMap((definition) => {
    const of = entities.get(definition.bizType)
    // Sheets of a room's own are read by its own rules, and in batches of the usual size.
    return (of === undefined || definition.batchSize === undefined ? [] : placesIn(of.all)).flatMap(
      (place): [string, ImportDefinition, Place][] =>
        definition.columns.some((column) => column.name === place.path[0])
          ? [[`${definition.title} ${place.field.label}`, definition, place]]
          : [],
    )
  })

describe('every reference that a sheet names', () => {
  test.each(imports)('%s', async (_name, definition, { path, field, to }) => {
    const said = async (word: string) => {
      const rows = [{ rowNo: 2, values: { [path[0] ?? '']: word } }]
      const errors = await definition.check(app.db, personFor(to).who, rows, new Map())
      return errors.map((one) => ({ ...one, message: one.message.replaceAll(word, '…') }))
    }
    const nobody = await said('没有这样的')
    expect(nobody.map((one) => one.message)).toContain(`${field.label}不存在：…`)
    // A name of somebody else's row is told from one that nobody has by nothing, and neither is its number.
    expect(await said(tiedName(to, FOREIGN))).toEqual(nobody)
    expect(await said(String(FOREIGN))).toEqual(nobody)
  })
})
