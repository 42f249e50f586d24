import { type Expression, type SqlBool, sql } from 'kysely'
import { dictValues } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { namesFor } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import type { equityPlan } from './equity.entity.ts'
import { monthsOf, type Occasion, occasionsOf, REBATE } from './equity.rules.ts'

export type Plan = EntityRow<typeof equityPlan>

/** The companies in force a plan is for. Catalog §6.6. */
function isTarget({ targetType, targetIds }: Pick<Plan, 'targetType' | 'targetIds'>): Expression<SqlBool> {
  const active = sql`"company"."isDel" = 0 and "company"."inForce" = 1 and "company"."status" = 1`
  if (targetType === 4) return sql`(${active} and "company"."orgType" = any(${sql.val(targetIds)}::text[]))`
  const column = { 1: 'orgLevelId', 2: 'star', 3: 'id' }[targetType]
  return sql`(${active} and ${sql.ref(`company.${column}`)} = any(${sql.val(targetIds.map(Number))}::int[]))`
}

/** Ids of the companies a plan is for, from one on, ascending. */
export async function companiesOfPlan(db: Db, plan: Plan, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('company')
    .select('id')
    .where(isTarget(plan))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function countCompanies(db: Db, plan: Plan): Promise<number> {
  const row = await db
    .selectFrom('company')
    .select((make) => make.fn.countAll<number>().as('count'))
    .where(isTarget(plan))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Net purchases of companies over the months of an occasion, in cents, and whether any of it is disputed. */
export async function netsOf(
  db: Db,
  companyIds: readonly number[],
  occasion: Pick<Occasion, 'baseMonth' | 'baseMonths'>,
): Promise<Map<number, { net: number; disputed: boolean }>> {
  const rows = await db
    .selectFrom('buySummary')
    .select((make) => [
      'companyId',
      make.fn.sum<number>('netAmount').as('net'),
      sql<boolean>`bool_or("confirmStatus" = 2)`.as('disputed'),
    ])
    .where('companyId', 'in', [...companyIds, 0])
    .where('month', 'in', monthsOf(occasion))
    .where('isDel', '=', 0)
    .groupBy('companyId')
    .execute()
  return new Map(rows.map(({ companyId, net, disputed }) => [companyId, { net, disputed }]))
}

/** The share of its net purchases of a month each company gets back by the plans in force, in percent. Catalog §8.2. */
export async function rebateRates(
  db: Db,
  month: string,
  companyIds: readonly number[],
): Promise<Map<number, number>> {
  const rates = new Map<number, number>()
  const plans = await db
    .selectFrom('equityPlan')
    .selectAll()
    .where('auditStatus', '=', 1)
    .where('execStatus', '<>', 4)
    .where('isDel', '=', 0)
    .execute()
  for (const plan of plans) {
    const rate = plan.lines
      .filter((line) => line.equityType === REBATE && line.basis === 2)
      .reduce((sum, line) => sum + line.value, 0)
    if (rate === 0 || !occasionsOf(plan).some((one) => monthsOf(one).includes(month))) continue
    const rows = await db
      .selectFrom('company')
      .select('id')
      .where(isTarget(plan))
      .where('id', 'in', [...companyIds, 0])
      .execute()
    for (const { id } of rows) rates.set(id, Math.min(99.99, (rates.get(id) ?? 0) + rate))
  }
  return rates
}

/** What the targets of plans are called. */
export async function targetNames(db: Db, who: Who, plans: readonly Plan[]): Promise<string[]> {
  const names: Record<Plan['targetType'], ReadonlyMap<string, string>> = {
    1: await rowNames(db, who, 'orgLevel', plans, 1),
    2: new Map(),
    3: await rowNames(db, who, 'company', plans, 3),
    4: plans.some((one) => one.targetType === 4) ? await typeNames(db) : new Map(),
  }
  return plans.map(({ targetType, targetIds }) =>
    targetIds.map((id) => (targetType === 2 ? `${id}星` : (names[targetType].get(id) ?? id))).join('、'),
  )
}

async function rowNames(
  db: Db,
  who: Who,
  entity: string,
  plans: readonly Plan[],
  type: Plan['targetType'],
): Promise<ReadonlyMap<string, string>> {
  const ids = plans.filter((one) => one.targetType === type).flatMap((one) => one.targetIds.map(Number))
  return new Map([...(await namesFor(db, who, entity, ids))].map(([id, label]) => [String(id), label]))
}

async function typeNames(db: Db): Promise<Map<string, string>> {
  return new Map((await dictValues(db, 'org_type')).map((one) => [one.dictValue, one.dictLabel]))
}
