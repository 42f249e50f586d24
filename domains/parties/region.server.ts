import { type Expression, type SqlBool, sql } from 'kysely'
import { regionPath } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'

interface Region {
  provinceId: number | null
  cityId: number | null
  districtId: number | null
}

/** Fills in the province and the city of what regionFields name; values without a place stay as they are. Catalog §6.1. */
export async function completeRegion<V extends Partial<Region>>(db: Db, values: V): Promise<V> {
  const { districtId } = values
  if (districtId === undefined) return values
  if (districtId === null) return { ...values, provinceId: null, cityId: null }
  const path = await regionPath(db, districtId).catch(() => {
    throw refuse('所在地区不存在', 'districtId')
  })
  return { ...values, provinceId: path[0] ?? null, cityId: path[1] ?? null }
}

/** The rows of a table that lie in a place of any level; null without one. */
export function regionIs(table: string, place: unknown): Expression<SqlBool> | null {
  const id = Number(place ?? 0)
  if (!Number.isInteger(id) || id <= 0) return null
  const columns = ['provinceId', 'cityId', 'districtId'].map(
    (name) => sql`${sql.ref(`${table}.${name}`)} = ${id}`,
  )
  return sql<SqlBool>`(${sql.join(columns, sql` or `)})`
}
