import { sql } from 'kysely'
import { toColumn } from '#kit/fields/server.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { type FieldError, notFound, refuseFields, stale } from '#kit/shared/errors.ts'
import type { Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import type { Db, Tx } from './database.ts'
import { checkDict } from './dictCheck.ts'
import { loose, looseTx } from './loose.ts'
import { referenceTo } from './refs.ts'
import { rowScope, scopeCondition } from './scope.ts'
import { actorOf, recordChange, touch } from './transaction.ts'
import { may, type Who } from './who.ts'

type Values = Record<string, unknown>

/** The declared columns of a set of values, as the driver needs them. */
function columnsOf(shape: Shape, values: Values): Values {
  const columns: Values = {}
  for (const [name, value] of Object.entries(values))
    if (name in shape && value !== undefined) columns[name] = toColumn(shape[name], value)
  return columns
}

/** Refuses references to rows that are not there and dictionary values nobody declared, each at its field. */
export async function checkReferences(tx: Tx, shape: Shape, values: Values): Promise<void> {
  const errors: FieldError[] = []
  for (const [name, field] of Object.entries(shape)) {
    const value = values[name]
    if (value === undefined || value === null || value === '') continue
    if (field.dict !== undefined && !(await checkDict(tx, field.dict, String(value))))
      errors.push({ field: name, message: `${field.label}不存在` })
    if (field.ref === undefined) continue
    const ids = (Array.isArray(value) ? value : [value]).map(Number).filter((id) => id !== 0)
    const reference = referenceTo(field.ref)
    if (ids.length === 0 || reference === undefined) continue
    const there = await reference.exists(tx, ids)
    if (ids.some((id) => !there.has(id)))
      errors.push({ field: name, message: `${field.label}不存在或已停用` })
  }
  if (errors.length > 0) throw refuseFields(errors)
}

/** Leaves out what the person may not see or set (cost figures …). */
function permitted(who: Who, shape: Shape, values: Values): Values {
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

/** Writes a new row, checked references included, and remembers it for the operation log. Answers the stored row. */
export async function insertRow<E extends Entity>(
  tx: Tx,
  of: E,
  values: Partial<EntityRow<E>>,
): Promise<EntityRow<E>> {
  const who = actorOf(tx)
  const given = permitted(who, of.all, values)
  await checkReferences(tx, of.shape, given)
  const by = who.adminId === 0 ? null : who.adminId
  const row = await looseTx(tx)
    .insertInto(of.name)
    .values({ ...columnsOf(of.all, given), createBy: by, updateBy: by })
    .returningAll()
    .executeTakeFirstOrThrow()
  recordChange(tx, { type: of.name, id: Number(row.id), title: titleOf(of, row), before: null, after: row })
  touch(tx, of.name)
  return trust(row)
}

/** Reads a row for change: locked, within the person's scope, not deleted; 404 otherwise; 409 on a stale version. */
export async function lockRow<E extends Entity>(
  tx: Tx,
  of: E,
  id: number,
  options: { version?: number | null; deleted?: boolean } = {},
): Promise<EntityRow<E>> {
  let query = looseTx(tx).selectFrom(of.name).selectAll().where('id', '=', id).forUpdate()
  if (!options.deleted) query = query.where('isDel', '=', 0)
  const condition = scopeCondition(await rowScope(tx, actorOf(tx), of), of.name)
  if (condition !== null) query = query.where(condition)
  const row = await query.executeTakeFirst()
  if (row === undefined) throw notFound()
  if (options.version !== undefined && options.version !== null && row.version !== options.version)
    throw stale()
  return trust(row)
}

/** Writes fields of a locked row, raises its version and remembers before and after. Answers the new row. */
export async function updateRow<E extends Entity>(
  tx: Tx,
  of: E,
  before: EntityRow<E>,
  values: Partial<EntityRow<E>>,
): Promise<EntityRow<E>> {
  const who = actorOf(tx)
  const old: Values = trust(before)
  const given = permitted(who, of.all, values)
  await checkReferences(tx, of.shape, changed(old, given))
  const { id: _id, version: _version, ...columns } = columnsOf(of.all, given)
  const row = await looseTx(tx)
    .updateTable(of.name)
    .set({
      ...columns,
      updateTime: sql`now()`,
      updateBy: who.adminId === 0 ? null : who.adminId,
      version: sql`version + 1`,
    })
    .where('id', '=', old.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  recordChange(tx, { type: of.name, id: Number(row.id), title: titleOf(of, row), before: old, after: row })
  touch(tx, of.name)
  return trust(row)
}

// A reference that stays as it was may name a row that has been disabled since.
function changed(before: Values, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)),
  )
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
  touch(tx, of.name)
}

/** Reads one row within the person's scope; 404 数据不存在 otherwise. */
export async function readRow<E extends Entity>(
  db: Db,
  who: Who,
  of: E,
  id: number,
  options: { deleted?: boolean } = {},
): Promise<EntityRow<E>> {
  let query = loose(db).selectFrom(of.name).selectAll().where('id', '=', id)
  if (!options.deleted) query = query.where('isDel', '=', 0)
  const condition = scopeCondition(await rowScope(db, who, of), of.name)
  if (condition !== null) query = query.where(condition)
  const row = await query.executeTakeFirst()
  if (row === undefined) throw notFound()
  return trust(row)
}
