import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import { notFound, refuse } from '#kit/shared/errors.ts'
import { countSoon } from '../count/soon.server.ts'
import { freezeLots } from '../freeze/lotFreeze.server.ts'
import { noteDoor } from '../stock/declare.server.ts'
import {
  type Bound,
  type BoundPart,
  type Cut,
  cutParts,
  missParts,
  rebindElsewhere,
} from '../stock/groups.server.ts'
import type { StockSource } from '../stock/posting.ts'
import { begin, countDone, lockLine } from './picking.server.ts'
import { pickList } from './pickList.entity.ts'
import { partOf, type Staged, sharesOf, spreadLast, stagedOf } from './shares.server.ts'
import { addLines } from './wave.server.ts'

interface Missing {
  source: StockSource
  /** what tells this loss of the source apart from others */
  name: string
  place: { sectionId: number; lotNo: string; expiryDate: string | null }
  parts: readonly BoundPart[]
}

/**
 * Goods of a lot are not where they were bound: they are frozen for a count (reason 3), the reservations give up what public stock
 * does not cover, and the rest is bound to other lots, or given up without `fetches`. Orders hear what they lost. Answers what was
 * bound elsewhere and what was given up. Warehouse §5.2.
 */
export async function missGoods(
  tx: Tx,
  { source, name, place, parts }: Missing,
  { fetches = true }: { fetches?: boolean } = {},
) {
  const [first] = parts
  if (first === undefined) return { bound: [], cuts: [] }
  const { warehouseId, skuId, stockLotId } = first
  const q = parts.reduce((sum, one) => sum + one.q, 0)
  await countSoon(tx, warehouseId, [skuId])
  const cuts = await missParts(tx, { source, action: `miss:${name}` }, parts)
  await freezeLots(tx, [{ warehouseId, skuId, stockLotId, ...place, reason: 3, q }])
  const left = lessCuts(parts, cuts)
  const head = { source, action: `rebind:${name}` }
  const again =
    left.length === 0
      ? { bound: [], cuts: [] }
      : fetches
        ? await rebindElsewhere(tx, head, left)
        : { bound: [], cuts: await cutParts(tx, head, left) }
  const all = [...cuts, ...again.cuts]
  await giveUp(tx, all)
  return { bound: again.bound, cuts: all }
}

/** Parts without what was given up of them. */
function lessCuts(parts: readonly BoundPart[], cuts: readonly Cut[]): BoundPart[] {
  const gone = new Map<number, number>()
  for (const { ref, q } of cuts) gone.set(ref, (gone.get(ref) ?? 0) + q)
  return parts.flatMap((part) => {
    const less = Math.min(part.q, gone.get(part.ref) ?? 0)
    gone.set(part.ref, (gone.get(part.ref) ?? 0) - less)
    return part.q > less ? [{ ...part, q: part.q - less }] : []
  })
}

async function giveUp(tx: Tx, cuts: readonly Cut[]): Promise<void> {
  if (cuts.length === 0) return
  for (const { ref, q } of cuts)
    await sql`update "shipTaskLine" set "shortQty" = "shortQty" + ${q}::numeric / 1000 where "id" = ${ref}`.execute(
      tx,
    )
  await sql`update "shipTask" set "shortFlag" = 1, "updateTime" = now() where "id" in
    (select "taskId" from "shipTaskLine" where "id" = any(${sql.val(cuts.map((one) => one.ref))}::int[]))`.execute(
    tx,
  )
  touch(tx, 'shipTask')
  await noteDoor(tx)?.reserveLost(
    tx,
    cuts.map(({ key, q }) => ({ ...key, q })),
  )
}

/** 缺货: what of a line has not been picked is not there. The list gets further lines for what stands elsewhere. Warehouse §5.2. */
export async function shortLine(tx: Tx, lineId: number, reason: number): Promise<void> {
  const { list, line } = await lockLine(tx, lineId, 'short')
  const q = line.q - line.pickedQ - line.shortQ
  if (q <= 0) throw refuse('该行已拣完')
  const shares = await sharesOf(tx, [lineId])
  const lost = spreadLast(shares, q)
  for (const { share, q: part } of lost)
    await sql`update "pickShare" set "qty" = "qty" - ${part}::numeric / 1000 where "id" = ${share.id}`.execute(
      tx,
    )
  await sql`update "pickListLine" set "shortQty" = "shortQty" + ${q}::numeric / 1000, "shortReason" = ${reason}, "updateTime" = now()
    where "id" = ${lineId}`.execute(tx)
  touch(tx, 'pickListLine')
  const { bound } = await missGoods(tx, {
    source: { type: pickList.name, id: list.id, sn: list.pickSn },
    name: String(lineId),
    place: line,
    parts: lost.map(({ share, q: part }) => partOf(share, line.stockLotId, part)),
  })
  if (bound.length > 0) await addLines(tx, list.id, bound)
  await countDone(tx, await begin(tx, list))
}

interface MissedLine {
  taskId: number
  taskLineId: number
  /** of this lot alone; of whichever is staged unless given */
  stockLotId?: number
  q: number
}

/**
 * What was picked of a task line and is not in staging: less is staged. It is fetched from other lots, or given up without `fetches`.
 * `name` tells losses of one source apart. Answers what was bound elsewhere. Warehouse §5.3, §5.6.
 */
export async function missStaged(
  tx: Tx,
  { source, name = '', fetches }: { source: StockSource; name?: string; fetches: boolean },
  { taskId, taskLineId, stockLotId, q }: MissedLine,
): Promise<Bound[]> {
  const { warehouseId } = await tx
    .selectFrom('shipTask')
    .select('warehouseId')
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow(() => notFound())
  let left = q
  const bound: Bound[] = []
  const staged: Staged[] = (await stagedOf(tx, taskId)).filter(
    (one) => one.taskLineId === taskLineId && (stockLotId === undefined || one.stockLotId === stockLotId),
  )
  for (const one of staged) {
    const part = Math.min(left, one.q)
    if (part <= 0) continue
    left -= part
    await sql`update "taskStaged" set "qty" = "qty" - ${part}::numeric / 1000 where "taskLineId" = ${taskLineId} and "stockLotId" = ${one.stockLotId}`.execute(
      tx,
    )
    await sql`update "shipTaskLine" set "pickedQty" = "pickedQty" - ${part}::numeric / 1000 where "id" = ${taskLineId}`.execute(
      tx,
    )
    const missed = await missGoods(
      tx,
      {
        ...{ source, name: `${name}${taskLineId}:${one.stockLotId}`, place: one },
        parts: [
          {
            ref: taskLineId,
            key: { type: one.reserveType, sn: one.reserveSn, lineId: one.reserveLineId },
            ...{ warehouseId, skuId: one.skuId, stockLotId: one.stockLotId, q: part },
          },
        ],
      },
      { fetches },
    )
    bound.push(...missed.bound)
  }
  return bound
}
