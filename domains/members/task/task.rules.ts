import { zonedTime } from '#kit/shared/time.ts'

/** What is measured; the values are those of the dictionary sales_task. Members §3.6. */
export const TASK_TYPES = [
  { value: 1, label: '完善资料' },
  { value: 2, label: '绑定手机' },
  { value: 3, label: '关注公众号' },
  { value: 4, label: '签到' },
  { value: 5, label: '连续签到' },
  { value: 6, label: '浏览' },
  { value: 7, label: '分享' },
  { value: 8, label: '邀请好友' },
  { value: 9, label: '首次下单' },
  { value: 10, label: '消费满额' },
  { value: 11, label: '消费笔数' },
  { value: 12, label: '评价' },
  { value: 13, label: '晒图' },
  { value: 14, label: '完成问卷' },
  { value: 15, label: '收藏商品' },
  { value: 16, label: '人工发放' },
] as const
export type TaskType = (typeof TASK_TYPES)[number]['value']

export const PERIODS = [
  { value: 1, label: '一次性' },
  { value: 2, label: '每日' },
  { value: 3, label: '每周' },
  { value: 4, label: '每月' },
] as const
export type Period = (typeof PERIODS)[number]['value']

/** Their target is an amount; of the others a number of times. */
export const OF_MONEY: ReadonlySet<TaskType> = new Set([10])
/** Their target is one, for they are done once. */
export const ONCE: ReadonlySet<TaskType> = new Set([1, 2, 3, 9, 16])
/** Given by staff, to whom they choose. */
export const BY_HAND = 16
/** Nobody tells yet that they happen: what buyers share, show and keep. */
export const UNCOUNTED: ReadonlySet<TaskType> = new Set([7, 13, 15])
/** They are about chosen products. */
export const OF_PRODUCTS: ReadonlySet<TaskType> = new Set([6, 7, 15])
/** They take products to be chosen. */
export const NEEDS_PRODUCTS: ReadonlySet<TaskType> = new Set([6])

const two = (number: number): string => String(number).padStart(2, '0')
const DAY_MS = 86_400_000

/** The week of ISO 8601 that a day belongs to: 2025-W09. */
function weekKey(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day))
  // Its Thursday says to which year a week belongs.
  const weekday = date.getUTCDay() || 7
  const thursday = new Date(date.getTime() + (4 - weekday) * DAY_MS)
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  const week = Math.floor((thursday.getTime() - first) / DAY_MS / 7) + 1
  return `${thursday.getUTCFullYear()}-W${two(week)}`
}

/** The period of a task that a moment lies in, on the shop's days. */
export function periodKey(period: Period, now: Date): string {
  const { year, month, day } = zonedTime(now)
  if (period === 1) return 'once'
  if (period === 2) return `${year}-${two(month)}-${two(day)}`
  if (period === 3) return weekKey(year, month, day)
  return `${year}-${two(month)}`
}
