import { sql } from 'kysely'
import type { Entity } from '#kit/shared/entity.ts'
import { entityNamed, type Field, type Join, type RowOf, type Shape } from '#kit/shared/field.ts'
import { sourcesOf } from '#kit/shared/join.ts'
import { trust } from '#kit/shared/loose.ts'
import { keptCounts } from './counts.ts'
import type { Db } from './database.ts'
import { knownEntity } from './dbErrors.ts'
import { loose } from './loose.ts'
import { idsIn, isId, namesFor } from './refs.ts'
import { rowScope, scopeCondition } from './scope.ts'
import type { Who } from './who.ts'

type Row = Record<string, unknown>
type JoinOf<K extends Join['kind']> = Extract<Join, { kind: K }>

/**
 * Fills the joined fields of a shape (`kit/shared/join.ts`) into rows that hold what they are made from, in place:
 * of `asked` fields, or of all of them. One query for each entity joined by a field, names of small masters from what
 * is kept; nothing that lies outside the reader's data scope. Architecture §3.
 */
export async function joinRows<S extends Shape, R extends object>(
  db: Db,
  who: Who,
  shape: S,
  rows: readonly R[],
  asked: ReadonlySet<string> | null = null,
  figures: Figures = {},
): Promise<(R & RowOf<S>)[]> {
  if (rows.length === 0) return []
  const wide: readonly Row[] = trust(rows)
  const work: Promise<void>[] = []
  const fields = new Map<string, [string, Field, JoinOf<'field'>][]>()
  for (const [name, field] of filledIn(shape)) {
    const { join } = field
    if (field.shape !== undefined && (asked === null || asked.has(name)))
      work.push(joinLines(db, who, field.shape, wide, name))
    if (join === undefined || (asked !== null && !asked.has(name))) continue
    if (join.kind === 'same') for (const row of wide) row[name] = row[join.by]
    if (join.kind === 'made' && join.make !== undefined) for (const row of wide) row[name] = join.make(row)
    if (join.kind === 'name') work.push(joinNames(db, who, shape, wide, name, join))
    if (join.kind === 'count') work.push(joinCount(db, wide, name, join))
    if (join.kind === 'field') {
      const key = `${join.by}:${entityAt(db, join.of).name}`
      fields.set(key, [...(fields.get(key) ?? []), [name, field, join]])
    }
  }
  for (const same of fields.values()) work.push(joinFields(db, who, wide, same))
  const ids = wide.map((row) => Number(row.id))
  for (const [name, read] of Object.entries(figures)) {
    const field = shape[name]
    if (field !== undefined && (asked === null || asked.has(name)))
      work.push(joinFigure(wide, name, field, read(db, ids, who)))
  }
  await Promise.all(work)
  return trust(rows)
}

const joinedFields = new WeakMap<Shape, readonly [string, Field][]>()

/** The fields of a shape that are joined, or hold lines that may be: a few of some hundred. */
function filledIn(shape: Shape): readonly [string, Field][] {
  const known = joinedFields.get(shape)
  if (known !== undefined) return known
  const found = Object.entries(shape).filter(
    ([, { join, shape: lines }]) => join !== undefined || lines !== undefined,
  )
  joinedFields.set(shape, found)
  return found
}

/**
 * What a room counts or sums for fields of an answer, by the id of the row; a number is 0, a text '' where nothing is
 * told of a row. For what no join declares.
 */
export type Figures = Readonly<
  Record<string, (db: Db, ids: readonly number[], who: Who) => Promise<ReadonlyMap<number, unknown>>>
>

/** Figures that one statement tells of the rows: it is asked once for all of them that a page shows. */
export function sharedFigures<T>(
  read: (db: Db, ids: readonly number[], who: Who) => Promise<ReadonlyMap<number, T>>,
  made: Readonly<Record<string, (of: T) => unknown>>,
): Figures {
  // The figures of a page are asked with one list of ids.
  const answers = new WeakMap<readonly number[], Promise<ReadonlyMap<number, T>>>()
  const once = (db: Db, ids: readonly number[], who: Who): Promise<ReadonlyMap<number, T>> => {
    const answer = answers.get(ids) ?? read(db, ids, who)
    answers.set(ids, answer)
    return answer
  }
  return Object.fromEntries(
    Object.entries(made).map(([name, make]): [string, Figures[string]] => [
      name,
      async (db, ids, who) => new Map([...(await once(db, ids, who))].map(([id, of]) => [id, make(of)])),
    ]),
  )
}

async function joinFigure(
  rows: readonly Row[],
  name: string,
  field: Field,
  read: ReturnType<Figures[string]>,
): Promise<void> {
  const found = await read
  const none = NUMBERS.has(field.type) ? 0 : blankOf(field)
  for (const row of rows) row[name] = found.get(Number(row.id)) ?? none
}

const NUMBERS = new Set(['int', 'money', 'decimal', 'flag'])

/** The same for one row. */
export async function joinRow<S extends Shape, R extends object>(
  db: Db,
  who: Who,
  shape: S,
  row: R,
): Promise<R & RowOf<S>> {
  await joinRows(db, who, shape, [row])
  return trust(row)
}

async function joinNames(
  db: Db,
  who: Who,
  shape: Shape,
  rows: readonly Row[],
  name: string,
  { by, of, between, orId }: JoinOf<'name'>,
): Promise<void> {
  const stored = shape[by]
  if (of === undefined && stored?.ref === undefined && stored?.refersBy === undefined)
    throw new Error(`${name} names what ${by} refers to, which is no reference`)
  const naming: Pick<Field, 'ref' | 'refersBy'> = typeof of === 'object' ? { refersBy: of } : (stored ?? {})
  const named = typeof of === 'string' ? of : naming.ref
  // Mostly all rows name the same entity; then they need not be told apart.
  const groups =
    typeof of === 'string' || naming.refersBy === undefined
      ? [[named, rows] as const]
      : [...Map.groupBy(rows, (row) => entityNamed(naming, row))]
  const filled = groups.map(async ([entity, own]) => {
    const ids = new Set<number>()
    for (const row of own) for (const id of each(row[by])) if (isId(Number(id))) ids.add(Number(id))
    const names: ReadonlyMap<number, string> =
      entity === undefined ? new Map() : await namesFor(db, who, entity, ids)
    for (const row of own) {
      let text: string | undefined
      for (const one of each(row[by])) {
        const id = Number(one)
        const called = isId(id) ? (names.get(id) ?? (orId ? String(id) : undefined)) : undefined
        if (called !== undefined) text = text === undefined ? called : `${text}${between}${called}`
      }
      row[name] = text ?? ''
    }
  })
  await Promise.all(filled)
}

/** What a field holds that refers to one row or to several. */
const each = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  return value === null || value === undefined ? [] : [value]
}

/** Fills the joined fields of the lines that a field of the rows holds, into copies of them. */
async function joinLines(db: Db, who: Who, shape: Shape, rows: readonly Row[], name: string): Promise<void> {
  if (!Object.values(shape).some((field) => field.join !== undefined)) return
  const all: Row[] = []
  for (const row of rows) {
    if (!Array.isArray(row[name])) continue
    const lines = row[name].map((line): Row => ({ ...line }))
    all.push(...lines)
    row[name] = lines
  }
  await joinRows(db, who, shape, all)
}

function entityAt(db: Db, of: Entity | string): Entity {
  const found = typeof of === 'string' ? knownEntity(db, of) : of
  if (found === undefined) throw new Error(`There is no entity ${String(of)} to join`)
  return found
}

type FieldJoin = readonly [string, Field, JoinOf<'field'>]

async function joinFields(
  db: Db,
  who: Who,
  rows: readonly Row[],
  fields: readonly FieldJoin[],
): Promise<void> {
  const join = fields[0]?.[2]
  if (join === undefined) return
  const by = join.by
  const of = entityAt(db, join.of)
  const ids = [...new Set(rows.flatMap((row) => idsIn(row[by])))]
  const found = ids.length === 0 ? new Map<number, Row>() : await readFields(db, who, of, ids, fields)
  for (const row of rows) {
    const referred = found.get(Number(row[by]))
    for (const [name, field] of fields) row[name] = referred?.[innerName(name)] ?? blankOf(field)
  }
}

/** What a field holds where nothing is joined, also where a stored row must hold more. */
function blankOf({ empty, type, many }: Field): unknown {
  if (empty !== undefined) return empty
  return many || LISTS.has(type) ? [] : null
}

const LISTS = new Set(['texts', 'images', 'files', 'lines'])

/** What is joined to a referred row must not take the place of one of its own fields. */
const innerName = (name: string): string => `joined ${name}`

async function readFields(
  db: Db,
  who: Who,
  of: Entity,
  ids: readonly number[],
  fields: readonly FieldJoin[],
): Promise<Map<number, Row>> {
  const inner = Object.fromEntries(fields.map(([name, , join]) => [innerName(name), join.field]))
  const shape = { ...of.all, ...inner }
  const names = new Set(['id', ...Object.keys(inner).flatMap((name) => sourcesOf(shape, name))])
  const scope = scopeCondition(await rowScope(db, who, of), of.name)
  let query = loose(db)
    .selectFrom(of.name)
    .select([...names])
    .where(sql<boolean>`${sql.ref(`${of.name}.id`)} = any(${sql.val([...ids])}::int8[])`)
  if (scope !== null) query = query.where(scope)
  const rows = await joinRows(db, who, shape, await query.execute(), new Set(Object.keys(inner)))
  return new Map(rows.map((row) => [Number(row.id), row]))
}

/** Exports ask for more rows at once, and never twice for the same ones. */
const KEPT_ROWS = 100

async function joinCount(
  db: Db,
  rows: readonly Row[],
  name: string,
  { of: counted, by, where = [] }: JoinOf<'count'>,
): Promise<void> {
  const of = entityAt(db, counted)
  const column = sql.ref(`${of.name}.${by}`)
  const isMany = of.all[by]?.many === true
  const ids = sql`${sql.val(rows.map((row) => Number(row.id)))}::${sql.raw(isMany ? 'int' : 'int8')}[]`
  const living = [...where, ['isDel', 0] as const].map(
    ([field, value]) => sql`${sql.ref(`${of.name}.${field}`)} = ${value}`,
  )
  // Written so that the index of a list of references serves, too.
  const perRow = isMany
    ? sql`select "row"."id", count(*)::int as "n" from unnest(${ids}) as "row" ("id")
        join ${sql.table(of.name)} on ${column} @> array["row"."id"] and ${sql.join(living, sql` and `)} group by 1`
    : sql`select ${column} as "id", count(*)::int as "n" from ${sql.table(of.name)}
        where ${column} = any(${ids}) and ${sql.join(living, sql` and `)} group by 1`
  // A unit may have a hundred thousand products, so the counts of a page are kept.
  const counts = await keptCounts(
    db,
    sql<{ counts: number[] }>`select array(select coalesce("found"."n", 0)
      from unnest(${ids}) with ordinality as "asked" ("id", "at") left join (${perRow}) as "found" using ("id")
      order by "asked"."at") as "counts"`,
    rows.length > KEPT_ROWS ? null : [of.name],
  )
  for (const [at, row] of rows.entries()) row[name] = counts[at] ?? 0
}
