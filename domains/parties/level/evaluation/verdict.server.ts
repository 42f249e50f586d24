import { declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { lockRow } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { moveMonth } from '#kit/shared/time.ts'
import { company } from '../../company/company.entity.ts'
import { mainAccounts } from '../../mainAccounts.server.ts'
import type { orgLevel } from '../orgLevel.entity.ts'
import { moveLevel } from '../orgLevel.server.ts'
import type { Evaluation } from './evaluate.server.ts'
import { orgEvaluation } from './evaluation.entity.ts'
import { mustFall } from './evaluation.rules.ts'

type Level = EntityRow<typeof orgLevel>

const EVALUATED = 'orgLevelEvaluated'

/** What companies are told of an evaluation. */
export const verdictScene = declareScene({
  mark: EVALUATED,
  type: '等级评定结果',
  description: '等级评定通过后通知单位主账号',
  sendType: 1,
  channels: ['sms', 'wechat', 'routine'],
  content: '贵单位{month}评定得分{score}，星级{star}星，等级{level}',
})

async function levelOf(tx: Tx, id: number | null): Promise<Level | null> {
  if (id === null) return null
  const row = await tx
    .selectFrom('orgLevel')
    .selectAll()
    .where('id', '=', id)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return row ?? null
}

/** The scores that were passed for a company, from a month backwards; null for a month without one. */
async function scoresBefore(tx: Tx, row: Evaluation, months: number): Promise<(number | null)[]> {
  const wanted = Array.from({ length: months }, (_, back) => moveMonth(row.month, -back))
  const passed = await tx
    .selectFrom('orgEvaluation')
    .select(['month', 'score'])
    .where('companyId', '=', row.companyId)
    .where('channelId', '=', row.channelId)
    .where('month', 'in', wanted)
    .where('auditStatus', '=', 1)
    .where('isDel', '=', 0)
    .execute()
  const byMonth = new Map(passed.map((one) => [one.month, one.score]))
  return wanted.map((month) => byMonth.get(month) ?? null)
}

/** The level a passed evaluation leads to: up at once, down only after keepMonths months. Catalog §6.5. */
async function nextLevel(tx: Tx, row: Evaluation, current: Level | null): Promise<Level | null> {
  const suggested = await levelOf(tx, row.suggestLevelId)
  if (current === null || current.channelId !== row.channelId) return suggested
  if (suggested !== null && suggested.grade >= current.grade) return suggested
  const scores = await scoresBefore(tx, row, Math.max(1, current.keepMonths))
  return mustFall(current, scores) ? suggested : current
}

/** Moves the level and the star of the company, logs it and tells its main account. Catalog §6.5. */
export async function passed(tx: Tx, row: Evaluation): Promise<void> {
  const own = await lockRow(tx, company, row.companyId, { anyScope: true })
  const later = await tx
    .selectFrom('orgEvaluation')
    .select('id')
    .where('companyId', '=', row.companyId)
    .where('month', '>', row.month)
    .where('auditStatus', '=', 1)
    .where('isDel', '=', 0)
    .limit(1)
    .executeTakeFirst()
  // A verdict on an earlier month does not undo the one on a later month.
  if (later !== undefined) return
  const current = await levelOf(tx, own.orgLevelId)
  const next = await nextLevel(tx, row, current)
  const falls = (next?.grade ?? 0) < (current?.grade ?? 0)
  const sinks = next?.id === current?.id && row.star < (own.star ?? 0)
  await moveLevel(tx, own, {
    levelId: next?.id ?? null,
    star: row.star,
    changeType: falls || sinks ? 2 : 1,
    channelId: row.channelId,
    score: row.score,
    month: row.month,
    evaluationNo: row.evaluationNo,
    remark: row.opinion,
  })
  await notify(
    tx,
    EVALUATED,
    await mainAccounts(tx, row.companyId),
    { month: row.month, score: row.score.toFixed(2), star: row.star, level: next?.levelName ?? '无' },
    `${orgEvaluation.name}:${row.id}`,
  )
}

export function needReason(row: { adjust: number; adjustReason: string }): void {
  if (row.adjust !== 0 && row.adjustReason === '') throw refuse('请输入调整原因', 'adjustReason')
}
