import { type RawBuilder, sql } from 'kysely'
import type { Entity } from '#kit/shared/entity.ts'
import type { Shape } from '#kit/shared/field.ts'
import type { Db } from './database.ts'
import { knownEntity } from './dbErrors.ts'

const whole = new WeakMap<Entity, readonly string[]>()
const texts = new WeakMap<readonly string[], { of: Entity; text: string }>()

/**
 * The columns of an entity for a select, as text. Nobody reads the grams of a table, dozens of texts a row, and a statement
 * that names its columns can be prepared; only tables that no room declares, logs and others of the kit, have none of the
 * common columns and are read by `*`. Architecture §4.
 */
export function columnsText(db: Db, of: Entity): string {
  if (knownEntity(db, of.name) !== of) return `"${of.name}".*`
  const names = whole.get(of) ?? Object.keys(of.all)
  whole.set(of, names)
  return namedText(of, names)
}

/** The fields that stand in the table of an entity: of tables that no room declares not the common ones, but the id. */
export const storedFields = (db: Db, of: Entity): Shape =>
  knownEntity(db, of.name) === of ? of.all : { id: of.all.id, ...of.shape }

/** These columns of an entity as text, put together once for each list of names that is kept. */
export function namedText(of: Entity, names: readonly string[]): string {
  const known = texts.get(names)
  if (known?.of === of) return known.text
  const text = names.map((name) => `"${of.name}"."${name}"`).join(', ')
  texts.set(names, { of, text })
  return text
}

/** The same as a part of a statement: a builder would make and visit a node for each of some hundred columns. */
export const namedColumns = (of: Entity, names: readonly string[]): RawBuilder<unknown> =>
  sql.raw(namedText(of, names))
