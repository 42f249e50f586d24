import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { referenceFault, referenceTo } from '#kit/server/refs.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { EQUITY_FACTS, equityFault } from './equity.rules.ts'
import type { planLine } from './level.calls.ts'
import type { systemUserLevel } from './level.entity.ts'
import { thresholdsRise } from './level.rules.ts'

type Level = EntityRow<typeof systemUserLevel>
export type PlanLine = RowOf<typeof planLine>

/** Levels of a type are compared with each other, so only one person at a time changes them. */
export async function lockLevels(tx: Tx, levelType: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('systemUserLevel'), ${levelType})`.execute(tx)
}

/** What no level of the type has besides what its type is about. */
export function onlyOfType(level: Level): Partial<Level> {
  const growth = level.levelType === 1
  return {
    ...(growth
      ? {}
      : {
          experience: null,
          keepExperience: null,
          needNetAmount: null,
          needPayCount: null,
          needTaskId: null,
        }),
    ...(level.levelType === 2 ? {} : { agreementId: null }),
  }
}

/** Refuses what the fields of a level say against each other or against other levels of its type. Members §3.1, §14. */
export async function checkLevel(tx: Tx, level: Level, before: Level | null): Promise<void> {
  const { levelType, name, grade, experience, keepExperience } = level
  if (before !== null && before.levelType !== levelType) throw refuse('等级类型不能修改', 'levelType')
  if (levelType === 1 && experience === null) throw refuse('请输入达到经验', 'experience')
  if (levelType === 1 && keepExperience !== null && keepExperience > (experience ?? 0))
    throw refuse('保级经验不能大于达到经验', 'keepExperience')
  if (levelType === 2 && level.agreementId === null && referenceTo(tx, 'termsService') !== undefined)
    throw refuse('请选择会员协议', 'agreementId')
  await lockLevels(tx, levelType)
  const others = await tx
    .selectFrom('systemUserLevel')
    .select(['name', 'grade', 'experience'])
    .where('levelType', '=', levelType)
    .where('isDel', '=', 0)
    .where('id', '<>', before?.id ?? 0)
    .execute()
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw refuse('等级名称已存在', 'name')
  if (others.some((one) => one.grade === grade)) throw refuse('该等级已存在', 'grade')
  const all = [...others, { grade, experience }].map((one) => ({ ...one, experience: one.experience ?? 0 }))
  if (levelType === 1 && !thresholdsRise(all)) throw refuse('等级越高，所需经验必须越高', 'experience')
  await checkEquities(tx, level, before)
}

async function checkEquities(tx: Tx, { equities }: Level, before: Level | null): Promise<void> {
  const errors: FieldError[] = []
  const kept = (before?.equities ?? []).map((one) => Number(one.value))
  for (const [at, { equityCode, value }] of equities.entries()) {
    const field = `equities.${at}.value`
    const { means, of } = EQUITY_FACTS[equityCode]
    const fault = equityFault(equityCode, value)
    if (fault !== null) errors.push({ field, message: fault })
    else if (of !== undefined && value !== '') {
      if (referenceTo(tx, of) === undefined) errors.push({ field, message: `${means}尚未启用，请留空` })
      else {
        const wrong = await referenceFault(tx, actorOf(tx), of, [Number(value)], kept)
        if (wrong !== null) errors.push({ field, message: `${means}${wrong}` })
      }
    }
  }
  if (errors.length > 0) throw refuseFields(errors)
}

const MOST_MONTHS = 120

/** Refuses plans that do not hold together. Members §3.5. */
export function checkPlans(levelType: number, plans: readonly PlanLine[]): void {
  if (levelType !== 2) {
    if (plans.length > 0) throw refuse('只有付费等级有套餐', 'plans')
    return
  }
  if (plans.length === 0) throw refuse('套餐至少1行', 'plans')
  const errors = plans.flatMap((plan, at): FieldError[] => {
    const wrong = (name: string, message: string) => [{ field: `plans.${at}.${name}`, message }]
    if (plan.unit === 2 && plan.num > MOST_MONTHS) return wrong('num', `数量应在1到${MOST_MONTHS}之间`)
    if (plan.otPrice !== null && plan.otPrice < plan.price) return wrong('otPrice', '划线价不能小于售价')
    if (plan.firstPrice !== null && plan.firstPrice >= plan.price)
      return wrong('firstPrice', '首开价必须小于售价')
    const isSecond = plan.isRecommend === 1 && plans.findIndex((one) => one.isRecommend === 1) < at
    return isSecond ? wrong('isRecommend', '只能推荐一个套餐') : []
  })
  if (errors.length > 0) throw refuseFields(errors)
}

/** Says what may be a slip: a higher grade that pays more than a lower one. */
export async function oddDiscount(tx: Tx, { id, levelType, grade, discount }: Level): Promise<string> {
  const others = await tx
    .selectFrom('systemUserLevel')
    .select(['name', 'grade', 'discount'])
    .where('levelType', '=', levelType)
    .where('isDel', '=', 0)
    .where('id', '<>', id)
    .orderBy('grade')
    .execute()
  const own = discount ?? 100
  const better = others.find((one) => one.grade < grade && (one.discount ?? 100) < own)
  const worse = others.find((one) => one.grade > grade && (one.discount ?? 100) > own)
  if (better !== undefined) return `折扣不如较低的等级“${better.name}”`
  return worse === undefined ? '' : `较高的等级“${worse.name}”折扣不如本等级`
}
