import type { Tx } from '#kit/server/database.ts'
import { lockRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { toQ, totalOf } from '../document/document.rules.ts'
import { checkDay, checkGoods, openTerms, passesBySetting } from '../document/document.server.ts'
import {
  holdLines,
  type LinePlace,
  placesOfLines,
  releaseLines,
  shipLinesOf,
  withCards,
} from '../document/leaving.server.ts'
import { serveLineSheet } from '../document/lineSheet.server.ts'
import { checkFrozen, refreshFreezes } from '../freeze/remains.server.ts'
import { freeBill } from '../sap/billLink.server.ts'
import type { ShipLine } from '../stock/posting.ts'
import { reverse } from '../stock/reverse.server.ts'
import type { Sections } from '../stock/sections.rules.ts'
import { sectionsOf } from '../stock/sections.server.ts'
import { shipOut } from '../stock/ship.server.ts'
import { checkReturn } from './returned.server.ts'
import { stockoutCalls as calls, stockoutDocument, stockoutSheet } from './stockout.document.ts'
import { OUT, stockout, WRITTEN_OUT } from './stockout.entity.ts'
import { type Stockout, stockoutFaults } from './stockout.rules.ts'

const sourceOf = ({ id, stockoutSn: sn }: Pick<Stockout, 'id' | 'stockoutSn'>) => ({
  type: stockout.name,
  id,
  sn,
})

/** Movement types of what people write. Warehouse §2.2. */
const MOVES = { 2: 102, 3: 162, 4: 163, 5: 164, 7: 164 } as const
const moveOf = (type: Stockout['type']) => {
  if (type === 1 || type === 6) throw refuse('该类型的出库单由系统生成', 'type')
  return MOVES[type]
}

interface Checked {
  sections: Sections
  places: (LinePlace | undefined)[]
}

async function check(tx: Tx, row: Stockout): Promise<Checked> {
  if (!WRITTEN_OUT.some((one) => one === row.type)) throw refuse('该类型的出库单由系统生成', 'type')
  const terms = await openTerms(tx, row.warehouseId)
  checkDay(row.bizDate, terms)
  const faults = stockoutFaults(row, terms.config.sapPush === 1)
  if (faults.length > 0) throw refuseFields(faults)
  const sections = await sectionsOf(tx, [row.warehouseId])
  await checkGoods(tx, row.warehouseId, row.lines, sections)
  return { sections, places: await placesOfLines(tx, row.warehouseId, row.lines) }
}

/** Whether goods of a line can be reserved: neither frozen nor in an unsellable section, whence they are taken directly. */
const isReserved = (line: Stockout['lines'][number], place: LinePlace | undefined, sections: Sections) =>
  line.freezeLineId === null && (place === undefined || sections.get(place.sectionId)?.sellable !== false)

/** Lines with what is known of their goods and places. */
async function described(tx: Tx, row: Stockout, places: readonly (LinePlace | undefined)[]) {
  const lines = await withCards(tx, row.lines)
  return lines.map((line, at) => {
    const { sectionId = null, lotNo = '', expiryDate = null, stockLotId = null } = places[at] ?? {}
    return { ...line, sectionId, lotNo, expiryDate, stockLotId, hold: null }
  })
}

/** Holds what the document takes, and splits lines that leave several places. */
async function hold(tx: Tx, row: Stockout): Promise<Stockout> {
  const { sections, places } = await check(tx, row)
  const numbered = row.lines.map((line, at) => ({ ...line, hold: at + 1 }))
  const reserved = numbered.filter((line, at) => isReserved(line, places[at], sections))
  const direct = numbered.filter((line) => !reserved.includes(line))
  const held = await holdLines(
    tx,
    sourceOf(row),
    row.version,
    row.warehouseId,
    reserved,
    reserved.map((line) => places[line.hold - 1]),
  )
  const lines = [...held, ...direct.map((line) => ({ ...line, hold: null }))]
  return updateRow(tx, stockout, row, { lines, totalQty: totalOf(lines) }, { anyField: true })
}

/** What leaves, as the ledger takes it: reservations, what freezes hold, and what stands in unsellable sections. */
function outLines(row: Stockout): ShipLine[] {
  const { warehouseId } = row
  const direct = row.lines.flatMap((line, at): ShipLine[] => {
    if (line.hold !== null) return []
    const { skuId, stockLotId, freezeLineId } = line
    const of = { warehouseId, skuId }
    const q = toQ(line.qty)
    return [
      {
        ...{ lineId: row.lines.length + at + 1, q, lots: [{ place: { stockLotId: stockLotId ?? 0 }, q }] },
        ...(freezeLineId === null ? { held: of } : { frozen: { ...of, freezeLineId } }),
      },
    ]
  })
  const held = row.lines.filter((line) => line.hold !== null)
  return [...shipLinesOf(sourceOf(row), held), ...direct]
}

const freezeLinesOf = ({ lines }: Pick<Stockout, 'lines'>): number[] =>
  lines.flatMap((line) => line.freezeLineId ?? [])

const handlers = serveDocument(stockoutDocument, {
  chosen: 'any',
  record: { code: 'stockoutSn' },
  deleting: (tx, row) => freeBill(tx, stockout.name, row.id),
  async prepare(tx, values, before) {
    const row = wholeRow(stockout, before, values)
    const { places } = await check(tx, row)
    const lines = await described(tx, row, places)
    return { ...values, lines, totalQty: totalOf(lines), totalAmount: 0 }
  },
  async complete(tx, row) {
    await checkFrozen(tx, row.warehouseId, row.lines)
    if (row.type === OUT.supplier) await checkReturn(tx, row)
  },
  fill: hold,
  async moved(tx, row) {
    if (row.auditStatus === -1 || row.auditStatus === 2) await releaseLines(tx, sourceOf(row), row.version)
  },
  passes: (tx, row) => passesBySetting(tx, row.warehouseId, 'stockout'),
  async approved(tx, row) {
    checkDay(row.bizDate, await openTerms(tx, row.warehouseId))
    const head = { source: sourceOf(row), action: 'post', day: row.bizDate }
    const { shipped } = await shipOut(tx, head, outLines(row), { moveType: moveOf(row.type) })
    const totalAmount = shipped.reduce((sum, { amount }) => sum + amount, 0)
    await updateRow(tx, stockout, row, { totalAmount }, { anyField: true })
    await refreshFreezes(tx, freezeLinesOf(row))
  },
  process: {
    fields: [
      { name: 'type', label: '出库类型' },
      { name: 'warehouseId', label: '仓库编号' },
      { name: 'totalQty', label: '总数量' },
    ],
    vars: (_tx, { type, warehouseId, totalQty }) => ({ type, warehouseId, totalQty }),
  },
})

const served = [
  ...serveLineSheet(calls, stockoutSheet),
  change(calls.reverse, async (tx, _who, { id, reason }) => {
    const row = await lockRow(tx, stockout, id)
    if (row.auditStatus !== 1) throw conflict('出库单未审核通过，不能冲销')
    if (row.reversed === 1) throw conflict('单据已冲销')
    if (row.type === OUT.sale) throw conflict('货物已出库，请走售后流程')
    await reverse(tx, sourceOf(row), 'post', reason)
    await updateRow(tx, stockout, row, { reversed: 1 }, { anyField: true })
    await refreshFreezes(tx, freezeLinesOf(row))
  }),
]

export const stockoutServed = { ...handlers, served: [...handlers.served, ...served] }
