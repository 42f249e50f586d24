import { sql } from 'kysely'
import {
  deliveryFacts,
  deliveryGoods,
  lockNotes,
  lowerDelivery,
  scanned,
} from '#domains/warehouse/warehouse.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { insertRow, lockRow, lockRows, updateRow } from '#kit/server/rows.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { InOf } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { refreshTrip } from '../trip/totals.server.ts'
import { vehicleAssignment } from '../trip/vehicleAssignment.entity.ts'
import { refreshNight } from './make.server.ts'
import type { nightCalls } from './night.calls.ts'
import { HANDLING, NIGHT, nightCount, nightCountLine, nightTable } from './nightCount.entity.ts'

type Line = EntityRow<typeof nightCountLine>

/** 破损 and 多装, by their values. */
const [SURPLUS, DAMAGED] = [3, 4] as const

async function linesOf(tx: Tx, nightCountId: number, deliveryId: number, boxNo: number | null) {
  const { rows } = await sql<{ id: number }>`
    select "id" from "nightCountLine" where "nightCountId" = ${nightCountId} and "deliveryId" = ${deliveryId}
      and (${boxNo}::int is null or "boxNo" = ${boxNo}::int) order by "id"`.execute(tx)
  return [
    ...(
      await lockRows(
        tx,
        nightCountLine,
        rows.map((row) => row.id),
        { anyScope: true },
      )
    ).values(),
  ]
}

/**
 * A box is there, or all of a delivery by its number; the same again changes nothing. A box of another vehicle or delivery stands on the
 * count as one too many. 422 无法识别的条码：{code}, 该箱的差异已处理. Warehouse §5.6.
 */
export async function scanNight(tx: Tx, { id, code, reason }: InOf<typeof nightCalls.scan>) {
  const { id: deliveryId, boxNo } = await scanned(tx, code)
  const row = await lockRow(tx, nightCount, id)
  guardState(nightTable, 'scan', row.status)
  const [delivery] = await deliveryFacts(tx, [deliveryId])
  if (delivery === undefined || delivery.warehouseId !== row.warehouseId)
    throw refuse(`无法识别的条码：${code}`, 'code')
  const lines = await linesOf(tx, id, deliveryId, boxNo)
  if (lines.length === 0) await addStray(tx, id, delivery, boxNo ?? 1)
  for (const line of lines) {
    if (line.handling !== null) {
      if (boxNo !== null) throw refuse('该箱的差异已处理', 'code')
      continue
    }
    const counted = reason === DAMAGED ? 0 : 1
    await updateRow(
      tx,
      nightCountLine,
      line,
      { counted, diff: counted - (line.expected ?? 0), reason },
      { anyField: true },
    )
  }
  const counterId = row.counterId ?? (actorOf(tx).adminId || null)
  const status = row.status === NIGHT.waits ? NIGHT.runs : row.status
  await updateRow(tx, nightCount, row, { counterId, status }, { anyField: true })
  const { countedBoxes, boxCount } = await refreshNight(tx, id)
  const isStray = lines.length === 0 || lines.every((one) => one.expected === 0)
  return {
    ...{ deliverySn: delivery.deliverySn, plateNo: lines[0]?.plateNo ?? '', isStray },
    ...{ countedBoxes: countedBoxes ?? 0, boxCount: boxCount ?? 0 },
  }
}

async function addStray(
  tx: Tx,
  nightCountId: number,
  {
    id: deliveryId,
    deliverySn,
    customer,
    carrySn,
    boxCount,
  }: Awaited<ReturnType<typeof deliveryFacts>>[number],
  boxNo: number,
): Promise<void> {
  if (boxNo < 1 || boxNo > (boxCount ?? 0)) throw refuse(`没有箱 ${deliverySn}-${boxNo}`, 'code')
  await insertRow(
    tx,
    nightCountLine,
    {
      ...{ nightCountId, assignSn: '', plateNo: '', deliveryId, deliverySn, customer, boxNo },
      ...{ expected: 0, counted: 1, diff: 1, reason: SURPLUS, handleNote: carrySn },
    },
    { anyScope: true },
  )
}

async function readLine(
  tx: Tx,
  lineId: number,
): Promise<Pick<Line, 'nightCountId' | 'deliveryId' | 'assignSn'>> {
  const line = await tx
    .selectFrom('nightCountLine')
    .select(['nightCountId', 'deliveryId', 'assignSn'])
    .where('id', '=', lineId)
    .executeTakeFirst()
  if (line === undefined) throw notFound()
  return line
}

/**
 * A difference is handled: what is missing is fetched again or given up, boxes were exchanged, or the count was wrong. Locks note,
 * delivery, trip, count, in this order (doors §5). 409 差异已处理, 422 请填写缺少的商品. Warehouse §5.6.
 */
export async function handleLine(
  tx: Tx,
  { lineId, reason, handling, handleNote, lines: missed }: InOf<typeof nightCalls.handle>,
): Promise<{ pickSn: string }> {
  const known = await readLine(tx, lineId)
  const changesDelivery = handling === HANDLING.refetch || handling === HANDLING.lower
  if (changesDelivery) await lockNotes(tx, [known.deliveryId])
  const trip = changesDelivery ? await lockTripBySn(tx, known.assignSn) : null
  const row = await lockRow(tx, nightCount, known.nightCountId)
  guardState(nightTable, 'handle', row.status)
  const line = (await lockRows(tx, nightCountLine, [lineId], { anyScope: true })).get(lineId)
  if (line === undefined) throw notFound()
  if (line.diff === 0) throw conflict('没有差异，不用处理')
  if (line.handling !== null) throw conflict('差异已处理')
  let pickSn = ''
  if (changesDelivery) {
    if (line.expected === 0) throw refuse('多出的箱不能补货或减单，请换货或更正', 'handling')
    const [delivery] = await deliveryFacts(tx, [line.deliveryId])
    if (delivery?.carrySn !== line.assignSn) throw refuse('配送单已不在该派车单，请更正', 'handling')
    if (missed.length === 0) throw refuse('请填写缺少的商品', 'lines')
    const lowered = await lowerDelivery(
      tx,
      {
        source: { type: nightCount.name, id: row.id, sn: row.nightSn },
        ...{ name: String(lineId), deliveryId: line.deliveryId, lines: missed, boxNo: line.boxNo },
      },
      // What is left of a damaged box still travels; one that nobody found does not.
      { fetches: handling === HANDLING.refetch, cutsBox: reason !== DAMAGED },
    )
    pickSn = lowered.pickSn
    if (trip !== null) await refreshTrip(tx, trip)
  }
  await updateRow(
    tx,
    nightCountLine,
    line,
    {
      ...{ reason, handling, handleBy: actorOf(tx).adminId || null, handleTime: new Date() },
      handleNote: pickSn === '' ? handleNote : [`拣货单 ${pickSn}`, handleNote].filter(Boolean).join('，'),
      ...(handling === HANDLING.correct ? await corrected(tx, line) : {}),
    },
    { anyField: true },
  )
  await refreshNight(tx, row.id)
  return { pickSn }
}

/** The count was wrong: the box is there; or it is off the trip, and nobody waits for it any more. */
async function corrected(tx: Tx, line: Line): Promise<Pick<Line, 'expected' | 'counted' | 'diff'>> {
  const [delivery] = await deliveryFacts(tx, [line.deliveryId])
  const expected = line.assignSn !== '' && delivery?.carrySn !== line.assignSn ? 0 : line.expected
  return { expected, counted: expected, diff: 0 }
}

async function lockTripBySn(tx: Tx, assignSn: string) {
  const known = await tx
    .selectFrom('vehicleAssignment')
    .select('id')
    .where('assignSn', '=', assignSn)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return known === undefined ? null : lockRow(tx, vehicleAssignment, known.id)
}

/** Through with counting: with differences that wait, it stays 有差异; 已完成 once each is handled. Warehouse §5.6. */
export async function finishNight(tx: Tx, id: number): Promise<{ status: number; openCount: number }> {
  const row = await lockRow(tx, nightCount, id)
  guardState(nightTable, 'finish', row.status)
  const open = row.openCount ?? 0
  if (row.status === NIGHT.differs && open > 0) throw conflict(`还有${open}处差异未处理，不能完成`)
  const status = open > 0 ? NIGHT.differs : NIGHT.done
  const finishTime = status === NIGHT.done ? new Date() : null
  await updateRow(tx, nightCount, row, { status, finishTime }, { anyField: true })
  return { status, openCount: open }
}

/** The goods of the delivery that a box belongs to. */
export async function goodsOfLine(tx: Parameters<typeof deliveryGoods>[0], deliveryId: number) {
  const goods = await deliveryGoods(tx, [deliveryId])
  return goods.map(({ lineId: id, name, lotNo, qty }) => ({ id, name, lotNo, qty }))
}
