import type { Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { may } from '#kit/server/who.ts'
import { AppError, conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { today } from '#kit/shared/time.ts'
import { toQ } from '../document/document.rules.ts'
import { decimalFaults } from '../document/document.server.ts'
import { shipLinesOf } from '../document/leaving.server.ts'
import { checkPutAway } from '../document/putAway.server.ts'
import { warehouseTerms } from '../place/terms.server.ts'
import { shown } from '../stock/book.rules.ts'
import { endTransit, receive as receiveStock } from '../stock/receive.server.ts'
import { release } from '../stock/reserve.server.ts'
import { shipOut } from '../stock/ship.server.ts'
import { receivesBlind, refuseBlind } from './blind.server.ts'
import { worksAt } from './sides.server.ts'
import { STATUS, TRANSFER_STATES, transfer } from './transfer.entity.ts'
import { counted, doneFaults, headOf, lostPercent, type Transfer } from './transfer.rules.ts'

export const sourceOf = ({ id, transferSn: sn }: Pick<Transfer, 'id' | 'transferSn'>) => ({
  type: transfer.name,
  id,
  sn,
})

/** States in which goods of a transfer are on their way. */
export const ON_WAY: readonly number[] = [STATUS.onWay, STATUS.partly]

const OVER = '收货数量超过在途数量'
const over = (most: number): string => `${OVER} ${shown(toQ(most))}`

/** A transfer locked in one of these states, for those of one of its warehouses. 409 当前状态为…，不能…; 403. */
export async function lockAt(
  tx: Tx,
  id: number,
  action: string,
  from: readonly number[],
  side: 'outWarehouseId' | 'inWarehouseId',
): Promise<Transfer> {
  const row = await lockRow(tx, transfer, id)
  if (!(await worksAt(tx, row[side])))
    throw new AppError(403, side === 'outWarehouseId' ? `只有调出仓可以${action}` : `只有调入仓可以${action}`)
  if (row.auditStatus !== 1 || !from.includes(row.status)) {
    const state = TRANSFER_STATES.find((one) => one.value === row.status)?.label ?? ''
    throw conflict(`当前状态为${state}，不能${action}`)
  }
  return row
}

interface Given {
  readonly lineNo: number
  readonly qty: number | null
}
/** What is not filled in is none; lines keep their places, which refusals name. */
const filled = <L extends Given>(lines: readonly L[]) =>
  lines.map((line) => ({ ...line, qty: line.qty ?? 0 }))
const isMeant = ({ qty }: { readonly qty: number }): boolean => qty > 0
const skuOf = ({ lines }: Transfer, lineNo: number): number => lines[lineNo - 1]?.skuId ?? 0
/** One quantity of the lines that were sent, by the goods and the field it belongs to. */
const pieces = <K extends string>(
  row: Transfer,
  asked: readonly ({ readonly lineNo: number } & Readonly<Record<K, number>>)[],
  of: K,
  field: string,
) => asked.map((one, at) => ({ skuId: skuOf(row, one.lineNo), qty: one[of], field: `lines.${at}.${field}` }))

/** Ships what is held of an approved transfer, and lets the rest go: 121. Warehouse §4.7. */
export async function shipTransfer(tx: Tx, row: Transfer, given: readonly Given[]): Promise<Transfer> {
  const asked = filled(given)
  const faults = [
    ...doneFaults(
      row.lines,
      asked,
      (line) => line.qty,
      (most) => `发出数量不能超过调拨数量 ${shown(toQ(most))}`,
    ),
    ...(await decimalFaults(tx, pieces(row, asked, 'qty', 'qty'))),
  ]
  if (faults.length > 0) throw refuseFields(faults)
  const lines = asked.filter(isMeant)
  if (lines.length === 0) throw refuse('请填写发出数量')
  const source = sourceOf(row)
  const sent = row.lines.map((line, at) => ({
    ...line,
    sent: lines.find((one) => one.lineNo === at + 1)?.qty ?? 0,
  }))
  const leaving = sent.filter((line) => line.sent > 0).map((line) => ({ ...line, qty: line.sent }))
  const { shipped } = await shipOut(
    tx,
    { source, action: 'ship', day: today() },
    shipLinesOf(source, leaving),
    { moveType: 121, toWarehouseId: row.inWarehouseId },
  )
  await release(tx, source, undefined, 'release:ship')
  const now = sent.map(({ sent: shippedQty, ...line }) => {
    const lotId = shipped.find((one) => one.stockLotId === line.stockLotId)?.lotId ?? line.lotId
    return counted({ ...line, lotId }, { shippedQty })
  })
  return updateRow(
    tx,
    transfer,
    row,
    { lines: now, ...headOf(now), shipTime: new Date() },
    { anyField: true },
  )
}

export async function ship(tx: Tx, id: number, given: readonly Given[]): Promise<void> {
  await shipTransfer(tx, await lockAt(tx, id, '出库', [STATUS.waits], 'outWarehouseId'), given)
}

type Received = Given & { readonly sectionId: number | null }

/** Brings in what came, as often as something comes: 122. 422 收货数量超过在途数量 {n}. Warehouse §4.7. */
export async function receiveTransfer(tx: Tx, row: Transfer, given: readonly Received[]): Promise<Transfer> {
  const asked = filled(given)
  const isBlind = await receivesBlind(tx, row)
  const faults = [
    ...doneFaults(row.lines, asked, (line) => line.openQty, isBlind ? () => OVER : over),
    ...(await decimalFaults(tx, pieces(row, asked, 'qty', 'qty'))),
    ...asked.flatMap(({ sectionId, qty }, at) =>
      sectionId === null && qty > 0 ? [{ field: `lines.${at}.sectionId`, message: '请选择入库库区' }] : [],
    ),
  ]
  if (faults.length > 0) throw refuseFields(faults)
  const lines = asked.filter(isMeant)
  if (lines.length === 0) throw refuse('请填写实收数量')
  const of = (lineNo: number) => row.lines[lineNo - 1]
  await checkPutAway(
    tx,
    asked.map(({ lineNo, sectionId, qty }) => ({
      ...{ sectionId: qty > 0 ? sectionId : null, qty, skuId: skuOf(row, lineNo) },
      lotNo: of(lineNo)?.lotNo ?? '',
    })),
  )
  const times = row.times + 1
  await receiveStock(
    tx,
    { source: sourceOf(row), action: `receive:${times}`, day: today() },
    lines.map(({ lineNo, qty, sectionId }) => ({
      ...{ lineId: lineNo, warehouseId: row.inWarehouseId, skuId: of(lineNo)?.skuId ?? 0 },
      ...{ q: toQ(qty), sectionId: sectionId ?? 0, lotId: of(lineNo)?.lotId ?? 0 },
    })),
    122,
  )
  const now = row.lines.map((line, at) => {
    const came = lines.find((one) => one.lineNo === at + 1)
    return came === undefined
      ? line
      : { ...counted(line, { receivedQty: came.qty }), inSectionId: came.sectionId }
  })
  const { adminId } = actorOf(tx)
  return updateRow(
    tx,
    transfer,
    row,
    { lines: now, ...headOf(now), times, receiver: adminId },
    { anyField: true },
  )
}

export async function receive(tx: Tx, id: number, given: readonly Received[]): Promise<void> {
  await receiveTransfer(tx, await lockAt(tx, id, '收货', ON_WAY, 'inWarehouseId'), given)
}

interface Diff {
  readonly lineNo: number
  readonly lostQty: number | null
  readonly returnedQty: number | null
  readonly reason: 1 | 2 | 3 | 4 | null
}

/**
 * Ends what never came: lost (123) or back at its source (124). A loss above the tolerance of the receiving warehouse is for
 * somebody who decides transfers and has neither written nor received this one. Warehouse §4.7.
 */
export async function endDifference(
  tx: Tx,
  id: number,
  given: readonly Diff[],
  decides: string,
): Promise<void> {
  const row = await lockAt(tx, id, '处理差异', ON_WAY, 'inWarehouseId')
  await refuseBlind(tx, row, '调入仓盲收，请先收货再处理差异')
  const asked = given.map(({ lineNo, lostQty, returnedQty, reason }) => {
    const [lost, back] = [lostQty ?? 0, returnedQty ?? 0]
    return { lineNo, lost, back, reason, qty: (toQ(lost) + toQ(back)) / 1000 }
  })
  const parts = [...pieces(row, asked, 'lost', 'lostQty'), ...pieces(row, asked, 'back', 'returnedQty')]
  const faults = [
    ...doneFaults(row.lines, asked, (line) => line.openQty, over, 'lostQty'),
    ...(await decimalFaults(tx, parts)),
    ...asked.flatMap(({ reason, qty }, at) =>
      reason === null && qty > 0 ? [{ field: `lines.${at}.reason`, message: '请选择差异原因' }] : [],
    ),
  ]
  if (faults.length > 0) throw refuseFields(faults)
  const lines = asked.filter(isMeant)
  if (lines.length === 0) throw refuse('请填写损失或退回数量')
  await checkLoss(tx, row, lines.reduce((sum, one) => sum + toQ(one.lost), 0) / 1000, decides)
  const times = row.times + 1
  await endTransit(
    tx,
    { source: sourceOf(row), action: `diff:${times}`, day: today() },
    lines.flatMap(({ lineNo, lost, back }) => {
      const { skuId = 0, lotId = 0, sectionId = 0 } = row.lines[lineNo - 1] ?? {}
      const line = { lineId: lineNo, warehouseId: row.inWarehouseId, skuId, lotId: lotId ?? 0 }
      const to = { warehouseId: row.outWarehouseId, sectionId: sectionId ?? 0 }
      return [
        ...(lost > 0 ? [{ ...line, q: toQ(lost) }] : []),
        ...(back > 0 ? [{ ...line, q: toQ(back), to }] : []),
      ]
    }),
  )
  const now = row.lines.map((line, at) => {
    const ended = lines.find((one) => one.lineNo === at + 1)
    if (ended === undefined) return line
    return { ...counted(line, { lostQty: ended.lost, returnedQty: ended.back }), diffReason: ended.reason }
  })
  await updateRow(tx, transfer, row, { lines: now, ...headOf(now), times }, { anyField: true })
}

async function checkLoss(tx: Tx, row: Transfer, lost: number, decides: string): Promise<void> {
  const terms = (await warehouseTerms(tx, [row.inWarehouseId])).get(row.inWarehouseId)
  if (lost === 0 || lostPercent(row.lines, lost) <= Number(terms?.config.transferTolerancePct ?? 0)) return
  const who = actorOf(tx)
  const isOther = row.createBy !== who.adminId && row.receiver !== who.adminId
  if (!who.all && !(isOther && may(who, decides)))
    throw refuse('损失超过收货差异容差，须由有审核权限的其他人处理')
}

/** Gives up an approved transfer that was not shipped: what it held is free again. Warehouse §4.7. */
export async function cancel(tx: Tx, id: number, reason: string): Promise<void> {
  const row = await lockAt(tx, id, '取消', [STATUS.waits], 'outWarehouseId')
  await release(tx, sourceOf(row), undefined, 'release:cancel')
  await updateRow(tx, transfer, row, { status: STATUS.cancelled, opinion: reason }, { anyField: true })
}
