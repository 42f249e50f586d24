/** The zone whose days the server counts (architecture §4). */
export const SERVER_ZONE = 'Asia/Shanghai'

export const DATE_PRESETS = [
  'all',
  'today',
  'yesterday',
  'lately7',
  'lately30',
  'month',
  'quarter',
  'year',
] as const
export type DatePreset = (typeof DATE_PRESETS)[number]

/** A half-open range: `from` belongs to it, `to` does not. */
export interface DateRange {
  from: Date
  to: Date
}

const DAY_MS = 86_400_000

/** A `dateLimit` that is neither a preset nor two days in order. */
export class DateLimitError extends Error {
  override name = 'DateLimitError'

  constructor() {
    super('时间范围格式不正确')
  }
}

/** A point in time as a zone's clock shows it; month 1–12. */
export interface ZonedTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** Seconds since 1970, as times stand on the wire, for a Date; fractions are cut off. */
export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

/** The Date of seconds since 1970. */
export function fromSeconds(seconds: number): Date {
  return new Date(seconds * 1000)
}

/** What the clock of a zone shows at a moment, whatever zone the process runs in. */
export function zonedTime(date: Date, zone = SERVER_ZONE): ZonedTime {
  const clock = new Date(date.getTime() + zoneOffset(date, zone))
  return {
    year: clock.getUTCFullYear(),
    month: clock.getUTCMonth() + 1,
    day: clock.getUTCDate(),
    hour: clock.getUTCHours(),
    minute: clock.getUTCMinutes(),
    second: clock.getUTCSeconds(),
  }
}

/** The moment a day begins in a zone; `month` 1–12, and months and days may run over (day 0 = the day before the 1st). */
export function dayStart(year: number, month: number, day: number, zone = SERVER_ZONE): Date {
  const wall = Date.UTC(year, month - 1, day)
  // The offset is that of the moment looked for, which itself depends on the offset: where the clock jumps the
  // first guess may be on the wrong side, the second is not.
  const guess = wall - zoneOffset(new Date(wall), zone)
  return new Date(wall - zoneOffset(new Date(guess), zone))
}

/** The beginning of the day of a moment, moved by whole days. */
export function startOfDay(date: Date, moveDays = 0, zone = SERVER_ZONE): Date {
  const { year, month, day } = zonedTime(date, zone)
  return dayStart(year, month, day + moveDays, zone)
}

/** 'yyyyMMdd' of a moment, as document numbers carry it (frame §3). */
export function dayKey(date: Date, zone = SERVER_ZONE): string {
  return dateText(zonedTime(date, zone)).replaceAll('-', '')
}

/** 'yyyy-MM' of a moment, moved by whole months. */
export function monthKey(date: Date, move = 0, zone = SERVER_ZONE): string {
  const { year, month } = zonedTime(date, zone)
  return moveMonth(`${year}-${two(month)}`, move)
}

/** A month 'yyyy-MM' moved by whole months. */
export function moveMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const at = year * 12 + number - 1 + by
  return `${Math.floor(at / 12)}-${two((at % 12) + 1)}`
}

/** The months 'yyyy-MM' from one to another, both included; none where the first is '' or after the last. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month !== '' && month <= last; month = moveMonth(month, 1)) months.push(month)
  return months
}

/** 'yyyy-MM-dd HH:mm' of seconds since 1970. */
export function formatTime(seconds: number, zone = SERVER_ZONE): string {
  return formatDateTime(fromSeconds(seconds), zone).slice(0, -3)
}

/** 'yyyy-MM-dd' of seconds since 1970. */
export function formatDate(seconds: number, zone = SERVER_ZONE): string {
  return dateText(zonedTime(fromSeconds(seconds), zone))
}

/** Today as a day of the server's zone, yyyy-MM-dd. */
export function today(): string {
  return formatDate(toSeconds(new Date()))
}

/** Whole days from one yyyy-MM-dd to another; negative when it is past. */
export function daysUntil(end: string, from: string): number {
  return Math.round((Date.parse(end) - Date.parse(from)) / DAY_MS)
}

/** Whether a text is a day of the calendar, 'yyyy-MM-dd'. */
export function isDay(text: string): boolean {
  const time = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The day so many days before or after a yyyy-MM-dd. */
export function movedDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** 'yyyy-MM-dd HH:mm:ss' of a Date. */
export function formatDateTime(date: Date, zone = SERVER_ZONE): string {
  const time = zonedTime(date, zone)
  return `${dateText(time)} ${two(time.hour)}:${two(time.minute)}:${two(time.second)}`
}

/**
 * The range of a `dateLimit` (frame §3, platform §4.6): a preset, or 'yyyy-MM-dd,yyyy-MM-dd' with both days
 * included. Month, quarter and year are the calendar periods around `now`. Null for 'all' and for nothing;
 * DateLimitError for anything else.
 */
export function parseDateLimit(
  limit: string | null | undefined,
  now: Date = new Date(),
  zone = SERVER_ZONE,
): DateRange | null {
  if (!limit || limit === 'all') return null
  const { year, month, day } = zonedTime(now, zone)
  const days = (from: number, to: number) => ({
    from: dayStart(year, month, day + from, zone),
    to: dayStart(year, month, day + to, zone),
  })
  const months = (first: number, count: number) => ({
    from: dayStart(year, first, 1, zone),
    to: dayStart(year, first + count, 1, zone),
  })
  switch (limit) {
    case 'today':
      return days(0, 1)
    case 'yesterday':
      return days(-1, 0)
    case 'lately7':
      return days(-6, 1)
    case 'lately30':
      return days(-29, 1)
    case 'month':
      return months(month, 1)
    case 'quarter':
      return months(month - ((month - 1) % 3), 3)
    case 'year':
      return months(1, 12)
    default:
      return givenDays(limit, zone)
  }
}

function givenDays(limit: string, zone: string): DateRange {
  const days = limit.split(',').map((text) => parseDay(text.trim()))
  const [first, last] = days
  if (days.length !== 2 || !first || !last) throw new DateLimitError()
  const range = {
    from: dayStart(first.year, first.month, first.day, zone),
    to: dayStart(last.year, last.month, last.day + 1, zone),
  }
  if (range.from >= range.to) throw new DateLimitError()
  return range
}

/** The moment of 'yyyy-MM-dd HH:mm' or 'yyyy-MM-dd HH:mm:ss' on the clock of a zone; null for anything else. */
export function parseMoment(text: string, zone = SERVER_ZONE): Date | null {
  const [, day = '', hour, minute, second = '0'] = /^(\S+)[ T](\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? []
  const date = parseDay(day)
  const [h, m, s] = [Number(hour), Number(minute), Number(second)]
  if (date === null || !(h < 24 && m < 60 && s < 60)) return null
  const start = dayStart(date.year, date.month, date.day, zone)
  return new Date(start.getTime() + ((h * 60 + m) * 60 + s) * 1000)
}

/**
 * A day or moment as people and spreadsheets write it, on the clock of the server's zone: '2027-03-05', '2027/3/5 8:05',
 * '2027年3月5日 08:05:30'. `day` is 'yyyy-MM-dd'; without a time the moment is the day's beginning. Null for days and
 * times that do not exist and for anything else, bare numbers among it: 20270305 may be a day, a serial or seconds.
 */
export function parseWritten(text: string): { day: string; moment: Date; hasTime: boolean } | null {
  const parts = WRITTEN.exec(text.trim())
  if (parts === null) return null
  const {
    year = '',
    month,
    cnMonth,
    date,
    cnDate,
    hour = '0',
    minute = '0',
    second = '0',
  } = parts.groups ?? {}
  const day = `${year}-${twoDigits(month ?? cnMonth)}-${twoDigits(date ?? cnDate)}`
  const moment = parseMoment(`${day} ${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`)
  return moment === null ? null : { day, moment, hasTime: Number(hour) + Number(minute) + Number(second) > 0 }
}

const WRITTEN =
  /^(?<year>\d{4})(?:(?<by>[-/.])(?<month>\d{1,2})\k<by>(?<date>\d{1,2})|年(?<cnMonth>\d{1,2})月(?<cnDate>\d{1,2})日)(?:(?:[ T]+|(?<=日))(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?)?$/

const twoDigits = (text = ''): string => text.padStart(2, '0')

function parseDay(text: string): { year: number; month: number; day: number } | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) return null
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  // A day that does not exist (02-30) would roll over into the next month. Years below 1000 are typing errors.
  const there = new Date(Date.UTC(year, month - 1, day))
  return year >= 1000 && there.getUTCMonth() + 1 === month && there.getUTCDate() === day
    ? { year, month, day }
    : null
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clocks.set(zone, clock)
  }
  return clock
}

// Offsets change on quarter hours only. Formatting takes 10 µs, and a list has many times of few days: answers are kept.
const QUARTER_HOUR = 900_000
const MOST_OFFSETS = 5000
const offsets = new Map<string, Map<number, number>>()

function zoneOffset(date: Date, zone: string): number {
  const time = date.getTime()
  const day = Math.floor(time / DAY_MS) * DAY_MS
  const offset = offsetAt(day, zone)
  // A day that ends as it began has no change in it.
  if (offset === offsetAt(day + DAY_MS, zone)) return offset
  return offsetAt(Math.floor(time / QUARTER_HOUR) * QUARTER_HOUR, zone)
}

function offsetAt(moment: number, zone: string): number {
  const known = offsets.get(zone) ?? new Map<number, number>()
  if (known.size === 0) offsets.set(zone, known)
  const found = known.get(moment)
  if (found !== undefined) return found
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of clockOf(zone).formatToParts(moment)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - moment
  if (known.size >= MOST_OFFSETS) known.clear()
  known.set(moment, offset)
  return offset
}

function dateText({ year, month, day }: ZonedTime): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
