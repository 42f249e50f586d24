import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { type FieldError, refuseFields } from '#kit/shared/errors.ts'
import { toQ } from '../document/document.rules.ts'
import { shown } from '../stock/book.rules.ts'
import type { Q } from '../stock/posting.ts'
import { freeze } from './freeze.entity.ts'
import { type Freeze, freezeState } from './freeze.rules.ts'

/** A line of an approved freeze with what became of it, in thousandths. */
export interface Remain {
  freezeId: number
  freezeNo: string
  reason: Freeze['reason']
  freezeLineId: number
  warehouseId: number
  skuId: number
  productName: string
  skuCode: string
  suk: string
  unitName: string
  sectionId: number
  lotNo: string
  expiryDate: string | null
  stockLotId: number
  frozen: Q
  unfrozen: Q
  consumed: Q
}

/** Frozen by 141, let go by 142, consumed by what ships it; reversals count against what they turn round. */
const figures = sql`
  select "freezeLineId", max("stockLotId") as "stockLotId",
    (sum("dFrozen") filter (where "moveType" in (141, 641)) * 1000)::bigint as "frozen",
    (coalesce(-sum("dFrozen") filter (where "moveType" in (142, 642)), 0) * 1000)::bigint as "unfrozen",
    (coalesce(-sum("dFrozen") filter (where "moveType" not in (141, 641, 142, 642)), 0) * 1000)::bigint as "consumed"
  from "stockMove"`

const LINES = sql`
  select f."id" as "freezeId", f."freezeNo", f."reason", f."warehouseId", (l->>'freezeLineId')::bigint as "freezeLineId",
    (l->>'skuId')::int as "skuId", l->>'productName' as "productName", l->>'skuCode' as "skuCode", l->>'suk' as "suk",
    l->>'unitName' as "unitName", (l->>'sectionId')::int as "sectionId", l->>'lotNo' as "lotNo", l->>'expiryDate' as "expiryDate"
  from "freeze" f, jsonb_array_elements(f."lines") l`

/** Lines of these freezes. Warehouse §4.11. */
export async function remainsOf(db: Db, freezeIds: readonly number[]): Promise<Remain[]> {
  const { rows } = await sql<Remain>`
    with lines as (${LINES} where f."id" = any(${sql.val([...freezeIds])}::int[]) and f."type" = 1),
      figures as (${figures} where "freezeLineId" in (select "freezeLineId" from lines) group by 1)
    select * from lines join figures using ("freezeLineId") order by "freezeId", "freezeLineId"`.execute(db)
  return rows
}

/** Lines of these names, by their names. */
async function linesNamed(db: Db, lineIds: readonly number[]): Promise<Map<number, Remain>> {
  if (lineIds.length === 0) return new Map()
  const named = sql.val([...new Set(lineIds)])
  const { rows } = await sql<{ id: number }>`
    select distinct "sourceId" as "id" from "stockMove"
    where "freezeLineId" = any(${named}::bigint[]) and "sourceType" = ${freeze.name} and "moveType" = 141`.execute(
    db,
  )
  const found = await remainsOf(
    db,
    rows.map((row) => row.id),
  )
  return new Map(found.map((one) => [one.freezeLineId, one]))
}

const leftOf = ({ frozen, unfrozen, consumed }: Remain): Q => frozen - unfrozen - consumed

interface Consuming {
  readonly freezeLineId: number | null
  readonly skuId: number
  readonly qty: number
}

/** Lines that consume what a freeze holds: of this warehouse and sku, and no more than is left. Warehouse §4.6, §12. */
export async function checkFrozen(db: Db, warehouseId: number, lines: readonly Consuming[]): Promise<void> {
  const named = await linesNamed(
    db,
    lines.flatMap((line) => line.freezeLineId ?? []),
  )
  const faults: FieldError[] = []
  for (const [at, { freezeLineId, skuId, qty }] of lines.entries()) {
    if (freezeLineId === null) continue
    const remain = named.get(freezeLineId)
    const field = `lines.${at}.qty`
    if (remain === undefined || remain.warehouseId !== warehouseId || remain.skuId !== skuId)
      faults.push({ field, message: '冻结明细不存在' })
    else if (toQ(qty) > leftOf(remain))
      faults.push({ field, message: `解冻数量超过剩余冻结数量 ${shown(leftOf(remain))}` })
  }
  if (faults.length > 0) throw refuseFields(faults)
}

/** Lines of freezes that still hold something, of one freeze or of a warehouse. */
export async function openLines(
  db: Db,
  where: { freezeId: number | null; warehouseId: number | null },
): Promise<Remain[]> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "freeze" where "isDel" = 0 and "type" = 1 and "auditStatus" = 1 and "state" in (1, 2)
      ${where.freezeId === null ? sql`` : sql`and "id" = ${where.freezeId}`}
      ${where.warehouseId === null ? sql`` : sql`and "warehouseId" = ${where.warehouseId}`}
    order by "id" desc limit 200`.execute(db)
  const found = await remainsOf(
    db,
    rows.map((row) => row.id),
  )
  return found.filter((one) => leftOf(one) > 0)
}

/** The freezes that these lines belong to, ascending. */
export async function freezesOfLines(db: Db, lineIds: readonly number[]): Promise<number[]> {
  const named = await linesNamed(db, lineIds)
  return [...new Set([...named.values()].map((one) => one.freezeId))].sort((a, b) => a - b)
}

/** Writes on the heads of freezes what became of them, after a posting on any of these lines. */
export async function refreshFreezes(tx: Tx, lineIds: readonly number[]): Promise<void> {
  for (const id of await freezesOfLines(tx, lineIds)) {
    const row = await lockRow(tx, freeze, id, { anyScope: true })
    const lines = await remainsOf(tx, [id])
    const sum = (of: (one: Remain) => Q) => lines.reduce((all, one) => all + of(one), 0)
    const left = sum(leftOf)
    await updateRow(
      tx,
      freeze,
      row,
      {
        unfrozenQty: sum((one) => one.unfrozen) / 1000,
        consumedQty: sum((one) => one.consumed) / 1000,
        remainQty: left / 1000,
        state: freezeState(
          sum((one) => one.frozen),
          left,
        ),
      },
      { anyField: true },
    )
  }
}

/** A line with its figures as people read them. */
export const remainShown = (one: Remain) => ({
  ...one,
  frozen: one.frozen / 1000,
  unfrozen: one.unfrozen / 1000,
  consumed: one.consumed / 1000,
  remain: leftOf(one) / 1000,
})

/** Names for lines of freezes: the ledger knows what they hold by them, so no two are alike. */
export async function lineNames(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('"freezeLine_id_seq"') as "id" from generate_series(1, ${count})`.execute(tx)
  return rows.map((row) => row.id)
}
