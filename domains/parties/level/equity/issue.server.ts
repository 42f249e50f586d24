import { int, text } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { grantOf } from '#kit/server/grant.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { insertRows, lockRow, updateRow } from '#kit/server/rows.ts'
import { asSystem, tryPart } from '#kit/server/transaction.ts'
import { cut } from '#kit/shared/characters.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { AppError } from '#kit/shared/errors.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { equityIssue, equityPlan } from './equity.entity.ts'
import {
  dueOccasions,
  EQUITIES,
  hundredths,
  isOver,
  issuedValue,
  nextOccasion,
  type Occasion,
} from './equity.rules.ts'
import { companiesOfPlan, netsOf, type Plan } from './targets.server.ts'

type Issue = EntityRow<typeof equityIssue>

const BATCH = 200
/** So often a row is sent by itself; then a person decides. Catalog §8.7. */
const MOST_ATTEMPTS = 3

export const NO_USER = '未关联商城用户'

/** What each company gets by each line of a plan on an occasion, in hundredths; nothing is left out. */
export function amountsOf(
  plan: Plan,
  companyIds: readonly number[],
  nets: Awaited<ReturnType<typeof netsOf>>,
) {
  return companyIds.flatMap((companyId) =>
    plan.lines.flatMap((line, index) => {
      const amount = issuedValue(line, nets.get(companyId)?.net ?? 0)
      return amount > 0 ? [{ companyId, line, lineNo: index + 1, amount }] : []
    }),
  )
}

const isRunning = (plan: Plan): boolean =>
  plan.auditStatus === 1 && (plan.execStatus === 0 || plan.execStatus === 1)

/** Rows of some companies for an occasion that are not there yet; the plan is locked, so each is made once. */
async function addRows(
  tx: Tx,
  plan: Plan,
  occasion: Occasion,
  companyIds: readonly number[],
): Promise<number> {
  const known = await tx
    .selectFrom('equityIssue')
    .select(['companyId', 'lineNo'])
    .where('planId', '=', plan.id)
    .where('period', '=', occasion.period)
    .where('companyId', 'in', [...companyIds])
    .execute()
  const there = new Set(known.map((row) => `${row.companyId} ${row.lineNo}`))
  const nets = await netsOf(tx, companyIds, occasion)
  const rows = amountsOf(plan, companyIds, nets)
    .filter((one) => !there.has(`${one.companyId} ${one.lineNo}`))
    .map(({ companyId, line, lineNo, amount }) => ({
      planId: plan.id,
      lineNo,
      period: occasion.period,
      baseMonth: occasion.baseMonth,
      baseMonths: occasion.baseMonths,
      companyId,
      equityType: line.equityType,
      objectId: line.objectId,
      amount: amount / 100,
    }))
  await insertRows(tx, equityIssue, rows)
  return rows.length
}

/** Makes the rows of an occasion, in batches; killed in between, the next run goes on. Answers how many it made. */
async function openOccasion(db: Db, id: number, occasion: Occasion, signal: AbortSignal): Promise<number> {
  let made = 0
  let last = 0
  for (;;) {
    signal.throwIfAborted()
    const batch = await asSystem(db, async (tx) => {
      const plan = await lockRow(tx, equityPlan, id)
      if (!isRunning(plan)) return null
      const companyIds = await companiesOfPlan(tx, plan, last, BATCH)
      if (companyIds.length > 0) made += await addRows(tx, plan, occasion, companyIds)
      else if (plan.lastPeriod !== occasion.period)
        await updateRow(tx, equityPlan, plan, {
          lastPeriod: occasion.period,
          issuedPeriods: plan.issuedPeriods + 1,
          execStatus: 1,
        })
      return companyIds
    })
    if (batch === null || batch.length === 0) return made
    last = batch.at(-1) ?? 0
  }
}

/** Why a row cannot be sent; nothing was written. */
class Unsent extends Error {}

/** Whom a row is given to: the account of the company, else the mall user of its main account. */
async function receiverOf(tx: Tx, row: Issue, kind: string): Promise<number> {
  if (kind === 'account') return row.companyId
  const main = await tx
    .selectFrom('orgUser')
    .select('uid')
    .where('orgId', '=', row.companyId)
    .where('isAdmin', '=', 1)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (main?.uid == null) throw new Unsent(NO_USER)
  return main.uid
}

/** What the row is worth now, in hundredths: a share follows the summaries until it is sent. */
async function amountNow(tx: Tx, plan: Plan, row: Issue): Promise<number> {
  const line = plan.lines[row.lineNo - 1]
  if (line === undefined || line.basis === 1) return hundredths(row.amount)
  const nets = await netsOf(tx, [row.companyId], { baseMonth: row.baseMonth, baseMonths: row.baseMonths })
  const { net = 0, disputed = false } = nets.get(row.companyId) ?? {}
  if (disputed) throw new Unsent('采购汇总有异议')
  const amount = issuedValue(line, net)
  if (amount <= 0) throw new Unsent('没有可发放的净额')
  return amount
}

/**
 * Posts the row through the ledger of its kind; the budget is taken first and never exceeded. Answers hundredths: what was
 * given, and what of it the budget paid. Catalog §8.3.
 */
async function give(tx: Tx, plan: Plan, row: Issue): Promise<{ amount: number; spent: number }> {
  const of = EQUITIES[row.equityType]
  const grant = of === undefined ? undefined : grantOf(tx, of.kind)
  if (of === undefined) throw new Unsent('该权益类型不能发放')
  const amount = await amountNow(tx, plan, row)
  const spent = of.money ? amount : 0
  const left = plan.budget === null ? Number.POSITIVE_INFINITY : plan.budget - plan.issuedAmount
  if (spent > left) throw new Unsent(`预算不足，剩余 ${formatMoney(left)} 元`)
  const to = await receiverOf(tx, row, of.kind)
  if (grant === undefined) throw new Unsent('该权益暂不能发放')
  const source = {
    type: equityIssue.name,
    id: row.id,
    line: 0,
    no: plan.planNo,
    title: `${plan.planName} ${row.period}`,
  }
  await grant.grant(tx, to, of.money ? spent : amount / 100, source, row.objectId ?? undefined)
  return { amount, spent }
}

/**
 * Sends one row, once: its plan is locked before it, so that the budget is taken row by row. What refuses is kept
 * with the row, and nothing of it was given. Answers whether it was sent.
 */
export async function sendRow(tx: Tx, id: number): Promise<boolean> {
  const { planId } = await tx
    .selectFrom('equityIssue')
    .select('planId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const plan = await lockRow(tx, equityPlan, planId, { anyScope: true })
  const row = await lockRow(tx, equityIssue, id, { anyScope: true })
  // 发放中, or 已完成 with something left; paused and stopped plans give nothing.
  const isOpen = plan.execStatus === 1 || plan.execStatus === 3
  if (row.status === 1 || !isOpen) return false
  const { error } = await tryPart(tx, async () => {
    const { amount, spent } = await give(tx, plan, row)
    const other = await tx
      .selectFrom('equityIssue')
      .select('id')
      .where('planId', '=', planId)
      .where('companyId', '=', row.companyId)
      .where('status', '=', 1)
      .limit(1)
      .executeTakeFirst()
    await updateRow(tx, equityIssue, row, {
      amount: amount / 100,
      status: 1,
      failReason: '',
      sendTime: new Date(),
    })
    await updateRow(tx, equityPlan, plan, {
      issuedAmount: plan.issuedAmount + spent,
      issuedCompanies: plan.issuedCompanies + (other === undefined ? 1 : 0),
    })
  })
  if (error === undefined) return true
  if (!(error instanceof Unsent || error instanceof AppError)) throw error
  await updateRow(tx, equityIssue, row, {
    failReason: cut(error.message, 200),
    attempts: row.attempts + 1,
  })
  return false
}

/** Sends what waits of a plan, each row in a transaction of its own. */
async function sendWaiting(db: Db, planId: number, signal: AbortSignal): Promise<number> {
  let sent = 0
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('equityIssue')
      .select('id')
      .where('planId', '=', planId)
      .where('status', '=', 0)
      .where('attempts', '<', MOST_ATTEMPTS)
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (rows.length === 0) return sent
    for (const { id } of rows) {
      signal.throwIfAborted()
      if (await asSystem(db, (tx) => sendRow(tx, id))) sent += 1
    }
    last = rows.at(-1)?.id ?? 0
  }
}

/**
 * Runs plans: the rows of what is due, or of the given period; then sends what waits. Idempotent, and taken up again
 * after a kill. Answers how many rows were sent. Catalog §8.7.
 */
export async function issuePlans(
  db: Db,
  now: Date,
  signal: AbortSignal,
  only?: { planId: number; period: string },
): Promise<number> {
  let query = db
    .selectFrom('equityPlan')
    .selectAll()
    .where('auditStatus', '=', 1)
    .where('execStatus', 'in', [0, 1])
    .where('isDel', '=', 0)
  if (only !== undefined) query = query.where('id', '=', only.planId)
  let sent = 0
  for (const plan of await query.orderBy('id').execute()) {
    const next = nextOccasion(plan, plan.lastPeriod, now)
    const early = only !== undefined && next?.period === only.period ? [next] : []
    const due = only === undefined ? dueOccasions(plan, plan.lastPeriod, now) : early
    for (const occasion of due) await openOccasion(db, plan.id, occasion, signal)
    sent += await sendWaiting(db, plan.id, signal)
  }
  if (only === undefined) await endPlans(db, now)
  return sent
}

/** Plans whose last day has passed are done. Catalog §8.1. */
async function endPlans(db: Db, now: Date): Promise<void> {
  const open = await db
    .selectFrom('equityPlan')
    .select(['id', 'endDate'])
    .where('auditStatus', '=', 1)
    .where('execStatus', 'in', [0, 1, 2])
    .where('isDel', '=', 0)
    .execute()
  for (const { id } of open.filter((plan) => isOver(plan, now)))
    await asSystem(db, async (tx) => {
      const plan = await lockRow(tx, equityPlan, id)
      if (plan.execStatus !== 4) await updateRow(tx, equityPlan, plan, { execStatus: 3 })
    })
}

/** Whether any plan is under way; without one there is nothing to issue and nothing to end. */
async function hasPlans(db: Db): Promise<boolean> {
  const open = db
    .selectFrom('equityPlan')
    .select('id')
    .where('auditStatus', '=', 1)
    .where('execStatus', 'in', [0, 1, 2])
    .where('isDel', '=', 0)
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

export const ISSUE_JOB = 'parties.equityIssue'

export const equityIssueJob: JobDefinition = {
  name: ISSUE_JOB,
  title: '权益发放',
  cron: '0 0 * * * *',
  due: hasPlans,
  params: { planId: int('计划'), period: text('期间', { max: 10 }) },
  run: (db, { planId, period }, signal) =>
    issuePlans(
      db,
      new Date(),
      signal,
      typeof planId === 'number' && typeof period === 'string' ? { planId, period } : undefined,
    ),
}
