import { type RawBuilder, sql } from 'kysely'
import type { Entity } from '#kit/shared/entity.ts'
import type { Db } from './database.ts'
import { knownEntity } from './dbErrors.ts'

const whole = new WeakMap<Entity, RawBuilder<unknown>>()

/**
 * The columns of an entity for a select. Nobody reads the grams of a table, dozens of texts a row, and a statement that
 * names its columns can be prepared; only tables that no room declares, logs and others of the kit, have none of the
 * common columns and are read by `*`. Architecture §4.
 */
export function columnsOf(db: Db, of: Entity): RawBuilder<unknown> {
  if (knownEntity(db, of.name) !== of) return sql.raw(`"${of.name}".*`)
  const known = whole.get(of) ?? namedColumns(of, Object.keys(of.all))
  whole.set(of, known)
  return known
}

/**
 * These columns of an entity for a select, written out as one text: a builder would make and visit a node for each of some
 * hundred columns at every request.
 */
export const namedColumns = (of: Entity, names: readonly string[]): RawBuilder<unknown> =>
  sql.raw(names.map((name) => `"${of.name}"."${name}"`).join(', '))
