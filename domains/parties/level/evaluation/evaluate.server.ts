import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { nextValues } from '#kit/server/number.ts'
import { insertRow, insertRows, lockRow, updateRow } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { dayKey, monthKey } from '#kit/shared/time.ts'
import { evaluationMonth, type evaluationRule, orgEvaluation } from './evaluation.entity.ts'
import {
  type Dimension,
  type Figures,
  type LevelLimits,
  levelFor,
  MANUAL,
  scoresOf,
  starOf,
  totalScore,
} from './evaluation.rules.ts'
import { type Reached, reachedBy } from './figures.server.ts'

type Rule = EntityRow<typeof evaluationRule>
export type Evaluation = EntityRow<typeof orgEvaluation>
type Month = EntityRow<typeof evaluationMonth>
type Channel = Month['channelId']

const BATCH = 500

/** The version of a channel's rules that counts for a month; null without one. */
export async function ruleFor(db: Db, channelId: number, month: string): Promise<Rule | null> {
  const row = await db
    .selectFrom('evaluationRule')
    .selectAll()
    .where(sql<boolean>`"channelId" = ${channelId}`)
    .where('effectiveMonth', '<=', month)
    .where('isDel', '=', 0)
    .orderBy('effectiveMonth', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

async function ruleOf(db: Db, id: number | null): Promise<Rule> {
  const row = await db
    .selectFrom('evaluationRule')
    .selectAll()
    .where('id', '=', id ?? 0)
    .executeTakeFirst()
  if (row === undefined) throw refuse('评定规则不存在')
  return row
}

const levelsOf = (db: Db, channelId: Channel): Promise<LevelLimits[]> =>
  db
    .selectFrom('orgLevel')
    .select(['id', 'grade', 'minScore', 'minMonthAmount'])
    .where('channelId', '=', channelId)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .execute()

/** What a rule makes of figures: the columns of an evaluation. */
function judged(
  rule: Rule,
  levels: readonly LevelLimits[],
  { figures, amount }: Reached,
  { manualScore, adjust }: Pick<Evaluation, 'manualScore' | 'adjust'>,
) {
  const scores = scoresOf(rule.lines, { ...figures, [MANUAL]: manualScore })
  const score = totalScore(scores, adjust)
  return {
    scores,
    amount,
    score,
    star: starOf(score, rule),
    suggestLevelId: levelFor(levels, score, amount)?.id ?? null,
  }
}

interface Judge {
  rule: Rule
  levels: LevelLimits[]
}

async function judgeOf(db: Db, month: Pick<Month, 'ruleId' | 'channelId'>): Promise<Judge> {
  return { rule: await ruleOf(db, month.ruleId), levels: await levelsOf(db, month.channelId) }
}

/**
 * The companies a channel judges: in force and active. One that sells in several channels is judged in that of its
 * level, else in the first of them that has rules for the month, so that two channels never move one level.
 */
async function companiesOf(
  tx: Tx,
  channelId: Channel,
  month: string,
  missingIn?: number,
): Promise<{ id: number; orgLevelId: number | null }[]> {
  const { rows } = await sql<{ id: number; orgLevelId: number | null }>`
    select c."id", c."orgLevelId" from "company" c
    left join "orgLevel" l on l."id" = c."orgLevelId" and l."isDel" = 0
    where c."isDel" = 0 and c."inForce" = 1 and c."status" = 1 and ${channelId} = any(c."channelIds")
      and ${channelId} = case when l."channelId" = any(c."channelIds") then l."channelId" else (
        select one from unnest(c."channelIds") with ordinality as given (one, place)
        where exists (select from "evaluationRule" r
          where r."channelId" = one and r."isDel" = 0 and r."effectiveMonth" <= ${month})
        order by place limit 1) end
      and not exists (select from "orgEvaluation" e where e."companyId" = c."id" and e."isDel" = 0
        and e."monthId" = ${missingIn ?? 0})
    order by c."id"`.execute(tx)
  return rows
}

async function addRows(
  tx: Tx,
  month: Month,
  companies: readonly { id: number; orgLevelId: number | null }[],
): Promise<void> {
  const judge = await judgeOf(tx, month)
  for (let at = 0; at < companies.length; at += BATCH) {
    const part = companies.slice(at, at + BATCH)
    const ids = part.map((one) => one.id)
    const reached = await reachedBy(tx, ids, month.channelId, month.month)
    const prefix = `PJ${dayKey(new Date())}`
    const first = await nextValues(tx, prefix, part.length)
    const blank = { manualScore: null, adjust: 0 }
    const rows = part.map(({ id, orgLevelId }, index) => ({
      evaluationNo: `${prefix}${String(first + index).padStart(6, '0')}`,
      monthId: month.id,
      month: month.month,
      channelId: month.channelId,
      companyId: id,
      ...blank,
      ...judged(judge.rule, judge.levels, reached.get(id) ?? NOTHING, blank),
      beforeLevelId: orgLevelId,
    }))
    await insertRows(tx, orgEvaluation, rows)
  }
}

const NOTHING: Reached = { figures: {}, amount: 0 }

/** Makes the run of a channel and month with a row per company; 409 when it is there already. Catalog §6.5. */
export async function generateMonth(
  tx: Tx,
  month: string,
  channelId: Channel,
): Promise<{ id: number; count: number }> {
  if (month >= monthKey(new Date())) throw refuse('该月份尚未结束，不能生成测评', 'month')
  await sql`select pg_advisory_xact_lock(hashtext('evaluationMonth'), ${channelId})`.execute(tx)
  const known = await tx
    .selectFrom('evaluationMonth')
    .select('id')
    .where('month', '=', month)
    .where('channelId', '=', channelId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (known !== undefined) throw conflict('该月份已生成测评，请在测评中重新计算')
  const rule = await ruleFor(tx, channelId, month)
  if (rule === null) throw refuse('该渠道此月份没有评定规则，请先在评定规则标准中维护', 'channelId')
  const row = await insertRow(tx, evaluationMonth, {
    month,
    channelId,
    generateTime: new Date(),
    ruleId: rule.id,
  })
  const companies = await companiesOf(tx, channelId, month)
  await addRows(tx, row, companies)
  return { id: row.id, count: companies.length }
}

/** Rows of a run that were not handed in, of those seen, locked in the order of their ids. */
export function openRows(tx: Tx, monthId: number, seen: Expression<SqlBool>): Promise<Evaluation[]> {
  return tx
    .selectFrom('orgEvaluation')
    .selectAll()
    .where('monthId', '=', monthId)
    .where('auditStatus', 'in', [-1, 2])
    .where('isDel', '=', 0)
    .where(seen)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Reads the figures of the rows seen anew that were not handed in, and takes in companies that came since. */
export async function recalcMonth(tx: Tx, month: Month, seen: Expression<SqlBool>): Promise<void> {
  const judge = await judgeOf(tx, month)
  const rows = await openRows(tx, month.id, seen)
  const current = await levelOfCompanies(
    tx,
    rows.map((row) => row.companyId),
  )
  for (let at = 0; at < rows.length; at += BATCH) {
    const part = rows.slice(at, at + BATCH)
    const ids = part.map((one) => one.companyId)
    const reached = await reachedBy(tx, ids, month.channelId, month.month)
    for (const row of part)
      await updateRow(tx, orgEvaluation, row, {
        ...judged(judge.rule, judge.levels, reached.get(row.companyId) ?? NOTHING, row),
        beforeLevelId: current.get(row.companyId) ?? null,
      })
  }
  await addRows(tx, month, await companiesOf(tx, month.channelId, month.month, month.id))
  const locked = await lockRow(tx, evaluationMonth, month.id)
  await updateRow(tx, evaluationMonth, locked, { generateTime: new Date() })
}

async function levelOfCompanies(db: Db, ids: readonly number[]): Promise<Map<number, number | null>> {
  const rows = await db
    .selectFrom('company')
    .select(['id', 'orgLevelId'])
    .where('id', 'in', [...ids, 0])
    .execute()
  return new Map(rows.map((row) => [row.id, row.orgLevelId]))
}

/** The figures an evaluation was computed from. */
const figuresIn = (row: Evaluation): Figures =>
  Object.fromEntries(row.scores.map((line): [Dimension, number | null] => [line.dimension, line.figure]))

/** The columns that follow from a person's score and adjustment. */
export async function rejudged(
  tx: Tx,
  row: Evaluation,
  { manualScore, adjust }: Pick<Evaluation, 'manualScore' | 'adjust'>,
) {
  const month = await tx
    .selectFrom('evaluationMonth')
    .selectAll()
    .where('id', '=', row.monthId ?? 0)
    .executeTakeFirstOrThrow()
  const { rule, levels } = await judgeOf(tx, month)
  return judged(rule, levels, { figures: figuresIn(row), amount: row.amount }, { manualScore, adjust })
}

/** The columns of an evaluation that a person adds to a run by hand. */
export async function judgedByHand(
  tx: Tx,
  given: Pick<Evaluation, 'month' | 'channelId' | 'companyId' | 'manualScore' | 'adjust'>,
) {
  const month = await tx
    .selectFrom('evaluationMonth')
    .selectAll()
    .where('month', '=', given.month)
    .where('channelId', '=', given.channelId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (month === undefined) throw refuse('该渠道此月份还没有测评，请先生成', 'month')
  const twin = await tx
    .selectFrom('orgEvaluation')
    .select('id')
    .where('companyId', '=', given.companyId)
    .where('channelId', '=', given.channelId)
    .where('month', '=', given.month)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (twin !== undefined) throw refuse('该单位此月份已有等级评定', 'companyId')
  const { rule, levels } = await judgeOf(tx, month)
  const reached = await reachedBy(tx, [given.companyId], given.channelId, given.month)
  const current = await levelOfCompanies(tx, [given.companyId])
  return {
    monthId: month.id,
    ...judged(rule, levels, reached.get(given.companyId) ?? NOTHING, given),
    beforeLevelId: current.get(given.companyId) ?? null,
  }
}
