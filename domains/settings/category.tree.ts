import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import type { CategoryType, category } from './category.entity.ts'
import { idsOfPath } from './category.rules.ts'

/** The given categories of a type with all below them, as ids. Doors §4. */
export async function categoriesBelow(db: Db, type: CategoryType, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('category')
    .select('id')
    .where('type', '=', type)
    .where('isDel', '=', 0)
    .where((where) => where.or([where('id', 'in', [...ids]), below(ids)]))
    .execute()
  return rows.map((row) => row.id)
}

/** The condition that a category lies below one of these. */
export function below(ids: readonly number[]) {
  return sql<boolean>`string_to_array("path", '/') && ${sql.val(ids.map(String))}::text[]`
}

/** The ids from the root down to the category, itself included; [] when there is none. Doors §4. */
export async function categoryPath(db: Db, id: number): Promise<number[]> {
  const row = await db.selectFrom('category').select('path').where('id', '=', id).executeTakeFirst()
  return row === undefined ? [] : [...idsOfPath(row.path), id]
}

type CountCategories = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, number>>

const counters = singlePoint<CountCategories>('Category counts')

/** Registers how many products lie in each category of type 1 or below it, every product counted once. */
export const declareCategoryCounts = (count: CountCategories): Registration => counters.as(count)

/** Products per category, as registered. */
export async function categoryCounts(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  return (await counters.of(db)?.(db, ids)) ?? new Map()
}

/** All categories of a type in the order they are shown. */
export function readTree(db: Db, type: CategoryType): Promise<EntityRow<typeof category>[]> {
  return db
    .selectFrom('category')
    .selectAll()
    .where('type', '=', type)
    .where('isDel', '=', 0)
    .orderBy('sort', 'desc')
    .orderBy('id')
    .execute()
}

/** Categories as options: those of the ids, deleted ones too, else those whose name holds the keywords. */
export async function categoryOptions(
  db: Db,
  asked: { ids: readonly number[]; type: CategoryType | null; keywords: string; limit: number },
): Promise<{ value: number; label: string }[]> {
  const { ids, type, keywords, limit } = asked
  let query = db.selectFrom('category').select(['id as value', 'name as label'])
  if (ids.length > 0) query = query.where('id', 'in', [...ids])
  else {
    query = query
      .where('isDel', '=', 0)
      .where(sql<boolean>`position(lower(${keywords}) in lower("name")) > 0`)
    if (type !== null) query = query.where('type', '=', type)
    query = query.orderBy('sort', 'desc').orderBy('id').limit(limit)
  }
  return query.execute()
}

/** Categories by id, each with whether nothing lies below it; deleted ones are left out. */
export async function categoryFacts(
  db: Db,
  ids: readonly number[],
): Promise<(EntityRow<typeof category> & { isLeaf: boolean })[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('category')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('isDel', '=', 0)
    .execute()
  const parents = await db
    .selectFrom('category')
    .select('pid')
    .distinct()
    .where('pid', 'in', [...ids])
    .where('isDel', '=', 0)
    .execute()
  const inner = new Set(parents.map((row) => row.pid))
  return rows.map((row) => ({ ...row, isLeaf: !inner.has(row.id) }))
}
