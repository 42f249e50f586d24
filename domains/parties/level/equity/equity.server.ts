import { sql } from 'kysely'
import { dictValues } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import { answerPage } from '#kit/server/list.ts'
import { namesOf, referenceFault } from '#kit/server/refs.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { addMoney } from '#kit/shared/money.ts'
import { guardState } from '#kit/shared/states.ts'
import { STARS } from '../../company/company.entity.ts'
import { equityCalls, equityDocument, execStates } from './equity.document.ts'
import { equityIssue, equityPlan } from './equity.entity.ts'
import { EQUITIES, lineErrors, nextOccasion, occasionsOf } from './equity.rules.ts'
import { amountsOf, ISSUE_JOB, sendRow } from './issue.server.ts'
import { companiesOfPlan, countCompanies, netsOf, type Plan, targetNames } from './targets.server.ts'

/** So many companies a preview names; the rest is counted. */
const PREVIEWED = 200

async function checkTargets(tx: Tx, { targetType, targetIds }: Plan, before: Plan | null): Promise<void> {
  const wrong = refuse('对象范围不存在或已停用', 'targetIds')
  if (targetType === 4) {
    const known = (await dictValues(tx, 'org_type')).map((one) => one.dictValue)
    if (targetIds.some((id) => !known.includes(id))) throw wrong
    return
  }
  const ids = targetIds.map(Number)
  if (ids.some((id) => !Number.isInteger(id) || id < 1 || id > 2_147_483_647)) throw wrong
  if (targetType === 2) {
    if (ids.some((id) => !STARS.some((one) => one.value === id))) throw wrong
    return
  }
  const kept = before?.targetType === targetType ? before.targetIds.map(Number) : []
  const fault = await referenceFault(tx, actorOf(tx), targetType === 1 ? 'orgLevel' : 'company', ids, kept)
  if (fault !== null) throw refuse(`对象范围${fault}`, 'targetIds')
}

async function checkObjects(tx: Tx, { lines }: Plan, before: Plan | null): Promise<void> {
  for (const [index, { equityType: type, objectId }] of lines.entries()) {
    const object = EQUITIES[type]?.object
    if (object == null || objectId === null) continue
    const kept = (before?.lines ?? [])
      .filter((line) => line.equityType === type)
      .flatMap((line) => line.objectId ?? [])
    const fault = await referenceFault(tx, actorOf(tx), object, [objectId], kept)
    if (fault !== null) throw refuse(`权益对象${fault}`, `lines.${index}.objectId`)
  }
}

async function check(tx: Tx, plan: Plan, before: Plan | null): Promise<void> {
  if (plan.endDate < plan.startDate) throw refuse('结束日期不能早于开始日期', 'endDate')
  if (occasionsOf(plan).length === 0) throw refuse('期间内没有发放日，请调整日期或发放日', 'issueDay')
  const errors = lineErrors(plan.lines)
  if (errors.length > 0) throw refuseFields(errors)
  await checkTargets(tx, plan, before)
  await checkObjects(tx, plan, before)
}

/** What each line of plans gives, in words: 返利 1.50%（每单位最多 3000）、积分 100. */
async function namesOfObjects(db: Db, plans: readonly Plan[]): Promise<string[]> {
  const labels = new Map((await dictValues(db, 'sales_equity')).map((one) => [one.dictValue, one.dictLabel]))
  const named = new Map<string, string>()
  for (const object of ['coupon', 'sku']) {
    const ids = plans
      .flatMap((plan) => plan.lines)
      .filter((line) => EQUITIES[line.equityType]?.object === object && line.objectId !== null)
      .map((line) => line.objectId)
    for (const [id, label] of await namesOf(db, object, ids)) named.set(`${object} ${id}`, label)
  }
  return plans.map((plan) =>
    plan.lines
      .map((line) => {
        const object = EQUITIES[line.equityType]?.object
        const name = object == null ? '' : (named.get(`${object} ${line.objectId}`) ?? '')
        const size = line.basis === 2 ? `${line.value.toFixed(2)}%` : String(line.value)
        const most = line.maxValue === null ? '' : `（每单位最多 ${line.maxValue}）`
        return `${labels.get(line.equityType) ?? line.equityType}${name} ${size}${most}`
      })
      .join('、'),
  )
}

const plans = serveDocument(equityDocument, {
  chosen: 'any',
  list: (_who, input) => ({
    where:
      typeof input.equityType === 'string' && input.equityType !== ''
        ? [
            sql<boolean>`exists (select from jsonb_array_elements("equityPlan"."lines") as line
              where line->>'equityType' = any(${sql.val(input.equityType.split(','))}::text[]))`,
          ]
        : [],
  }),
  async enrich(db, rows, who) {
    const targets = await targetNames(db, who, rows)
    const objects = await namesOfObjects(db, rows)
    return rows.map((row, index) => ({
      ...row,
      targetNames: targets[index] ?? '',
      objectNames: objects[index] ?? '',
    }))
  },
  async prepare(tx, values, before) {
    const plan = wholeRow(equityPlan, before, values)
    await check(tx, plan, before)
    return values
  },
  process: {
    fields: [
      { name: 'planName', label: '计划名称' },
      { name: 'issueMode', label: '发放方式' },
      { name: 'budget', label: '预算金额（元）' },
      { name: 'lineCount', label: '权益行数' },
    ],
    vars: (_tx, { planName, issueMode, budget, lines }) => ({
      planName,
      issueMode,
      budget: budget === null ? 0 : budget / 100,
      lineCount: lines.length,
    }),
  },
})

/** A plan for a change of its run; only an approved one has any. */
async function lockPlan(tx: Tx, id: number, action: keyof typeof execStates.actions): Promise<Plan> {
  const plan = await lockRow(tx, equityPlan, id)
  if (plan.auditStatus !== 1) throw conflict('计划未审核通过')
  guardState(execStates, action, plan.execStatus)
  return plan
}

const more = [
  read(equityCalls.preview, async (db, who, { id }) => {
    const plan = await readRow(db, who, equityPlan, id)
    const occasion = nextOccasion(plan, plan.lastPeriod, new Date())
    if (occasion === null) throw conflict('该计划没有待发放的期间')
    const companyIds = await companiesOfPlan(db, plan, 0, PREVIEWED)
    const nets = await netsOf(db, companyIds, occasion)
    const amounts = amountsOf(plan, companyIds, nets)
    const money = amounts.filter((one) => EQUITIES[one.line.equityType]?.money)
    return {
      period: occasion.period,
      issueTime: occasion.at,
      companyCount: await countCompanies(db, plan),
      total: addMoney(...money.map((one) => one.amount)),
      rows: amounts.map(({ companyId, line, amount }) => ({
        companyId,
        equityType: line.equityType,
        amount: amount / 100,
        net: line.basis === 2 ? (nets.get(companyId)?.net ?? 0) : null,
      })),
    }
  }),
  read(equityCalls.issues, (db, who, input) =>
    answerPage(db, who, equityIssue, equityCalls.issues.answer, input),
  ),
  change(equityCalls.run, async (tx, _who, { id }) => {
    const plan = await lockPlan(tx, id, 'run')
    const occasion = nextOccasion(plan, plan.lastPeriod, new Date())
    if (occasion === null) throw conflict('该计划没有待发放的期间')
    const { period } = occasion
    await enqueueJob(tx, ISSUE_JOB, { planId: id, period }, { uniqueKey: `${ISSUE_JOB}:${id}:${period}` })
    return { period }
  }),
  change(equityCalls.pause, async (tx, _who, { id }) =>
    updateRow(tx, equityPlan, await lockPlan(tx, id, 'pause'), { execStatus: 2 }),
  ),
  change(equityCalls.resume, async (tx, _who, { id }) =>
    updateRow(tx, equityPlan, await lockPlan(tx, id, 'resume'), { execStatus: 1 }),
  ),
  change(equityCalls.stop, async (tx, _who, { id, reason }) =>
    updateRow(tx, equityPlan, await lockPlan(tx, id, 'stop'), { execStatus: 4, stopReason: reason }),
  ),
  change(equityCalls.resend, async (tx, who, { ids }) => {
    let sent = 0
    const rows: EntityRow<typeof equityIssue>[] = []
    for (const id of ids) rows.push(await readRow(tx, who, equityIssue, id))
    // Plans are locked in one order, whoever sends.
    rows.sort((a, b) => a.planId - b.planId || a.id - b.id)
    for (const planId of new Set(rows.map((row) => row.planId))) await lockPlan(tx, planId, 'resend')
    for (const { id } of rows) if (await sendRow(tx, id)) sent += 1
    return { sent, failed: rows.length - sent }
  }),
]

/** 权益发放计划. Catalog §6.6. */
export const equityPart: ServerPart = { ...plans, served: [...plans.served, ...more] }
