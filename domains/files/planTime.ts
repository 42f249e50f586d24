/** When a plan comes, as people say it; the cron expression of six fields is what is stored. Platform §10. */
export interface PlanTime {
  cycle: 'day' | 'week' | 'month'
  /** 1–7 from Monday of a week, 1–28 of a month; unused for a day */
  day: number
  hour: number
  minute: number
}

export const WEEK_DAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

const PATTERN = /^0 (\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|[0-7])$/

/** The expression of a time. */
export function cronOf({ cycle, day, hour, minute }: PlanTime): string {
  const ofMonth = cycle === 'month' ? day : '*'
  const ofWeek = cycle === 'week' ? day % 7 : '*'
  return `0 ${minute} ${hour} ${ofMonth} * ${ofWeek}`
}

/** The time behind an expression; null for one that says something else. */
export function timeOf(cron: string): PlanTime | null {
  const [, minute, hour, ofMonth, ofWeek] = PATTERN.exec(cron) ?? []
  if (ofMonth === undefined || ofWeek === undefined || (ofMonth !== '*' && ofWeek !== '*')) return null
  const at = { hour: Number(hour), minute: Number(minute) }
  if (ofMonth !== '*') return { ...at, cycle: 'month', day: Number(ofMonth) }
  if (ofWeek !== '*') return { ...at, cycle: 'week', day: Number(ofWeek) || 7 }
  return { ...at, cycle: 'day', day: 1 }
}

const two = (n: number): string => String(n).padStart(2, '0')

/** 每周一 08:00; the expression itself where it says something else. */
export function timeText(cron: string): string {
  const time = timeOf(cron)
  if (time === null) return cron
  const { cycle, day, hour, minute } = time
  const on = cycle === 'day' ? '每天' : cycle === 'week' ? `每${WEEK_DAYS[day - 1]}` : `每月${day}日`
  return `${on} ${two(hour)}:${two(minute)}`
}
