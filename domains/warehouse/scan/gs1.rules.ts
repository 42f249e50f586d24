import { dayKey } from '#kit/shared/time.ts'

/** What a GS1 code says of goods; what it does not say is ''. Warehouse §7. */
export interface Gs1 {
  /** fourteen digits: AI 01, or 02 of what is in a box */
  gtin: string
  /** AI 10 */
  lotNo: string
  /** yyyy-MM-dd: AI 11 */
  productionDate: string
  /** yyyy-MM-dd: AI 17, or 15 */
  expiryDate: string
  /** pieces: AI 30, or 37 of what is in a box; 0 when it says none */
  count: number
  /** AI 21 */
  serial: string
  /** net weight: AI 310n; 0 when it says none */
  netGrams: number
}

/** Ends a value of no fixed length. */
const GS = '\u001d'
/** Lengths of values that have no end of their own, by application identifier. */
const FIXED: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '13': 6,
  '15': 6,
  '17': 6,
  // Measures have identifiers of four digits: two more and six of the value.
  '31': 8,
}
/** The longest value of the others that are known. */
const OPEN: Readonly<Record<string, number>> = { '10': 20, '21': 20, '30': 8, '37': 8 }

/** Whether digits end in their check digit, as GTINs and SSCCs do. */
export function checkDigitFits(digits: string): boolean {
  if (!/^\d{8,18}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((all, sign, at) => all + Number(sign) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/**
 * The day of YYMMDD; day 00 is the last of its month. Of the centuries the one that lies nearest to `today`: GS1 §7.12. '' when
 * there is no such day.
 */
export function gs1Day(digits: string, today: string): string {
  const found = /^(\d\d)(\d\d)(\d\d)$/.exec(digits)
  if (found === null) return ''
  const [yy, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const now = Number(today.slice(0, 4))
  const off = yy - (now % 100)
  const century = Math.floor(now / 100) + (off >= 51 ? -1 : off <= -50 ? 1 : 0)
  const year = century * 100 + yy
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day > last) return ''
  const two = (n: number) => String(n).padStart(2, '0')
  return `${year}-${two(month)}-${two(day === 0 ? last : day)}`
}

/** The values of a code by their application identifiers; null when it is none of GS1. */
function partsOf(code: string): Map<string, string> | null {
  if (code.startsWith('(')) return bracketed(code)
  const bare = code.replace(/^\](?:C1|d2|Q3|e0)/, '')
  return raw(bare.startsWith(GS) ? bare.slice(1) : bare)
}

/** As people read it: (01)0690…(10)L2. */
function bracketed(code: string): Map<string, string> | null {
  const found = new Map<string, string>()
  let rest = code
  while (rest !== '') {
    const part = /^\((\d{2,4})\)([^(]+)/.exec(rest)
    if (part?.[1] === undefined || part[2] === undefined) return null
    found.set(part[1], part[2].replaceAll(GS, ''))
    rest = rest.slice(part[0].length)
  }
  return found
}

/** As scanners send it: values without an end of their own are ended by GS, or by the end. */
function raw(code: string): Map<string, string> | null {
  const found = new Map<string, string>()
  let rest = code
  while (rest !== '') {
    const ai = rest.slice(0, 2)
    const fixed = FIXED[ai]
    const open = OPEN[ai]
    if (fixed === undefined && open === undefined) return null
    const end = fixed === undefined ? rest.indexOf(GS) : 2 + fixed
    const value = rest.slice(2, end === -1 ? undefined : end)
    if (value === '' || (fixed !== undefined && !new RegExp(`^\\d{${fixed}}$`).test(value))) return null
    if (open !== undefined && value.length > open) return null
    if (ai === '31') found.set(`${ai}${value.slice(0, 2)}`, value.slice(2))
    else found.set(ai, value)
    rest = end === -1 ? '' : rest.slice(end)
    if (rest.startsWith(GS)) rest = rest.slice(1)
  }
  return found
}

/** Of kilograms with as many decimals as the last digit of 310n says, to the gram. */
function netGramsOf(parts: ReadonlyMap<string, string>): number {
  for (const [ai, value] of parts)
    if (/^310[0-5]$/.test(ai) && /^\d{6}$/.test(value))
      return Math.round(Number(value) * 10 ** (3 - Number(ai.slice(3))))
  return 0
}

/** Reads a GS1 code of goods, with brackets or as scanners send it; null when it is none, e.g. a plain barcode. Warehouse §7. */
export function readGs1(code: string, now = new Date()): Gs1 | null {
  const parts = partsOf(code.trim())
  const gtin = parts?.get('01') ?? parts?.get('02') ?? ''
  if (parts === null || gtin.length !== 14 || !checkDigitFits(gtin)) return null
  const today = `${dayKey(now).slice(0, 4)}-01-01`
  const day = (ai: string) => gs1Day(parts.get(ai) ?? '', today)
  const expiryDate = day('17') || day('15')
  return {
    ...{ gtin, lotNo: parts.get('10') ?? '', serial: parts.get('21') ?? '' },
    ...{ productionDate: day('11'), expiryDate, count: Number(parts.get('30') ?? parts.get('37') ?? 0) || 0 },
    netGrams: netGramsOf(parts),
  }
}

/** How a GTIN may stand on goods: of fourteen digits, thirteen (EAN), twelve (UPC) or eight. */
export function gtinForms(gtin: string): string[] {
  const forms = [gtin]
  for (const zeros of [1, 2, 6]) if (gtin.startsWith('0'.repeat(zeros))) forms.push(gtin.slice(zeros))
  return forms
}
