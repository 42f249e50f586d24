import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { conflict, notFound } from '#kit/shared/errors.ts'
import { allocOf } from './bind.rules.ts'
import { type Book, enter, lotById, lotFreeOf, madeHead, publicOf, Short, shown } from './book.rules.ts'
import { type Deltas, FIGURES, REVERSAL } from './moveTypes.ts'
import { answerOf, pairsOf, postedBefore, postStock } from './post.server.ts'
import type { Posted, Q, StockSource } from './posting.ts'
import { release } from './reserve.server.ts'

interface Done {
  seq: number
  moveType: number
  warehouseId: number
  skuId: number
  stockLotId: number | null
  vacctId: number | null
  freezeLineId: number | null
  reserveId: number | null
  lineId: number
  d: Deltas
  amount: number
  transitAmount: number
  reserveType: string | null
  reserveSn: string | null
}

/**
 * Turns a posting of a document round, once: +500 of every move, with the original value. 422 库存已被使用，无法冲销：{商品} 可冲销
 * {n}; 409 已冲销 the second time, 404 where there is none. What it had shipped of reservations is reserved again, and then released
 * where the document itself had reserved it. Warehouse §3.
 */
export async function reverse(tx: Tx, source: StockSource, action: string, reason = ''): Promise<Posted> {
  const original = await postedBefore(tx, { source, action })
  if (original === null) throw notFound()
  const { postingId: reverseOfId } = original
  const moves = await movesOf(tx, reverseOfId)
  const reserves = moves.flatMap(({ reserveType: type, reserveSn: sn }) =>
    type === null || sn === null ? [] : [{ type, sn }],
  )
  const needs = {
    pairs: pairsOf(moves),
    lots: true,
    items: moves.some((one) => one.vacctId !== null),
    reverseOfId,
    reserveIds: moves.flatMap((one) => one.reserveId ?? []),
  }
  const head = { source, action: `reverse:${action}`, remark: reason }
  const posted = await postStock(tx, head, needs, (book) => {
    for (const move of moves) turn(book, move)
    checkFree(book, moves)
  })
  if (posted.repeated) throw conflict('单据已冲销')
  if (reserves.some((one) => one.type === source.type && one.sn === source.sn))
    await release(tx, source, undefined, `release:reverse:${action}`)
  return answerOf(posted)
}

async function movesOf(db: Db, postingId: number): Promise<Done[]> {
  const columns = FIGURES.map(
    (name) => `'${name}', -(m."d${name.charAt(0).toUpperCase()}${name.slice(1)}" * 1000)::bigint`,
  )
  const { rows } = await sql<Done>`
    select m."seq", m."moveType", m."warehouseId", m."skuId", m."stockLotId", m."vacctId", m."freezeLineId", m."reserveId",
      m."sourceLineId" as "lineId", m."amount", m."transitAmount", json_build_object(${sql.raw(columns.join(', '))}) as "d",
      r."sourceType" as "reserveType", r."sourceSn" as "reserveSn"
    from "stockMove" m left join "stockReserve" r on r."id" = m."reserveId"
    where m."postingId" = ${postingId} order by m."seq" desc`.execute(db)
  return rows
}

/** Enters the mirror of a move. The last piece takes along what is left of the value, as at every issue. */
function turn(book: Book, move: Done): void {
  const { moveType, lineId, d, vacctId, skuId } = move
  const head = madeHead(book, move.warehouseId, skuId)
  const item =
    vacctId === null ? undefined : book.items.find((one) => one.vacctId === vacctId && one.skuId === skuId)
  const reserve = book.reserves.find((one) => one.id === move.reserveId)
  const onHand = d.onHand ?? 0
  const isLast = onHand < 0 && head.onHand + onHand <= 0
  const value = isLast ? -head.amount : Math.max(-move.amount, -head.amount)
  const shipped = -onHand
  enter(book, {
    moveType: moveType + REVERSAL,
    lineId,
    head,
    lot: move.stockLotId === null ? undefined : lotById(book, move.stockLotId),
    reserve,
    freezeLineId: move.freezeLineId ?? undefined,
    value,
    transitValue: Math.max(-move.transitAmount, -head.transitAmount),
    d,
    ...(item === undefined ? {} : { item, account: { type: 5, qty: -shipped, reserved: -shipped, shipped } }),
  })
  if (reserve === undefined || move.stockLotId === null) return
  reserve.shipped += shipped
  reserve.allocated += d.allocated ?? 0
  allocOf(book, reserve, move.stockLotId).q += d.allocated ?? 0
}

/** Refuses when what it did was used since: tells how much of it was not. */
function checkFree(book: Book, moves: readonly Done[]): void {
  for (const { stockLotId, warehouseId, skuId, d } of moves) {
    const head = madeHead(book, warehouseId, skuId)
    const lot = stockLotId === null ? undefined : lotById(book, stockLotId)
    const ofLot =
      lot === undefined ? [] : [lotFreeOf(lot), lot.held, lot.frozen, lot.allocated, lot.inTransit]
    const ofHead = [publicOf(head), head.frozen, head.inTransit, head.reserved, head.vAlloc - head.vReserved]
    const least = Math.min(...ofLot, ...ofHead)
    if (least >= 0) continue
    const taken: Q = Math.max(0, ...Object.values(d).map((one) => -one))
    throw new Short(
      skuId,
      (_name, name) => `库存已被使用，无法冲销：${name} 可冲销 ${shown(Math.max(0, taken + least))}`,
    )
  }
}
