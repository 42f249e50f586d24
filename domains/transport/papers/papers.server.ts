import { type SqlBool, sql } from 'kysely'
import {
  deliveryFacts,
  deliveryGoods,
  lockNotes,
  openDeliveries,
  openPage,
} from '#domains/warehouse/warehouse.door.ts'
import { isLot } from '#domains/warehouse/warehouse.shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { declareUse } from '#kit/server/refs.ts'
import { insertRow, lockRow, lockRows, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf } from '#kit/shared/call.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { countSheets } from '../cover/keep.server.ts'
import { attachSheet, PAPER, SHEET_STATES, sheetTable } from './attachSheet.entity.ts'
import { papersCalls as calls } from './papers.calls.ts'
import { countsOf, sentStatus } from './papers.rules.ts'

/** Deliveries that have no sheet. */
const WITHOUT = {
  where: sql<SqlBool>`not exists (select from "attachSheet" s where s."deliveryId" = "wtsDelivery"."id" and s."isDel" = 0)`,
  reads: [attachSheet.name],
}

/** The delivery, if the person sees it. */
async function seenDelivery(db: Db, who: Who, id: number) {
  const [known] = await deliveryFacts(db, [id])
  const found = (await openDeliveries(db, who, known?.deliverySn ?? '')).find((one) => one.id === id)
  if (found === undefined) throw notFound()
  return found
}

/** The receipt that the customer signs, and a report of each lot that travels. Warehouse §5.6. */
async function proposed(db: Db, deliveryId: number, deliverySn: string) {
  const goods = await deliveryGoods(db, [deliveryId])
  const lots = new Map(
    goods.filter((one) => one.lotNo !== '').map((one) => [`${one.skuId} ${one.lotNo}`, one]),
  )
  return [
    {
      ...{ type: PAPER.receipt, name: '送货回单', no: deliverySn, lotNo: '' },
      ...{ copies: 1, needBack: 1 as const },
    },
    ...[...lots.values()].map(({ name, lotNo }) => ({
      ...{
        type: PAPER.report,
        name: `${name} 质检报告`.slice(-100),
        no: '',
        lotNo: isLot(lotNo) ? lotNo : '',
      },
      ...{ copies: 1, needBack: 0 as const },
    })),
  ]
}

const unsent = (lines: InOf<typeof calls.save>['lines']) =>
  lines.map((line) => ({ ...line, backQty: 0, backTime: null, backBy: null }))

/** The trip or note that carries a delivery, for its driver and its day. */
async function carrierOf(db: Db, carrySn: string) {
  return db
    .selectFrom('vehicleAssignment')
    .select(['driverId', 'deliveryDate'])
    .where('assignSn', '=', carrySn)
    .where('isDel', '=', 0)
    .executeTakeFirst()
}

async function save(tx: Tx, who: Who, { deliveryId, lines: given, remark }: InOf<typeof calls.save>) {
  await seenDelivery(tx, who, deliveryId)
  const [delivery] = await lockNotes(tx, [deliveryId])
  if (delivery === undefined) throw notFound()
  if (delivery.status > 2) throw conflict(`配送单 ${delivery.deliverySn} 已发车，不能新增附表`)
  const trip = await carrierOf(tx, delivery.carrySn)
  const lines = unsent(given)
  const { rows: own } = await sql<{ attachSn: string }>`
    select "attachSn" from "attachSheet" where "deliveryId" = ${deliveryId} and "isDel" = 0`.execute(tx)
  if (own[0] !== undefined) throw refuse(`配送单已有附表 ${own[0].attachSn}`, 'deliveryId')
  const row = await insertRow(tx, attachSheet, {
    ...{ attachSn: await nextNumber(tx, 'FB'), carrySn: delivery.carrySn, warehouseId: delivery.warehouseId },
    ...{ deliveryId, deliverySn: delivery.deliverySn, customer: delivery.customer, lines, remark },
    ...{ bizDate: trip?.deliveryDate ?? delivery.planDate, driverId: trip?.driverId ?? null },
    ...countsOf(lines),
  })
  await countSheets(tx, delivery.carrySn)
  return { id: row.id }
}

/** 登记回收: so many copies came back, never more than went. 422 该行不需回收, 回收份数不能超过未回收{n}. */
async function takeBack(tx: Tx, { id, lines: given }: InOf<typeof calls.back>): Promise<void> {
  const row = await lockRow(tx, attachSheet, id)
  guardState(sheetTable, 'back', row.status)
  const lines = row.lines.map((line) => ({ ...line }))
  for (const [at, { lineNo, qty }] of given.entries()) {
    const line = lines[lineNo - 1]
    if (line === undefined || line.needBack !== 1) throw refuse('该行不需回收', `lines.${at}.qty`)
    const open = (line.copies ?? 0) - (line.backQty ?? 0)
    if (qty > open) throw refuse(`回收份数不能超过未回收${open}`, `lines.${at}.qty`)
    line.backQty = (line.backQty ?? 0) + qty
    line.backTime = new Date()
    line.backBy = actorOf(tx).adminId || null
  }
  const counts = countsOf(lines)
  await updateRow(tx, attachSheet, row, { lines, ...counts, status: sentStatus(counts) }, { anyField: true })
}

const { info, list, exportRows, remove } = calls
const handlers = standardHandlers(
  attachSheet,
  { list, info, exportRows, remove },
  {
    joined: true,
    list: (_who, input) =>
      'isOpen' in input && input.isOpen !== null
        ? { where: [sql<SqlBool>`("attachSheet"."openCount" > 0) = ${input.isOpen === 1}`] }
        : {},
    async deleting(tx, row) {
      guardState(sheetTable, 'remove', row.status)
      await sql`update "coverPage" set "sheetCount" = greatest("sheetCount" - 1, 0), "updateTime" = now(), "version" = "version" + 1
        where "carrySn" = ${row.carrySn} and "carrySn" <> '' and "isDel" = 0`.execute(tx)
      touch(tx, 'coverPage')
    },
  },
)

const served = [
  read(calls.waiting, (db, who, input) => openPage(db, who, WITHOUT, input)),
  read(calls.propose, async (db, who, { deliveryId }) => {
    const { deliverySn } = await seenDelivery(db, who, deliveryId)
    return proposed(db, deliveryId, deliverySn)
  }),
  change(calls.save, (tx, who, input) => save(tx, who, input)),
  change(calls.update, async (tx, _who, { id, lines: given, remark }) => {
    const row = await lockRow(tx, attachSheet, id)
    guardState(sheetTable, 'edit', row.status)
    const lines = unsent(given)
    await updateRow(tx, attachSheet, row, { lines, remark, ...countsOf(lines) }, { anyField: true })
  }),
  change(calls.back, (tx, _who, input) => takeBack(tx, input)),
  change(calls.print, async (tx, _who, { ids }) => {
    const printTime = new Date()
    for (const row of (await lockRows(tx, attachSheet, ids)).values())
      await updateRow(tx, attachSheet, row, { printCount: row.printCount + 1, printTime }, { anyField: true })
  }),
  servedCounts(calls.counts, attachSheet, 'status', tabsOf(SHEET_STATES)),
]

export const papersServed = { ...handlers, served: [...handlers.served, ...served] }

const uses = (of: string, column: string) =>
  declareUse(of, usesBy(attachSheet.name, column, attachSheet.label, { past: true }))
/** What sheets name stays while they are there. Doors §3 declareUse. */
export const papersUses = [uses('warehouse', 'warehouseId'), uses('driver', 'driverId')]
