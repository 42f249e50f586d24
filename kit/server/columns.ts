import { type RawBuilder, sql } from 'kysely'
import type { Entity } from '#kit/shared/entity.ts'

const written = new WeakMap<Entity, RawBuilder<unknown>>()

/**
 * The columns of an entity for a select, all declared ones unless named. Never `*`: nobody reads the grams of a table,
 * dozens of texts a row, and a statement that names its columns can be prepared. Written out as one text: a builder
 * would make and visit a node for each of some hundred columns at every request. Architecture §4.
 */
export function columnsOf(of: Entity, names?: readonly string[]): RawBuilder<unknown> {
  if (names !== undefined) return listed(of, names)
  const known = written.get(of) ?? listed(of, Object.keys(of.all))
  written.set(of, known)
  return known
}

const listed = (of: Entity, names: readonly string[]): RawBuilder<unknown> =>
  sql.raw(names.map((name) => `"${of.name}"."${name}"`).join(', '))
