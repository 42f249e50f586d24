// Deliveries that are ready for their vehicle, for tests of what carries them.
import { sql } from 'kysely'
import { checkTask } from '#domains/warehouse/delivery/check.server.ts'
import { finishList } from '#domains/warehouse/pick/finish.server.ts'
import { pickLine } from '#domains/warehouse/pick/picking.server.ts'
import { makeWave } from '#domains/warehouse/pick/wave.server.ts'
import type { Db } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import type { TestNotes } from './notes.ts'
import { addSkus, bring, type TestWarehouse } from './stock.ts'

/** A task over eight pieces of twenty, picked and checked into two boxes; `grams` of a piece. */
export async function pickedTask(
  db: Db,
  notes: TestNotes,
  place: TestWarehouse,
  { qty = 8, grams = 100, collectAmount = 0 }: { qty?: number; grams?: number; collectAmount?: number } = {},
) {
  const [skuId = 0] = await addSkus(db, 1, { storeName: '酸奶' })
  await sql`update "sku" set "weight" = ${grams / 1000} where "id" = ${skuId}`.execute(db)
  await bring(db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, 20)
  const made = await notes.open(place.id, [{ skuId, qty }], { collectAmount })
  await asSystem(db, (tx) =>
    makeWave(tx, {
      ...{ warehouseId: place.id, planDate: null, channelIds: [], logisticsModes: [], priority: null },
      ...{ pickType: 1, maxTasks: null, taskIds: [made.taskId], onlyComplete: 0 },
    }),
  )
  const { rows: lines } = await sql<{ id: number; pickListId: number; qty: number; taskLineId: number }>`
    select l."id", l."pickListId", l."qty", h."taskLineId" from "pickListLine" l join "pickShare" h on h."pickLineId" = l."id"
    join "shipTaskLine" k on k."id" = h."taskLineId" where k."taskId" = ${made.taskId}`.execute(db)
  for (const { id: lineId, qty: all } of lines)
    await asSystem(db, (tx) => pickLine(tx, { lineId, qty: all, lotNo: '', reason: '', scanId: '' }))
  await asSystem(db, (tx) => finishList(tx, lines[0]?.pickListId ?? 0))
  const { id: deliveryId } = await asSystem(db, (tx) =>
    checkTask(tx, {
      ...{ taskId: made.taskId, boxCount: 2, weight: null },
      lines: lines.map(({ taskLineId, qty: counted }) => ({ taskLineId, qty: counted })),
    }),
  )
  const { deliverySn } = await db
    .selectFrom('wtsDelivery')
    .select('deliverySn')
    .where('id', '=', deliveryId)
    .executeTakeFirstOrThrow()
  return { ...made, skuId, deliveryId, deliverySn }
}
