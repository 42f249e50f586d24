import { sql } from 'kysely'
import { enqueue } from '#domains/sap/sap.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { formatMoney } from '#kit/shared/money.ts'
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
