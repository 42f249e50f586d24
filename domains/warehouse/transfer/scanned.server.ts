import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { answerPage, conditionsOf } from '#kit/server/list.ts'
import { readRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { may, type Who } from '#kit/server/who.ts'
import type { InOf, OutOf } from '#kit/shared/call.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { toQ } from '../document/document.rules.ts'
import { decimalFaults } from '../document/document.server.ts'
import { sectionsFor } from '../document/sectionsFor.server.ts'
import { warehouse } from '../place/warehouse.entity.ts'
import { countedOnce } from '../scan/scanLog.server.ts'
import { shown } from '../stock/book.rules.ts'
import { sectionsOf } from '../stock/sections.server.ts'
import { blindFor, receivesBlind } from './blind.server.ts'
import { lockAt, ON_WAY, receive, ship } from './moves.server.ts'
import { transferScanned } from './scan.calls.ts'
import { worksIn } from './sides.server.ts'
import { transferCalls as calls } from './transfer.document.ts'
import { STATUS, TRANSFER_STATES, transfer } from './transfer.entity.ts'
import type { Transfer, TransferLine } from './transfer.rules.ts'

/** Scans count for one step: what was scanned before the desk posted it counts for no other. */
const stepOf = ({ status, times }: Transfer): number => (status === STATUS.waits ? 0 : times + 1)
const scannedOf = (row: Transfer, { scanQty, scanStep }: TransferLine): number =>
  scanStep === stepOf(row) ? (scanQty ?? 0) : 0

type Out = InOf<typeof calls.scanShip>
type In = InOf<typeof calls.scanReceive>

/**
 * A line with more of it scanned for the step that is next, once however often it is sent. `over` says why it is too much.
 * 422 商品不在本单中, 数量必须大于0, 该商品不支持小数数量. Warehouse §7, §12.
 */
async function count(
  tx: Tx,
  row: Transfer,
  { lineNo, qty }: Out,
  over: (line: TransferLine, q: number) => string | null,
  more: (line: TransferLine, before: number) => Promise<Partial<TransferLine>> = async () => ({}),
) {
  const line = row.lines[lineNo - 1]
  if (line === undefined) throw refuse('商品不在本单中', 'lineNo')
  if (qty <= 0) throw refuse('数量必须大于0', 'qty')
  const [broken] = await decimalFaults(tx, [{ skuId: line.skuId, qty, field: 'qty' }])
  if (broken !== undefined) throw refuse(broken.message, 'qty')
  const before = scannedOf(row, line)
  const q = toQ(before) + toQ(qty)
  const fault = over(line, q)
  if (fault !== null) throw refuse(fault, 'qty')
  const next = { ...line, ...(await more(line, before)), scanQty: q / 1000, scanStep: stepOf(row) }
  const lines = row.lines.map((one, at) => (at === lineNo - 1 ? next : one))
  await updateRow(tx, transfer, row, { lines }, { anyField: true })
  return { lineNo, scanQty: q / 1000 }
}

/** Goods that are sent are scanned out. 403 只有调出仓可以出库; 422 发出数量不能超过调拨数量 {n}. Warehouse §4.7, §7. */
function scanShip(tx: Tx, scan: Out) {
  const { id, qty, scanId, code } = scan
  const source = { type: transfer.name, id }
  return countedOnce(tx, { scanId, job: 'transferOut', source, code, qty }, transferScanned, async () => {
    const row = await lockAt(tx, id, '出库', [STATUS.waits], 'outWarehouseId')
    return count(tx, row, scan, (line, q) =>
      q > toQ(line.qty) ? `发出数量不能超过调拨数量 ${shown(toQ(line.qty))}` : null,
    )
  })
}

/**
 * Goods that came are scanned in, where the person stands or where the warehouse keeps them; those of a line go into one section. In
 * a blind receipt nobody learns by a scan how many are due. 403 只有调入仓可以收货; 422 收货数量超过在途数量 {n}. Warehouse §4.7, §7.
 */
function scanReceive(tx: Tx, scan: In) {
  const { id, qty, scanId, code, sectionId } = scan
  const source = { type: transfer.name, id }
  return countedOnce(tx, { scanId, job: 'transferIn', source, code, qty }, transferScanned, async () => {
    const row = await lockAt(tx, id, '收货', ON_WAY, 'inWarehouseId')
    const blind = await receivesBlind(tx, row)
    const over = (line: TransferLine, q: number) =>
      !blind && q > toQ(line.openQty) ? `收货数量超过在途数量 ${shown(toQ(line.openQty))}` : null
    return count(tx, row, scan, over, async (line, before) => {
      const begun = before > 0 ? line.inSectionId : null
      const inSectionId = sectionId ?? begun ?? (await sectionFor(tx, row, line))
      await checkSection(tx, row, inSectionId, begun)
      return { inSectionId }
    })
  })
}

const sectionFor = async (tx: Tx, { inWarehouseId }: Transfer, { skuId }: TransferLine): Promise<number> =>
  (await sectionsFor(tx, inWarehouseId, [skuId]))(skuId)

async function checkSection(
  tx: Tx,
  { inWarehouseId }: Transfer,
  sectionId: number,
  begun: number | null,
): Promise<void> {
  const sections = await sectionsOf(tx, [inWarehouseId])
  const section = sections.get(sectionId)
  if (section === undefined) throw refuse('库区不属于该仓库', 'sectionId')
  if (!section.enabled) throw refuse('库区已停用', 'sectionId')
  if (begun !== null && begun !== sectionId)
    throw refuse(`该商品已放入${sections.get(begun)?.name ?? ''}，请先完成本次收货`, 'sectionId')
}

const meant = (row: Transfer) =>
  row.lines.flatMap((line, at) => {
    const qty = scannedOf(row, line)
    return qty > 0 ? [{ lineNo: at + 1, qty, sectionId: line.inSectionId }] : []
  })

/** Posts what was scanned out, as the desk would: what was not scanned is free again. 422 还没有扫到商品. Warehouse §4.7, §7. */
async function finishShip(tx: Tx, id: number): Promise<void> {
  const lines = meant(await lockAt(tx, id, '出库', [STATUS.waits], 'outWarehouseId'))
  if (lines.length === 0) throw refuse('还没有扫到商品')
  await ship(tx, id, lines)
}

/** Posts what was scanned in; what was not stays on its way. 422 还没有扫到商品. Warehouse §4.7, §7. */
async function finishReceive(tx: Tx, id: number): Promise<void> {
  const lines = meant(await lockAt(tx, id, '收货', ON_WAY, 'inWarehouseId'))
  if (lines.length === 0) throw refuse('还没有扫到商品')
  await receive(tx, id, lines)
}

/** What the person may scan out or in, by the warehouses they work at. */
async function scanned(db: Db, who: Who, input: InOf<typeof calls.scanList>) {
  const seen = sql.join(await conditionsOf(db, who, warehouse, {}), sql` and `)
  // Asked row by row: of thousands of warehouses a page would read all.
  const isOwn = (column: string) => sql<SqlBool>`exists (select from "warehouse"
    where "warehouse"."id" = ${sql.ref(`transfer.${column}`)} and ${seen} offset 0)`
  const ways = [
    { mayDo: may(who, calls.ship.permission), statuses: [STATUS.waits], column: 'outWarehouseId' },
    { mayDo: may(who, calls.receive.permission), statuses: ON_WAY, column: 'inWarehouseId' },
  ]
  // Without a value that is given only when it runs, the statement is planned once.
  const isIn = (statuses: readonly number[]) =>
    sql<SqlBool>`"transfer"."status" in (${sql.join(statuses.map((one) => sql.lit(one)))})`
  const own = ways.flatMap(({ mayDo, statuses, column }) =>
    mayDo ? [sql`(${isIn(statuses)} and ${isOwn(column)})`] : [],
  )
  return answerPage(db, who, transfer, calls.scanList.answer, input, {
    where: [
      sql<SqlBool>`"transfer"."auditStatus" = 1`,
      isIn([STATUS.waits, ...ON_WAY]),
      own.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(own, sql` or `)})`,
    ],
  })
}

async function scanInfo(db: Db, who: Who, id: number): Promise<OutOf<typeof calls.scanInfo>> {
  const row = await readRow(db, who, transfer, id)
  const isOut = row.status === STATUS.waits
  if (row.auditStatus !== 1 || !(isOut || ON_WAY.includes(row.status))) {
    const state = TRANSFER_STATES.find((one) => one.value === row.status)?.label ?? ''
    throw conflict(`当前状态为${state}，不能扫码收发`)
  }
  const warehouseId = isOut ? row.outWarehouseId : row.inWarehouseId
  const isMine = (await worksIn(db, who))(warehouseId)
  const isHidden = !isOut && (await blindFor(db, who, [row]))(row)
  return {
    ...{ id, transferSn: row.transferSn, step: isOut ? 'ship' : 'receive', warehouseId },
    off: isMine ? '' : isOut ? '只有调出仓可以出库' : '只有调入仓可以收货',
    lines: row.lines.flatMap((line, at) => {
      const done = scannedOf(row, line)
      const want = isOut ? line.qty : line.openQty
      // A line of which nothing was sent would tell who receives blind that nothing is due.
      if (want <= 0 && !isHidden) return []
      return [
        {
          ...{ lineNo: at + 1, skuId: line.skuId, name: line.productName, suk: line.suk },
          sectionId: isOut ? line.sectionId : done > 0 ? line.inSectionId : null,
          ...{ lotNo: line.lotNo, expiryDate: line.expiryDate, want: isHidden ? null : want, done },
        },
      ]
    }),
  }
}

export const transferScansServed = [
  read(calls.scanList, scanned),
  read(calls.scanInfo, (db, who, { id }) => scanInfo(db, who, id)),
  change(calls.scanShip, (tx, _who, input) => scanShip(tx, input)),
  change(calls.scanShipDone, (tx, _who, { id }) => finishShip(tx, id)),
  change(calls.scanReceive, (tx, _who, input) => scanReceive(tx, input)),
  change(calls.scanReceiveDone, (tx, _who, { id }) => finishReceive(tx, id)),
]
