import type { Cents } from '#kit/shared/money.ts'

const DAY_MS = 86_400_000
/** Days in which who has registered and bought nothing is new. Members §2.2. */
export const NEW_DAYS = 30

/** A number with the check digit of Luhn behind it: nine digits become the ten of a 会员号. Members §2.1. */
export function withCheckDigit(digits: string): string {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Whether a text is a 会员号 whose last digit fits. Members §2.1. */
export const userNoFits = (text: string): boolean =>
  /^\d{10}$/.test(text) && withCheckDigit(text.slice(0, 9)) === text

export interface StageFacts {
  payCount: number
  createTime: Date
  lastPayTime: Date | null
  lastVisitTime: Date | null
}

/**
 * The stage of a customer's life, tested in this order: 6 流失, 5 沉睡, 1 新客, 2 未购, 3 首购, 4 活跃. Days are those of
 * 会员配置 (churn_days, sleep_days). Members §2.2.
 */
export function lifeStageOf(
  { payCount, createTime, lastPayTime, lastVisitTime }: StageFacts,
  { churn_days: churnDays, sleep_days: sleepDays }: { churn_days: number; sleep_days: number },
  now: Date,
): 1 | 2 | 3 | 4 | 5 | 6 {
  if (payCount === 0) return daysBetween(createTime, now) <= NEW_DAYS ? 1 : 2
  const silent = silentDays({ lastPayTime, lastVisitTime }, now)
  if (silent > churnDays) return 6
  if (silent > sleepDays) return 5
  return payCount === 1 ? 3 : 4
}

interface Seen {
  lastPayTime: Date | null
  lastVisitTime: Date | null
}

/** How many days somebody has neither paid nor come; who never did, since the beginning of time. Members §2.2. */
export const silentDays = ({ lastPayTime, lastVisitTime }: Seen, now: Date): number =>
  daysBetween(new Date(Math.max(lastPayTime?.getTime() ?? 0, lastVisitTime?.getTime() ?? 0)), now)

/** Whole days from one moment to a later one. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.floor((to.getTime() - from.getTime()) / DAY_MS)

/** 客单价: net amount by number of payments, to the cent, half up; 0 without any. Members §2.2. */
export const averageOf = (netAmount: Cents, payCount: number): Cents =>
  payCount === 0 ? 0 : Math.round(netAmount / payCount)

/** uids above a user, from the first on: '1/7/12/' of the chain 1–7–12. Members §2.1. */
export const pathBelow = (path: string, uid: number): string => `${path}${uid}/`

/** The uids a path names. */
export const uidsIn = (path: string): number[] =>
  path
    .split('/')
    .filter((part) => part !== '')
    .map(Number)
