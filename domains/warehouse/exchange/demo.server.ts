import { sql } from 'kysely'
import type { Demo } from '#kit/server/demo.ts'
import { stockinCalls } from '../stockin/stockin.document.ts'
import { stockoutCalls } from '../stockout/stockout.document.ts'
import { exchangeCalls } from './exchange.document.ts'

/** Bad goods that went back to their supplier: some came in exchange, the rest waits to be decided. Warehouse §5.10. */
export async function fillExchanges({ db, admin, idOf, day }: Demo): Promise<void> {
  const warehouseId = await idOf('warehouse', '福州总仓')
  const { rows } = await sql<{ skuId: number; sectionId: number; supplierId: number }>`
    select s."skuId", s."sectionId", v."id" as "supplierId" from "stockLot" s join "sku" k on k."id" = s."skuId"
      join "product" p on p."id" = k."productId" cross join lateral (
        select "id" from "supplier" where "isDel" = 0 and "auditStatus" = 1 and "inForce" = 1 order by "id" limit 1) v
    where s."warehouseId" = ${warehouseId} and p."batchManaged" = 0 and s."lotFree" >= 20 and p."storageCondition" = 1 order by s."id" limit 1`.execute(
    db,
  )
  const [line] = rows
  if (line === undefined) return
  const { skuId, sectionId, supplierId } = line
  const head = { warehouseId, supplierId, bizDate: day(0), submit: 1 } as const
  const goods = { skuId, sectionId }
  const receipt = await admin(stockinCalls.save, {
    ...head,
    ...{ type: 6, lines: [{ ...goods, qty: 12 }] },
  })
  await admin(stockinCalls.examine, { id: receipt.id, auditStatus: 1 })
  const out = await admin(stockoutCalls.save, {
    ...head,
    ...{ type: 2, stockinId: receipt.id, lines: [{ ...goods, qty: 8 }], remark: '包装破损，换货' },
  })
  await admin(stockoutCalls.examine, { id: out.id, auditStatus: 1 })
  const bill = (qty: number) =>
    admin(exchangeCalls.save, {
      ...head,
      ...{ exchangeType: 2, stockoutId: out.id, lines: [{ ...goods, qty, outSkuId: skuId, outQty: qty }] },
    })
  const posted = await bill(5)
  await admin(exchangeCalls.examine, { id: posted.id, auditStatus: 1 })
  await bill(3)
}
