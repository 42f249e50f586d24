import pg from 'pg'

/** Makes a value of what the database writes for it. */
type Reader = (text: string) => unknown

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
const TIMESTAMPTZ = 1184
const INT4_LIST = 1007
const INT8_LIST = 1016

function toSafeNumber(text: string): number {
  const number = Number(text)
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) throw new Error(`Number out of range: ${text}`)
  return number
}

const ZERO = '0'.charCodeAt(0)
const ID = /^\{\d{1,15}(?:,\d{1,15})*\}$/

/** The driver's own reader takes any list apart by letters as texts; ids are read as they are written. */
function toIntegers(text: string): (number | null)[] {
  if (text === '{}') return []
  if (!ID.test(text)) return text.slice(1, -1).split(',').map(toInteger)
  const numbers: number[] = []
  let number = 0
  for (let at = 1; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter >= ZERO && letter < ZERO + 10) number = number * 10 + letter - ZERO
    else {
      numbers.push(number)
      number = 0
    }
  }
  return numbers
}

const toInteger = (part: string): number | null => (part === 'NULL' ? null : toSafeNumber(part))

const readAnyInstant: (text: string) => unknown = pg.types.getTypeParser(TIMESTAMPTZ, 'text')

/** The digits of a text from one place to another as a number. */
function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - ZERO
  return number
}

/**
 * The driver's own reader takes any instant apart by patterns. All connections ask for UTC, so nearly all are written as
 * '2027-03-05 08:30:00.123456+00', which is read by its places.
 */
function toInstant(text: string): unknown {
  const isUsual = text.length >= 22 && text.length <= 29 && text.charAt(4) === '-' && text.endsWith('+00')
  // Date.UTC takes a year of two digits for one of the last century.
  if (!isUsual || text.startsWith('0')) return readAnyInstant(text)
  const decimals = Math.max(0, Math.min(3, text.length - 23))
  return new Date(
    Date.UTC(
      digits(text, 0, 4),
      digits(text, 5, 7) - 1,
      digits(text, 8, 10),
      digits(text, 11, 13),
      digits(text, 14, 16),
      digits(text, 17, 19),
      digits(text, 20, 20 + decimals) * 10 ** (3 - decimals),
    ),
  )
}

const readers: Record<number, Reader> = {
  [INT8]: toSafeNumber,
  [NUMERIC]: Number,
  [DATE]: (text) => text,
  [TIMESTAMPTZ]: toInstant,
  [INT4_LIST]: toIntegers,
  [INT8_LIST]: toIntegers,
}

/**
 * How a column of a type is read: bigint and numeric as numbers, date as 'yyyy-MM-dd', timestamptz as Date, lists of ids as
 * numbers, all else as the driver does.
 */
export const readerOf = (oid: number, format?: 'text' | 'binary'): Reader =>
  readers[oid] ?? pg.types.getTypeParser(oid, format)
