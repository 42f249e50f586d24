import { type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { derivedPage } from '#kit/server/derivedPage.ts'
import { joinRow, joinRows } from '#kit/server/joins.ts'
import { answerPage, answerRow, conditionsOf } from '#kit/server/list.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import { notFound, refuse } from '#kit/shared/errors.ts'
import { rowIn } from '#kit/shared/field.ts'
import { formatDate, startOfDay, today, toSeconds } from '#kit/shared/time.ts'
import { asofSource, isOver } from './asof.server.ts'
import { available } from './figures.server.ts'
import { labelsOfStock } from './lotLabels.server.ts'
import { logExport, logFigures, logOptions, logTotals, moveFigures, moveOptions } from './moveLists.server.ts'
import { BUCKETS, stockCalls as calls, lotRows, moveRows } from './stock.calls.ts'
import {
  lot,
  stock,
  stockAsof,
  stockLot,
  stockMove,
  stockPosting,
  stockReserve,
  stockSection,
} from './stock.entity.ts'
import {
  inBucket,
  lotExport,
  lotOptions,
  MOVABLE,
  ofSkus,
  readsOfSkus,
  stockExport,
  stockFiguresOf,
  stockOptions,
} from './stockLists.server.ts'
import { withoutMoves, withoutTransit } from './untold.server.ts'

/** So many moves of a lot or a posting its page tells. */
const SHOWN = 500
const DAYS = 30

/**
 * A sku in a section, by the first of its lots there: in the order of an index, so that the figures are made for the rows of a
 * page alone.
 */
const sectionSource = sql`(
  select l."id", l."warehouseId", l."sectionId", l."skuId", f."lotCount", f."onHand",
    f."allocated", f."frozen", f."lotFree", f."createTime", f."updateTime", null::int as "createBy", null::int as "updateBy",
    0::smallint as "isDel", 1 as "version"
  from "stockLot" l left join lateral (select count(*)::int as "lotCount", sum(o."onHand") as "onHand",
      sum(o."allocated") as "allocated", sum(o."frozen" + o."held") as "frozen", sum(o."lotFree") as "lotFree",
      min(o."createTime") as "createTime", max(o."updateTime") as "updateTime"
    from "stockLot" o where o."onHand" > 0 and o."skuId" = l."skuId" and o."warehouseId" = l."warehouseId"
      and o."sectionId" = l."sectionId") f on true
  where l."onHand" > 0 and not exists (select from "stockLot" b where b."skuId" = l."skuId"
    and b."warehouseId" = l."warehouseId" and b."sectionId" = l."sectionId" and b."onHand" > 0 and b."id" < l."id"))`

/** At the end of each of the last 30 days; today so far. */
async function curveOf(db: Db, { skuId, warehouseId }: { skuId: number; warehouseId: number }) {
  const now = new Date()
  const { rows } = await sql<{ start: Date; onHand: number | null; available: number | null }>`
    select d."start", m."onHandAfter" as "onHand", m."availableAfter" as "available"
    from generate_series(${startOfDay(now, 1 - DAYS)}::timestamptz, ${startOfDay(now)}::timestamptz, interval '24 hours') as d ("start")
    left join lateral (select "onHandAfter", "availableAfter" from "stockMove"
      where "skuId" = ${skuId} and "warehouseId" = ${warehouseId} and "createTime" < d."start" + interval '24 hours'
      order by "id" desc limit 1) m on true order by d."start"`.execute(db)
  return rows.map(({ start, onHand, available: free }) => ({
    day: formatDate(toSeconds(start)),
    onHand: onHand ?? 0,
    available: free ?? 0,
  }))
}

async function infoOf(db: Db, who: Who, id: number) {
  const row = await answerRow(db, who, stock, calls.info.answer, id, stockFiguresOf)
  const [told = row] = await withoutTransit(db, who, stock, [row])
  return { ...told, curve: await curveOf(db, row) }
}

async function nearBoard(db: Db, who: Who, warehouseId: number | null) {
  const own = await conditionsOf(
    db,
    who,
    stockLot,
    {},
    {
      where: warehouseId === null ? [] : [sql<SqlBool>`"stockLot"."warehouseId" = ${warehouseId}`],
    },
  )
  const day = today()
  return Promise.all(
    BUCKETS.map(async (one) => {
      const { rows } = await sql<{ lots: number; qty: number; amount: number }>`
        select count(*)::int as "lots", coalesce(sum("stockLot"."onHand"), 0) as "qty",
          coalesce(round(sum("stockLot"."onHand" * s."avgCost" * 100)), 0)::bigint as "amount"
        from "stockLot" join "stock" s on s."skuId" = "stockLot"."skuId" and s."warehouseId" = "stockLot"."warehouseId"
        where "stockLot"."onHand" > 0 and ${inBucket(one, day)} and ${sql.join(own, sql` and `)}`.execute(db)
      const [found] = rows
      return { bucket: one.value, lots: found?.lots ?? 0, qty: found?.qty ?? 0, amount: found?.amount ?? 0 }
    }),
  )
}

/** Where a lot came from, where it stood, where it went, as far as the person sees its warehouses. Warehouse §2.6. */
async function traceOf(db: Db, who: Who, skuId: number, lotNo: string) {
  const found = await db
    .selectFrom('lot')
    .selectAll()
    .where('skuId', '=', skuId)
    .where(sql<boolean>`lower("lotNo") = lower(${lotNo})`)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  const facts = rowIn(lot.all, found)
  const inScope = async (of: typeof stockLot | typeof stockMove) =>
    sql.join([sql`"lotId" = ${facts.id}`, ...(await conditionsOf(db, who, of, {}))], sql` and `)
  const places = await sql<Record<string, unknown>>`select * from "stockLot" where ${await inScope(stockLot)}
    and ("onHand" > 0 or "inTransit" > 0) order by "id"`.execute(db)
  const moves = await sql<Record<string, unknown>>`select * from "stockMove" where ${await inScope(stockMove)}
    and ("dOnHand" <> 0 or "dInTransit" <> 0) order by "id" desc limit ${sql.lit(SHOWN)}`.execute(db)
  return {
    ...facts,
    places: await withoutTransit(
      db,
      who,
      stockLot,
      (await joinRows(db, who, lotRows, places.rows)).map((row) => rowIn(lotRows, row)),
    ),
    moves: await toldMoves(db, who, moves.rows),
  }
}

const toldMoves = async (db: Db, who: Who, rows: Record<string, unknown>[]) =>
  withoutMoves(
    db,
    who,
    (await joinRows(db, who, moveRows, rows)).map((row) => rowIn(moveRows, row)),
  )

async function postingOf(db: Db, who: Who, id: number) {
  const found = await db.selectFrom('stockPosting').selectAll().where('id', '=', id).executeTakeFirst()
  const own = await conditionsOf(db, who, stockMove, {})
  const moves = await sql<Record<string, unknown>>`select * from "stockMove" where "postingId" = ${id}
    and ${sql.join(own, sql` and `)} order by "seq" limit ${sql.lit(SHOWN)}`.execute(db)
  // Whoever sees none of its warehouses does not see it.
  if (found === undefined || moves.rows.length === 0) throw notFound()
  const posting = await joinRow(db, who, stockPosting.all, { ...found })
  return {
    ...rowIn(stockPosting.all, posting),
    moves: await toldMoves(db, who, moves.rows),
  }
}

/** Warehouse §4.4. */
export const stockServed: readonly Served[] = [
  read(calls.list, async (db, who, input) => {
    const asked = { ...input, keywords: '' }
    const options = { ...(await stockOptions(db, who, input)), figures: stockFiguresOf }
    const page = await answerPage(db, who, stock, calls.list.answer, asked, options)
    return { ...page, list: await withoutTransit(db, who, stock, page.list) }
  }),
  read(calls.sectionList, async (db, who, input) => {
    const where = await ofSkus(db, stockSection.name, input)
    const asked = { ...input, keywords: '' }
    const derived = { source: sectionSource, keptBy: [stockLot.name, ...readsOfSkus(where)] }
    return derivedPage(db, who, stockSection, calls.sectionList.answer, derived, asked, { where })
  }),
  read(calls.lotList, async (db, who, input) => {
    const asked = { ...input, keywords: '' }
    const page = await answerPage(db, who, stockLot, calls.lotList.answer, asked, await lotOptions(db, input))
    return { ...page, list: await withoutTransit(db, who, stockLot, page.list) }
  }),
  read(calls.places, async (db, who, input) => {
    const asked = { ...input, keywords: '' }
    const options = await lotOptions(db, input, MOVABLE)
    const page = await answerPage(db, who, stockLot, calls.places.answer, asked, options)
    return { ...page, list: await withoutTransit(db, who, stockLot, page.list) }
  }),
  read(calls.info, (db, who, { id }) => infoOf(db, who, id)),
  read(calls.available, async (db, _who, { skuIds, ...buyer }) => {
    const rows = await available(db, skuIds, buyer)
    return rows.map((row) => ({ ...row, available: row.available / 1000 }))
  }),
  read(calls.reserveList, async (db, who, { sourceSn, ...input }) => {
    const meant = await ofSkus(db, stockReserve.name, input)
    return answerPage(
      db,
      who,
      stockReserve,
      calls.reserveList.answer,
      { ...input, keywords: '' },
      {
        // Of all that it is asked for a reservation changes its state alone.
        fresh: input.status === '' ? 'grows' : true,
        reads: readsOfSkus(meant),
        // No reservation is ever deleted, so nobody asks whether it is: then an index alone counts them.
        isDel: 'both',
        where: [
          ...meant,
          ...(sourceSn === '' ? [] : [sql<boolean>`"stockReserve"."sourceSn" = ${sourceSn}`]),
        ],
      },
    )
  }),
  read(calls.asof, async (db, who, { date, ...input }) => {
    const day = date ?? formatDate(toSeconds(startOfDay(new Date(), -1)))
    if (day >= today()) throw refuse('请选择今天以前的日期', 'date')
    const where = await ofSkus(db, stockAsof.name, input)
    // Which skus are meant is all that still changes of a day that is over.
    const derived = { source: await asofSource(db, day), keptBy: isOver(day) ? readsOfSkus(where) : null }
    const asked = { ...input, keywords: '' }
    const page = await derivedPage(db, who, stockAsof, calls.asof.answer, derived, asked, { where })
    return { ...page, list: await withoutTransit(db, who, stock, page.list) }
  }),
  read(calls.near, (db, who, { warehouseId }) => nearBoard(db, who, warehouseId)),
  read(calls.labels, (db, who, { ids }) => labelsOfStock(db, who, ids)),
  read(calls.lotTrace, (db, who, { skuId, lotNo }) => traceOf(db, who, skuId, lotNo)),
  read(calls.recordList, async (db, who, { direction: _any, ...input }) => {
    const asked = { ...input, keywords: '' }
    const options = { ...(await moveOptions(db, input)), figures: moveFigures }
    const page = await answerPage(db, who, stockMove, calls.recordList.answer, asked, options)
    return { ...page, list: await withoutMoves(db, who, page.list) }
  }),
  read(calls.logList, async (db, who, input) => {
    const asked = { ...input, keywords: '' }
    const options = { ...(await logOptions(db, input)), figures: logFigures }
    const page = await answerPage(db, who, stockMove, calls.logList.answer, asked, options)
    return { ...page, list: await withoutMoves(db, who, page.list) }
  }),
  read(calls.logTotals, (db, who, input) => logTotals(db, who, input)),
  read(calls.posting, (db, who, { id }) => postingOf(db, who, id)),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, stockExport, input)),
  change(calls.lotExport, (tx, who, input) => startTask(tx, who, lotExport, input)),
  change(calls.logExport, (tx, who, input) => startTask(tx, who, logExport, input)),
]

export const stockTasks = [stockExport, lotExport, logExport]
