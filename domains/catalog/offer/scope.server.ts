import type { Db } from '#kit/server/database.ts'
import { meaningsOf, namesIn } from '#kit/server/importNames.ts'
import { foreignIds, referenceFault, wordsFor } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'

/**
 * The ids a scope may name: none for everybody (no entity), else rows of its entity that the person may refer to, or
 * that it named before (`kept`). 422 at scopeIds otherwise.
 */
export async function scopeIdsOf(
  db: Db,
  who: Who,
  entity: string | undefined,
  ids: readonly number[],
  kept: readonly number[] = [],
): Promise<number[]> {
  if (entity === undefined) return []
  if (ids.length === 0) throw refuse('请选择指定对象', 'scopeIds')
  const fault = await referenceFault(db, who, entity, ids, kept)
  if (fault !== null) throw refuse(`指定对象${fault}`, 'scopeIds')
  return [...ids]
}

/** What a scope names already, where it still names rows of the same entity. */
export const keptOf = <T extends { scopeType: number; scopeIds: readonly number[] }>(
  before: T | null | undefined,
  scopeType: number | undefined,
): readonly number[] => (before != null && before.scopeType === scopeType ? before.scopeIds : [])

/**
 * The rows of scopes that cells of a sheet name by name or code, for the cells of one entity: of a cell whose row named
 * `kept` before; null when one is not there for the person, or nobody is named.
 */
export async function scopesNamed(
  db: Db,
  who: Who,
  entity: string,
  cells: Iterable<string>,
): Promise<(cell: string, kept?: readonly number[]) => Promise<number[] | null>> {
  const meaning = await meaningsOf(
    db,
    who,
    entity,
    [...cells].flatMap((cell) => namesIn(cell, true)),
  )
  return async (cell, kept = []) => {
    const asked = namesIn(cell, true)
    const hidden = [...(await foreignIds(db, who, entity, kept))]
    const ids = asked.map((one) => meaning(one, hidden))
    return asked.length > 0 && ids.every((one) => one.length === 1) ? ids.flat() : null
  }
}

/** What a sheet calls the rows of a scope, so that scopeNamed finds them again. */
export async function scopeWords(
  db: Db,
  who: Who,
  entity: string | undefined,
  ids: readonly number[],
): Promise<string> {
  const words = entity === undefined ? new Map<number, string>() : await wordsFor(db, who, entity, ids)
  return ids.flatMap((id) => words.get(id) ?? []).join('、')
}
