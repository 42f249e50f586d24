import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { type DocumentType, submitDocument } from '#kit/server/document.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import type { InOf } from '#kit/shared/call.ts'
import { refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { totalOf } from '../document/document.rules.ts'
import { openTerms } from '../document/document.server.ts'
import { withCards } from '../document/leaving.server.ts'
import { sectionsFor } from '../document/sectionsFor.server.ts'
import { countedOnce } from '../scan/scanLog.server.ts'
import { checkPurchased, priced } from './purchase.server.ts'
import { withScan } from './scanned.rules.ts'
import { receiptScanned, type stockinCalls, stockinDocument } from './stockin.document.ts'
import { PURCHASED, stockin } from './stockin.entity.ts'
import { amountOf, type Stockin } from './stockin.rules.ts'

type Line = Stockin['lines'][number]

/**
 * Counts goods that were scanned at the dock into a draft: the line of their lot, or a further one. A purchase takes its own goods
 * alone, and no more than is open. 422 商品不在本单中, 已启用批次管理，请输入批次号, 请输入生产日期, 收货数量超出订单数量. Warehouse §4.5, §7.
 */
export function scanReceipt(tx: Tx, input: InOf<typeof stockinCalls.scan>) {
  const { id, skuId, qty, scanId, code } = input
  const source = { type: stockin.name, id }
  return countedOnce(tx, { scanId, job: 'receive', source, code, qty }, receiptScanned, async () => {
    const row = await lockRow(tx, stockin, id)
    guardState(stockinDocument.states, 'edit', row.auditStatus)
    if (qty <= 0) throw refuse('数量必须大于0', 'qty')
    const sectionOf = await sectionsFor(tx, row.warehouseId, [skuId])
    const fresh = row.type === PURCHASED ? undefined : () => newLine(skuId, sectionOf(skuId))
    const counted = withScan(row.lines, input, fresh)
    if (counted === null) throw refuse('商品不在本单中', 'code')
    const lines = await priceAndName(tx, row, counted.lines)
    const line = lines[counted.at]
    if (line === undefined) throw refuse('商品不在本单中', 'code')
    await checkLot(tx, line)
    if (row.type === PURCHASED) {
      const { config } = await openTerms(tx, row.warehouseId)
      await checkPurchased(tx, { supplierId: row.supplierId, lines }, config.overReceivePct)
    }
    await write(tx, row, lines)
    return { skuId, lotNo: line.lotNo, scanQty: line.scanQty ?? 0 }
  })
}

const newLine = (skuId: number, sectionId: number): Line => ({
  ...{ skuId, sectionId, productName: '', skuCode: '', suk: '', unitName: '' },
  ...{ lotNo: '', productionDate: null, expiryDate: null, planQty: null, qty: 0, scanQty: 0, price: null },
  ...{ grade: 'A', rejectQty: 0, rejectReason: null, purchaseSn: '', purchaseLineId: null, remark: '' },
})

async function priceAndName(tx: Tx, { type }: Stockin, lines: readonly Line[]): Promise<Line[]> {
  return withCards(tx, type === PURCHASED ? await priced(tx, lines) : lines)
}

const write = (tx: Tx, row: Stockin, lines: Line[]) =>
  updateRow(
    tx,
    stockin,
    row,
    { lines, totalQty: totalOf(lines), totalAmount: amountOf(lines) },
    { anyField: true },
  )

/** At the dock the goods are at hand, so that what their box says is asked there and not at the desk. Warehouse §12. */
async function checkLot(tx: Tx, { skuId, lotNo, productionDate, expiryDate }: Line): Promise<void> {
  const { rows } = await sql<{ name: string; batchManaged: number; shelfLifeDays: number }>`
    select p."storeName" as "name", p."batchManaged"::int as "batchManaged", coalesce(p."shelfLifeDays", 0)::int as "shelfLifeDays"
    from "sku" k join "product" p on p."id" = k."productId" where k."id" = ${skuId}`.execute(tx)
  const [goods] = rows
  if (goods?.batchManaged === 1 && lotNo.trim() === '')
    throw refuse(`${goods.name} 已启用批次管理，请输入批次号`, 'lotNo')
  if (goods !== undefined && goods.shelfLifeDays > 0 && productionDate === null && expiryDate === null)
    throw refuse('请输入生产日期', 'productionDate')
}

/** All that came was scanned: what was not scanned did not come, and the receipt is handed in. 422 还没有扫到商品. Warehouse §4.5, §7. */
export async function finishScans(tx: Tx, type: DocumentType<typeof stockin>, id: number): Promise<void> {
  const row = await lockRow(tx, stockin, id)
  guardState(stockinDocument.states, 'submit', row.auditStatus)
  const lines = row.lines.filter((line) => (line.scanQty ?? 0) > 0)
  if (lines.length === 0) throw refuse('还没有扫到商品')
  await submitDocument(tx, type, await write(tx, row, lines))
}
