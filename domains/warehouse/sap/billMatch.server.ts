import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { movedDay } from '#kit/shared/time.ts'
import { lockKey, warehouseAt } from './arrival.server.ts'
import { BILL, billTable, sapBill } from './sapBill.entity.ts'
import { type Bill, type Moved, matchOf, movesOf, openGroups } from './sapBill.rules.ts'

/** Days that a posting may lie from what SAP says. Warehouse §5.1. */
const NEAR = 3
const MOST_RELATED = 400

/** What postings of ours moved that bear the reference: their own number, that of their document, or what it came from. */
async function movedBy(db: Db, row: Bill, warehouseId: number): Promise<Moved[]> {
  const types = movesOf(row.moveType)
  const { rows } = await sql<Moved>`
    with "named" as (select p."id", p."postingSn" from "stockPosting" p
        where p."postDate" between ${movedDay(row.postingDate, -NEAR)}::date and ${movedDay(row.postingDate, NEAR)}::date
          and (lower(p."postingSn") = lower(${row.referenceNo}) or lower(p."sourceSn") = lower(${row.referenceNo})
            or (p."sourceType" = 'stockin' and exists (select from "stockin" i where i."id" = p."sourceId"
              and lower(${row.referenceNo}) in (lower(i."deliveryNoteNo"), lower(i."sourceSn"))))
            or (p."sourceType" = 'stockout' and exists (select from "stockout" o where o."id" = p."sourceId"
              and lower(${row.referenceNo}) = lower(o."sourceSn")))))
    select n."id" as "postingId", n."postingSn", k."productId", coalesce(l."lotNo", '') as "lotNo",
      (abs(sum(case when m."dOnHand" <> 0 then m."dOnHand" when m."dInTransit" <> 0 then m."dInTransit" else m."dFrozen" end)) * 1000)::bigint as "q"
    from "named" n join "stockMove" m on m."postingId" = n."id" and m."warehouseId" = ${warehouseId} and m."moveType" = any(${sql.val(types)}::int[])
    join "sku" k on k."id" = m."skuId" left join "stockLot" l on l."id" = m."stockLotId"
    group by 1, 2, 3, 4 order by 1, 3, 4`.execute(db)
  return rows
}

/** What other bills say is theirs already. */
async function takenOf(db: Db, postingIds: readonly number[]) {
  const { rows } = await sql<{ postingId: number; productId: number; charg: string }>`
    select "postingId", "productId", "charg" from "sapBillMatch" where "postingId" = any(${sql.val([...new Set(postingIds)])}::bigint[])`.execute(
    db,
  )
  return (postingId: number, productId: number, charg: string): boolean =>
    rows.some(
      (one) =>
        one.postingId === postingId &&
        one.productId === productId &&
        (one.charg === '' || charg === '' || one.charg === charg),
    )
}

const relatedOf = (sns: readonly string[]): string => {
  const all = [...new Set(sns)].filter((sn) => sn !== '')
  const text = all.join('、')
  return text.length <= MOST_RELATED ? text : `${all.slice(0, 10).join('、')}等${all.length}笔`
}

/**
 * 匹配: lines that a posting of ours answers to, by reference, material, quantity and ±3 days; a posting answers to one bill. 422 请先填写参考号,
 * 工厂 … 未映射到仓库，不能匹配. Warehouse §5.1.
 */
export async function matchBill(tx: Tx, id: number): Promise<{ matched: number; open: number }> {
  const row = await lockRow(tx, sapBill, id)
  guardState(billTable, 'match', row.status)
  if (row.referenceNo === '') throw refuse('没有参考号，不能匹配')
  const warehouseId = row.warehouseId ?? (await warehouseAt(tx, row))
  if (warehouseId === null)
    throw refuse(`工厂 ${row.sapPlant}/${row.sapStorageLocation} 未映射到仓库，不能匹配`)
  await lockKey(tx, sapBill, `reference ${row.referenceNo}`)
  const moved = await movedBy(tx, row, warehouseId)
  const taken = await takenOf(
    tx,
    moved.map((one) => one.postingId),
  )
  const found = new Map<number, Moved>()
  for (const group of openGroups(row.lines)) {
    const posting = matchOf(group, moved, taken)
    if (posting === undefined) continue
    await sql`insert into "sapBillMatch" ("billId", "postingId", "productId", "charg")
      values (${id}, ${posting.postingId}, ${group.productId}, ${group.charg})`.execute(tx)
    for (const at of group.at) found.set(at, posting)
  }
  const lines = row.lines.map((line, at) => {
    const posting = found.get(at)
    return posting === undefined
      ? line
      : { ...line, postingId: posting.postingId, postingSn: posting.postingSn }
  })
  const open = lines.filter((line) => line.postingId === null).length
  const status = open === 0 ? BILL.matched : open < lines.length ? BILL.partly : BILL.waits
  const relatedSn = relatedOf(lines.map((line) => line.postingSn))
  await updateRow(tx, sapBill, row, { warehouseId, lines, status, relatedSn }, { anyField: true })
  return { matched: found.size, open }
}

/** The postings of a bill are free for another one. */
export async function dropMatches(tx: Tx, billId: number): Promise<void> {
  await sql`delete from "sapBillMatch" where "billId" = ${billId}`.execute(tx)
}
