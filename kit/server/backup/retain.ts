import { startOfDay } from '#kit/shared/time.ts'

const WEEK_MS = 7 * 86_400_000
/** 1970-01-05 00:00 in the server's zone was a Monday. */
const A_MONDAY = Date.UTC(1970, 0, 4, 16)

/**
 * Which backups may go: kept are all of the last `days` days, the newest of each of the last `weeks` weeks, and the
 * newest of all. Platform §14.6.
 */
export function superfluous<T extends { time: Date }>(
  backups: readonly T[],
  now: Date,
  days: number,
  weeks: number,
): T[] {
  const newestFirst = [...backups].sort((a, b) => b.time.getTime() - a.time.getTime())
  const daysBegin = startOfDay(now, 1 - days)
  const thisWeek = weekOf(now)
  const weeksSeen = new Set<number>()
  return newestFirst.filter((one, index) => {
    const week = weekOf(one.time)
    const newestOfWeek = !weeksSeen.has(week)
    weeksSeen.add(week)
    return index > 0 && one.time < daysBegin && !(newestOfWeek && week > thisWeek - weeks)
  })
}

const weekOf = (time: Date): number => Math.floor((time.getTime() - A_MONDAY) / WEEK_MS)
