import { daysUntil, movedDay } from '#kit/shared/time.ts'

/** How far a contract or a certificate has come; one list for parties and contracts. Doors §7.1 contractStatus. */
export const CONTRACT_STATES = [
  { value: 0, label: '未开始', means: 'off' },
  { value: 1, label: '正常', means: 'done' },
  { value: 2, label: '即将到期', means: 'waits' },
  { value: 3, label: '已结束', means: 'off' },
] as const
/** the state of what ends soon */
export const ENDING = 2
export type Validity = (typeof CONTRACT_STATES)[number]['value']

/** Days before the end on which those concerned are told; 0 is the last day itself. Catalog §8.7. */
export const REMIND_DAYS = [30, 15, 7, 1, 0] as const

/**
 * The state of a period on a day; both ends belong to it, an open end never comes.
 * Catalog §6.4, statistics §11.1.
 */
export function validityOn(
  period: { start: string | null; end: string | null },
  today: string,
  nearDays: number,
): Validity {
  const { start, end } = period
  if (end !== null && today > end) return 3
  if (start !== null && today < start) return 0
  return end !== null && daysUntil(end, today) <= nearDays ? 2 : 1
}

/** The contract of a party by typed dates; null when none are typed. */
export function contractState(
  period: { contractStart: string | null; contractEnd: string | null },
  today: string,
  nearDays: number,
): Validity | null {
  const { contractStart: start, contractEnd: end } = period
  return start === null && end === null ? null : validityOn({ start, end }, today, nearDays)
}

/**
 * Which of REMIND_DAYS is told on a day, or null: the latest one that has come, so that a day on which the job did not
 * run is made up for; none that had come before the period was known (`since`).
 */
export function remindMark(end: string, today: string, since: string): number | null {
  const left = daysUntil(end, today)
  if (left < 0) return null
  const mark = REMIND_DAYS.findLast((days) => left <= days)
  return mark === undefined || movedDay(end, -mark) < since ? null : mark
}
