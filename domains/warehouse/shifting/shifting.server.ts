import type { Tx } from '#kit/server/database.ts'
import { lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { conflict, refuseFields } from '#kit/shared/errors.ts'
import { totalOf } from '../document/document.rules.ts'
import { checkDay, checkGoods, openTerms, passesBySetting } from '../document/document.server.ts'
import { fixedPlaces, placeLines, withCards } from '../document/leaving.server.ts'
import { serveLineSheet } from '../document/lineSheet.server.ts'
import { checkPutAway } from '../document/putAway.server.ts'
import { warehouse } from '../place/warehouse.entity.ts'
import { shift } from '../stock/hold.server.ts'
import { reverse } from '../stock/reverse.server.ts'
import { sectionsOf } from '../stock/sections.server.ts'
import { replenishment } from './replenish.server.ts'
import { scanPutAway } from './scanned.server.ts'
import { shiftingCalls as calls, shiftingDocument, shiftingSheet } from './shifting.document.ts'
import { shifting } from './shifting.entity.ts'
import { type Shifting, shiftingFaults } from './shifting.rules.ts'

const sourceOf = ({ id, shiftingSn: sn }: Pick<Shifting, 'id' | 'shiftingSn'>) => ({
  type: shifting.name,
  id,
  sn,
})

/** Checks the whole, and answers where its goods stand. */
async function check(tx: Tx, row: Shifting) {
  checkDay(row.bizDate, await openTerms(tx, row.warehouseId))
  const sections = await sectionsOf(tx, [row.warehouseId])
  await checkGoods(tx, row.warehouseId, row.lines, sections)
  const targets = row.lines.map((line) => ({ ...line, sectionId: line.toSectionId }))
  await checkGoods(tx, row.warehouseId, targets, sections, 'toSectionId')
  const places = await fixedPlaces(tx, row.warehouseId, row.lines)
  const lines = row.lines.map((line, at) => ({
    ...line,
    sectionId: places[at]?.sectionId ?? null,
    lotNo: places[at]?.lotNo ?? '',
    expiryDate: places[at]?.expiryDate ?? null,
  }))
  const faults = shiftingFaults({ ...row, lines }, (id) => sections.get(id ?? 0)?.sellable)
  if (faults.length > 0) throw refuseFields(faults)
  return { places, lines }
}

const handlers = serveDocument(shiftingDocument, {
  chosen: 'any',
  record: { code: 'shiftingSn' },
  async prepare(tx, values, before) {
    const { lines: placed } = await check(tx, wholeRow(shifting, before, values))
    const lines = await withCards(tx, placed)
    return { ...values, lines, totalQty: totalOf(lines) }
  },
  async complete(tx, row) {
    const { lines } = await check(tx, row)
    await checkPutAway(
      tx,
      lines.map((line) => ({ ...line, sectionId: line.toSectionId })),
      'toSectionId',
    )
  },
  passes: (tx, row) => passesBySetting(tx, row.warehouseId, 'shifting'),
  async approved(tx, row) {
    const { warehouseId, bizDate, lines } = row
    checkDay(bizDate, await openTerms(tx, warehouseId))
    const places = await fixedPlaces(tx, warehouseId, lines)
    const moved = placeLines(warehouseId, lines, places).map((line, at) => ({
      ...line,
      toSectionId: lines[at]?.toSectionId ?? 0,
    }))
    await shift(tx, { source: sourceOf(row), action: 'post', day: bizDate }, moved)
  },
  process: {
    fields: [
      { name: 'reason', label: '移库原因' },
      { name: 'warehouseId', label: '仓库编号' },
      { name: 'totalQty', label: '总数量' },
    ],
    vars: (_tx, { reason, warehouseId, totalQty }) => ({ reason, warehouseId, totalQty }),
  },
})

const served = [
  ...serveLineSheet(calls, shiftingSheet),
  read(calls.replenish, async (db, who, { warehouseId }) => {
    await readRow(db, who, warehouse, warehouseId)
    return withCards(
      db,
      (await replenishment(db, warehouseId)).map((line) => ({
        ...line,
        ...{ productName: '', skuCode: '', suk: '', unitName: '' },
      })),
    )
  }),
  change(calls.scan, (tx, _who, input) =>
    scanPutAway(
      tx,
      handlers.type,
      (row) => check(tx, row),
      (values) => wholeRow(shifting, null, values),
      input,
    ),
  ),
  change(calls.reverse, async (tx, _who, { id, reason }) => {
    const row = await lockRow(tx, shifting, id)
    if (row.auditStatus !== 1) throw conflict('移库单未审核通过，不能冲销')
    if (row.reversed === 1) throw conflict('单据已冲销')
    await reverse(tx, sourceOf(row), 'post', reason)
    await updateRow(tx, shifting, row, { reversed: 1 }, { anyField: true })
  }),
]

export const shiftingServed = { ...handlers, served: [...handlers.served, ...served] }
