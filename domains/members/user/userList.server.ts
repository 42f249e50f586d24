import { type Expression, type SqlBool, sql } from 'kysely'
import { regionIs } from '#domains/parties/parties.door.ts'
import type { Db } from '#kit/server/database.ts'
import { dateRange, filterNumbers, type ListOptions } from '#kit/server/list.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf } from '#kit/shared/call.ts'
import { refuse } from '#kit/shared/errors.ts'
import { formatDate, startOfDay, toSeconds } from '#kit/shared/time.ts'
import { checkRule } from '../rule/check.server.ts'
import { isMeant } from '../rule/compile.server.ts'
import type { userCalls } from './user.calls.ts'
import { userNoFits } from './user.rules.ts'

type Asked = Partial<InOf<typeof userCalls.list>>
type Condition = Expression<SqlBool>

const LIVING = sql<SqlBool>`"user"."lifeStatus" in (0, 1)`

/** What each tab shows; without one everybody who is neither erased nor merged. Members §2.3. */
export const TAB_CONDITIONS = {
  public: sql<SqlBool>`"user"."userType" = 'public'`,
  routine: sql<SqlBool>`"user"."userType" = 'routine'`,
  h5: sql<SqlBool>`"user"."userType" = 'h5'`,
  app: sql<SqlBool>`"user"."userType" in ('ios', 'android')`,
  pc: sql<SqlBool>`"user"."userType" = 'pc'`,
  org: sql<SqlBool>`"user"."companyId" is not null`,
  fall: sql<SqlBool>`"user"."lifeStage" = 6`,
  off: sql<SqlBool>`"user"."status" = 0`,
  leaving: sql<SqlBool>`"user"."lifeStatus" = 1`,
} as const

/** Digits alone find a phone from four on; fewer would be found in nearly every number. Members §2.3. */
const FEW_DIGITS = /^\d{1,3}$/

/** The conditions of the list of users beside those of its fields: list, counts, export and audience. Members §2.3. */
export async function userListOptions(db: Db, who: Who, asked: Asked): Promise<ListOptions> {
  const { tab, lifeStatus } = asked
  const where = [
    ...(lifeStatus ? [] : [LIVING]),
    ...(tab == null ? [] : [TAB_CONDITIONS[tab]]),
    ...boughtConditions(asked),
    ...moneyConditions(asked),
    ...timeConditions(asked),
  ]
  const region = regionIs('user', asked.regionId ?? '')
  if (region !== null) where.push(region)
  if (asked.labelId) where.push(labelCondition(asked.labelId, asked.labelMode ?? 'any'))
  if (asked.code) where.push(await codeCondition(db, asked.code))
  if (asked.conditions) where.push(isMeant(db, await checkRule(db, who, ruleIn(asked.conditions))))
  const elsewhere = Boolean(asked.labelId || asked.conditions)
  return {
    where,
    unweighed: elsewhere,
    fresh: Boolean(asked.conditions),
    reads: elsewhere ? ['userTagRel'] : [],
  }
}

function ruleIn(conditions: string): unknown {
  try {
    return JSON.parse(conditions)
  } catch {
    throw refuse('高级筛选格式不正确', 'conditions')
  }
}

/** What is asked of the kit's list in place of what was typed: few digits are a uid. */
export function userListInput<I extends { keywords: string }>(input: I): { input: I; where: Condition[] } {
  const word = input.keywords.trim()
  if (!FEW_DIGITS.test(word)) return { input, where: [] }
  return { input: { ...input, keywords: '' }, where: [sql<SqlBool>`"user"."id" = ${Number(word)}`] }
}

function boughtConditions({ payCount, minNet, maxNet, lastPayFrom, lastPayTo }: Asked): Condition[] {
  const found: Condition[] = []
  if (payCount === '0') found.push(sql<SqlBool>`"user"."payCount" = 0`)
  else if (payCount != null) found.push(sql<SqlBool>`"user"."payCount" >= ${Number(payCount)}`)
  if (minNet != null) found.push(sql<SqlBool>`"user"."netAmount" >= ${minNet}`)
  if (maxNet != null) found.push(sql<SqlBool>`"user"."netAmount" <= ${maxNet}`)
  if (lastPayTo != null) found.push(sql<SqlBool>`"user"."lastPayTime" >= ${daysAgo(lastPayTo)}`)
  if (lastPayFrom != null) found.push(sql<SqlBool>`"user"."lastPayTime" < ${daysAgo(lastPayFrom)}`)
  return found
}

/** The beginning of a day so many days ago: the same for everybody who asks on one day, so that its count is kept. */
const daysAgo = (days: number): Date => startOfDay(new Date(), -days)

function moneyConditions({ minMoney, maxMoney }: Asked): Condition[] {
  return [
    ...(minMoney == null ? [] : [sql<SqlBool>`"user"."nowMoney" >= ${minMoney}`]),
    ...(maxMoney == null ? [] : [sql<SqlBool>`"user"."nowMoney" <= ${maxMoney}`]),
  ]
}

/** Month and day of a birthday as one number, as its index holds it: 308 is the 8th of March. */
const DAY_OF_YEAR = sql`(extract(month from "user"."birthday") * 100 + extract(day from "user"."birthday"))`

function timeConditions({ birthday, accessType, accessLimit }: Asked): Condition[] {
  const found: Condition[] = []
  if (birthday != null) found.push(birthdayCondition(birthday))
  if (accessType == null) return found
  const range = dateRange(accessLimit)
  if (range === null) throw refuse('请选择访问时间', 'accessLimit')
  const { from, to } = range
  if (accessType === '1')
    return [...found, sql<SqlBool>`"user"."firstVisitTime" >= ${from} and "user"."firstVisitTime" < ${to}`]
  const first = formatDate(toSeconds(from))
  const last = formatDate(toSeconds(new Date(to.getTime() - 1)))
  const visited = sql`exists (select 1 from "userDayStat" where "userDayStat"."uid" = "user"."id"
    and "userDayStat"."day" between ${first}::date and ${last}::date and "userDayStat"."visits" > 0)`
  // Who was here since cannot have stayed away in a time that reaches until now, and the other way round.
  if (accessType === '2') found.push(sql<SqlBool>`"user"."lastVisitTime" >= ${from} and ${visited}`)
  else found.push(sql<SqlBool>`(coalesce("user"."lastVisitTime" < ${from}, true) or not ${visited})`)
  return found
}

function birthdayCondition(which: 'today' | 'week' | 'month'): Condition {
  const today = new Date(`${formatDate(toSeconds(new Date()))}T00:00:00Z`)
  if (which === 'today') return sql<SqlBool>`${DAY_OF_YEAR} = ${dayNumber(today)}`
  if (which === 'month') {
    const month = (today.getUTCMonth() + 1) * 100
    return sql<SqlBool>`${DAY_OF_YEAR} between ${month + 1} and ${month + 31}`
  }
  // Weeks begin on Monday.
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * 86_400_000
  const days = Array.from({ length: 7 }, (_, at) => dayNumber(new Date(monday + at * 86_400_000)))
  return sql<SqlBool>`${DAY_OF_YEAR} = any(${sql.val(days)}::numeric[])`
}

const dayNumber = (day: Date): number => (day.getUTCMonth() + 1) * 100 + day.getUTCDate()

/** Who has one of the tags, or all of them; a tag that was taken off by hand counts as none. Members §2.3. */
function labelCondition(labelId: string, mode: 'any' | 'all'): Condition {
  const ids = filterNumbers(labelId, '用户标签', 'labelId')
  // They stand in the text, for the planner knows how many have each: some everybody, others a handful.
  const held = (which: readonly number[]) =>
    sql`exists (select 1 from "userTagRel" where "userTagRel"."uid" = "user"."id" and "userTagRel"."source" <> -1
      and "userTagRel"."tagId" in (${sql.join(which.map((id) => sql.lit(id)))}))`
  if (ids.length === 0) return sql<SqlBool>`true`
  if (mode === 'any') return sql<SqlBool>`${held(ids)}`
  return sql<SqlBool>`(${sql.join(
    ids.map((id) => held([id])),
    sql` and `,
  )})`
}

/** Who came by a code; of no such code, the user whose number it is. Members §1.1. */
async function codeCondition(db: Db, code: string): Promise<Condition> {
  const word = code.trim().toUpperCase()
  const found = await db
    .selectFrom('invitationCode')
    .select('id')
    .where(sql<SqlBool>`lower("code") = ${word.toLowerCase()}`)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (found !== undefined) return sql<SqlBool>`"user"."inviteCodeId" = ${found.id}`
  return userNoFits(word) ? sql<SqlBool>`lower("user"."userNo") = ${word}` : sql<SqlBool>`false`
}
