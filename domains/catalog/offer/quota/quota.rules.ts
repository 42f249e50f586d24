import type { Choice } from '#kit/shared/field.ts'
import { dayStart, zonedTime } from '#kit/shared/time.ts'

export const LIMIT_TYPES = [
  { value: 1, label: '每单' },
  { value: 2, label: '每日' },
  { value: 3, label: '每周' },
  { value: 4, label: '每月' },
  { value: 5, label: '活动期间' },
] as const satisfies readonly Choice[]
export type LimitType = (typeof LIMIT_TYPES)[number]['value']

export const SCOPE_TYPES = [
  { value: 0, label: '全部' },
  { value: 1, label: '会员等级' },
  { value: 2, label: '组织等级' },
  { value: 3, label: '指定单位' },
  { value: 4, label: '售达方' },
  { value: 5, label: '用户标签' },
] as const satisfies readonly Choice[]
export type ScopeType = (typeof SCOPE_TYPES)[number]['value']

/** The entity whose rows a scope names. */
export const SCOPE_ENTITY = {
  1: 'userLevel',
  2: 'orgLevel',
  3: 'company',
  4: 'shouda',
  5: 'userTag',
} as const satisfies Record<Exclude<ScopeType, 0>, string>

export const QUOTA_STATES = [
  { value: 'coming', label: '未开始', means: 'off' },
  { value: 'active', label: '生效中', means: 'done' },
  { value: 'over', label: '已结束', means: 'off' },
  { value: 'off', label: '停用', means: 'off' },
] as const satisfies readonly Choice[]
export type QuotaState = (typeof QUOTA_STATES)[number]['value']

interface Validity {
  startTime: Date
  endTime: Date
}

/** Whether a quota rules at a moment. */
export function quotaState(
  { status, startTime, endTime }: Validity & { status: number },
  t: Date,
): QuotaState {
  if (status === 0) return 'off'
  if (t < startTime) return 'coming'
  return t < endTime ? 'active' : 'over'
}

/** A half-open range of time, or null: one order. */
export type Window = { from: Date; to: Date } | null

/** The calendar month of a moment. */
export function monthOf(t: Date): { from: Date; to: Date } {
  const { year, month } = zonedTime(t)
  return { from: dayStart(year, month, 1), to: dayStart(year, month + 1, 1) }
}

/** The period around a moment whose orders count together: local day, ISO week, month, or the quota's own. Catalog §8.2. */
export function windowOf(limitType: LimitType, t: Date, quota: Validity): Window {
  const { year, month, day } = zonedTime(t)
  const days = (first: number, count: number) => ({
    from: dayStart(year, month, first),
    to: dayStart(year, month, first + count),
  })
  switch (limitType) {
    case 1:
      return null
    case 2:
      return days(day, 1)
    case 3: {
      const sinceMonday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
      return days(day - sinceMonday, 7)
    }
    case 4:
      return monthOf(t)
    case 5:
      return { from: quota.startTime, to: quota.endTime }
  }
}

/** What may still be ordered, in thousandths, never below 0. */
export const leftOf = (max: number, used: number): number => Math.max(0, max - used)

/** Thousandths of the base unit as a person reads them: 1500 → 1.5. Doors §1. */
export const showThousandths = (q: number): string => String(q / 1000)

/** A quantity of the database or the wire in thousandths. */
export const toThousandths = (quantity: number): number => Math.round(quantity * 1000)

/** Doors §1: one text per refusal. */
export const overQuota = (limitType: LimitType, left: number): string =>
  `超出${LIMIT_TYPES.find((one) => one.value === limitType)?.label ?? ''}限购，还可购买 ${showThousandths(left)} 件`

export const overPayerMonth = (left: number): string =>
  `超出付款方月限量，还可购买 ${showThousandths(left)} 件`
