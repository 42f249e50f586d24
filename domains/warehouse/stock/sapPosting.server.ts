import { sql } from 'kysely'
import { enqueue } from '#domains/sap/sap.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { billOf } from '../sap/billLink.server.ts'
import { sapOrderOf } from '../sap/deliveryLink.server.ts'
import type { Book } from './book.rules.ts'
import { moveFacts, REVERSAL } from './moveTypes.ts'
import type { PostingHead } from './posting.ts'
import { stockPosting } from './stock.entity.ts'

/** Tells SAP of the movements it knows, where their warehouse pushes (sapPush). Warehouse §2.2, §4.3. */
export async function pushPosting(
  tx: Tx,
  { source, action }: PostingHead,
  { postingId, postingSn }: { postingId: number; postingSn: string },
  book: Book,
): Promise<void> {
  const told = book.moves.filter(({ moveType }) => (moveFacts(moveType)?.sap ?? '') !== '')
  if (told.length === 0) return
  const warehouses = await plantsOf(
    tx,
    told.map((one) => one.head.warehouseId),
  )
  if (warehouses.size === 0) return
  const known = await toldOtherwise(tx, source, action)
  if (known !== null) return markTold(tx, postingId, known)
  const codes = await codesOf(
    tx,
    told.map((one) => one.head.skuId),
  )
  const pushed = told.filter((one) => warehouses.has(one.head.warehouseId))
  const lacking = pushed.some((one) => !codes.get(one.head.skuId))
    ? '缺少SAP物料号'
    : [...warehouses.values()].some((one) => one.plant === '')
      ? '缺少SAP工厂'
      : ''
  await enqueue(tx, {
    bizType: stockPosting.name,
    bizId: postingId,
    bizSn: postingSn,
    action: 'create',
    lacking,
    payload: {
      head: { postingSn, sourceType: source.type, sourceSn: source.sn, actionKey: action },
      items: pushed.map(({ moveType, head, lot, d, value, lineId }) => ({
        moveType: moveFacts(moveType)?.sap ?? '',
        reversed: moveType > REVERSAL ? 1 : 0,
        plant: warehouses.get(head.warehouseId)?.plant ?? '',
        storageLocation: warehouses.get(head.warehouseId)?.location ?? '',
        sapCode: codes.get(head.skuId) ?? '',
        charg: lot?.lotNo ?? '',
        qty: (d.onHand || d.inTransit || d.frozen || d.held || 0) / 1000,
        amount: formatMoney(value),
        lineId,
      })),
    },
  })
}

interface Told {
  text: string
  /** SAP has booked it already */
  isKnown: 0 | 1
}

/**
 * How SAP hears of a movement in another way: it has booked it itself (a bill), or its delivery order is posted back by a person. What
 * turns such a movement round is news to SAP.
 */
async function toldOtherwise(
  tx: Tx,
  { type, id }: PostingHead['source'],
  action: string,
): Promise<Told | null> {
  if (action === 'post') {
    const bill = await billOf(tx, type, id)
    return bill === null ? null : { text: `来自SAP凭证 ${bill.sn}，不再推送`, isKnown: 1 }
  }
  if (action !== 'ship') return null
  const order = await sapOrderOf(tx, type, id)
  return order === null ? null : { text: `由SAP交货单 ${order} 回传`, isKnown: 0 }
}

async function markTold(tx: Tx, postingId: number, { text, isKnown }: Told): Promise<void> {
  await sql`update "stockPosting" set "sapSync" = ${isKnown}, "sapDescription" = ${text},
    "sapSyncTime" = case when ${isKnown} = 1 then now() end where "id" = ${postingId}`.execute(tx)
  touch(tx, stockPosting.name)
}

/** Plant and storage location of those of the warehouses that push. */
async function plantsOf(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; plant: string; location: string }>`
    select w."id", w."sapPlant" as "plant", w."sapStorageLocation" as "location"
    from "warehouse" w join "wareHouseConfig" c on c."warehouseId" = w."id"
    where w."id" = any(${sql.val([...new Set(ids)])}::int[]) and c."sapPush" = 1`.execute(tx)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

async function codesOf(tx: Tx, skuIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .select(['sku.id', 'product.sapCode'])
    .where('sku.id', 'in', [...new Set(skuIds)])
    .execute()
  return new Map(rows.map((row) => [row.id, row.sapCode]))
}
