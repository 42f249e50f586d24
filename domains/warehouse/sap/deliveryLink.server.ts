import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { SAP_ORDER, shipSource } from '../stock/declare.server.ts'
import { type Gone, itemsOf, type SapDelivery } from './sapDelivery.rules.ts'
import { SAP_DELIVERY, sapDeliveryOrder } from './sapDeliveryOrder.entity.ts'

/** The number of the delivery order of SAP that a goods issue answers to, as whom it is posted; null: none. */
export async function sapOrderOf(db: Db, sourceType: string, sourceId: number): Promise<string | null> {
  const noteId = sourceType === SAP_ORDER ? -sourceId : sourceType === 'deliveryNote' ? sourceId : 0
  if (noteId === 0) return null
  const { rows } = await sql<{ sn: string }>`
    select o."sapDeliveryNo" as "sn" from "shipTask" t join "sapDeliveryOrder" o on o."taskId" = t."id" and o."isDel" = 0
      and o."status" in (${SAP_DELIVERY.matched}, ${SAP_DELIVERY.tasked})
    where t."noteId" = ${noteId}::int8 and t."isDel" = 0 and t."status" <> 9`.execute(db)
  return rows[0]?.sn ?? null
}

/** The delivery order of SAP that a task is, locked before its goods are posted; null: none. */
export async function lockSapOrder(tx: Tx, taskId: number): Promise<SapDelivery | null> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "sapDeliveryOrder" where "taskId" = ${taskId} and "isDel" = 0
      and "status" in (${SAP_DELIVERY.matched}, ${SAP_DELIVERY.tasked})`.execute(tx)
  const [row] = rows
  return row === undefined ? null : lockRow(tx, sapDeliveryOrder, row.id, { anyScope: true })
}

/** The goods of a delivery order left: 已发货, with what left of each line. */
export async function sapShipped(
  tx: Tx,
  row: SapDelivery,
  shipped: readonly { skuId: number; lotNo: string; q: number }[],
): Promise<void> {
  const { rows } = await sql<{ id: number; productId: number }>`
    select "id", "productId" from "sku" where "id" = any(${sql.val([...new Set(shipped.map((one) => one.skuId))])}::int[])`.execute(
    tx,
  )
  const products = new Map(rows.map((one) => [one.id, one.productId]))
  await markShipped(
    tx,
    row,
    shipped.map(({ skuId, lotNo, q }) => ({ productId: products.get(skuId) ?? 0, lotNo, q })),
  )
}

export async function markShipped(tx: Tx, row: SapDelivery, gone: readonly Gone[]): Promise<void> {
  const items = itemsOf(row.lines, gone)
  const lines = row.lines.map((line, at) => ({
    ...line,
    shippedQty: items.reduce((sum, one) => (one.at === at ? sum + one.q : sum), 0) / 1000,
  }))
  await updateRow(
    tx,
    sapDeliveryOrder,
    row,
    {
      ...{ status: SAP_DELIVERY.shipped, giTime: new Date(), lines },
      shippedQty: gone.reduce((sum, one) => sum + one.q, 0) / 1000,
    },
    { anyField: true },
  )
}

export interface Issue {
  postingId: number
  postingSn: string
  /** it went into the queue to SAP by itself */
  pushed: 0 | 1
  gone: Gone[]
}

/** The goods issue of a task, lot by lot; null while nothing has left. */
export async function issueOf(
  db: Db,
  { noteId, deliveryNo }: { noteId: number; deliveryNo: string },
): Promise<Issue | null> {
  const source = shipSource(noteId, deliveryNo)
  const { rows } = await sql<Gone & { postingId: number; postingSn: string; pushed: 0 | 1 }>`
    select p."id" as "postingId", p."postingSn", p."isMayPushSap" as "pushed", k."productId", l."lotNo", (sum(-m."dOnHand") * 1000)::bigint as "q"
    from "stockPosting" p join "stockMove" m on m."postingId" = p."id" and m."dOnHand" < 0
    join "sku" k on k."id" = m."skuId" join "stockLot" l on l."id" = m."stockLotId"
    where p."sourceType" = ${source.type} and p."sourceId" = ${source.id} and p."actionKey" = 'ship'
    group by 1, 2, 3, 4, 5 order by 4, 5`.execute(db)
  const [first] = rows
  if (first === undefined) return null
  const { postingId, postingSn, pushed } = first
  return {
    postingId,
    postingSn,
    pushed,
    gone: rows.map(({ productId, lotNo, q }) => ({ productId, lotNo, q })),
  }
}
