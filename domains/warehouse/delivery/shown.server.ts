import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { bothOf } from '#kit/server/bothOf.ts'
import { countRows } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { conditionsOf, pageOf } from '#kit/server/list.ts'
import { builtRows } from '#kit/server/textRows.ts'
import { may, type Who } from '#kit/server/who.ts'
import type { Page } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { maskPhone } from '#kit/shared/text.ts'
import { CONSIGNEE } from '../ship/shipTask.entity.ts'
import { wtsDelivery } from './wtsDelivery.entity.ts'

/** What the stops of a trip show of a delivery, and where it goes: no page of them reads the whole of it. */
const SHOWN = [
  'id',
  'stopSeq',
  'deliverySn',
  'customer',
  'contact',
  'phone',
  'address',
  'timeWindow',
  'boxCount',
  'loadedCount',
  'totalWeight',
  'collectAmount',
  'status',
  'shipToId',
] as const
type ShownDelivery = Pick<EntityRow<typeof wtsDelivery>, (typeof SHOWN)[number]>

interface Shown {
  page: number
  limit: number
  keywords?: string
}

/** So many are offered at once. */
export const OFFERED = 500

/** Which deliveries nobody carries yet, of a warehouse. */
export const isWaiting = (warehouseId: number): Expression<SqlBool> =>
  sql<SqlBool>`"wtsDelivery"."warehouseId" = ${warehouseId} and "wtsDelivery"."status" = 0
    and "wtsDelivery"."interceptFlag" = 0 and "wtsDelivery"."logisticsMode" in (3, 4, 6)`
/** Which deliveries have not left yet. */
export const IS_OPEN = sql<SqlBool>`"wtsDelivery"."status" in (0, 1, 2)`

/** The first deliveries of a kind that a person sees, by day. */
export async function offered(
  db: Db,
  who: Who,
  which: Expression<SqlBool>,
  keywords: string,
  columns: readonly string[],
): Promise<RawBuilder<unknown>> {
  const own = await conditionsOf(db, who, wtsDelivery, { keywords }, { where: [which] })
  return sql`select ${sql.join(columns.map((name) => sql.ref(name)))} from "wtsDelivery"
    where ${sql.join(own, sql` and `)} order by "planDate", "id" limit ${sql.lit(OFFERED)}`
}

/** A page of the deliveries of a warehouse that nobody carries yet. Doors §4, Warehouse §5.5. */
export const waitingPage = async (
  db: Db,
  who: Who,
  warehouseId: number,
  { keywords = '', ...input }: Shown,
): Promise<Page<ShownDelivery>> => offeredPage(db, who, { which: isWaiting(warehouseId), keywords }, input)

/**
 * A page of the deliveries that have not left yet and are as a room above says of "wtsDelivery"."id", by what it `reads`. Doors §4,
 * Warehouse §5.6.
 */
export const openPage = async (
  db: Db,
  who: Who,
  wanted: { where: Expression<SqlBool>; reads: readonly string[] },
  { keywords = '', ...input }: Shown,
): Promise<Page<ShownDelivery>> => offeredPage(db, who, { which: IS_OPEN, keywords, ...wanted }, input)

async function offeredPage(
  db: Db,
  who: Who,
  {
    which,
    keywords,
    where = sql`true`,
    reads = [],
  }: { which: Expression<SqlBool>; keywords: string; where?: Expression<SqlBool>; reads?: readonly string[] },
  input: Shown,
): Promise<Page<ShownDelivery>> {
  const first = await offered(db, who, which, keywords, [...SHOWN, 'planDate'])
  const from = sql`(${first}) as "wtsDelivery" where ${where}`
  return shownPage(db, who, { from, order: sql`"planDate", "id"`, reads }, input)
}

/** A page of what a trip or consignment note carries, stop by stop. Doors §4, Warehouse §5.5. */
export const carriedPage = async (
  db: Db,
  who: Who,
  carrySn: string,
  input: Shown,
): Promise<Page<ShownDelivery>> => {
  // No index holds those that nobody carries.
  const from = sql`"wtsDelivery" where "carrySn" = ${carrySn} and "carrySn" <> '' and "isDel" = 0`
  return shownPage(db, who, { from, order: sql`"stopSeq" nulls last, "id"`, reads: [] }, input)
}

/** As a person may see them: phones masked for who may not see those of customers. */
async function shownPage(
  db: Db,
  who: Who,
  { from, order, reads }: { from: RawBuilder<unknown>; order: RawBuilder<unknown>; reads: readonly string[] },
  { page, limit }: Shown,
): Promise<Page<ShownDelivery>> {
  const columns = sql.join(SHOWN.map((name) => sql.ref(name)))
  const rowsOf = sql<ShownDelivery>`select ${columns} from ${from} order by ${order}
    limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`
  const [rows, total] = await bothOf(
    builtRows(db, rowsOf),
    countRows(db, sql`(select from ${from})`, [wtsDelivery.name, ...reads], true),
  )
  const list = rows.map((one) => ({ ...one, phone: seenPhone(who, one.phone) }))
  return pageOf(list, total, { page, limit })
}

/** The phone of somebody who receives goods, as a person may see it. Doors §4, Warehouse §5.4. */
export const seenPhone = (who: Who, phone: string): string => (may(who, CONSIGNEE) ? phone : maskPhone(phone))
