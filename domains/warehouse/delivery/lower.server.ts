import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { builtRows } from '#kit/server/textRows.ts'
import { touch } from '#kit/server/transaction.ts'
import { refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { toQ } from '../document/document.rules.ts'
import { missStaged } from '../pick/missing.server.ts'
import { countDone } from '../pick/picking.server.ts'
import { PICK, pickList } from '../pick/pickList.entity.ts'
import { stagedOf } from '../pick/shares.server.ts'
import { addLines } from '../pick/wave.server.ts'
import type { Bound } from '../stock/groups.server.ts'
import type { StockSource } from '../stock/posting.ts'
import { type Delivery, deliveryFacts } from './door.server.ts'
import { restage } from './make.server.ts'
import { DELIVERY, deliveryTable, wtsDelivery } from './wtsDelivery.entity.ts'

/** What of a delivery is not there when its vehicle is counted. */
export interface Lowering {
  source: StockSource
  /** tells losses of the source apart */
  name: string
  deliveryId: number
  /** lines of the delivery, in pieces */
  lines: readonly { lineId: number; qty: number }[]
  /** the box that is not there, or no longer whole */
  boxNo: number
}

/**
 * 减单 and 补货: goods of a delivery that nobody finds are frozen for a count. 减单 gives them back to the note, and the box with them
 * when `cutsBox`; 补货 binds others and makes an urgent pick of them, in the name of the source. The box comes down from the vehicle. The
 * caller has locked the note by lockNotes. 409 当前状态为{状态}，不能减单或补货, 422 减少数量不能超过数量, 没有可补货的库存. Doors §4,
 * Warehouse §5.6.
 */
export async function lowerDelivery(
  tx: Tx,
  { source, name, deliveryId, lines, boxNo }: Lowering,
  { fetches, cutsBox }: { fetches: boolean; cutsBox: boolean },
): Promise<{ pickSn: string }> {
  const row = await lockRow(tx, wtsDelivery, deliveryId, { anyScope: true })
  guardState(deliveryTable, 'lower', row.status)
  const own = await tx
    .selectFrom('wtsDeliveryLine')
    .select(['id', 'taskLineId', 'stockLotId', 'qty'])
    .where('deliveryId', '=', deliveryId)
    .execute()
  const bound: Bound[] = []
  for (const [at, { lineId, qty }] of lines.entries()) {
    const line = own.find((one) => one.id === lineId)
    if (line === undefined) throw refuse('商品不在本单中', `lines.${at}.qty`)
    if (qty <= 0) throw refuse('数量必须大于0', `lines.${at}.qty`)
    if (qty > line.qty) throw refuse('减少数量不能超过数量', `lines.${at}.qty`)
    const { taskLineId, stockLotId } = line
    const missed = { taskId: row.taskId, taskLineId, stockLotId, q: toQ(qty) }
    bound.push(...(await missStaged(tx, { source, name: `${name}:`, fetches }, missed)))
  }
  if (fetches && bound.length === 0) throw refuse('没有可补货的库存，请改为减单', 'handling')
  if (!fetches && (await stagedOf(tx, row.taskId)).length === 0)
    throw refuse('配送单的商品不能全部减掉，请移出派车单后取消拣货', 'handling')
  await restage(tx, row.taskId)
  await takeBox(tx, deliveryId, boxNo, fetches ? false : cutsBox)
  return { pickSn: fetches ? await urgentPick(tx, row, source.sn, bound) : '' }
}

/** The box is not on the vehicle; one that is given up is not waited for either. */
async function takeBox(tx: Tx, id: number, boxNo: number, cuts: boolean): Promise<void> {
  const row = await lockRow(tx, wtsDelivery, id, { anyScope: true })
  await sql`delete from "deliveryBox" where "deliveryId" = ${id} and "boxNo" = ${boxNo} and "cut" = 0`.execute(
    tx,
  )
  if (cuts)
    await sql`insert into "deliveryBox" ("deliveryId", "boxNo", "cut") values (${id}, ${boxNo}, 1) on conflict do nothing`.execute(
      tx,
    )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as "count" from "deliveryBox" where "deliveryId" = ${id} and "cut" = 0`.execute(tx)
  const loadedCount = rows[0]?.count ?? 0
  const boxCount = row.boxCount - (cuts ? 1 : 0)
  if (boxCount < 1) throw refuse('配送单的箱不能全部减掉，请移出派车单后取消拣货', 'handling')
  const status = loadedCount === boxCount ? DELIVERY.loaded : DELIVERY.assigned
  await updateRow(tx, wtsDelivery, row, { loadedCount, boxCount, status }, { anyField: true })
}

/** A pick list of its own for what has to be fetched before the vehicle leaves. */
async function urgentPick(tx: Tx, row: Delivery, waveSn: string, bound: readonly Bound[]): Promise<string> {
  const pickSn = await nextNumber(tx, 'JH')
  const list = await insertRow(
    tx,
    pickList,
    {
      ...{ pickSn, waveSn, warehouseId: row.warehouseId, planDate: row.planDate, pickType: PICK.byOrder },
      ...{ taskCount: 1, skuCount: new Set(bound.map((one) => one.skuId)).size },
      totalQty: bound.reduce((sum, { q }) => sum + q, 0) / 1000,
    },
    { anyScope: true },
  )
  await addLines(tx, list.id, bound)
  await countDone(tx, list)
  await sql`update "shipTask" set "priority" = 1, "updateTime" = now() where "id" = ${row.taskId}`.execute(tx)
  touch(tx, 'shipTask')
  return pickSn
}

/** Which of these deliveries wait for an urgent pick, by their numbers. Doors §4, Warehouse §5.6. */
export async function refetching(db: Db, deliveryIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct d."id" from "wtsDelivery" d join "shipTaskLine" k on k."taskId" = d."taskId"
    join "pickShare" h on h."taskLineId" = k."id" join "pickListLine" l on l."id" = h."pickLineId"
    join "pickList" p on p."id" = l."pickListId" and p."status" in (0, 1)
    where d."id" = any(${sql.val([...deliveryIds])}::int[])`.execute(db)
  const found = await deliveryFacts(
    db,
    rows.map((row) => row.id),
  )
  return found.map((one) => one.deliverySn)
}

/** A line of a delivery as the papers and counts beside it name it. */
export interface DeliveryGoods {
  lineId: number
  deliveryId: number
  skuId: number
  name: string
  lotNo: string
  qty: number
}

/** What deliveries carry, line by line. Doors §4, Warehouse §5.6. */
export async function deliveryGoods(db: Db, deliveryIds: readonly number[]): Promise<DeliveryGoods[]> {
  const [first] = deliveryIds
  // Of one delivery the plan is a kept one.
  const which =
    deliveryIds.length === 1
      ? sql`l."deliveryId" = ${first}::int`
      : sql`l."deliveryId" = any(${sql.val([...deliveryIds])}::int[])`
  return builtRows(
    db,
    sql`
    select l."id" as "lineId", l."deliveryId", l."skuId", concat_ws(' ', p."storeName", nullif(k."suk", '')) as "name",
      l."lotNo", l."qty"::float8 as "qty"
    from "wtsDeliveryLine" l join "sku" k on k."id" = l."skuId" join "product" p on p."id" = k."productId"
    where ${which} and l."qty" > 0 order by l."deliveryId", l."id"`,
  )
}
