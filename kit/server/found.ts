import { CompiledQuery, type Expression, type SqlBool, sql } from 'kysely'
import type { Entity } from '#kit/shared/entity.ts'
import { COUNT_LIMIT, keptCounts } from './counts.ts'
import type { Db } from './database.ts'

// What a list finds, which its rows and its count ask for alike.

const livings = new WeakMap<Entity, Expression<SqlBool>>()

/** The condition that a row is not deleted: one object for each entity, by which pages that ask for nothing else are told. */
export function livingOf(of: Entity): Expression<SqlBool> {
  const known = livings.get(of) ?? sql<SqlBool>`${sql.ref(`${of.name}.isDel`)} = 0`
  livings.set(of, known)
  return known
}

/** The table and the conditions of a statement. */
type Found = Pick<CompiledQuery, 'sql' | 'parameters'>

const plain = new WeakMap<Entity, Found>()

/**
 * What rows and count have in common, compiled once for both, and once for all pages of an entity of which nothing is asked but that
 * its rows are not deleted.
 */
export function foundBy(db: Db, of: Entity, conditions: readonly Expression<SqlBool>[]): Found {
  const isPlain = conditions.length === 1 && conditions[0] === livingOf(of)
  const known = isPlain ? plain.get(of) : undefined
  if (known !== undefined) return known
  const where = conditions.length === 0 ? sql`` : sql`where (${sql.join(conditions, sql` and `)})`
  const { sql: text, parameters } = sql`from ${sql.table(of.name)} ${where}`.compile(db)
  const made = { sql: text, parameters }
  if (isPlain) plain.set(of, made)
  return made
}

/**
 * So few rows with a keyword are found by the index of grams and then sorted. The planner, which cannot know how
 * rare a word (or a category of another table) is, would rather walk the whole table in the order of the list.
 */
export const FEW = 1000

type Count = CompiledQuery<{ counts: number[] }>
const counts = new WeakMap<Found, Count>()

/** How many rows there are; no further than lists count unless exact. */
export function countOf(found: Found, isExact: boolean): Count {
  const known = isExact ? undefined : counts.get(found)
  if (known !== undefined) return known
  // An index that has no ids counts as well.
  const made = counting(found, 'array[count(*)::int]', '1 as "one"', isExact)
  if (!isExact) counts.set(found, made)
  return made
}

/** The same, and of few also which they are, so that they are not searched for twice. */
export const countAndIdsOf = (of: Entity, found: Found): Count =>
  counting(
    found,
    `array[count(*)] || case when count(*) <= ${FEW} then array_agg("id"::int8) end`,
    `"${of.name}"."id"`,
    false,
  )

/**
 * The ids of what is found, in no order, where that is few; null where it is more. Kept until one of the tables changes. For lists with
 * a statement of their own, whose table stands under the name of the entity. Architecture §4.
 */
export async function fewIds(
  db: Db,
  of: Entity,
  found: Found,
  keptBy: readonly string[],
): Promise<readonly number[] | null> {
  const [total = 0, ...ids] = await keptCounts(db, countAndIdsOf(of, found), keptBy)
  return ids.length === total ? ids : null
}

function counting(found: Found, what: string, each: string, isExact: boolean): Count {
  const limit = isExact ? '' : ` limit ${COUNT_LIMIT + 1}`
  const text = `select ${what} as "counts" from (select ${each} ${found.sql}${limit}) as "rows"`
  return CompiledQuery.raw(text, [...found.parameters])
}
