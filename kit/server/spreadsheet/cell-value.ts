import { Decimal } from 'decimal.js'

/** How a number format shows a number: as a day, a moment, a time of day, or just as a number. */
export type NumberKind = 'number' | 'date' | 'dateTime' | 'time'

/** The kind of a built-in format of a workbook by its number; 27–36 and 50–58 are the Chinese date formats. */
export function kindOfBuiltIn(id: number): NumberKind {
  if (id === 22) return 'dateTime'
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) || id === 55 || id === 56)
    return 'time'
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date'
  return 'number'
}

/** The kind of a written format like yyyy"年"m"月"d"日" or [$-804]h:mm. */
export function kindOfFormat(format: string): NumberKind {
  // Colours, currencies and conditions in brackets, quoted and escaped characters say nothing about the kind —
  // except [h], a duration.
  // Only the first section counts; others are for negative numbers and texts, as in yyyy-mm-dd;@.
  const plain = format
    .replace(/\[(h+|m+|s+)\]/gi, '$1')
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
    .replace(/;.*$/s, '')
    .toLowerCase()
  if (/general|@/.test(plain)) return 'number'
  const hasDay = /[yde]/.test(plain.replace(/e[+-]/g, ''))
  const hasTime = /[hs]/.test(plain)
  if (hasDay) return hasTime ? 'dateTime' : 'date'
  if (hasTime) return 'time'
  return /m/.test(plain) ? 'date' : 'number'
}

/**
 * A number of a workbook as a person would write it: no float noise beyond the 15 digits a spreadsheet keeps,
 * whole numbers digit by digit, no exponent. Anything that is no number comes back as it is.
 */
export function numberText(value: string): string {
  // No spreadsheet writes longer ones, and to work them out takes the square of their length.
  if (value.length > 400) return value
  if (/^-?\d+$/.test(value) || (value.length <= 16 && /^-?\d+\.\d+$/.test(value))) return value
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?$/i.test(value)) return value
  const number = new Decimal(value)
  return (number.isInteger() ? number : number.toSignificantDigits(15)).toFixed()
}

const DAY = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
const LAST_DAY = 2_958_466

/** The day number of a spreadsheet as text: 'yyyy-MM-dd', 'yyyy-MM-dd HH:mm:ss' or 'HH:mm:ss'. */
export function serialText(value: string, kind: Exclude<NumberKind, 'number'>, from1904: boolean): string {
  const serial = Number(value)
  if (!(serial >= 0 && serial < LAST_DAY)) return numberText(value)
  // Spreadsheets believe that 1900 was a leap year: before its 29 February the days are one off.
  const epoch = from1904 ? EPOCH_1904 : serial < 60 ? EPOCH + DAY : EPOCH
  const seconds = Math.round(serial * 86_400)
  const [day = '', time = ''] = new Date(epoch + seconds * 1000).toISOString().slice(0, 19).split('T')
  if (kind === 'date') return day
  return kind === 'time' ? time : `${day} ${time}`
}

/** The day number of a moment that a clock shows, the reverse of `serialText`. */
export function serialOf(year: number, month: number, day: number, secondOfDay: number): number {
  return (Date.UTC(year, month - 1, day) - EPOCH) / DAY + secondOfDay / 86_400
}

/** Text that a spreadsheet would take for a formula gets an apostrophe in front (platform §10). */
export function defuse(text: string): string {
  return /^[=+\-@]/.test(text) ? `'${text}` : text
}

/** Takes the apostrophe off again, so that an exported or corrected sheet can be imported as it is. */
export function undefuse(text: string): string {
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}
