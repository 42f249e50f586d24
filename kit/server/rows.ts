import { type Expression, type SqlBool, sql } from 'kysely'
import { toColumn } from '#kit/fields/server.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { notFound, stale } from '#kit/shared/errors.ts'
import type { Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { sameValue } from '#kit/shared/record.ts'
import { columnsText } from './columns.ts'
import { sendWrite } from './connection.ts'
import { type Db, jsonText, type Tx } from './database.ts'
import { tellExaminers } from './documentTypes.ts'
import { cleanValues } from './html/html.ts'
import { looseTx } from './loose.ts'
import { checkReferences } from './rowReferences.ts'
import { rowScope, scopeCondition } from './scope.ts'
import { builtRows } from './textRows.ts'
import { actorOf, recordChange, touch } from './transaction.ts'
import { may, type Who } from './who.ts'

type Values = Record<string, unknown>

/** The declared columns of a set of values, as the driver needs them. */
function storedOf(shape: Shape, values: Values): Values {
  const columns: Values = {}
  for (const [name, value] of Object.entries(values))
    if (name in shape && value !== undefined) columns[name] = toColumn(shape[name], value)
  return columns
}

/** The same columns for a statement that takes its rows out of one JSON text. */
function jsonOf(shape: Shape, values: Values): Values {
  const columns: Values = {}
  for (const [name, value] of Object.entries(values))
    if (name in shape && value !== undefined) columns[name] = value
  return columns
}

/** Leaves out what the person may not see or set (cost figures …). */
export function permitted(who: Who, shape: Shape, values: Values): Values {
  const kept: Values = {}
  for (const [name, value] of Object.entries(values)) {
    const permission = shape[name]?.permission
    if (permission === undefined || may(who, permission)) kept[name] = value
  }
  return kept
}

function titleOf(of: Entity, row: Values): string {
  return String(row[of.facts.title] ?? row.id)
}

/**
 * Writes a new row, checked references included, and remembers it for the operation log. Answers the stored row. With
 * `anyScope` it may refer to rows outside the data scope: a process decided, not the person's right to them.
 */
export async function insertRow<E extends Entity>(
  tx: Tx,
  of: E,
  values: Partial<EntityRow<E>>,
  options: { anyScope?: boolean } = {},
): Promise<EntityRow<E>> {
  await checkReferences(tx, of.shape, permitted(actorOf(tx), of.all, values), options)
  const [row] = await insertRows(tx, of, [values])
  if (row === undefined) throw new Error(`${of.name} was not inserted`)
  return row
}

/**
 * Writes new rows in one statement, all with the same fields, and remembers them for the operation log. Their
 * references have been checked (referenceErrors). Answers the stored rows in the order given.
 */
export async function insertRows<E extends Entity>(
  tx: Tx,
  of: E,
  list: readonly Partial<EntityRow<E>>[],
): Promise<EntityRow<E>[]> {
  const who = actorOf(tx)
  const by = who.adminId === 0 ? null : who.adminId
  const given: Values[] = []
  for (const values of list) {
    const clean = await cleanValues(of.all, permitted(who, of.all, values))
    given.push({ ...jsonOf(of.all, clean), createBy: by, updateBy: by })
  }
  const [first] = given
  if (first === undefined) return []
  const names = Object.keys(first)
  const isSame = (values: Values): boolean =>
    Object.keys(values).length === names.length && names.every((name) => name in values)
  if (!given.every(isSame)) throw new Error(`Rows of ${of.name} name different fields`)
  const table = sql.table(of.name)
  const { common, own } = sharedIn(names, first, given)
  const { rows } = await sql<Values>`
    insert into ${table} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => sql.ref(name)))}
    from jsonb_populate_recordset(jsonb_populate_record(null::${table}, ${jsonText(common)}::jsonb),
      ${jsonText(own)}::jsonb) with ordinality
    order by "ordinality"
    returning ${sql.join(Object.keys(of.all).map((name) => sql.ref(name)))}`.execute(tx)
  for (const row of rows) {
    recordChange(tx, { type: of.name, id: Number(row.id), title: titleOf(of, row), before: null, after: row })
    tellExaminers(tx, of, null, row)
  }
  touch(tx, of.name)
  return trust(rows)
}

/** Says once what many rows have in common: of some hundred fields most are left as they usually are. */
function sharedIn(
  names: readonly string[],
  first: Values,
  list: readonly Values[],
): { common: Values; own: Values[] } {
  const isShared = (name: string): boolean => {
    const value = first[name]
    if (typeof value !== 'object' || value === null) return list.every((one) => one[name] === value)
    const text = JSON.stringify(value)
    return list.every((one) => one[name] === value || JSON.stringify(one[name]) === text)
  }
  const shared = list.length === 1 ? [] : names.filter(isShared)
  const others = names.filter((name) => !shared.includes(name))
  const part = (values: Values, wanted: readonly string[]): Values =>
    Object.fromEntries(wanted.map((name) => [name, values[name]]))
  return { common: part(first, shared), own: list.map((values) => part(values, others)) }
}

/**
 * Reads a row for change: locked, within the person's scope (unless `anyScope`: a process decided, not their right to
 * the row), not deleted; 404 otherwise; 409 on a stale version.
 */
export async function lockRow<E extends Entity>(
  tx: Tx,
  of: E,
  id: number,
  options: { version?: number | null; deleted?: boolean; anyScope?: boolean } = {},
): Promise<EntityRow<E>> {
  const { deleted = false, anyScope = false } = options
  const scope = anyScope ? null : scopeCondition(await rowScope(tx, actorOf(tx), of), of.name)
  const { rows } = await rowsById(tx, of, id, deleted, scope, sql` for update`).execute(tx)
  const [row] = rows
  if (row === undefined) throw notFound()
  if (options.version !== undefined && options.version !== null && row.version !== options.version)
    throw stale()
  return trust(row)
}

/**
 * A row as it will be: what changes over what is stored, or over what a new one begins with (initial values, else blank
 * ones). For checks of fields against each other; what must be given is there once its input has been read.
 */
export function wholeRow<E extends Entity>(
  of: E,
  before: EntityRow<E> | null,
  values: Partial<EntityRow<E>>,
): EntityRow<E> {
  const begun = Object.entries(of.shape).map(([name, { initial, empty }]) => [name, initial ?? empty])
  return trust({ ...(before ?? Object.fromEntries(begun)), ...values })
}

/**
 * Writes fields of a locked row, raises its version and remembers before and after. Answers the new row. Fields the
 * person may not see stay as they are, and new references lie in their data scope, unless `anyField`: somebody who may has
 * asked for them before. With `alone` nothing else writes the row between its lock and this, not even a trigger, and what is
 * written is what it will be read as: the new row is known, and the database is not waited for (sendWrite).
 */
export async function updateRow<E extends Entity>(
  tx: Tx,
  of: E,
  before: EntityRow<E>,
  values: Partial<EntityRow<E>>,
  { anyField = false, alone = false }: { anyField?: boolean; alone?: boolean } = {},
): Promise<EntityRow<E>> {
  const who = actorOf(tx)
  const old: Values = trust(before)
  const given: Values = anyField ? trust(values) : permitted(who, of.all, values)
  await checkReferences(tx, of.shape, changed(old, given), { before: [old], anyScope: anyField })
  const { id: _id, version: _version, ...clean } = await cleanValues(of.all, given)
  const updateBy = who.adminId === 0 ? null : who.adminId
  const written = storedOf(of.all, clean)
  const stored = { ...written, updateTime: sql`now()`, updateBy, version: sql`"version" + 1` }
  const set = Object.entries(stored).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const update = sql<Values>`update ${sql.table(of.name)} set ${sql.join(set)} where "id" = ${old.id}`
  let row: Values | undefined
  if (alone) {
    await sendWrite(tx, update.compile(tx))
    const known = Object.fromEntries(Object.keys(written).map((name) => [name, clean[name]]))
    row = { ...old, ...known, updateTime: new Date(), updateBy, version: Number(old.version) + 1 }
  } else {
    const { rows } = await sql<Values>`${update} returning ${sql.raw(columnsText(tx, of))}`.execute(tx)
    row = rows[0]
  }
  if (row === undefined) throw new Error(`${of.name} ${old.id} is not there`)
  recordChange(tx, { type: of.name, id: Number(row.id), title: titleOf(of, row), before: old, after: row })
  tellExaminers(tx, of, old, row)
  touch(tx, of.name)
  return trust(row)
}

/** Those of the values that differ from what is stored. A reference that stays may name a row that has been disabled since. */
export function changed(before: Values, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(before[name], value)))
}

/** As lockRow, for many rows at once, by id. They are locked in the order of their ids. */
export async function lockRows<E extends Entity>(
  tx: Tx,
  of: E,
  ids: readonly number[],
  options: { anyScope?: boolean } = {},
): Promise<Map<number, EntityRow<E>>> {
  if (ids.length === 0) return new Map()
  let query = looseTx(tx)
    .selectFrom(of.name)
    .select(Object.keys(of.all))
    .where('id', 'in', [...ids])
    .where('isDel', '=', 0)
  if (options.anyScope !== true) {
    const condition = scopeCondition(await rowScope(tx, actorOf(tx), of), of.name)
    if (condition !== null) query = query.where(condition)
  }
  const rows = await query.orderBy('id').forUpdate().execute()
  if (rows.length < new Set(ids).size) throw notFound()
  return new Map(rows.map((row) => [Number(row.id), trust<EntityRow<E>>(row)]))
}

/**
 * As updateRow, for many locked rows in one statement, all with the same fields; what changes nothing of a row leaves it and
 * its version alone, unless `always`: what belongs to the row has changed. Their references have been checked (referenceErrors).
 * Answers the stored rows in the order given; with `alone` nothing else writes them between their lock and this, not even a trigger,
 * so that what is not written here need not be read again.
 */
export async function updateRows<E extends Entity>(
  tx: Tx,
  of: E,
  list: readonly { before: EntityRow<E>; values: Partial<EntityRow<E>> }[],
  { always = false, alone = false }: { always?: boolean; alone?: boolean } = {},
): Promise<EntityRow<E>[]> {
  const who = actorOf(tx)
  const by = who.adminId === 0 ? null : who.adminId
  const given: Values[] = []
  for (const { before, values } of list) {
    const { version: _version, ...clean } = jsonOf(
      of.all,
      await cleanValues(of.all, permitted(who, of.all, trust(values))),
    )
    const old: Values = trust(before)
    if (always || Object.keys(changed(old, clean)).length > 0) given.push({ ...clean, id: old.id })
  }
  // What no row changes is not sent: of the fields of a form most stay as they were.
  const stored = new Map(
    list.map(({ before }): [unknown, Values] => [trust<Values>(before).id, trust(before)]),
  )
  const names = Object.keys(given[0] ?? {}).filter((name) =>
    given.some((values) => name !== 'id' && !sameValue(stored.get(values.id)?.[name], values[name])),
  )
  const answered = alone ? ['id', ...names, ...ALWAYS_WRITTEN] : Object.keys(of.all)
  const written = given.length === 0 ? [] : await updateMany(tx, of, names, given, by, answered)
  const after = new Map(written.map((row) => [Number(row.id), row]))
  if (after.size > 0) touch(tx, of.name)
  return list.map(({ before }) => {
    const old: Values = trust(before)
    const now = after.get(Number(old.id))
    if (now === undefined) return before
    const row = alone ? { ...old, ...now } : now
    recordChange(tx, { type: of.name, id: Number(old.id), title: titleOf(of, row), before: old, after: row })
    tellExaminers(tx, of, old, row)
    return trust(row)
  })
}

const ALWAYS_WRITTEN = ['updateTime', 'updateBy', 'version']

async function updateMany(
  tx: Tx,
  of: Entity,
  names: readonly string[],
  given: readonly Values[],
  by: number | null,
  answered: readonly string[],
): Promise<Values[]> {
  const table = sql.table(of.name)
  const set = names.map((name) => sql`${sql.ref(name)} = "given".${sql.ref(name)}, `)
  const sent = given.map((values) => Object.fromEntries(['id', ...names].map((name) => [name, values[name]])))
  const { rows } = await sql<Values>`
    update ${table} as "stored" set ${sql.join(set, sql``)}"updateTime" = now(), "updateBy" = ${by},
      "version" = "stored"."version" + 1
    from jsonb_populate_recordset(null::${table}, ${jsonText(sent)}::jsonb) as "given"
    where "stored"."id" = "given"."id"
    returning ${sql.join(answered.map((name) => sql.ref(`stored.${name}`)))}`.execute(tx)
  return rows
}

/** Soft-deletes a locked row. */
export async function deleteRow<E extends Entity>(tx: Tx, of: E, row: EntityRow<E>): Promise<void> {
  await setDeleted(tx, of, row, 1)
}

/** Takes a soft-deleted, locked row back. */
export async function restoreRow<E extends Entity>(tx: Tx, of: E, row: EntityRow<E>): Promise<void> {
  await setDeleted(tx, of, row, 0)
}

async function setDeleted<E extends Entity>(tx: Tx, of: E, row: EntityRow<E>, isDel: 0 | 1): Promise<void> {
  const old: Values = trust(row)
  const who = actorOf(tx)
  await looseTx(tx)
    .updateTable(of.name)
    .set({
      isDel,
      updateTime: sql`now()`,
      updateBy: who.adminId === 0 ? null : who.adminId,
      version: sql`version + 1`,
    })
    .where('id', '=', old.id)
    .execute()
  const after = { ...old, isDel }
  recordChange(tx, {
    type: of.name,
    id: Number(old.id),
    title: titleOf(of, old),
    before: isDel === 1 ? old : { isDel: 1 },
    after: isDel === 1 ? null : after,
  })
  tellExaminers(tx, of, old, after)
  touch(tx, of.name)
}

/** A row whoever asks, undefined when there is none: for rooms that have checked what may be seen. */
export async function findRow<E extends Entity>(
  db: Db,
  of: E,
  id: number,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<EntityRow<E> | undefined> {
  const { rows } = await rowsById(db, of, id, deleted, null).execute(db)
  return trust(rows[0])
}

/** A row within the person's data scope; 404 without. */
export async function readRow<E extends Entity>(
  db: Db,
  who: Who,
  of: E,
  id: number,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<EntityRow<E>> {
  const scope = scopeCondition(await rowScope(db, who, of), of.name)
  const [row] = await builtRows(db, rowsById(db, of, id, deleted, scope))
  if (row === undefined) throw notFound()
  return trust(row)
}

function rowsById(
  db: Db,
  of: Entity,
  id: number,
  deleted: boolean,
  scope: Expression<SqlBool> | null,
  lock = sql``,
) {
  const living = deleted ? sql`` : sql` and "isDel" = 0`
  const within = scope === null ? sql`` : sql` and ${scope}`
  return sql<Values>`select ${sql.raw(columnsText(db, of))} from ${sql.table(of.name)} where "id" = ${id}${living}${within}${lock}`
}
