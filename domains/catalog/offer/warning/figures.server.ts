import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import type { WarnType } from './prodCateWarning.entity.ts'
import type { WarningFacts } from './warning.rules.ts'

/** A product a warning speaks of: the figure that was compared, and what the message may say of it. */
export interface Warned {
  productId: number
  value: number
  facts: Omit<WarningFacts, '商品'>
}

/** Finds among products those whose figure has come to the threshold. */
export type WarningSource = (db: Db, productIds: readonly number[], threshold: number) => Promise<Warned[]>

const sources = namedPoint<WarningSource>('Warning source')

/**
 * Registers who knows the figures of a type of warning: days until a lot expires (3), days without a sale (4). Until
 * then warnings of the type find nothing.
 */
export const declareWarningSource = (type: 3 | 4, find: WarningSource): Registration =>
  sources.as(String(type), find)

/** Products on sale of which there is no more than this. */
const scarce: WarningSource = async (db, productIds, threshold) => {
  const { rows } = await sql<{ id: number; stock: number }>`
    select "id", "stock" from "product" where "id" = any(${sql.val([...productIds])}::int[])
      and "isShow" = 1 and "stock" <= ${threshold}::numeric order by "id"`.execute(db)
  return rows.map(({ id, stock }) => ({ productId: id, value: stock, facts: { 数量: stock } }))
}

const SOLD_OUT = 0

/** Who finds the products of a type of warning; undefined while nobody knows its figures. */
export function warningSource(db: Db, type: WarnType): WarningSource | undefined {
  if (type === 2) return scarce
  if (type === 5) return (at, productIds) => scarce(at, productIds, SOLD_OUT)
  return sources.of(db, String(type))
}
