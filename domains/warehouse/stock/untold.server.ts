import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { Who } from '#kit/server/who.ts'
import { blindOnWay } from '../transfer/blind.server.ts'
import { transfer } from '../transfer/transfer.entity.ts'
import type { stock, stockLot } from './stock.entity.ts'

/** What a person is not told of goods on their way: what transfers bring them that they receive blind. */
export interface Untold {
  transferIds: readonly number[]
  warehouseIds: readonly number[]
  skuIds: readonly number[]
}

/** Nothing for most people and at most times. Decision 0200. */
export async function untoldTo(db: Db, who: Who): Promise<Untold | null> {
  const transfers = await blindOnWay(db, who)
  if (transfers.length === 0) return null
  const pairs = transfers.flatMap(({ inWarehouseId, skuIds }) =>
    skuIds.map((skuId) => ({ inWarehouseId, skuId })),
  )
  return {
    transferIds: transfers.map((one) => one.id),
    warehouseIds: pairs.map((one) => one.inWarehouseId),
    skuIds: pairs.map((one) => one.skuId),
  }
}

/** Whether what is on its way of a row of stock, or of a place, is not told. */
export const untoldPair = (table: string, { skuIds, warehouseIds }: Untold): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${table}.skuId`)}, ${sql.ref(`${table}.warehouseId`)}) in
    (select * from unnest(${sql.val(skuIds)}::int[], ${sql.val(warehouseIds)}::int[]))`

/** Whether a movement tells what is on its way and is not told. */
const untoldMove = ({ transferIds }: Untold): Expression<SqlBool> =>
  sql<SqlBool>`("stockMove"."sourceType" = ${transfer.name} and "stockMove"."sourceId" = any(${sql.val(transferIds)}::bigint[]))`

interface Row {
  readonly id: number
}
interface Head extends Row {
  inTransit: number | null
  transitAmount?: number | null
}
interface Move extends Row {
  dInTransit: number | null
  transitAmount: number | null
}

/** Rows of stock, or of places, as a person is told them. Decision 0200. */
export const withoutTransit = <R extends Head>(
  db: Db,
  who: Who,
  { name }: typeof stock | typeof stockLot,
  rows: readonly R[],
): Promise<R[]> => {
  const which = (untold: Untold) => untoldPair(name, untold)
  return blanked(db, who, name, rows, which, (row) => {
    const told = { ...row }
    told.inTransit = null
    told.transitAmount = null
    return told
  })
}

/** Movements as a person is told them. */
export const withoutMoves = <R extends Move>(db: Db, who: Who, rows: readonly R[]): Promise<R[]> =>
  blanked(db, who, 'stockMove', rows, untoldMove, (row) => {
    const told = { ...row }
    told.dInTransit = null
    told.transitAmount = null
    return told
  })

// Asked by their ids: lists read only the columns that were asked for.
async function blanked<R extends Row>(
  db: Db,
  who: Who,
  table: string,
  rows: readonly R[],
  which: (untold: Untold) => Expression<SqlBool>,
  blank: (row: R) => R,
): Promise<R[]> {
  const untold = rows.length === 0 ? null : await untoldTo(db, who)
  if (untold === null) return [...rows]
  const ids = rows.map((row) => row.id)
  const found = await sql<Row>`select "id" from ${sql.table(table)}
    where "id" = any(${sql.val(ids)}::bigint[]) and ${which(untold)}`.execute(db)
  const hidden = new Set(found.rows.map((row) => row.id))
  return rows.map((row) => (hidden.has(row.id) ? blank(row) : row))
}
