import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, updateRow } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { SCOPE, SHEET, SPLIT, stockCount, stockCountLine, type stockCountPlan } from './count.entity.ts'

export type Plan = EntityRow<typeof stockCountPlan>

/** What a plan counts: places with goods, in the order of walking. Warehouse §5.9. */
function within(plan: Plan): RawBuilder<SqlBool> {
  const { scopeType, sectionIds, cateIds, skuIds } = plan
  if (scopeType === SCOPE.sections)
    return sql<SqlBool>`(s."sectionId" = any(${sql.val(sectionIds)}::int[])
      or c."pid" = any(${sql.val(sectionIds)}::int[]))`
  if (scopeType === SCOPE.categories)
    return sql<SqlBool>`exists (select from "sku" k join "product" p on p."id" = k."productId"
      where k."id" = s."skuId" and p."cateId" && ${sql.val(cateIds)}::int[])`
  if (scopeType === SCOPE.skus) return sql<SqlBool>`s."skuId" = any(${sql.val(skuIds)}::int[])`
  if (scopeType === SCOPE.moved)
    return sql<SqlBool>`s."skuId" in (select m."skuId" from "stockMove" m where m."warehouseId" = ${plan.warehouseId}
      and m."dOnHand" <> 0 and m."createTime" >= (${plan.planDate}::date - 1)::timestamp at time zone 'Asia/Shanghai'
      and m."createTime" < ${plan.planDate}::date::timestamp at time zone 'Asia/Shanghai')`
  return sql<SqlBool>`true`
}

interface Place {
  sheet: number
  sectionId: number
}

/**
 * Makes the sheets of a plan with their lines, by section or by so many lines; what they were before is replaced. Answers how
 * many. 422 范围内没有库存.
 */
export async function makeSheets(tx: Tx, plan: Plan): Promise<number> {
  await sql`delete from "stockCountLine" where "countId" in (select "id" from "stockCount" where "planId" = ${plan.id})`.execute(
    tx,
  )
  await sql`update "stockCount" set "isDel" = 1 where "planId" = ${plan.id}`.execute(tx)
  const part =
    plan.splitBy === SPLIT.section
      ? sql`dense_rank() over (order by c."pickSort", s."sectionId")`
      : sql`1 + (row_number() over (order by c."pickSort", s."sectionId", s."skuId", s."id") - 1) / ${plan.splitLines}::int`
  await sql`create temporary table "countPlace" on commit drop as
    select (${part})::int as "sheet", s."id" as "stockLotId", s."sectionId", s."skuId", s."lotId", s."lotNo", s."expiryDate",
      row_number() over (order by c."pickSort", s."sectionId", s."skuId", s."id")::int as "seq"
    from "stockLot" s join "section" c on c."id" = s."sectionId"
    where s."warehouseId" = ${plan.warehouseId} and s."onHand" > 0 and ${within(plan)}`.execute(tx)
  const { rows: sheets } = await sql<Place>`
    select "sheet", min("sectionId") as "sectionId" from "countPlace" group by 1 order by 1`.execute(tx)
  if (sheets.length === 0) throw refuse('范围内没有库存', 'scopeType')
  const [first = null, second = null, third = null] = plan.counterIds
  for (const { sheet, sectionId } of sheets) {
    const { id } = await insertRow(tx, stockCount, {
      ...{
        countSn: await nextNumber(tx, 'PD'),
        planId: plan.id,
        countType: plan.countType,
        period: plan.period,
      },
      ...{ warehouseId: plan.warehouseId, sectionId: plan.splitBy === SPLIT.section ? sectionId : null },
      ...{ countMode: plan.countMode, blind: plan.blind, tolerancePct: plan.tolerancePct },
      ...{ toleranceAmount: plan.toleranceAmount, firstBy: first, secondBy: second, supervisorId: third },
    })
    await sql`insert into "stockCountLine" ("countId", "seq", "sectionId", "skuId", "lotId", "lotNo", "expiryDate")
      select ${id}, row_number() over (order by "seq"), "sectionId", "skuId", "lotId", "lotNo", "expiryDate"
      from "countPlace" where "sheet" = ${sheet}`.execute(tx)
    await sql`update "stockCount" set "lineCount" = (select count(*) from "stockCountLine" where "countId" = ${id}) where "id" = ${id}`.execute(
      tx,
    )
  }
  await sql`drop table "countPlace"`.execute(tx)
  touch(tx, stockCountLine.name)
  return sheets.length
}

/** The figures of a plan and how far it is, by its sheets. */
export async function refreshPlan(tx: Tx, planId: number | null): Promise<void> {
  if (planId === null) return
  await sql`update "stockCountPlan" p set "updateTime" = now(), "sheetCount" = f."sheets", "doneCount" = f."done",
      "lineCount" = f."lines", "countedCount" = f."counted", "diffCount" = f."diffs", "gainAmount" = f."gain", "lossAmount" = f."loss",
      "status" = case when p."status" in (0, 9) or f."sheets" = 0 then p."status" when f."done" = f."sheets" then 5
        when f."waits" = f."sheets" - f."done" then 4 when f."least" >= 4 then 3 when f."most" >= 1 then 2 else p."status" end
    from (select count(*)::int as "sheets", count(*) filter (where "status" = 5)::int as "done",
        coalesce(sum("lineCount"), 0)::int as "lines", coalesce(sum("countedCount"), 0) as "counted",
        coalesce(sum("diffCount"), 0)::int as "diffs", coalesce(sum("gainAmount"), 0) as "gain",
        coalesce(sum("lossAmount"), 0) as "loss", coalesce(min("status"), 0) as "least", coalesce(max("status"), 0) as "most",
        count(*) filter (where "status" = 4 and "auditStatus" in (0, 3))::int as "waits"
      from "stockCount" where "planId" = ${planId} and "isDel" = 0 and "status" <> 9) f
    where p."id" = ${planId}`.execute(tx)
}

/** Sections that a sheet touches. */
export async function sectionsOfSheet(db: Db, countId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct "sectionId" as "id" from "stockCountLine" where "countId" = ${countId} order by 1`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Sections are free again for goods to move. */
export async function unlock(tx: Tx, countSn: string): Promise<void> {
  await sql`update "section" set "countSn" = '', "updateTime" = now() where "countSn" = ${countSn}`.execute(
    tx,
  )
}

/** Ends a sheet that posts nothing. */
export async function voidSheet(tx: Tx, row: EntityRow<typeof stockCount>, reason: string): Promise<void> {
  if (row.status === SHEET.posted || row.status === SHEET.voided) throw refuse('盘点表已结束，不能作废')
  await unlock(tx, row.countSn)
  await updateRow(tx, stockCount, row, { status: SHEET.voided, opinion: reason }, { anyField: true })
  await refreshPlan(tx, row.planId)
}
