import { timesRate } from '#kit/shared/money.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { formatDate, moveMonth, parseMoment, toSeconds } from '#kit/shared/time.ts'

export const ISSUE_MODES = [
  { value: 1, label: '一次' },
  { value: 2, label: '每月' },
  { value: 3, label: '每季' },
] as const

export const TARGET_TYPES = [
  { value: 1, label: '等级' },
  { value: 2, label: '星级' },
  { value: 3, label: '指定单位' },
  { value: 4, label: '单位类型' },
] as const

export const BASES = [
  { value: 1, label: '固定' },
  { value: 2, label: '净额比例' },
] as const

export const EXEC_STATES = [
  { value: 0, label: '未开始', means: 'off' },
  { value: 1, label: '发放中', means: 'runs' },
  { value: 2, label: '已暂停', means: 'waits' },
  { value: 3, label: '已完成', means: 'done' },
  { value: 4, label: '已终止', means: 'wrong' },
] as const

/** How each type of the dictionary is given; the rest of it cannot be issued. Catalog §6.6. */
export const EQUITIES: Readonly<Record<string, { kind: string; money: boolean; object: string | null }>> = {
  1: { kind: 'coupon', money: false, object: 'coupon' },
  2: { kind: 'integral', money: false, object: null },
  3: { kind: 'account', money: true, object: null },
  4: { kind: 'gift', money: false, object: 'sku' },
  5: { kind: 'account', money: true, object: null },
}

export const REBATE = '3'

/** What was given as people read it: 1,732.50 of money, 100 of points or pieces. `amount` as on the wire. */
export const equityAmount = (equityType: string, amount: string): string =>
  EQUITIES[equityType]?.money ? groupedAmount(amount) : String(Number(amount))

interface Line {
  equityType: string
  objectId: number | null
  basis: 1 | 2
  value: number
  maxValue: number | null
}

/** What is wrong with the lines of a plan, by field. */
export function lineErrors(lines: readonly Line[]): { field: string; message: string }[] {
  return lines.flatMap((line, index) => {
    const of = EQUITIES[line.equityType]
    const at = (field: string, message: string) => [{ field: `lines.${index}.${field}`, message }]
    if (of === undefined) return at('equityType', '该权益类型不能发放')
    if (of.object !== null && line.objectId === null) return at('objectId', '请选择权益对象')
    if (of.object !== null && line.basis === 2) return at('basis', '优惠券和赠品只能按固定数量发放')
    if (!of.money && line.basis === 1 && !Number.isInteger(line.value))
      return at('value', '数量/比例格式不正确')
    if (line.basis === 2 && line.value > 99.99) return at('value', '数量/比例不能大于99.99')
    return []
  })
}

/** A number with two decimals as whole hundredths: of money cents. */
export const hundredths = (value: number): number => Math.round(value * 100)

/**
 * What a company gets by a line, in hundredths: cents of money, else of pieces or points. Of the net amount (cents) a
 * share, at most maxValue; nothing of a net amount that is not positive. Catalog §8.2.
 */
export function issuedValue(line: Line, net: number): number {
  const whole = line.basis === 1 ? hundredths(line.value) : shareOf(line, Math.max(0, net))
  return line.maxValue === null ? whole : Math.min(whole, hundredths(line.maxValue))
}

/** Money to the cent, points whole: what is not reached is not given. */
function shareOf({ equityType, value }: Line, net: number): number {
  const basisPoints = hundredths(value)
  if (EQUITIES[equityType]?.money) return timesRate(net, basisPoints)
  return Math.floor((net * basisPoints) / 1_000_000) * 100
}

/** An occasion on which a plan gives: its name, its moment, and the months whose net amount counts. */
export interface Occasion {
  period: string
  at: Date
  /** the last of the months */
  baseMonth: string
  baseMonths: number
}

interface Plan {
  issueMode: 1 | 2 | 3
  startDate: string
  endDate: string
  issueDay: number
  issueTime: string
}

/** The occasions of a plan in their order: by day and time within its dates; monthly, each quarter, or the first only. */
export function occasionsOf(plan: Plan): Occasion[] {
  const found: Occasion[] = []
  for (
    let month = plan.startDate.slice(0, 7);
    month <= plan.endDate.slice(0, 7);
    month = moveMonth(month, 1)
  ) {
    const number = Number(month.slice(5))
    if (plan.issueMode === 3 && number % 3 !== 1) continue
    const day = `${month}-${String(plan.issueDay).padStart(2, '0')}`
    const at = parseMoment(`${day} ${plan.issueTime}`)
    if (at === null || day < plan.startDate || day > plan.endDate) continue
    const period = plan.issueMode === 3 ? `${month.slice(0, 4)}-Q${(number + 2) / 3}` : month
    found.push({ period, at, baseMonth: moveMonth(month, -1), baseMonths: plan.issueMode === 3 ? 3 : 1 })
    if (plan.issueMode === 1) break
  }
  return found
}

/**
 * The occasions that are due and were not run: those after the last one that was. Of a plan that never ran only the
 * latest one, so that an approval that came late does not pay for months gone by.
 */
export function dueOccasions(plan: Plan, lastPeriod: string, now: Date): Occasion[] {
  const all = occasionsOf(plan)
  const due = all.filter((one) => one.at <= now)
  if (lastPeriod === '') return due.slice(-1)
  return due.slice(all.findIndex((one) => one.period === lastPeriod) + 1)
}

/** The occasion 立即发放 runs and 预览名单 shows: the one that waits, else the next one; null when all were run. */
export function nextOccasion(plan: Plan, lastPeriod: string, now: Date): Occasion | null {
  const [due] = dueOccasions(plan, lastPeriod, now)
  if (due !== undefined) return due
  const all = occasionsOf(plan)
  const last = all.findIndex((one) => one.period === lastPeriod)
  return all.find((one, index) => index > last && one.at > now) ?? null
}

/** The months of an occasion, oldest first. */
export const monthsOf = ({ baseMonth, baseMonths }: Pick<Occasion, 'baseMonth' | 'baseMonths'>): string[] =>
  Array.from({ length: baseMonths }, (_, index) => moveMonth(baseMonth, index + 1 - baseMonths))

/** Whether the last day of a plan has passed. */
export const isOver = (plan: { endDate: string }, now: Date): boolean =>
  formatDate(toSeconds(now)) > plan.endDate
