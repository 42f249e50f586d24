import { dayStart, parseMoment, startOfDay, zonedTime } from '#kit/shared/time.ts'

/** When a reminder or a deadline is, as written in a definition. Workflow §3.10. */
export type TimeValue =
  | { kind: 'moment'; at: Date }
  | { kind: 'duration'; months: number; ms: number }
  | { kind: 'variable'; name: string }

const MINUTE = 60_000
const DURATION =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?=\d)(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i
/** Numbers from here on are milliseconds. */
const MILLISECONDS = 1e12
/** What a Date can hold. */
const LATEST = 8.64e15

/**
 * Reads a time value: a plain number is minutes, then ISO durations, `yyyy-MM-dd HH:mm[:ss]` and ISO date-times
 * (without a zone: the server's), then the name of a variable. null: not valid. Workflow §3.10.
 */
export function readTime(text: string): TimeValue | null {
  const value = text.trim()
  if (/^\d+(\.\d+)?$/.test(value)) return duration(0, Number(value) * MINUTE)
  const parts = DURATION.exec(value)
  if (parts) {
    const [years, months, weeks, days, hours, minutes, seconds] = parts
      .slice(1)
      .map((part) => Number(part ?? 0))
    const wholeDays = (weeks ?? 0) * 7 + (days ?? 0)
    const ms = (((wholeDays * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000
    return duration((years ?? 0) * 12 + (months ?? 0), ms)
  }
  const at = readMoment(value)
  if (at) return { kind: 'moment', at }
  // P7X and PT24 are slips of the pen, not variables.
  if (/^PT?\d/.test(value) || !/^[\p{L}\p{N}_.]+$/u.test(value)) return null
  return { kind: 'variable', name: value }
}

/**
 * When a time value falls due, for what began at `from`; null when it is not valid, when its variable is missing, or
 * when the variable's value is no time. A variable holds seconds since 1970 (from 10^12 on milliseconds) or ISO text,
 * and is looked up by its whole name before its parts. Workflow §3.10.
 */
export function dueAt(text: string, variables: Readonly<Record<string, unknown>>, from: Date): Date | null {
  const value = readTime(text)
  if (value?.kind !== 'variable') return value && dueOf(value, from)
  const held = lookUp(value.name, variables)
  const number = typeof held === 'string' && /^\d+(\.\d+)?$/.test(held) ? Number(held) : held
  if (typeof number === 'number') return dateOf(number < MILLISECONDS ? number * 1000 : number)
  const read = typeof number === 'string' ? readTime(number) : null
  return read && read.kind !== 'variable' ? dueOf(read, from) : null
}

function duration(months: number, ms: number): TimeValue | null {
  return dueOf({ kind: 'duration', months, ms }, new Date(0)) && { kind: 'duration', months, ms }
}

function dueOf(value: Exclude<TimeValue, { kind: 'variable' }>, from: Date): Date | null {
  if (value.kind === 'moment') return value.at
  return dateOf(addMonths(from, value.months) + value.ms)
}

/** Same day and hour some months later, on the server's calendar; the last of a month when it has no such day. */
function addMonths(from: Date, months: number): number {
  if (months === 0) return from.getTime()
  if (months > 12 * 10_000) return Number.NaN
  const { year, month, day } = zonedTime(from)
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  const timeOfDay = from.getTime() - startOfDay(from).getTime()
  return dayStart(year, month + months, Math.min(day, lastDay)).getTime() + timeOfDay
}

function dateOf(ms: number): Date | null {
  return Math.abs(ms) <= LATEST ? new Date(ms) : null
}

function readMoment(text: string): Date | null {
  const local = parseMoment(text)
  if (local) return local
  const [, wall = '', fraction = '', zone = ''] =
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text) ?? []
  // Refuses days and hours that do not exist, which Date would carry over.
  const parsed = parseMoment(wall)
  if (!parsed) return null
  const ms = Math.floor(Number(`0${fraction}`) * 1000)
  if (zone === '') return new Date(parsed.getTime() + ms)
  const full = wall.length === 16 ? `${wall}:00` : wall
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  return dateOf(Date.parse(full + offset) + ms)
}

function lookUp(name: string, variables: Readonly<Record<string, unknown>>): unknown {
  if (Object.hasOwn(variables, name)) return variables[name]
  let value: unknown = variables
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = Reflect.get(value, part)
  }
  return value
}
