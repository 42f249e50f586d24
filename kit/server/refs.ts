import { sql } from 'kysely'
import { conflict, type FieldError, refuseFields } from '#kit/shared/errors.ts'
import { entityNamed, type Shape } from '#kit/shared/field.ts'
import { cacheGroup } from './cache.ts'
import { tableVersion } from './changes.ts'
import type { Db, Tx } from './database.ts'
import { knownEntity } from './dbErrors.ts'
import { loose } from './loose.ts'
import { listPoint, namedPoint, perDatabase, type Registration } from './points.ts'
import { isUpToDate } from './replica.ts'
import { rowScope, scopeCondition } from './scope.ts'
import { changedIn } from './transaction.ts'
import type { Who } from './who.ts'

/** What a room tells about an entity others refer to. Doors §3. */
export interface Reference {
  /** names of rows, also of deleted ones, so that old records stay readable */
  labels(db: Db, ids: readonly number[]): Promise<Map<number, string>>
  /** those of the ids that may be chosen now */
  exists(db: Db, ids: readonly number[]): Promise<Set<number>>
  /** the rows that may be chosen now and are called so (title or a unique code), by the name in small letters */
  named?(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>>
  /** what a sheet calls the rows so that `named` finds them again: not always what they are shown as */
  words?(db: Db, ids: readonly number[]): Promise<Map<number, string>>
}

/** Where rows are used: a place a person knows and how many times. */
export interface Use {
  id: number
  place: string
  n: number
  /** it only names the row, as finished documents do: the row cannot be deleted, but disabled */
  past?: true
}

type UseReader = (tx: Tx, ids: readonly number[]) => Promise<Use[]>

const references = namedPoint<Reference>('Reference')
const uses = listPoint<UseReader>('Use')

/** Registers an entity that ref and refs fields may name. Doors §3 declareRef. */
export const declareRef = (entity: string, reference: Reference): Registration =>
  references.as(entity, reference)

/** The registered reference, or undefined while its room does not exist yet. */
export const referenceTo = (db: Db, entity: string): Reference | undefined => references.of(db, entity)

/**
 * Names of referred rows by id, of deleted ones too, so that old records stay readable; none while nobody has
 * registered the entity.
 */
export async function namesOf(
  db: Db,
  entity: string,
  ids: Iterable<number | null>,
): Promise<ReadonlyMap<number, string>> {
  const wanted: number[] = []
  for (const id of new Set(ids)) if (id !== null && id > 0) wanted.push(id)
  return (wanted.length === 0 ? undefined : await references.of(db, entity)?.labels(db, wanted)) ?? new Map()
}

/**
 * The same for what a person is shown: rows outside their data scope stay without a name. Decision 0048. Whoever
 * writes names into what is kept (logs, numbers, messages) takes namesOf.
 */
export async function namesFor(
  db: Db,
  who: Who,
  entity: string,
  ids: Iterable<number | null>,
): Promise<ReadonlyMap<number, string>> {
  const names = await namesOf(db, entity, ids)
  if (who.all) return names
  const foreign = await foreignIds(db, who, entity, [...names.keys()])
  return foreign.size === 0 ? names : new Map([...names].filter(([id]) => !foreign.has(id)))
}

/** Those of the ids that lie outside a person's data scope of an entity; ids of no row lie outside of every limited one. */
export async function foreignIds(
  db: Db,
  who: Who,
  entity: string,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const of = knownEntity(db, entity)
  const scope = of && ids.length > 0 ? scopeCondition(await rowScope(db, who, of), entity) : null
  if (scope === null) return new Set()
  const rows = await loose(db)
    .selectFrom(entity)
    .select('id')
    .where('id', 'in', [...ids])
    .where(scope)
    .execute()
  const seen = new Set(rows.map((row) => Number(row.id)))
  return new Set(ids.filter((id) => !seen.has(id)))
}

const GONE = '不存在或已停用'
export const FOREIGN = '不存在或无权使用'

/**
 * Why a person may not refer to rows of an entity, by id; those they may refer to are not in the answer. What a person
 * refers to must be there, may be chosen now, and lies in their data scope, as in the entity's picker — or is a row that
 * this transaction has made or changed itself: whether that was allowed has been asked. Without `who` only whether the
 * rows may be chosen. Decision 0073.
 */
export async function referenceFaults(
  db: Db,
  who: Who | null,
  entity: string,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, string>> {
  const reference = references.of(db, entity)
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Map()
  const there = reference === undefined ? new Set(asked) : await reference.exists(db, asked)
  const isOwn = changedIn(db, entity)
  const foreign =
    who === null
      ? new Set()
      : await foreignIds(
          db,
          who,
          entity,
          asked.filter((id) => !isOwn(id)),
        )
  return new Map(
    asked.flatMap((id): [number, string][] => {
      if (foreign.has(id)) return [[id, FOREIGN]]
      return there.has(id) ? [] : [[id, GONE]]
    }),
  )
}

/**
 * The same for one list of ids: what to say behind the name of the field, e.g. 不存在或无权使用; null when a person may
 * refer to all of them. `kept` are those that stood in the row before: they stay, whatever became of them.
 */
export async function referenceFault(
  db: Db,
  who: Who,
  entity: string,
  ids: readonly number[],
  kept: readonly number[] = [],
): Promise<string | null> {
  const fresh = ids.filter((id) => !kept.includes(id))
  const [fault = null] = (await referenceFaults(db, who, entity, fresh)).values()
  return fault
}

/** Refuses ids outside the data scope, each at its field: for inputs that belong to no row yet. Decision 0073. */
export async function refuseForeign(db: Db, who: Who, shape: Shape, input: object): Promise<void> {
  const errors = await foreignErrors(db, who, shape, input, '')
  if (errors.length > 0) throw refuseFields(errors)
}

async function foreignErrors(
  db: Db,
  who: Who,
  shape: Shape,
  input: object,
  at: string,
): Promise<FieldError[]> {
  const errors: FieldError[] = []
  for (const [name, field] of Object.entries(shape)) {
    const value: unknown = Reflect.get(input, name)
    const entity = entityNamed(field, input)
    if (entity !== undefined) {
      const foreign = await foreignIds(db, who, entity, idsIn(value).filter(Number.isInteger))
      if (foreign.size > 0) errors.push({ field: `${at}${name}`, message: `${field.label}${FOREIGN}` })
    }
    if (field.shape === undefined || !Array.isArray(value)) continue
    for (const [index, line] of value.entries())
      if (typeof line === 'object' && line !== null)
        errors.push(...(await foreignErrors(db, who, field.shape, line, `${at}${name}.${index}.`)))
  }
  return errors
}

/** Whether a number names a row. */
export const isId = (id: number): boolean => Number.isInteger(id) && id !== 0

/** The ids that the value of a reference names; 0 and what is no number name nothing. */
export function idsIn(value: unknown): number[] {
  if (Array.isArray(value)) return value.map(Number).filter(isId)
  const id = Number(value)
  return isId(id) ? [id] : []
}

/** Registers a place that uses rows of an entity; asked before they are deleted or disabled. Doors §3 declareUse. */
export const declareUse = (entity: string, read: UseReader): Registration => uses.as(read, entity)

/** All uses of the rows, from every room that has declared some. */
export async function usesOf(tx: Tx, entity: string, ids: readonly number[]): Promise<Use[]> {
  const found: Use[] = []
  for (const read of uses.of(tx, entity)) found.push(...(await read(tx, ids)))
  return found.filter((use) => use.n > 0)
}

/** Refuses with 409 and the given text when any of the rows is used anywhere. */
export async function refuseWhenUsed(
  tx: Tx,
  entity: string,
  ids: readonly number[],
  message: (use: Use) => string,
): Promise<void> {
  const [first] = await usesOf(tx, entity, ids)
  if (first !== undefined) throw conflict(message(first))
}

interface Enabled {
  column: string
  value: number
}

/** An entity by its table, as declareEntityRef registers it, for a room that names its rows in words of its own. */
export function entityReference(entity: string, title: string, ...enabled: readonly Enabled[]): Reference {
  return tableReference(entity, title, enabled)
}

/** Registers an entity by its table: rows not deleted exist, `title` names them; `enabled` narrows what may be chosen. */
export const declareEntityRef = (
  entity: string,
  title: string,
  ...enabled: readonly Enabled[]
): Registration => declareRef(entity, tableReference(entity, title, enabled))

// ---- names, kept until a row of the table changes: every page of every list asks for the same few

const KEPT_MS = 30_000
const KEPT_MOST = 5000
/** null: there is no such row, which would otherwise be asked for by every page that refers to it. */
type Names = Map<number, string | null>
interface KeptNames {
  version: number
  time: number
  names: Names
}
const kept = perDatabase(() => new Map<string, KeptNames>())

/** The kept names, as 缓存监控 shows them. */
export const nameCache = cacheGroup('name', '引用名称', {
  keys: (db) => [...kept(db).keys()],
  value(db, table) {
    const found = kept(db).get(table)
    return found && Object.fromEntries(found.names)
  },
  clear(db, table) {
    if (table === undefined) kept(db).clear()
    else kept(db).delete(table)
  },
})

/** The names of a table read lately; what a transaction or a replica sees nobody else may, so it gets a map of its own. */
function keptNames(db: Db, table: string): Names {
  if (db.isTransaction || !isUpToDate(db, [table])) return new Map()
  const tables = kept(db)
  const version = tableVersion(db, [table])
  const found = tables.get(table)
  const isFresh = found !== undefined && found.version === version && Date.now() - found.time < KEPT_MS
  if (isFresh && found.names.size < KEPT_MOST) return found.names
  const names: Names = new Map()
  tables.set(table, { version, time: Date.now(), names })
  return names
}

/**
 * What a sheet calls referred rows; their names where the reference has no other words. Of a row outside the person's data
 * scope only its number is told (decisions 0048, 0081).
 */
export async function wordsFor(
  db: Db,
  who: Who,
  entity: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const reference = references.of(db, entity)
  if (reference === undefined || ids.length === 0) return new Map()
  const foreign = await foreignIds(db, who, entity, ids)
  const own = ids.filter((id) => !foreign.has(id))
  const words = own.length === 0 ? new Map<number, string>() : await wordsIn(db, reference, own)
  return new Map([...words, ...[...foreign].map((id) => [id, String(id)] as const)])
}

const wordsIn = async (db: Db, reference: Reference, ids: readonly number[]) =>
  (await reference.words?.(db, ids)) ?? reference.labels(db, ids)

/** Divides several names in one cell. */
const DIVIDER = /[,，、]/

function tableReference(entity: string, title: string, enabled: readonly Enabled[]): Reference {
  const columnsOf = (db: Db): string[] => {
    const unique = Object.entries(knownEntity(db, entity)?.shape ?? {})
      .filter(([, field]) => field.unique && field.type === 'text')
      .map(([name]) => name)
    return [...new Set([...unique, title])]
  }
  const named: NonNullable<Reference['named']> = async (db, names) => {
    const columns = columnsOf(db)
    const asked = new Set(names.map((name) => name.toLowerCase()))
    const hits = columns.map((name) => sql`lower(${sql.ref(name)}) = any(${sql.val([...asked])}::text[])`)
    let query = loose(db)
      .selectFrom(entity)
      .select(['id', ...columns])
      .where('isDel', '=', 0)
      .where(sql<boolean>`(${sql.join(hits, sql` or `)})`)
    for (const { column, value } of enabled) query = query.where(column, '=', value)
    const found = new Map<string, number[]>()
    for (const row of await query.execute())
      for (const text of new Set(columns.map((name) => String(row[name]).toLowerCase())))
        if (asked.has(text)) found.set(text, [...(found.get(text) ?? []), Number(row.id)])
    return found
  }
  return {
    named,
    async words(db, ids) {
      const columns = [title, ...columnsOf(db).filter((name) => name !== title)]
      const rows = await loose(db)
        .selectFrom(entity)
        .select(['id', ...columns])
        .where('id', 'in', [...ids])
        .execute()
      const textsOf = (row: Record<string, unknown>) =>
        columns.map((name) => String(row[name] ?? '')).filter((text) => text !== '' && !DIVIDER.test(text))
      const found = await named(db, rows.flatMap(textsOf))
      return new Map(
        rows.map((row) => {
          const id = Number(row.id)
          const clear = textsOf(row).find((text) => found.get(text.toLowerCase())?.every((one) => one === id))
          return [id, clear ?? String(row[title])]
        }),
      )
    },
    async labels(db, ids) {
      const known = keptNames(db, entity)
      const missing = ids.filter((id) => !known.has(id))
      nameCache.note(db, missing.length === 0)
      if (missing.length > 0) {
        const rows = await loose(db)
          .selectFrom(entity)
          .select(['id', title])
          .where('id', 'in', missing)
          .execute()
        for (const id of missing) known.set(id, null)
        for (const row of rows) known.set(Number(row.id), String(row[title]))
      }
      const named = new Map<number, string>()
      for (const id of ids) {
        const name = known.get(id)
        if (name != null) named.set(id, name)
      }
      return named
    },
    async exists(db, ids) {
      let query = loose(db)
        .selectFrom(entity)
        .select('id')
        .where('id', 'in', [...ids])
        .where('isDel', '=', 0)
      for (const { column, value } of enabled) query = query.where(column, '=', value)
      return new Set((await query.execute()).map((row) => Number(row.id)))
    },
  }
}
