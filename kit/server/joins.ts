import { type Expression, type SqlBool, sql } from 'kysely'
import type { Entity } from '#kit/shared/entity.ts'
import { entityNamed, type Field, type Join, type RowOf, type Shape } from '#kit/shared/field.ts'
import { sourcesOf } from '#kit/shared/join.ts'
import { trust } from '#kit/shared/loose.ts'
import { namedColumns } from './columns.ts'
import { keptCounts } from './counts.ts'
import type { Db } from './database.ts'
import { knownEntity } from './dbErrors.ts'
import { blankOf, type Figures, fillFigures } from './figures.ts'
import { type KeptRow, keptRows } from './keptRows.ts'
import { idsIn, isId, namesFor } from './refs.ts'
import { rowScope, scopeCondition } from './scope.ts'
import { builtRows } from './textRows.ts'
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
  const { own, referred } = planOf(db, shape, asked)
  for (const [name, { join, shape: lines }] of own) {
    if (lines !== undefined) work.push(joinLines(db, who, lines, wide, name))
    if (join?.kind === 'same') for (const row of wide) row[name] = row[join.by]
    if (join?.kind === 'made' && join.make !== undefined) for (const row of wide) row[name] = join.make(row)
    if (join?.kind === 'name') work.push(joinNames(db, who, shape, wide, name, join))
    if (join?.kind === 'count') work.push(joinCount(db, wide, name, join))
  }
  for (const one of referred) work.push(joinFields(db, who, wide, one))
  if (Object.keys(figures).length > 0) work.push(fillFigures(db, who, shape, wide, asked, figures))
  if (work.length > 0) await Promise.all(work)
  return trust(rows)
}

/** What is filled into the rows of a shape. */
interface Plan {
  shape: Shape
  /** fields that are joined, or hold lines that may be: a few of some hundred */
  own: readonly [string, Field][]
  referred: readonly Referred[]
}

/** Fields of the rows that one reference names, with what these rows are read for. */
interface Referred {
  by: string
  named: Entity | string
  of: Entity
  /** with the name of each among those of the referred row, which would be put together for each row else */
  fields: readonly [string, Field, string][]
  /** the referred rows, with what is joined to them in their turn */
  shape: Shape
  asked: ReadonlySet<string>
  columns: readonly string[]
}

const plans = new WeakMap<object, Plan>()

/** The plan of the asked fields of a shape, made once for each set that is asked for. */
function planOf(db: Db, shape: Shape, asked: ReadonlySet<string> | null): Plan {
  const known = plans.get(asked ?? shape)
  if (known?.shape === shape && known.referred.every(({ named, of }) => entityAt(db, named) === of))
    return known
  const own: [string, Field][] = []
  const fields = new Map<string, FieldJoin[]>()
  for (const [name, field] of Object.entries(shape)) {
    const { join } = field
    if (asked !== null && !asked.has(name)) continue
    if (join?.kind === 'field') {
      const key = `${join.by}:${entityAt(db, join.of).name}`
      fields.set(key, [...(fields.get(key) ?? []), [name, field, join]])
    }
    if ((join !== undefined && join.kind !== 'field') || field.shape !== undefined) own.push([name, field])
  }
  const referred = [...fields.values()].map((same) => referredBy(db, same))
  const plan = { shape, own, referred }
  plans.set(asked ?? shape, plan)
  return plan
}

function referredBy(db: Db, same: readonly FieldJoin[]): Referred {
  const join = same[0]?.[2]
  if (join === undefined) throw new Error('Nothing is joined')
  const of = entityAt(db, join.of)
  const inner = Object.fromEntries(same.map(([name, , { field }]) => [innerName(name), field]))
  const shape = { ...of.all, ...inner }
  const columns = new Set(['id', ...Object.keys(inner).flatMap((name) => sourcesOf(shape, name))])
  return {
    ...{ by: join.by, named: join.of, of, shape, asked: new Set(Object.keys(inner)), columns: [...columns] },
    fields: same.map(([name, field]) => [name, field, innerName(name)]),
  }
}

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

async function joinFields(db: Db, who: Who, rows: readonly Row[], referred: Referred): Promise<void> {
  const { by, fields } = referred
  const ids = [...new Set(rows.flatMap((row) => idsIn(row[by])))]
  const found = ids.length === 0 ? new Map<number, Row>() : await readFields(db, who, ids, referred)
  for (const row of rows) {
    const one = found.get(Number(row[by]))
    for (const [name, field, inner] of fields) row[name] = one?.[inner] ?? blankOf(field)
  }
}

/** What is joined to a referred row must not take the place of one of its own fields. */
const innerName = (name: string): string => `joined ${name}`

async function readFields(
  db: Db,
  who: Who,
  ids: readonly number[],
  { of, shape, asked, columns }: Referred,
): Promise<Map<number, Row>> {
  const scope = scopeCondition(await rowScope(db, who, of), of.name)
  // What is kept is nobody's own, so the inner joins get copies.
  const known = scope === null ? await keptRows(db, of, columns, ids) : null
  const read = known === null ? await referredRows(db, of, columns, ids, scope) : copiesOf(known, ids)
  const rows = await joinRows(db, who, shape, read, asked)
  return new Map(rows.map((row) => [Number(row.id), row]))
}

function copiesOf(known: ReadonlyMap<number, KeptRow | undefined>, ids: readonly number[]): Row[] {
  const rows: Row[] = []
  for (const id of ids) {
    const row = known.get(id)
    if (row !== undefined) rows.push({ ...row })
  }
  return rows
}

function referredRows(
  db: Db,
  of: Entity,
  columns: readonly string[],
  ids: readonly number[],
  scope: Expression<SqlBool> | null,
): Promise<Row[]> {
  const within = scope === null ? sql`` : sql` and ${scope}`
  return builtRows<Row>(
    db,
    sql`select ${namedColumns(of, columns)} from ${sql.table(of.name)}
      where ${sql.ref(`${of.name}.id`)} = any(${sql.val([...ids])}::int8[])${within}`,
  )
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
