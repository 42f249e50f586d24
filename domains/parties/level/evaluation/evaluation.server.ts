import { type Expression, type SqlBool, sql } from 'kysely'
import { month as monthField } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { submitDocument } from '#kit/server/document.ts'
import { joinRow } from '#kit/server/joins.ts'
import { type JobDefinition, joinServer } from '#kit/server/room.ts'
import { lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { change, read } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { asSystem } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { AppError, conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { monthKey } from '#kit/shared/time.ts'
import { companyConditions } from '../../partner/ofCompany.server.ts'
import { generateMonth, judgedByHand, openRows, recalcMonth, rejudged } from './evaluate.server.ts'
import { monthCalls, monthWhole, ruleCalls } from './evaluation.calls.ts'
import { evaluateCalls, evaluationDocument } from './evaluation.document.ts'
import { evaluationMonth, evaluationRule, type MONTH_STATES, orgEvaluation } from './evaluation.entity.ts'
import { ruleErrors } from './evaluation.rules.ts'
import { needReason, passed } from './verdict.server.ts'

type Rule = EntityRow<typeof evaluationRule>
type Month = EntityRow<typeof evaluationMonth>

// ---- versions of the rules

/** A version that some run was computed by stays as it is. */
async function refuseUsed(tx: Tx, rule: Rule, deed: string): Promise<void> {
  const used = await tx
    .selectFrom('evaluationMonth')
    .select('month')
    .where('ruleId', '=', rule.id)
    .where('isDel', '=', 0)
    .limit(1)
    .executeTakeFirst()
  if (used !== undefined) throw conflict(`该版本已用于${used.month}的测评，不能${deed}，请新增版本`)
}

/** A new version counts from next month; only the first one of a channel may begin earlier. Catalog §6.5. */
async function checkMonth(
  tx: Tx,
  rule: Pick<Rule, 'channelId' | 'effectiveMonth'>,
  id: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('evaluationRule'), ${rule.channelId})`.execute(tx)
  const others = await tx
    .selectFrom('evaluationRule')
    .select(['id', 'effectiveMonth'])
    .where('channelId', '=', rule.channelId)
    .where('isDel', '=', 0)
    .where('id', '<>', id)
    .execute()
  if (others.some((one) => one.effectiveMonth === rule.effectiveMonth))
    throw refuse('该渠道此月份已有评定规则', 'effectiveMonth')
  if (others.length > 0 && rule.effectiveMonth <= monthKey(new Date()))
    throw refuse('新版本从下月起生效', 'effectiveMonth')
}

const rules = standardHandlers(evaluationRule, ruleCalls, {
  chosen: 'any',
  async prepare(tx, values, before) {
    if (before !== null) await refuseUsed(tx, before, '修改')
    const whole = wholeRow(evaluationRule, before, values)
    const errors = ruleErrors(whole)
    if (errors.length > 0) throw refuseFields(errors)
    const moved =
      before === null ||
      whole.effectiveMonth !== before.effectiveMonth ||
      whole.channelId !== before.channelId
    if (moved) await checkMonth(tx, whole, before?.id ?? 0)
    return values
  },
  deleting: (tx, row) => refuseUsed(tx, row, '删除'),
})

// ---- runs of a month

/** The evaluations a person sees: a run is one for all, its rows and their figures are not. Frame §4. */
async function seenBy(db: Db, who: Who, table: string = orgEvaluation.name): Promise<Expression<SqlBool>> {
  return scopeCondition(await rowScope(db, who, orgEvaluation), table) ?? sql<SqlBool>`true`
}

/** What the rows of runs that a person sees have come to. */
async function figuresOfMonths(db: Db, who: Who, ids: readonly number[]) {
  const scope = await seenBy(db, who)
  const { rows } = await sql<{
    id: number
    companyCount: number
    submittedCount: number
    passedCount: number
    avgScore: number | null
    touched: number
  }>`
    select "monthId" as "id", count(*) as "companyCount",
      count(*) filter (where "auditStatus" in (0, 3)) as "submittedCount",
      count(*) filter (where "auditStatus" = 1) as "passedCount",
      count(*) filter (where "auditStatus" <> -1) as "touched",
      round(avg("score"), 2) as "avgScore"
    from "orgEvaluation" where "monthId" = any(${sql.val([...ids])}::int[]) and "isDel" = 0 and ${scope}
    group by 1`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id: number) => {
    const { touched = 0, ...found } = byId.get(id) ?? {
      companyCount: 0,
      submittedCount: 0,
      passedCount: 0,
      avgScore: null,
    }
    const isDone = found.companyCount > 0 && found.passedCount === found.companyCount
    const status: (typeof MONTH_STATES)[number]['value'] =
      found.companyCount === 0 ? 0 : isDone ? 3 : touched > 0 ? 2 : 1
    return { ...found, status }
  }
}

/** The runs in one of the states; the same that figuresOfMonths tells. */
async function statusIs(db: Db, who: Who, states: string) {
  const scope = await seenBy(db, who, 'e')
  const rows = sql`select from "orgEvaluation" e
    where e."monthId" = "evaluationMonth"."id" and e."isDel" = 0 and ${scope}`
  const parts = states.split(',').map((state) => {
    if (state === '0') return sql`not exists (${rows})`
    if (state === '1') return sql`(exists (${rows}) and not exists (${rows} and e."auditStatus" <> -1))`
    if (state === '3') return sql`(exists (${rows}) and not exists (${rows} and e."auditStatus" <> 1))`
    return sql`(exists (${rows} and e."auditStatus" <> -1) and exists (${rows} and e."auditStatus" <> 1))`
  })
  return sql<boolean>`(${sql.join(parts, sql` or `)})`
}

async function withFigures(db: Db, rows: readonly Month[], who: Who) {
  const figures = await figuresOfMonths(
    db,
    who,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, ...figures(row.id) }))
}

const monthList = async (who: Who, input: Record<string, unknown>, db: Db) => ({
  where:
    typeof input.status === 'string' && input.status !== '' ? [await statusIs(db, who, input.status)] : [],
  reads: [orgEvaluation.name],
})

const months = standardHandlers(
  evaluationMonth,
  { list: monthCalls.list, exportRows: monthCalls.exportRows },
  { list: monthList, enrich: withFigures, joined: true },
)

const monthServed = [
  read(monthCalls.info, async (db, who, { id }) => {
    const row = await readRow(db, who, evaluationMonth, id)
    const rows = await db
      .selectFrom('orgEvaluation')
      .selectAll()
      .where('monthId', '=', id)
      .where('isDel', '=', 0)
      .where(await seenBy(db, who))
      .orderBy('score', 'desc')
      .orderBy('id')
      .execute()
    const [whole] = await withFigures(db, [row], who)
    return joinRow(db, who, monthWhole, { ...row, ...whole, rows })
  }),
  change(monthCalls.generate, (tx, _who, { month, channelId }) => generateMonth(tx, month, channelId)),
  change(monthCalls.recalc, async (tx, who, { id }) =>
    recalcMonth(tx, await readRow(tx, who, evaluationMonth, id), await seenBy(tx, who)),
  ),
  change(monthCalls.submitAll, async (tx, who, { id }) => {
    await readRow(tx, who, evaluationMonth, id)
    const rows = await openRows(tx, id, await seenBy(tx, who))
    for (const row of rows) await submitDocument(tx, evaluations.type, row)
    return { count: rows.length }
  }),
]

// ---- verdicts

const FIXED = ['month', 'channelId', 'companyId'] as const

const evaluations = serveDocument(evaluationDocument, {
  list: (_who, input) => companyConditions(orgEvaluation, input),
  async prepare(tx, values, before) {
    const given = wholeRow(orgEvaluation, before, values)
    needReason(given)
    if (before === null) return { ...values, ...(await judgedByHand(tx, given)) }
    if (FIXED.some((name) => given[name] !== before[name])) throw refuse('月份、渠道和单位不能修改', 'month')
    return { ...values, ...(await rejudged(tx, before, given)) }
  },
  complete: async (_tx, row) => needReason(row),
  approved: passed,
  process: {
    fields: [
      { name: 'month', label: '月份' },
      { name: 'channelId', label: '渠道' },
      { name: 'score', label: '得分' },
      { name: 'star', label: '星级' },
      { name: 'amount', label: '月采购额（元）' },
    ],
    vars: (_tx, { month, channelId, score, star, amount }) => ({
      month,
      channelId,
      score,
      star,
      amount: amount / 100,
    }),
  },
})

const evaluateServed = [
  change(evaluateCalls.adjust, async (tx, _who, { id, version, ...values }) => {
    const row = await lockRow(tx, orgEvaluation, id, { version: version ?? null })
    guardState(evaluationDocument.states, 'edit', row.auditStatus)
    const given = { ...row, ...values }
    needReason(given)
    const { manualScore, adjust, adjustReason } = given
    const judged = await rejudged(tx, row, given)
    await updateRow(tx, orgEvaluation, row, { manualScore, adjust, adjustReason, ...judged })
  }),
]

/** The run of last month for every channel that has rules; one that is there already stays as it is. Catalog §8.7. */
export const evaluationJob: JobDefinition = {
  name: 'parties.evaluation',
  title: '月度测评生成',
  cron: '0 0 2 3 * *',
  params: { month: monthField('月份') },
  async run(db, params, signal) {
    const month =
      typeof params.month === 'string' && params.month !== '' ? params.month : monthKey(new Date(), -1)
    const channels = await db
      .selectFrom('evaluationRule')
      .select('channelId')
      .distinct()
      .where('effectiveMonth', '<=', month)
      .where('isDel', '=', 0)
      .execute()
    let made = 0
    for (const { channelId } of channels) {
      signal.throwIfAborted()
      const run = await asSystem(db, (tx) => generateMonth(tx, month, channelId)).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 409) return null
        throw error
      })
      made += run?.count ?? 0
    }
    return made
  },
}

/** Versions of the rules, runs of a month, verdicts. Catalog §6.5. */
export const evaluationPart = joinServer(rules, months, evaluations, {
  served: [...monthServed, ...evaluateServed],
  jobs: [evaluationJob],
})
