import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import { toQ } from '../document/document.rules.ts'
import { shown } from '../stock/book.rules.ts'
import type { Stockout } from './stockout.rules.ts'

interface Received {
  skuId: number
  lotNo: string
  /** thousandths */
  q: number
}

/**
 * Goods go back to the supplier who brought them, and no more than its receipt brought less what went back already, lot by lot.
 * Lines without a lot are counted by their sku. 422 at the line. Warehouse §4.6.
 */
export async function checkReturn(tx: Tx, row: Stockout): Promise<void> {
  const { stockinId, supplierId, warehouseId } = row
  const receipt = await tx
    .selectFrom('stockin')
    .select(['supplierId', 'warehouseId', 'auditStatus', 'reversed'])
    .where('id', '=', stockinId ?? 0)
    .where('isDel', '=', 0)
    // Two returns of one receipt are counted one after the other.
    .forUpdate()
    .executeTakeFirst()
  if (receipt === undefined || receipt.auditStatus !== 1 || receipt.reversed === 1)
    throw refuse('原入库单未审核通过或已冲销', 'stockinId')
  if (receipt.supplierId !== supplierId) throw refuse('原入库单不是该供应商的', 'stockinId')
  if (receipt.warehouseId !== warehouseId) throw refuse('原入库单不是该仓库的', 'stockinId')
  const received = await receivedBy(tx, stockinId ?? 0)
  const gone = await returnedOf(tx, stockinId ?? 0, row.id)
  const faults: FieldError[] = []
  const now = new Map<string, number>()
  for (const [at, { skuId, lotNo, qty }] of row.lines.entries()) {
    const isMeant = (one: Received) => one.skuId === skuId && (lotNo === '' || one.lotNo === lotNo)
    const sum = (rows: readonly Received[]) => rows.filter(isMeant).reduce((all, one) => all + one.q, 0)
    const key = `${skuId} ${lotNo}`
    const before = now.get(key) ?? 0
    const left = sum(received) - sum(gone) - before
    now.set(key, before + toQ(qty))
    if (toQ(qty) > left)
      faults.push({
        field: `lines.${at}.qty`,
        message: `退货数量超过原入库单可退数量 ${shown(Math.max(0, left))}`,
      })
  }
  if (faults.length > 0) throw refuseFields(faults)
}

async function receivedBy(tx: Tx, stockinId: number): Promise<Received[]> {
  const { rows } = await sql<Received>`
    select m."skuId", s."lotNo", (sum(m."dOnHand") * 1000)::bigint as "q"
    from "stockPosting" p join "stockMove" m on m."postingId" = p."id" join "stockLot" s on s."id" = m."stockLotId"
    where p."sourceType" = 'stockin' and p."sourceId" = ${stockinId} group by 1, 2`.execute(tx)
  return rows
}

/** What other returns of the receipt took back, or hold. */
async function returnedOf(tx: Tx, stockinId: number, except: number): Promise<Received[]> {
  const { rows } = await sql<Received>`
    select (l->>'skuId')::int as "skuId", coalesce(l->>'lotNo', '') as "lotNo",
      (sum((l->>'qty')::numeric) * 1000)::bigint as "q"
    from "stockout" o, jsonb_array_elements(o."lines") l
    where o."stockinId" = ${stockinId} and o."id" <> ${except} and o."isDel" = 0 and o."reversed" = 0
      and o."auditStatus" in (0, 1, 3) group by 1, 2`.execute(tx)
  return rows
}
