import type { Db } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'
import { formatDate, toSeconds } from '#kit/shared/time.ts'

const BASIS_POINTS = 100
const THOUSANDTHS = 1000

async function activeSupplier(db: Db, supplierId: number) {
  const row = await db
    .selectFrom('supplier')
    .selectAll()
    .where('id', '=', supplierId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (row === undefined || row.inForce !== 1 || row.status !== 1) throw refuse('供应商已停用')
  return row
}

/** What a purchase from a supplier goes by; amounts in cents, rates in hundredths of a percent. Doors §4. */
export async function supplierTerms(db: Db, supplierId: number) {
  const row = await activeSupplier(db, supplierId)
  return {
    supplierCode: row.supplierCode,
    supplierName: row.supplierName,
    vendorNum: row.vendorNum,
    taxRate: row.taxRate * BASIS_POINTS,
    settleType: row.settleType,
    creditDays: row.creditDays,
    payTerms: row.payTerms,
    currency: row.currency,
    leadTimeDays: row.leadTimeDays,
    minOrderAmount: row.minOrderAmount ?? 0,
    orderDays: row.orderDays,
    buyerId: row.buyerId,
    isDirect: row.isDirect === 1,
    contractStatus: row.contractStatus,
  }
}

/**
 * At which price a supplier delivers a sku at a moment: price in cents, taxRate in hundredths of a percent, minQty in
 * thousandths; null without a price. Doors §4.
 */
export async function supplyPrice(db: Db, supplierId: number, skuId: number, t: Date) {
  const supplier = await activeSupplier(db, supplierId)
  const day = formatDate(toSeconds(t))
  const line = await db
    .selectFrom('supplierProduct')
    .selectAll()
    .where('supplierId', '=', supplierId)
    .where('skuId', '=', skuId)
    .where('isDraft', '=', 0)
    .where('isDel', '=', 0)
    .where('startDate', '<=', day)
    .where((where) => where.or([where('endDate', 'is', null), where('endDate', '>=', day)]))
    .orderBy('startDate', 'desc')
    .executeTakeFirst()
  if (line === undefined) return null
  return {
    price: line.supplyPrice,
    taxRate: (line.taxRate ?? supplier.taxRate) * BASIS_POINTS,
    minQty: Math.round((line.minQty ?? 0) * THOUSANDTHS),
    leadDays: line.leadDays ?? supplier.leadTimeDays,
  }
}

/** Those of the suppliers that ship to buyers themselves. Catalog §2.3. */
export async function directSuppliers(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('supplier')
    .select('id')
    .where('id', 'in', [...ids])
    .where('isDirect', '=', 1)
    .where('inForce', '=', 1)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .execute()
  return new Set(rows.map((row) => row.id))
}
