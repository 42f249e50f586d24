import { type SqlBool, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { updateRow, wholeRow } from '#kit/server/rows.ts'
import { change } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { refuseFields } from '#kit/shared/errors.ts'
import { totalOf } from '../document/document.rules.ts'
import { checkDay, checkGoods, openTerms, passesBySetting } from '../document/document.server.ts'
import { holdLines, placesOfLines, releaseLines, withCards } from '../document/leaving.server.ts'
import { serveLineSheet } from '../document/lineSheet.server.ts'
import { sectionsOf } from '../stock/sections.server.ts'
import { hiddenFields, refuseBlind, withoutFigures } from './blind.server.ts'
import {
  cancel,
  endDifference,
  receive,
  receiveTransfer,
  ship,
  shipTransfer,
  sourceOf,
} from './moves.server.ts'
import { reverseTransfer } from './reversing.server.ts'
import { transferScansServed } from './scanned.server.ts'
import { checkSides, firstStore, isOneStep, withDays, withSections } from './sides.server.ts'
import { transferCalls as calls, transferDocument, transferSheet } from './transfer.document.ts'
import { BLIND, STATUS, transfer } from './transfer.entity.ts'
import { type Transfer, transferFaults } from './transfer.rules.ts'

async function check(tx: Tx, row: Transfer) {
  checkDay(row.bizDate, await openTerms(tx, row.outWarehouseId, 'outWarehouseId'))
  await openTerms(tx, row.inWarehouseId, 'inWarehouseId')
  const faults = transferFaults(row)
  if (faults.length > 0) throw refuseFields(faults)
  await checkSides(tx, row)
  await checkGoods(tx, row.outWarehouseId, row.lines, await sectionsOf(tx, [row.outWarehouseId]))
  return placesOfLines(tx, row.outWarehouseId, row.lines)
}

/** Nothing has been done with the lines of a transfer that is being written. */
const NOTHING = {
  ...{ shippedQty: 0, receivedQty: 0, lostQty: 0, returnedQty: 0, openQty: 0 },
  ...{ inSectionId: null, diffReason: null, hold: null, lotId: null, sectionName: '', inSectionName: '' },
} as const

const handlers = serveDocument(transferDocument, {
  chosen: 'any',
  record: { code: 'transferSn', hides: hiddenFields },
  list: (_who, { overdue }) => ({
    where: overdue === 1 ? [OVERDUE] : [],
  }),
  enrich: async (db, rows, who) => withDays(db, await withSections(db, await withoutFigures(db, rows, who))),
  async prepare(tx, values, before) {
    if (before !== null) await refuseBlind(tx, before, BLIND.edit)
    const row = wholeRow(transfer, before, values)
    const places = await check(tx, row)
    const lines = (await withCards(tx, row.lines)).map((line, at) => {
      const { sectionId = null, lotNo = '', expiryDate = null, stockLotId = null } = places[at] ?? {}
      return { ...line, ...NOTHING, sectionId, lotNo, expiryDate, stockLotId }
    })
    return { ...values, lines, totalQty: totalOf(lines) }
  },
  async complete(tx, row) {
    await refuseBlind(tx, row, BLIND.submit)
    await check(tx, row)
  },
  deciding: (tx, row) => refuseBlind(tx, row, '调入仓盲收，请由调出仓审核'),
  async fill(tx, row) {
    const places = await placesOfLines(tx, row.outWarehouseId, row.lines)
    const lines = await holdLines(tx, sourceOf(row), row.version, row.outWarehouseId, row.lines, places)
    return updateRow(tx, transfer, row, { lines }, { anyField: true })
  },
  async moved(tx, row) {
    if (row.auditStatus === -1 || row.auditStatus === 2) await releaseLines(tx, sourceOf(row), row.version)
  },
  passes: (tx, row) => passesBySetting(tx, row.outWarehouseId, 'transfer'),
  async approved(tx, row) {
    const waits = await updateRow(tx, transfer, row, { status: STATUS.waits }, { anyField: true })
    if (!(await isOneStep(tx, row))) return
    const all = waits.lines.map(({ qty }, at) => ({ lineNo: at + 1, qty }))
    const sent = await shipTransfer(tx, waits, all)
    const sectionId = await firstStore(tx, row.inWarehouseId)
    await receiveTransfer(
      tx,
      sent,
      all.map((line) => ({ ...line, sectionId })),
    )
  },
  process: {
    fields: [
      { name: 'transferType', label: '调拨类型' },
      { name: 'outWarehouseId', label: '调出仓编号' },
      { name: 'inWarehouseId', label: '调入仓编号' },
      { name: 'totalQty', label: '总数量' },
    ],
    vars: (_tx, { transferType, outWarehouseId, inWarehouseId, totalQty }) => ({
      ...{ transferType, outWarehouseId, inWarehouseId, totalQty },
    }),
  },
})

/** On the way for longer than its source warehouse thinks usual. */
const OVERDUE = sql<SqlBool>`"transfer"."status" in (2, 3) and exists (select from "wareHouseConfig" c
  where c."warehouseId" = "transfer"."outWarehouseId" and "transfer"."shipTime" < now() - make_interval(days => c."inTransitWarnDays"))`

const served = [
  ...serveLineSheet(calls, transferSheet),
  ...transferScansServed,
  change(calls.ship, (tx, _who, { id, lines }) => ship(tx, id, lines)),
  change(calls.receive, (tx, _who, { id, lines }) => receive(tx, id, lines)),
  change(calls.diff, (tx, _who, { id, lines }) => endDifference(tx, id, lines, calls.examine.permission)),
  change(calls.reverse, (tx, _who, { id, reason }) => reverseTransfer(tx, id, reason)),
  change(calls.cancel, (tx, _who, { id, reason }) => cancel(tx, id, reason)),
]

export const transferServed = { ...handlers, served: [...handlers.served, ...served] }
