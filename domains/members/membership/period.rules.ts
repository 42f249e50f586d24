import { dayStart, zonedTime } from '#kit/shared/time.ts'

// How long a paid membership lasts, what is left of it worth. Pure. Members §3.5, §12.

export const UNITS = [
  { value: 1, label: '天' },
  { value: 2, label: '月' },
  { value: 3, label: '永久' },
] as const
export type Unit = (typeof UNITS)[number]['value']

const DAY_MS = 86_400_000
const SECOND_MS = 1000

/** 'yyyy-MM-dd' of a moment on the shop's clock. */
export function dayOf(moment: Date): string {
  const { year, month, day } = zonedTime(moment)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/**
 * The last second of the day that lies so many months and then so many days after an anchor: in the month that is reached the
 * same day, or its last one.
 */
export function endAfter(anchor: string, months: number, days: number): Date {
  const [year = 0, month = 1, day = 1] = anchor.split('-').map(Number)
  const at = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(at / 12), (at % 12) + 1]
  const longest = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()
  return new Date(dayStart(toYear, toMonth, Math.min(day, longest) + days + 1).getTime() - SECOND_MS)
}

/** Whole days from one moment to another; 0 when it has passed. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime() + SECOND_MS) / DAY_MS))

/** A period of membership as it is worked with. */
export interface Segment {
  anchor: string
  months: number
  days: number
  startTime: Date
  /** null: for ever */
  endTime: Date | null
}

export interface Length {
  unit: Unit
  num: number
  giftDays: number
}

/**
 * The period that a plan opens at a moment, with days that a conversion adds. One that follows another is counted from the last
 * day of that.
 */
export function opened(
  start: Date,
  { unit, num, giftDays }: Length,
  { more = 0, anchor = dayOf(start) }: { more?: number; anchor?: string } = {},
): Segment {
  const months = unit === 2 ? num : 0
  const days = (unit === 1 ? num : 0) + giftDays + more
  return {
    anchor,
    months,
    days,
    startTime: start,
    endTime: unit === 3 ? null : endAfter(anchor, months, days),
  }
}

/** The period that a plan appends to one of the same level: counted from the same anchor. */
export function renewed(last: Segment & { endTime: Date }, { unit, num, giftDays }: Length): Segment {
  const months = last.months + (unit === 2 ? num : 0)
  const days = last.days + (unit === 1 ? num : 0) + giftDays
  return {
    anchor: last.anchor,
    months,
    days,
    startTime: new Date(last.endTime.getTime() + SECOND_MS),
    endTime: unit === 3 ? null : endAfter(last.anchor, months, days),
  }
}

/** A period moved by whole days. It is counted from its own beginning then. */
export function moved(segment: Segment & { endTime: Date }, days: number): Segment {
  const startTime = new Date(segment.startTime.getTime() + days * DAY_MS)
  const endTime = new Date(segment.endTime.getTime() + days * DAY_MS)
  const anchor = dayOf(new Date(startTime.getTime() - SECOND_MS))
  return { anchor, months: 0, days: daysBetween(endAfter(anchor, 0, 0), endTime), startTime, endTime }
}

/** All days of a period; a begun day at its start belongs to the one before. */
export const lengthOf = ({ startTime, endTime }: { startTime: Date; endTime: Date }): number =>
  Math.max(1, daysBetween(startTime, endTime))

/** Cents that are left of a price: by unused days of all days, down to the cent. */
export const leftOf = (price: number, unused: number, all: number): number =>
  all <= 0 ? 0 : Math.floor((price * Math.min(unused, all)) / all)

/** Days that some cents buy of a plan, whole ones. */
export const daysFor = (cents: number, price: number, days: number): number =>
  price <= 0 ? 0 : Math.floor((cents * days) / price)

export interface RefundAsked {
  /** cents */
  price: number
  unused: number
  all: number
  /** cents of paid benefits that were used */
  used: number
  /** within the days of a full refund, and nothing used */
  isFull: boolean
}

/** What is given back of a membership; never below nothing. Members §12 membership refund. */
export const refundOf = ({ price, unused, all, used, isFull }: RefundAsked): number =>
  isFull ? price : Math.max(0, leftOf(price, unused, all) - used)
