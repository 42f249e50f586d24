import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import type { BoundPart } from '../stock/groups.server.ts'
import type { Q } from '../stock/posting.ts'

/** What a pick line fetches for one ship task, in thousandths. */
export interface Share {
  id: number
  pickLineId: number
  taskLineId: number
  taskId: number
  warehouseId: number
  skuId: number
  q: Q
  pickedQ: Q
  reserveType: string
  reserveSn: string
  reserveLineId: number
}

const SHARES = sql`
  select h."id", h."pickLineId", h."taskLineId", l."taskId", t."warehouseId", l."skuId", (h."qty" * 1000)::bigint as "q",
    (h."pickedQty" * 1000)::bigint as "pickedQ", l."reserveType", l."reserveSn", l."reserveLineId"
  from "pickShare" h join "shipTaskLine" l on l."id" = h."taskLineId" join "shipTask" t on t."id" = l."taskId"`

/** For which tasks these lines are picked, in the order in which they are served. */
export async function sharesOf(db: Db, pickLineIds: readonly number[]): Promise<Share[]> {
  const { rows } = await sql<Share>`
    ${SHARES} where h."pickLineId" = any(${sql.val([...pickLineIds])}::int[]) order by h."pickLineId", h."id"`.execute(
    db,
  )
  return rows
}

/** The shares of a ship task. */
export async function sharesOfTask(db: Db, taskId: number): Promise<Share[]> {
  const { rows } =
    await sql<Share>`${SHARES} where l."taskId" = ${taskId} order by h."pickLineId", h."id"`.execute(db)
  return rows
}

/** A share as the ledger knows it: so much of its reservation at a place. */
export const partOf = (share: Share, stockLotId: number, q: Q): BoundPart => ({
  ref: share.taskLineId,
  key: { type: share.reserveType, sn: share.reserveSn, lineId: share.reserveLineId },
  ...{ warehouseId: share.warehouseId, skuId: share.skuId, stockLotId, q },
})

/** Gives so much to shares that still want some, in their order. */
export function spread(shares: readonly Share[], q: Q): { share: Share; q: Q }[] {
  let left = q
  return shares.flatMap((share) => {
    const part = Math.min(left, share.q - share.pickedQ)
    left -= Math.max(0, part)
    return part > 0 ? [{ share, q: part }] : []
  })
}

/** The same from the last, for what is missing: who was served first keeps it. */
export function spreadLast(shares: readonly Share[], q: Q): { share: Share; q: Q }[] {
  return spread(shares.toReversed(), q)
}

/** Remembers where picked goods of a task stand. */
export async function addStaged(
  tx: Tx,
  rows: readonly { taskLineId: number; stockLotId: number; q: Q }[],
): Promise<void> {
  for (const { taskLineId, stockLotId, q } of rows)
    await sql`insert into "taskStaged" ("taskLineId", "stockLotId", "qty") values (${taskLineId}, ${stockLotId}, ${q}::numeric / 1000)
      on conflict ("taskLineId", "stockLotId") do update set "qty" = "taskStaged"."qty" + excluded."qty"`.execute(
      tx,
    )
}

/** A lot of a task that stands in staging. */
export interface Staged {
  taskLineId: number
  noteLineId: number
  skuId: number
  stockLotId: number
  lotId: number
  lotNo: string
  expiryDate: string | null
  sectionId: number
  q: Q
  reserveType: string
  reserveSn: string
  reserveLineId: number
}

/** What of a task has been picked, lot by lot. */
export async function stagedOf(db: Db, taskId: number): Promise<Staged[]> {
  const { rows } = await sql<Staged>`
    select g."taskLineId", l."noteLineId", l."skuId", g."stockLotId", s."lotId", s."lotNo", s."expiryDate"::text as "expiryDate",
      s."sectionId", (g."qty" * 1000)::bigint as "q", l."reserveType", l."reserveSn", l."reserveLineId"
    from "shipTaskLine" l join "taskStaged" g on g."taskLineId" = l."id" and g."qty" > 0
    join "stockLot" s on s."id" = g."stockLotId"
    where l."taskId" = ${taskId} order by l."id", g."id"`.execute(db)
  return rows
}
