import { sql } from 'kysely'
import { text } from '#kit/fields/shared.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import type { AppError } from '#kit/shared/errors.ts'
import type { Field } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import type { Db, Tx } from './database.ts'
import { dictNamed } from './dictCheck.ts'
import type {
  ImportAsk,
  ImportColumn,
  ImportDefinition,
  ImportRow,
  ImportSource,
  RowError,
} from './fileTask.ts'
import { inWords, rowsInOrder } from './importCells.ts'
import { type Rows, readRefs } from './importNames.ts'
import { REPEAT, repeated } from './importRepeat.ts'
import { byLevel, type SheetTree, treeIn, type Written, writtenIn } from './importTree.ts'
import { AT_ONCE, type ReadyRow, refusals, writeReady } from './importWrite.ts'
import { loose } from './loose.ts'
import { rowScope, scopeCondition } from './scope.ts'
import { may, type Who } from './who.ts'

const LONGEST_NAME = 500

/** What a sheet cannot hold. */
const UNPORTABLE = new Set(['lines', 'json', 'files', 'image', 'images', 'html'])

type Values = Record<string, unknown>

export interface EntityImport<E extends Entity> {
  /** the entity's name unless given */
  bizType?: string
  title?: string
  /** code a person needs to upload it */
  permission: string
  /** the list whose records 按导入模板导出 tells */
  source: ImportSource
  /** field (or fields together) by which a row of the sheet finds the row it changes; without one, or with a new one, it is created */
  key?: string | readonly string[]
  /** fields in their order; all that can stand in a sheet unless given */
  columns?: readonly string[]
  /** must be filled in although their fields do not say so */
  required?: readonly string[]
  /** what must be filled in only in some cases, by field: in which, as the template says it */
  requiredWhen?: Readonly<Record<string, string>>
  /** what the template shows in its example row, by field */
  examples?: Readonly<Record<string, string>>
  notes?: readonly string[]
  /** fields by which a row that names no other by its key is found to be there already; 仍然导入 is then asked for */
  alike?: readonly string[]
  /** refuses (AppError) what the fields alone do not tell; before anything is written, and again before each row is */
  verify?(db: Db, who: Who, values: Partial<EntityRow<E>>, before: EntityRow<E> | null): Promise<void>
  /** as `verify`, for what would take a query for each row: the refusals of a batch in the order of its rows */
  verifyAll?(
    db: Db,
    rows: readonly { values: Partial<EntityRow<E>>; before: EntityRow<E> | null }[],
  ): Promise<readonly (AppError | null)[]>
  /** completes what is to be stored, as in StandardOptions */
  prepare?(tx: Tx, values: Partial<EntityRow<E>>, before: EntityRow<E> | null): Promise<Partial<EntityRow<E>>>
  /** called with the rows of a batch before `prepare` is with each: takes codes for the new ones, reads what all need, locks … */
  ahead?(
    tx: Tx,
    list: readonly { values: Partial<EntityRow<E>>; before: EntityRow<E> | null }[],
  ): Promise<void>
  /**
   * The rows of a batch are written in one statement, so that `prepare` of one does not see those before it. Rows for which
   * this answers the same text are written one after the other; null: the row goes with all others
   */
  apart?(values: Partial<EntityRow<E>>): string | null
  saved?(tx: Tx, row: EntityRow<E>, before: EntityRow<E> | null, given: Partial<EntityRow<E>>): Promise<void>
  /** as `saved`, for all rows of a batch at once: `values` is what `prepare` answered */
  savedAll?(
    tx: Tx,
    list: readonly {
      row: EntityRow<E>
      before: EntityRow<E> | null
      values: Partial<EntityRow<E>>
    }[],
  ): Promise<void>
}

/**
 * An import whose columns are the form labels of an entity: choices and dictionary entries by their label, references
 * by title or code, places by name, money, days, 是/否. Checks the whole file first; creates rows, or updates those
 * found by their key within the person's scope. Platform §10, catalog §8.5.
 */
export function importEntity<const E extends Entity>(of: E, options: EntityImport<E>): ImportDefinition {
  const fields = portable(of, options.columns)
  for (const [name, field] of fields)
    if (field.ref !== undefined && keyNames(options.key).includes(name))
      throw new Error(
        `${of.name}: ${name} names a row, and what it names is read after the row it changes is known`,
      )
  const columns = fields.map(([name, field]) => columnOf(name, field, options))
  const above = fields.find(([, field]) => field.ref === of.name && field.many !== true)?.[0]
  const tree = above === undefined ? undefined : { names: namesOf(of), above }
  return {
    kind: 'import',
    bizType: options.bizType ?? of.name,
    title: options.title ?? `${of.label}导入`,
    permission: options.permission,
    mode: 'whole',
    columns,
    source: options.source,
    stored: async (db, who, ids) => inWords(db, who, fields, trust(await rowsInOrder(db, of, ids))),
    batchSize: AT_ONCE,
    ...(tree === undefined ? {} : { tree }),
    ...(options.alike === undefined ? {} : { ticks: { repeat: REPEAT } }),
    notes: [
      ...(options.key === undefined
        ? []
        : [`${labelsOf(of, options.key)}已存在的行按表中各列更新，空白单元格会清空原值`]),
      ...(options.notes ?? []),
    ],
    async check(db, who, rows, memory, ask) {
      const sheet = tree && { tree: treeIn(memory, tree, rows), written: null }
      const { ready, errors } = await readRows(db, who, of, fields, options, rows, memory, sheet)
      if (options.alike === undefined) return errors
      return [...errors, ...(await repeatedRows(db, who, of, options.alike, ready, ask))]
    },
    async write(tx, who, rows, memory) {
      const sheet = tree && { tree: treeIn(memory, tree, rows), written: writtenIn(memory) }
      for (const level of sheet === undefined ? [rows] : byLevel(sheet.tree, rows)) {
        const { ready, errors } = await readRows(tx, who, of, fields, options, level, memory, sheet)
        if (errors.length > 0) return errors
        const refused = await writeReady(tx, of, options, columns, ready, sheet?.written)
        if (refused.length > 0) return refused
      }
      return []
    },
  }
}

/** The sheet that rows of an import stand in, where they may lie below one another; nothing is written while it is checked. */
interface OwnSheet {
  tree: SheetTree
  written: Written | null
}

/** The fields by whose values a row of the entity may be named: its title and unique texts. */
const namesOf = (of: Entity): string[] =>
  Object.entries(of.shape)
    .filter(([name, field]) => name === of.facts.title || (field.unique && field.type === 'text'))
    .map(([name]) => name)

function portable(of: Entity, names?: readonly string[]): [string, Field][] {
  if (names !== undefined)
    return names.map((name) => {
      const field = of.shape[name]
      if (field === undefined) throw new Error(`${of.name} has no field ${name}`)
      return [name, field]
    })
  return Object.entries(of.shape).filter(
    ([, field]) =>
      !field.readOnly && field.form !== false && field.port !== false && !UNPORTABLE.has(field.type),
  )
}

function columnOf<E extends Entity>(name: string, field: Field, options: EntityImport<E>): ImportColumn {
  const isNamed = field.ref !== undefined || field.dict !== undefined
  const example = options.examples?.[name]
  const permission = field.permission ?? field.masked?.permission
  const required = field.required === true || options.required?.includes(name) === true
  return {
    name,
    title: field.label,
    field: isNamed ? namedText(field.label) : field,
    required,
    ...(field.many && isNamed ? { note: '多个用顿号分隔' } : {}),
    ...(options.requiredWhen?.[name] === undefined ? {} : { requiredWhen: options.requiredWhen[name] }),
    ...(example === undefined ? {} : { example }),
    ...(permission === undefined ? {} : { permission }),
  }
}

/** The cell of a field that is filled in by names. */
export const namedText = (label: string): Field => text(label, { max: LONGEST_NAME })

/** Rows with names turned into ids and values, each with the row it changes; and everything that is wrong with them. */
async function readRows<E extends Entity>(
  db: Db,
  who: Who,
  of: E,
  fields: readonly [string, Field][],
  options: EntityImport<E>,
  rows: readonly ImportRow[],
  memory: Map<string, unknown>,
  sheet: OwnSheet | undefined,
): Promise<{ ready: ReadyRow[]; errors: RowError[] }> {
  const errors: RowError[] = []
  const list = rows.map((row) => ({ rowNo: row.rowNo, values: { ...row.values } }))
  for (const [name, field] of fields) {
    if (field.permission !== undefined && !may(who, field.permission))
      for (const row of list) delete row.values[name]
    else if (field.dict !== undefined) await readDict(db, name, field, field.dict, list, errors)
  }
  const found = await existing(db, who, of, options.key, list)
  const beforeAt = (index: number): Values | null =>
    found.get(keyOf(list[index]?.values ?? {}, options.key)) ?? null
  for (const [name, field] of fields) {
    if (field.ref === undefined) continue
    const own = name === sheet?.tree.above ? sheet : undefined
    const wrong = await readRefs(db, who, name, field, list, beforeAt, own?.written?.fresh)
    errors.push(...(own === undefined ? wrong : namedInVain(own, rows, list, wrong)))
  }
  await checkUnique(db, of, options.key, fields, list, found, memory, errors)
  const ready = list.map((row) => ({
    ...row,
    beforeId: found.get(keyOf(row.values, options.key))?.id ?? null,
  }))
  const { verify, verifyAll } = options
  if (verify === undefined && verifyAll === undefined) return { ready, errors }
  const told = new Set(errors.map(({ rowNo, column }) => `${rowNo} ${column}`))
  const columns = fields.map(([name, field]) => columnOf(name, field, options))
  const beforeOf = (values: Values): EntityRow<E> | null =>
    trust(found.get(keyOf(values, options.key)) ?? null)
  const together = await verifyAll?.(
    db,
    ready.map(({ values }) => ({ values: trust<Partial<EntityRow<E>>>(values), before: beforeOf(values) })),
  )
  for (const [index, { rowNo, values }] of ready.entries()) {
    const refused = await refusals(rowNo, columns, async () => {
      await verify?.(db, who, trust(values), beforeOf(values))
      const error = together?.[index]
      if (error != null) throw error
    })
    // A cell that named nothing was left out of the values: of it the first reason is enough.
    errors.push(...refused.filter(({ column }) => !told.has(`${rowNo} ${column}`)))
  }
  return { ready, errors }
}

type Key = EntityImport<Entity>['key']

const keyNames = (key: Key): readonly string[] =>
  key === undefined ? [] : typeof key === 'string' ? [key] : key

const labelsOf = (of: Entity, key: Key): string =>
  keyNames(key)
    .flatMap((name) => of.shape[name]?.label ?? [])
    .join('、')

/** The key of a row, '' when a part of it is missing. */
function keyOf(values: Values, key: Key): string {
  const parts = keyNames(key).map((name) => String(values[name] ?? '').toLowerCase())
  return parts.includes('') ? '' : parts.join('\n')
}

async function readDict(db: Db, name: string, field: Field, type: string, rows: Rows, errors: RowError[]) {
  for (const { rowNo, values } of rows) {
    const asked = String(values[name] ?? '')
    if (asked === '') continue
    const value = await dictNamed(db, type, asked)
    if (value !== null) values[name] = value
    else {
      errors.push({ rowNo, column: field.label, message: `${field.label}不存在` })
      delete values[name]
    }
  }
}

/** What is wrong with the names of rows above when those the sheet brings are known; what has been written gets its id. */
function namedInVain(
  { tree, written }: OwnSheet,
  given: readonly ImportRow[],
  list: Rows,
  wrong: readonly RowError[],
): RowError[] {
  if (wrong.length === 0) return []
  const places = new Map(given.map(({ rowNo }, index) => [rowNo, index]))
  return wrong.filter((error) => {
    const index = places.get(error.rowNo) ?? 0
    const above = tree.rowCalled(given[index]?.values[tree.above])
    if (above === undefined) return true
    if (tree.goesRound(error.rowNo)) error.message = `${error.column}不能是自己或下级`
    else if (written === null) return false
    const id = written?.ids.get(above)
    const values = list[index]?.values
    if (id === undefined || values === undefined) return true
    values[tree.above] = id
    return false
  })
}

/** The rows the sheet means by their keys, those of others' scopes left out. */
async function existing(
  db: Db,
  who: Who,
  of: Entity,
  key: Key,
  rows: Rows,
): Promise<Map<string, Values & { id: number }>> {
  const asked = rows.filter(({ values }) => keyOf(values, key) !== '')
  if (asked.length === 0) return new Map()
  let query = loose(db).selectFrom(of.name).selectAll().where('isDel', '=', 0)
  for (const name of keyNames(key)) query = query.where(isOneOf(name, asked))
  const scope = scopeCondition(await rowScope(db, who, of), of.name)
  if (scope !== null) query = query.where(scope)
  return new Map((await query.execute()).map((row) => [keyOf(row, key), trust(row)]))
}

/** New rows that are there already, within the person's scope, by the fields that tell one from another. */
async function repeatedRows(
  db: Db,
  who: Who,
  of: Entity,
  alike: readonly string[],
  ready: readonly ReadyRow[],
  ask: ImportAsk | undefined,
): Promise<RowError[]> {
  const fresh = ready.filter((row) => row.beforeId === null)
  const [first] = alike
  if (fresh.length === 0 || first === undefined) return []
  const contentOf = (values: Values) => alike.map((name) => textOf(values[name])).join('\n')
  const title = of.facts.title
  let query = loose(db)
    .selectFrom(of.name)
    .select([...new Set([...alike, title])])
    .where('isDel', '=', 0)
    .where(isOneOf(first, fresh))
  const scope = scopeCondition(await rowScope(db, who, of), of.name)
  if (scope !== null) query = query.where(scope)
  const there = new Map((await query.execute()).map((row) => [contentOf(row), row]))
  return fresh.flatMap(({ rowNo, values }) => {
    const one = there.get(contentOf(values))
    const name = `${of.label}“${textOf(one?.[title])}”`
    return one === undefined ? [] : repeated(ask, rowNo, of.shape[first]?.label ?? '', name)
  })
}

const textOf = (value: unknown): string =>
  value instanceof Date ? String(value.getTime()) : String(value ?? '').toLowerCase()

/** Rows whose field has a value that a row of the sheet has, too. */
function isOneOf(name: string, rows: Rows) {
  // What a cell names in vain has no value.
  const values = [...new Set(rows.map((row) => row.values[name] ?? null))].filter((one) => one !== null)
  if (values.length === 0) return sql<boolean>`false`
  return values.every((value) => typeof value === 'number')
    ? sql<boolean>`${sql.ref(name)} = any(${sql.val(values)}::int8[])`
    : sql<boolean>`lower(${sql.ref(name)}) = any(${sql.val(values.map((one) => String(one).toLowerCase()))}::text[])`
}

/** What must be unique must be so among the rows of the sheet and those that are there. */
async function checkUnique(
  db: Db,
  of: Entity,
  key: Key,
  fields: readonly [string, Field][],
  rows: Rows,
  found: ReadonlyMap<string, { id: number }>,
  memory: Map<string, unknown>,
  errors: RowError[],
): Promise<void> {
  if (keyNames(key).length > 1) checkKeys(of, key, rows, memory, errors)
  for (const [name, field] of fields) {
    if ((!field.unique && name !== key) || field.type !== 'text') continue
    const asked = rows.map(({ values }) => String(values[name] ?? '').toLowerCase())
    const taken = await loose(db)
      .selectFrom(of.name)
      .select(['id', name])
      .where('isDel', '=', 0)
      .where(sql<boolean>`lower(${sql.ref(name)}) = any(${sql.val([...new Set(asked)])}::text[])`)
      .execute()
    const holders = new Map(taken.map((row) => [String(row[name]).toLowerCase(), Number(row.id)]))
    for (const [index, value] of asked.entries()) {
      const row = rows[index]
      if (value === '' || row === undefined) continue
      const seen = `${of.name} ${name} ${value}`
      const holder = holders.get(value)
      const own = found.get(keyOf(row.values, key))?.id
      const isTaken = field.unique === true && holder !== undefined && holder !== own
      if (memory.has(seen) || isTaken)
        errors.push({
          rowNo: row.rowNo,
          column: field.label,
          message: memory.has(seen) ? `${field.label}在文件中重复` : `${field.label}已存在`,
        })
      memory.set(seen, true)
    }
  }
}

/** Of several fields that are the key together, no two rows of the file may have the same. */
function checkKeys(of: Entity, key: Key, rows: Rows, memory: Map<string, unknown>, errors: RowError[]): void {
  for (const { rowNo, values } of rows) {
    const found = keyOf(values, key)
    if (found === '') continue
    const seen = `${of.name} key ${found}`
    const label = labelsOf(of, key)
    if (memory.has(seen)) errors.push({ rowNo, column: label, message: `${label}在文件中重复` })
    memory.set(seen, true)
  }
}
