import { conflict } from '#kit/shared/errors.ts'
import type { Db, Tx } from './database.ts'
import { loose } from './loose.ts'

/** What a room tells about an entity others refer to. Doors §3. */
interface Reference {
  /** names of rows, also of deleted ones, so that old records stay readable */
  labels(db: Db, ids: readonly number[]): Promise<Map<number, string>>
  /** those of the ids that may be chosen now */
  exists(db: Db, ids: readonly number[]): Promise<Set<number>>
}

/** Where rows are used: a place a person knows and how many times. */
export interface Use {
  id: number
  place: string
  n: number
}

type UseReader = (tx: Tx, ids: readonly number[]) => Promise<Use[]>

const references = new Map<string, Reference>()
const uses = new Map<string, UseReader[]>()

/** Registers an entity that ref and refs fields may name. Doors §3 declareRef. */
export function declareRef(entity: string, reference: Reference): void {
  if (references.has(entity)) throw new Error(`Reference ${entity} is declared twice`)
  references.set(entity, reference)
}

/** The registered reference, or undefined while its room does not exist yet. */
export function referenceTo(entity: string): Reference | undefined {
  return references.get(entity)
}

/** Registers a place that uses rows of an entity; asked before they are deleted or disabled. Doors §3 declareUse. */
export function declareUse(entity: string, read: UseReader): void {
  uses.set(entity, [...(uses.get(entity) ?? []), read])
}

/** All uses of the rows, from every room that has declared some. */
export async function usesOf(tx: Tx, entity: string, ids: readonly number[]): Promise<Use[]> {
  const found: Use[] = []
  for (const read of uses.get(entity) ?? []) found.push(...(await read(tx, ids)))
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

/** Registers an entity by its table: rows not deleted exist, `title` names them; `enabled` narrows what may be chosen. */
export function declareEntityRef(
  entity: string,
  title: string,
  enabled?: { column: string; value: number },
): void {
  declareRef(entity, tableReference(entity, title, enabled))
}

function tableReference(
  entity: string,
  title: string,
  enabled?: { column: string; value: number },
): Reference {
  return {
    async labels(db, ids) {
      const rows = await loose(db)
        .selectFrom(entity)
        .select(['id', title])
        .where('id', 'in', [...ids])
        .execute()
      return new Map(rows.map((row) => [Number(row.id), String(row[title])]))
    },
    async exists(db, ids) {
      let query = loose(db)
        .selectFrom(entity)
        .select('id')
        .where('id', 'in', [...ids])
        .where('isDel', '=', 0)
      if (enabled !== undefined) query = query.where(enabled.column, '=', enabled.value)
      return new Set((await query.execute()).map((row) => Number(row.id)))
    },
  }
}
