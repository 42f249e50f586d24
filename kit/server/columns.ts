import { type RawBuilder, sql } from 'kysely'
import type { Entity } from '#kit/shared/entity.ts'
import { knownEntity } from './dbErrors.ts'

const whole = new WeakMap<Entity, RawBuilder<unknown>>()

/**
 * The columns of an entity for a select, all declared ones unless named. Nobody reads the grams of a table, dozens of texts a
 * row, and a statement that names its columns can be prepared; only tables that no room declares are read by `*`. Written
 * out as one text: a builder would make and visit a node for each of some hundred columns at every request. Architecture §4.
 */
export function columnsOf(of: Entity, names?: readonly string[]): RawBuilder<unknown> {
  if (names !== undefined) return listed(of, names)
  const known =
    whole.get(of) ?? (isDeclared(of) ? listed(of, Object.keys(of.all)) : sql.raw(`"${of.name}".*`))
  whole.set(of, known)
  return known
}

// Logs and other tables of the kit have none of the common columns.
const isDeclared = (of: Entity): boolean => knownEntity(of.name) === of

const listed = (of: Entity, names: readonly string[]): RawBuilder<unknown> =>
  sql.raw(names.map((name) => `"${of.name}"."${name}"`).join(', '))
