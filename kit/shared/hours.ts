/** The full hours of a day as a range may begin or end at them: 00:00 … 24:00. */
export const HOURS: readonly string[] = Array.from(
  { length: 25 },
  (_, hour) => `${String(hour).padStart(2, '0')}:00`,
)

export interface HourRange {
  start: string
  end: string
}

/** Why a range cannot be, or null. Equal ends only where the caller allows them. Platform §5.1. */
export function hoursFault({ start, end }: HourRange, equal: boolean): string | null {
  const isWhole = HOURS.includes(start) && HOURS.includes(end)
  if (!isWhole) return '请选择时间'
  return end > start || (equal && end === start) ? null : '结束时间须晚于开始时间'
}

/** Whether a range may end at an hour, once its start is chosen. */
export function canEnd(end: string, start: string, equal: boolean): boolean {
  return start === '' || end > start || (equal && end === start)
}

/** '09:00,18:00' as a range; what is missing is ''. */
export function readHours(text: string): HourRange {
  const [start = '', end = ''] = text.split(',')
  return { start, end }
}
