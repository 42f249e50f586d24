import { skuCards } from '#domains/catalog/catalog.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { toQ, totalOf } from '../document/document.rules.ts'
import { checkDay, checkGoods, openTerms, passesBySetting } from '../document/document.server.ts'
import { serveLineSheet } from '../document/lineSheet.server.ts'
import { warehouseTerms } from '../place/terms.server.ts'
import { freeBill } from '../sap/billLink.server.ts'
import { lotLabels } from '../stock/lotLabels.server.ts'
import type { ReceiptLine } from '../stock/posting.ts'
import { receive } from '../stock/receive.server.ts'
import { reverse } from '../stock/reverse.server.ts'
import { sectionsOf } from '../stock/sections.server.ts'
import { checkPurchased, openOf, priced, tellPurchase, unbought } from './purchase.server.ts'
import { finishScans, scanReceipt } from './scanned.server.ts'
import { checkShelf } from './shelf.server.ts'
import { stockinCalls as calls, stockinDocument, stockinSheet } from './stockin.document.ts'
import { PURCHASED, stockin, WRITTEN_TYPES } from './stockin.entity.ts'
import { amountOf, type Stockin, stockinFaults } from './stockin.rules.ts'

const sourceOf = ({ id, stockinSn: sn }: Pick<Stockin, 'id' | 'stockinSn'>) => ({
  type: stockin.name,
  id,
  sn,
})

/** Movement types of what people write. Warehouse §2.2. */
const MOVES = { 1: 101, 6: 161, 7: 181 } as const

async function check(
  tx: Tx,
  row: Pick<Stockin, 'warehouseId' | 'type' | 'bizDate' | 'supplierId' | 'lines'>,
): Promise<void> {
  const { warehouseId, type, bizDate, lines } = row
  if (!WRITTEN_TYPES.some((one) => one === type)) throw refuse('该类型的入库单由系统生成', 'type')
  const terms = await openTerms(tx, warehouseId)
  checkDay(bizDate, terms)
  if (type === PURCHASED) await checkPurchased(tx, row, terms.config.overReceivePct)
  const sections = await sectionsOf(tx, [warehouseId])
  const faults = stockinFaults(lines, (id) => sections.get(id)?.type)
  if (faults.length > 0) throw refuseFields(faults)
  await checkGoods(tx, warehouseId, lines, sections)
}

/** The lines as the ledger takes them. What was rejected never came in. */
function receiptOf({ warehouseId, supplierId, lines }: Stockin): ReceiptLine[] {
  return lines.map((line, at) => ({
    ...{ lineId: at + 1, warehouseId, skuId: line.skuId, sectionId: line.sectionId, q: toQ(line.qty) },
    ...(line.price === null ? {} : { price: line.price }),
    ...(line.lotNo === ''
      ? {}
      : {
          lot: {
            lotNo: line.lotNo,
            productionDate: line.productionDate,
            expiryDate: line.expiryDate,
            supplierId,
          },
        }),
  }))
}

const handlers = serveDocument(stockinDocument, {
  chosen: 'any',
  record: { code: 'stockinSn' },
  deleting: (tx, row) => freeBill(tx, stockin.name, row.id),
  async prepare(tx, values, before) {
    const row = wholeRow(stockin, before, values)
    await check(tx, row)
    const cards = await skuCards(
      tx,
      row.lines.map((line) => line.skuId),
    )
    const bought = row.type === PURCHASED ? await priced(tx, row.lines) : row.lines.map(unbought)
    const lines = bought.map((line) => {
      const { productName = '', skuCode = '', suk = '', unitName = '' } = cards.get(line.skuId) ?? {}
      return { ...line, productName, skuCode, suk, unitName }
    })
    return { ...values, lines, totalQty: totalOf(lines), totalAmount: amountOf(lines) }
  },
  async complete(tx, row) {
    await check(tx, row)
    const { config } = await openTerms(tx, row.warehouseId)
    if (config.acceptCheck === 1) await checkShelf(tx, row)
  },
  passes: (tx, row) => passesBySetting(tx, row.warehouseId, 'stockin'),
  async approved(tx, row) {
    const { type, bizDate } = row
    if (type !== PURCHASED && type !== 6 && type !== 7) throw refuse('该类型的入库单由系统生成')
    checkDay(bizDate, await openTerms(tx, row.warehouseId))
    const head = { source: sourceOf(row), action: 'post', day: bizDate }
    if (type === PURCHASED) await tellPurchase(tx, row, 1)
    await receive(tx, head, receiptOf(row), MOVES[type])
  },
  process: {
    fields: [
      { name: 'type', label: '入库类型' },
      { name: 'warehouseId', label: '仓库编号' },
      { name: 'totalQty', label: '总数量' },
      { name: 'totalAmount', label: '总金额（元）' },
    ],
    vars: (_tx, { type, warehouseId, totalQty, totalAmount }) => ({
      type,
      warehouseId,
      totalQty,
      totalAmount: totalAmount / 100,
    }),
  },
})

const served = [
  ...serveLineSheet(calls, stockinSheet),
  read(calls.purchase, (db, _who, { purchaseSn, warehouseId }) => openOf(db, purchaseSn, warehouseId)),
  read(calls.labels, async (db, who, { ids }) => {
    const lines = []
    for (const id of ids) {
      const row = await readRow(db, who, stockin, id)
      const size = (await warehouseTerms(db, [row.warehouseId])).get(row.warehouseId)?.config.labelSize ?? ''
      lines.push(...row.lines.map((line) => ({ ...line, size })))
    }
    return lotLabels(
      db,
      lines.filter((line) => line.qty > 0),
    )
  }),
  change(calls.scan, (tx, _who, input) => scanReceipt(tx, input)),
  change(calls.finishScans, (tx, _who, { id }) => finishScans(tx, handlers.type, id)),
  change(calls.reverse, async (tx, _who, { id, reason }) => {
    const row = await lockRow(tx, stockin, id)
    if (row.auditStatus !== 1) throw conflict('入库单未审核通过，不能冲销')
    if (row.reversed === 1) throw conflict('单据已冲销')
    if (row.type === PURCHASED) await tellPurchase(tx, row, -1)
    await reverse(tx, sourceOf(row), 'post', reason)
    await updateRow(tx, stockin, row, { reversed: 1 }, { anyField: true })
  }),
]

export const stockinServed = { ...handlers, served: [...handlers.served, ...served] }
