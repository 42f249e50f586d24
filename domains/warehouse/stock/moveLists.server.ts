import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { type Figures, rowFigure } from '#kit/server/figures.ts'
import { conditionsOf, dateRange, type ListOptions } from '#kit/server/list.ts'
import type { Who } from '#kit/server/who.ts'
import { movesOfSkus, timeBounds } from './moveSkus.server.ts'
import { partyOf, withParty } from './party.server.ts'
import { stockCalls as calls, logJoined } from './stock.calls.ts'
import { stockMove } from './stock.entity.ts'
import { type ProductFilters, readsOfSkus } from './stockLists.server.ts'
import { withoutMoves } from './untold.server.ts'

export interface MoveFilters extends ProductFilters {
  freezeNo?: string
  sourceSn?: string
  lotNo?: string
  direction?: 1 | 2 | null
  dateLimit?: string
}

/** Moves come in time, and so do their ids. */
const NEWEST: ListOptions['order'] = [['id', 'desc']]

/**
 * 库存流水, with the moves that a freeze document made and all that later let its goods go. No move is ever deleted, so nobody asks
 * whether it is: then an index alone counts them. Warehouse §4.4.
 */
export async function moveOptions(db: Db, filters: MoveFilters): Promise<ListOptions> {
  const { freezeNo = '', sourceSn = '', lotNo = '', direction = null, dateLimit, ...input } = filters
  const ofProducts = await movesOfSkus(db, input)
  return {
    fresh: 'grows',
    reads: readsOfSkus(ofProducts),
    isDel: 'both',
    order: NEWEST,
    where: [
      ...ofProducts,
      ...(await inTime(db, dateLimit)),
      ...(sourceSn === '' ? [] : [sql<SqlBool>`"stockMove"."sourceSn" = ${sourceSn}`]),
      ...(direction === null ? [] : [sql<SqlBool>`"stockMove"."direction" = ${direction}`]),
      ...(lotNo === '' ? [] : [await ofLots(db, lotNo)]),
      ...(freezeNo === '' ? [] : [await ofFreeze(db, freezeNo)]),
    ],
  }
}

const ofPosting = (name: string, blank: string) =>
  rowFigure(
    stockMove,
    `coalesce((select p."${name}" from "stockPosting" p where p."id" = "stockMove"."postingId"), ${blank})`,
  )

/** What 库存流水 tells of the posting of each move. */
export const moveFigures: Figures = {
  postingSn: ofPosting('postingSn', "''"),
  sapSync: ofPosting('sapSync', '0'),
}

/** The ids of a time as well as the time itself: the indexes of the filters end in the id. */
async function inTime(db: Db, dateLimit: string | undefined): Promise<Expression<SqlBool>[]> {
  const range = dateRange(dateLimit)
  return range === null ? [] : timeBounds(db, range)
}

async function ofLots(db: Db, lotNo: string): Promise<Expression<SqlBool>> {
  const { rows } = await sql<{
    id: number
  }>`select "id" from "lot" where lower("lotNo") = lower(${lotNo})`.execute(db)
  return sql<SqlBool>`"stockMove"."lotId" = any(${sql.val(rows.map((row) => row.id))}::int[])`
}

async function ofFreeze(db: Db, freezeNo: string): Promise<Expression<SqlBool>> {
  const { rows } = await sql<{ id: number }>`
    select distinct "freezeLineId" as "id" from "stockMove" where "sourceSn" = ${freezeNo} and "freezeLineId" is not null`.execute(
    db,
  )
  const lines = rows.map((row) => row.id)
  return sql<SqlBool>`"stockMove"."freezeLineId" = any(${sql.val(lines)}::bigint[])`
}

/** The same for 出入库日志, and whom goods came from or went to. */
export const logFigures: Figures = { ...moveFigures, party: partyOf }

/** 出入库日志: movements of goods alone. */
export async function logOptions(
  db: Db,
  { party = '', ...filters }: MoveFilters & { party?: string },
): Promise<ListOptions> {
  const { where = [], ...options } = await moveOptions(db, filters)
  const ofParty = party.trim() === '' ? [] : await withParty(db, party)
  return {
    ...options,
    // Which documents are of a party may change.
    fresh: ofParty.length === 0 ? 'grows' : true,
    where: [sql<SqlBool>`"stockMove"."physical" = 1`, ...where, ...ofParty],
  }
}

/** Beyond so many rows the sums say nothing a person could check. */
const SUMMED = 200_000

/**
 * What came in and went out by the listed rows, the newest 200,000 of them. Goods on their way count where they arrive: their
 * sending is no arrival yet, and what was lost on the way never came.
 */
export async function logTotals(db: Db, who: Who, input: MoveFilters & { party?: string }) {
  const where = await conditionsOf(
    db,
    who,
    stockMove,
    { ...input, keywords: '' },
    await logOptions(db, input),
  )
  const { rows } = await sql<{ inQty: number; outQty: number }>`
    select coalesce(sum("dOnHand") filter (where "direction" = 1), 0)::float8 as "inQty",
      coalesce(-sum("dOnHand") filter (where "direction" = 2), 0)::float8 as "outQty"
    from (select "direction", "dOnHand" from "stockMove"
      where ${sql.join(where, sql` and `)} order by "id" desc limit ${sql.lit(SUMMED)}) as "listed"`.execute(
    db,
  )
  return rows[0] ?? { inQty: 0, outQty: 0 }
}

export const logExport = exportEntity(stockMove, calls.logExport, {
  list: (_who, input, db) => logOptions(db, input),
  joined: logJoined,
  figures: { party: partyOf },
  enrich: (db, rows, who) => withoutMoves(db, who, rows),
})
