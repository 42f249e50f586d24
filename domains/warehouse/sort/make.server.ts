import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import type { pickList } from '../pick/pickList.entity.ts'
import type { shipTask } from '../ship/shipTask.entity.ts'
import { SORT, sortOrder } from './sortOrder.entity.ts'

/** The sort order of a batch that has been picked: a slot for each task, in the order in which they are served. Warehouse §5.3. */
export async function makeSort(
  tx: Tx,
  list: EntityRow<typeof pickList>,
  tasks: readonly EntityRow<typeof shipTask>[],
): Promise<void> {
  const made = await insertRow(
    tx,
    sortOrder,
    {
      ...{ sortSn: await nextNumber(tx, 'FJ'), pickListId: list.id, warehouseId: list.warehouseId },
      ...{ planDate: list.planDate, slotCount: tasks.length, taskCount: tasks.length },
    },
    { anyScope: true },
  )
  const order = tasks.toSorted((a, b) => a.rank - b.rank || a.id - b.id).map((one) => one.id)
  await sql`insert into "sortOrderLine" ("sortOrderId", "slotNo", "taskId", "taskLineId", "orderSubSn", "customer", "skuId", "qty")
    select ${made.id}, o."slot"::int, t."id", l."id", t."orderSubSn", t."customer", l."skuId", l."pickedQty"
    from unnest(${sql.val(order)}::int[]) with ordinality as o ("id", "slot") join "shipTask" t on t."id" = o."id"
    join "shipTaskLine" l on l."taskId" = t."id" and l."pickedQty" > 0 order by o."slot", l."id"`.execute(tx)
  touch(tx, 'sortOrderLine')
  await refreshSort(tx, made.id)
}

/** The figures of a sort order from its lines. */
export async function refreshSort(tx: Tx, id: number): Promise<void> {
  await sql`update "sortOrder" o set "updateTime" = now(), "version" = o."version" + 1, "taskCount" = f."tasks", "skuCount" = f."skus",
      "totalQty" = f."qty", "sortedQty" = f."sorted", "diffQty" = case when o."status" = ${SORT.done} then f."qty" - f."sorted" else 0 end
    from (select count(distinct "taskId")::int as "tasks", count(distinct "skuId")::int as "skus", coalesce(sum("qty"), 0) as "qty",
      coalesce(sum("sortedQty"), 0) as "sorted" from "sortOrderLine" where "sortOrderId" = ${id}) f where o."id" = ${id}`.execute(
    tx,
  )
  touch(tx, 'sortOrder')
}

async function openSortOf(db: Db, taskId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select distinct o."id" from "sortOrderLine" l join "sortOrder" o on o."id" = l."sortOrderId" and o."status" in (0, 1) and o."isDel" = 0
    where l."taskId" = ${taskId}`.execute(db)
  return rows[0]?.id ?? null
}

/** A task that is cancelled gives its slot up; an order without any is over. */
export async function dropFromSort(tx: Tx, taskId: number): Promise<void> {
  const id = await openSortOf(tx, taskId)
  if (id === null) return
  const row = await lockRow(tx, sortOrder, id, { anyScope: true })
  await sql`delete from "sortOrderLine" where "sortOrderId" = ${id} and "taskId" = ${taskId}`.execute(tx)
  touch(tx, 'sortOrderLine')
  if (row.taskCount <= 1) await updateRow(tx, sortOrder, row, { status: SORT.cancelled }, { anyField: true })
  await refreshSort(tx, id)
}
