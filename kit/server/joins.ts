import { sql } from 'kysely'
import type { Entity } from '#kit/shared/entity.ts'
import type { Field, Join, RowOf, Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import type { Db } from './database.ts'
import { loose } from './loose.ts'
import { idsIn, namesFor } from './refs.ts'
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
): Promise<(R & RowOf<S>)[]> {
  if (rows.length === 0) return []
  const wide: readonly Row[] = trust(rows)
  const work: Promise<void>[] = []
  const fields = new Map<string, [string, Field, JoinOf<'field'>][]>()
  for (const [name, field] of Object.entries(shape)) {
    const { join } = field
    if (join === undefined || (asked !== null && !asked.has(name))) continue
    if (join.kind === 'same') for (const row of wide) row[name] = row[join.by]
    if (join.kind === 'name') work.push(joinNames(db, who, shape, wide, name, join.by))
    if (join.kind === 'count') work.push(joinCount(db, wide, name, join))
    if (join.kind === 'field') {
      const key = `${join.by}:${join.of.name}`
      fields.set(key, [...(fields.get(key) ?? []), [name, field, join]])
    }
  }
  for (const same of fields.values()) work.push(joinFields(db, who, wide, same))
  await Promise.all(work)
  return trust(rows)
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
  by: string,
): Promise<void> {
  const entity = shape[by]?.ref
  if (entity === undefined) throw new Error(`${name} names what ${by} refers to, which is no reference`)
  const names = await namesFor(
    db,
    who,
    entity,
    rows.flatMap((row) => idsIn(row[by])),
  )
  for (const row of rows)
    row[name] = idsIn(row[by])
      .map((id) => names.get(id))
      .filter((one) => one !== undefined)
      .join(',')
}

async function joinFields(
  db: Db,
  who: Who,
  rows: readonly Row[],
  fields: readonly [string, Field, JoinOf<'field'>][],
): Promise<void> {
  const join = fields[0]?.[2]
  if (join === undefined) return
  const { by, of } = join
  const ids = [...new Set(rows.flatMap((row) => idsIn(row[by])))]
  const found = ids.length === 0 ? new Map<number, Row>() : await readFields(db, who, of, ids, fields)
  for (const row of rows) {
    const referred = found.get(Number(row[by]))
    for (const [name, field, { name: stored }] of fields)
      row[name] = referred?.[stored] ?? field.empty ?? null
  }
}

async function readFields(
  db: Db,
  who: Who,
  of: Entity,
  ids: readonly number[],
  fields: readonly [string, Field, JoinOf<'field'>][],
): Promise<Map<number, Row>> {
  const names = new Set(['id', ...fields.map(([, , join]) => join.name)])
  const scope = scopeCondition(await rowScope(db, who, of), of.name)
  let query = loose(db)
    .selectFrom(of.name)
    .select([...names])
    .where(sql<boolean>`${sql.ref(`${of.name}.id`)} = any(${sql.val([...ids])}::int[])`)
  if (scope !== null) query = query.where(scope)
  return new Map((await query.execute()).map((row) => [Number(row.id), row]))
}

async function joinCount(
  db: Db,
  rows: readonly Row[],
  name: string,
  { of, by }: JoinOf<'count'>,
): Promise<void> {
  const column = sql.ref(by)
  const counted = await sql<{ id: number; n: number }>`select ${column} as "id", count(*)::int as "n"
    from ${sql.table(of.name)} where ${column} = any(${sql.val(rows.flatMap((row) => idsIn(row.id)))}::int[])
    and "isDel" = 0 group by ${column}`.execute(db)
  const counts = new Map(counted.rows.map((row) => [row.id, row.n]))
  for (const row of rows) row[name] = counts.get(Number(row.id)) ?? 0
}
