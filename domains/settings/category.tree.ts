import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { CategoryType } from './category.entity.ts'

/** The given categories of a type with all below them, as ids. Doors §4. */
export async function categoriesBelow(db: Db, type: CategoryType, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('category')
    .select('id')
    .where('type', '=', type)
    .where('isDel', '=', 0)
    .where((where) =>
      where.or([
        where('id', 'in', [...ids]),
        ...ids.map((id) => sql<boolean>`strpos("path", ${`/${id}/`}) > 0`),
      ]),
    )
    .execute()
  return rows.map((row) => row.id)
}

/** The ids from the root down to the category, itself included; [] when there is none. Doors §4. */
export async function categoryPath(db: Db, id: number): Promise<number[]> {
  const row = await db.selectFrom('category').select('path').where('id', '=', id).executeTakeFirst()
  return row === undefined ? [] : [...idsOfPath(row.path), id]
}

/** The ids in a path, the root's 0 left out: /0/12/35/ → [12, 35]. */
export function idsOfPath(path: string): number[] {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '0')
    .map(Number)
}

type CountCategories = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, number>>

let countCategories: CountCategories | undefined

/** Registers how many products lie directly in categories of type 1; asked once per tree. */
export function declareCategoryCounts(count: CountCategories): void {
  if (countCategories !== undefined) throw new Error('The counts of categories are declared twice')
  countCategories = count
}

/** Products per category, as registered; nothing while nobody has. */
export async function categoryCounts(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  return countCategories === undefined || ids.length === 0 ? new Map() : countCategories(db, ids)
}
