import type { Db } from '#kit/server/database.ts'
import { referenceTo } from '#kit/server/refs.ts'

/** Names of referred rows by id, deleted ones too, so that old records stay readable. */
export async function namesOf(
  db: Db,
  entity: string,
  ids: Iterable<number | null>,
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids)].filter((id): id is number => id !== null && id > 0)
  const reference = referenceTo(entity)
  return wanted.length === 0 || reference === undefined ? new Map() : reference.labels(db, wanted)
}

/** Names of several categories as one text. */
export function joinNames(ids: readonly number[], names: ReadonlyMap<number, string>): string {
  return ids
    .map((id) => names.get(id))
    .filter((name) => name !== undefined)
    .join(',')
}

interface Named {
  storeName: string
  cateId: readonly number[]
  brandId: number | null
  unitId: number
  createTime: Date
}

/** Adds what every answer about products carries beside their own fields. Catalog D2. */
export async function withNames<R extends Named>(db: Db, rows: readonly R[]) {
  const [categories, brands, units] = await Promise.all([
    namesOf(
      db,
      'category',
      rows.flatMap((row) => row.cateId),
    ),
    namesOf(
      db,
      'brand',
      rows.map((row) => row.brandId),
    ),
    namesOf(
      db,
      'unit',
      rows.map((row) => row.unitId),
    ),
  ])
  // Completed in place: a page of rows with some hundred columns is not copied once more.
  return rows.map((row) =>
    Object.assign(row, {
      productName: row.storeName,
      cateValues: joinNames(row.cateId, categories),
      brandName: brands.get(row.brandId ?? 0) ?? '',
      unitName: units.get(row.unitId) ?? '',
      addTime: row.createTime,
    }),
  )
}
