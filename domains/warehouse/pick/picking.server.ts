import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import { may } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, forbidden, notFound, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { toQ } from '../document/document.rules.ts'
import { countedOnce } from '../scan/scanLog.server.ts'
import { rebindParts } from '../stock/groups.server.ts'
import { shift } from '../stock/hold.server.ts'
import type { PostingHead, Q } from '../stock/posting.ts'
import { STAGING } from '../stock/sections.rules.ts'
import { sectionsOf } from '../stock/sections.server.ts'
import { CHANGE_LOT, LIST, pickList, pickListLine, pickTable } from './pickList.entity.ts'
import { addStaged, partOf, type Share, sharesOf, spread } from './shares.server.ts'

export type PickList = EntityRow<typeof pickList>

/** A line of a pick list, in thousandths. */
export interface PickLine {
  id: number
  pickListId: number
  skuId: number
  stockLotId: number
  sectionId: number
  lotNo: string
  expiryDate: string | null
  q: Q
  pickedQ: Q
  shortQ: Q
}

/** The list of a line and the line, both locked; the list is the person's own, or nobody's yet. */
export async function lockLine(
  tx: Tx,
  lineId: number,
  action: 'pick' | 'short',
): Promise<{ list: PickList; line: PickLine }> {
  const known = await tx
    .selectFrom('pickListLine')
    .select('pickListId')
    .where('id', '=', lineId)
    .executeTakeFirst()
  if (known === undefined) throw notFound()
  const list = await lockRow(tx, pickList, known.pickListId)
  guardState(pickTable, action, list.status)
  const { adminId } = actorOf(tx)
  if (list.pickerId !== null && list.pickerId !== adminId && adminId !== 0)
    throw conflict('拣货单已由其他人领取')
  const { rows } = await sql<PickLine>`
    select "id", "pickListId", "skuId", "stockLotId", "sectionId", "lotNo", "expiryDate"::text as "expiryDate",
      ("qty" * 1000)::bigint as "q", ("pickedQty" * 1000)::bigint as "pickedQ", ("shortQty" * 1000)::bigint as "shortQ"
    from "pickListLine" where "id" = ${lineId} for update`.execute(tx)
  const [line] = rows
  if (line === undefined) throw notFound()
  return { list, line }
}

/** Whoever begins an open list takes it. */
export async function begin(tx: Tx, list: PickList): Promise<PickList> {
  if (list.status === LIST.picking && list.pickerId !== null) return list
  const pickerId = list.pickerId ?? (actorOf(tx).adminId || null)
  return updateRow(
    tx,
    pickList,
    list,
    { status: LIST.picking, pickerId, startTime: list.startTime ?? new Date() },
    { anyField: true },
  )
}

/** 领取: the list is the person's own from now on. 409 拣货单已由其他人领取. */
export async function claim(tx: Tx, id: number): Promise<void> {
  // Of several that are open to be claimed nobody owns one yet, so the scope of the picker does not hold here.
  const list = await lockRow(tx, pickList, id)
  guardState(pickTable, 'claim', list.status)
  const { adminId } = actorOf(tx)
  if (list.pickerId !== null && list.pickerId !== adminId) throw conflict('拣货单已由其他人领取')
  await begin(tx, list)
}

interface Picked {
  lineId: number
  qty: number
  lotNo: string
  reason: string
  scanId: string
  /** as the scanner read it */
  code?: string
}

/**
 * The picker took so much of a line: the goods go to the staging section with their allocation (131). A scan that is sent again
 * counts once. Another lot than proposed needs a reason, a later one also the permission. 422 超出应拣数量, 请输入改批原因.
 * Warehouse §2.5, §2.6, §5.2.
 */
export async function pickLine(tx: Tx, picked: Picked): Promise<void> {
  const { lineId, qty, scanId, code } = picked
  const scan = { scanId, job: 'pick', source: { type: pickListLine.name, id: lineId }, code, qty } as const
  await countedOnce(tx, scan, z.null(), async () => {
    await pickOnce(tx, picked)
    return null
  })
}

async function pickOnce(tx: Tx, { lineId, qty, lotNo, reason, scanId }: Picked): Promise<void> {
  const { list, line } = await lockLine(tx, lineId, 'pick')
  const q = toQ(qty)
  const source = { type: pickList.name, id: list.id, sn: list.pickSn }
  const head = { source, action: scanId === '' ? `pick:${lineId}:${line.pickedQ}` : `scan:${scanId}` }
  if (q <= 0) throw refuse('数量必须大于0', 'qty')
  if (q > line.q - line.pickedQ - line.shortQ) throw refuse('超出应拣数量', 'qty')
  const shares = await sharesOf(tx, [lineId])
  const parts = spread(shares, q)
  const changes = lotNo.trim() !== '' && lotNo.trim().toLowerCase() !== line.lotNo.toLowerCase()
  const from = changes ? await takeOther(tx, head, list, line, parts, lotNo.trim(), reason) : line.stockLotId
  const staged = await stage(tx, head, list.warehouseId, parts, from)
  await addStaged(tx, staged)
  for (const { share, q: part } of parts) {
    await sql`update "pickShare" set "pickedQty" = "pickedQty" + ${part}::numeric / 1000 where "id" = ${share.id}`.execute(
      tx,
    )
    await sql`update "shipTaskLine" set "pickedQty" = "pickedQty" + ${part}::numeric / 1000 where "id" = ${share.taskLineId}`.execute(
      tx,
    )
  }
  await sql`update "pickListLine" set "pickedQty" = "pickedQty" + ${q}::numeric / 1000, "updateTime" = now(),
      "changedLotNo" = case when ${changes} then ${lotNo.trim()} else "changedLotNo" end,
      "changeReason" = case when ${changes} then ${reason} else "changeReason" end where "id" = ${lineId}`.execute(
    tx,
  )
  touch(tx, 'pickListLine')
  await countDone(tx, await begin(tx, list))
}

/** Binds what is picked to the lot that was taken instead, in the same section if it stands there. */
async function takeOther(
  tx: Tx,
  head: PostingHead,
  list: PickList,
  line: PickLine,
  parts: readonly { share: Share; q: Q }[],
  lotNo: string,
  reason: string,
): Promise<number> {
  if (reason.trim() === '') throw refuse('请输入改批原因', 'reason')
  const { rows } = await sql<{ id: number; expiryDate: string | null }>`
    select s."id", s."expiryDate"::text as "expiryDate" from "stockLot" s join "section" c on c."id" = s."sectionId" and c."sellable" = 1
    where s."warehouseId" = ${list.warehouseId} and s."skuId" = ${line.skuId} and lower(s."lotNo") = ${lotNo.toLowerCase()}
      and s."lotFree" > 0 order by (s."sectionId" = ${line.sectionId}) desc, s."lotFree" desc limit 1`.execute(
    tx,
  )
  const [other] = rows
  if (other === undefined) throw refuse(`批次 ${lotNo} 可用数量不足，可用 0`, 'lotNo')
  const isLater = (other.expiryDate ?? '9999') > (line.expiryDate ?? '9999')
  if (isLater && !may(actorOf(tx), CHANGE_LOT)) throw forbidden()
  return rebindParts(
    tx,
    { ...head, action: `${head.action}:lot` },
    parts.map(({ share, q }) => partOf(share, line.stockLotId, q)),
    { stockLotId: other.id },
  )
}

/** Takes bound goods to the staging section; what stands there already stays. Answers where they are now. */
async function stage(
  tx: Tx,
  head: PostingHead,
  warehouseId: number,
  parts: readonly { share: Share; q: Q }[],
  stockLotId: number,
): Promise<{ taskLineId: number; stockLotId: number; q: Q }[]> {
  const place = await tx
    .selectFrom('stockLot')
    .select(['sectionId', 'lotId', 'skuId'])
    .where('id', '=', stockLotId)
    .executeTakeFirstOrThrow()
  const staging = await stagingOf(tx, warehouseId)
  const at = (id: number) =>
    parts.map(({ share, q }) => ({ taskLineId: share.taskLineId, stockLotId: id, q }))
  if (place.sectionId === staging) return at(stockLotId)
  await shift(
    tx,
    head,
    parts.map(({ share, q }) => ({
      ...{ lineId: share.taskLineId, warehouseId, skuId: place.skuId, q },
      ...{ from: { stockLotId }, toSectionId: staging, reserved: partOf(share, stockLotId, q).key },
    })),
  )
  const { id } = await tx
    .selectFrom('stockLot')
    .select('id')
    .where('warehouseId', '=', warehouseId)
    .where('sectionId', '=', staging)
    .where('skuId', '=', place.skuId)
    .where('lotId', '=', place.lotId)
    .executeTakeFirstOrThrow()
  return at(id)
}

async function stagingOf(db: Db, warehouseId: number): Promise<number> {
  const sections = await sectionsOf(db, [warehouseId])
  const found = [...sections.values()].find((one) => one.type === STAGING && one.enabled)
  if (found === undefined) throw refuse('仓库没有启用的发货暂存区')
  return found.id
}

/** How many lines of a list need nobody any more. */
export async function countDone(tx: Tx, list: PickList): Promise<PickList> {
  const { rows } = await sql<{ lines: number; done: number }>`
    select count(*)::int as "lines", count(*) filter (where "pickedQty" + "shortQty" >= "qty")::int as "done"
    from "pickListLine" where "pickListId" = ${list.id}`.execute(tx)
  const { lines: lineCount = 0, done: doneCount = 0 } = rows[0] ?? {}
  return updateRow(tx, pickList, list, { lineCount, doneCount }, { anyField: true })
}
