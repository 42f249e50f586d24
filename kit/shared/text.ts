import { formatMoney, parseMoney } from './money.ts'

/** Largest percentage a form takes (platform §4.6). */
export const MAX_PERCENT = 99.99

/** How long ago a moment (seconds since 1970) was, in words (platform §4.6): 30 s → 1分钟前, 47 h → 1天前. */
export function timeAgo(seconds: number, nowSeconds = Date.now() / 1000): string {
  const age = nowSeconds - seconds
  if (age < 30) return '刚刚'
  if (age < 3_600) return `${Math.max(1, Math.floor(age / 60))}分钟前`
  if (age < 86_400) return `${Math.floor(age / 3_600)}小时前`
  return `${Math.floor(age / 86_400)}天前`
}

/** How long something took, in its two largest units: 90 s → 1分钟, 7 500 s → 2小时5分钟. */
export function spanText(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  if (days > 0) return hours > 0 ? `${days}天${hours}小时` : `${days}天`
  if (hours > 0) return minutes > 0 ? `${hours}小时${minutes}分钟` : `${hours}小时`
  return minutes > 0 ? `${minutes}分钟` : '不到1分钟'
}

/**
 * A number with at most one decimal and k M G T P E (platform §4.6): 12345 → 12.3k, 2000000 → 2M. For the axes of charts; the
 * specification names no list or form for it, and cells show numbers whole.
 */
export function shortenNumber(value: number): string {
  let size = Math.abs(value)
  let unit = ''
  for (const next of 'kMGTPE') {
    // Compared after rounding: 999 960 is 1M, not 1000k.
    if (oneDecimal(size) < 1000) break
    size /= 1000
    unit = next
  }
  return `${value < 0 && oneDecimal(size) > 0 ? '-' : ''}${oneDecimal(size)}${unit}`
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}

/** Width of a text in units: an ASCII character counts 1, any other 2 (platform §4.6). */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

/**
 * Cuts a text after `limit` units and marks the cut: 通商平台商品列表 → 通商平台商… (platform §4.6). For the labels of charts; cells
 * are cut by their width, with the whole text at hand.
 */
export function truncate(text: string, limit = 10): string {
  let width = 0
  let kept = ''
  for (const character of text) {
    width += characterWidth(character)
    if (width > limit) return `${kept}…`
    kept += character
  }
  return text
}

function characterWidth(character: string): number {
  return character.charCodeAt(0) < 128 ? 1 : 2
}

/**
 * Calls `act` with the latest arguments once nothing was asked for `wait` milliseconds (platform §4.6: 500).
 * `cancel` drops the call that still waits.
 */
export function debounce<Args extends readonly unknown[]>(
  act: (...args: Args) => void,
  wait = 500,
): ((...args: Args) => void) & { cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  const later = (...args: Args) => {
    cancel()
    timer = setTimeout(() => act(...args), wait)
  }
  return Object.assign(later, { cancel })
}

/** Any number or numeric text with two decimals, half up: 12.345 → '12.35'; not a number → '0.00' (platform §4.6). */
export function formatAmount(value: unknown): string {
  const exact = parseMoney(value)
  if (exact !== null) return formatMoney(exact)
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return '0.00'
  // Moving the point in the text keeps 1.005 from becoming 100.49999999999999.
  const cents = Math.sign(number) * Math.round(Number(`${Math.abs(number)}e2`))
  return Number.isSafeInteger(cents) ? formatMoney(cents) : number.toFixed(2)
}

/** An amount as people read it: 1,234.50; of anything formatAmount takes. */
export function groupedAmount(value: unknown): string {
  return formatAmount(value).replace(/\B(?=(\d{3})+(?=\.))/g, ',')
}

/** A number as people read it, its whole part grouped: 12345.5 → '12,345.5'. */
export function groupedNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 12 })
}

/** The digits of a text, everything else left out. */
export function digitsOnly(text: string): string {
  return text.replace(/[^0-9]/g, '')
}

/** A mobile number of mainland China. */
export function isMobile(text: string): boolean {
  return /^1[3-9]\d{9}$/.test(text)
}

/** A phone as others see it: 138****8000. */
export function maskPhone(phone: string): string {
  return phone.length === 11 ? `${phone.slice(0, 3)}****${phone.slice(7)}` : phone
}

/** Digits only, at least one. */
export function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

/** Upper-case Latin letters and digits only, at least one. */
export function isUpperAlnum(text: string): boolean {
  return /^[A-Z0-9]+$/.test(text)
}

/** A positive number with up to 2 decimals, zero, or one digit with 1–2 decimals; else {field}格式不正确 (platform §4.6). */
export function isAmount(text: string): boolean {
  return /^(?:[1-9]\d*(?:\.\d{1,2})?|0|\d\.\d{1,2})$/.test(text)
}

/**
 * Whether a person's permissions cover any one of the codes; `*:*:*` covers all (platform §4.6). Asking without
 * a code is a programming error: it is logged and denied.
 */
export function hasPermission(permissions: readonly string[] | undefined, codes: readonly string[]): boolean {
  if (codes.length === 0) {
    console.error('hasPermission needs at least one code')
    return false
  }
  if (!permissions) return false
  return permissions.includes('*:*:*') || codes.some((code) => permissions.includes(code))
}

/**
 * Whether the check digit of a barcode of 8, 12, 13 or 14 digits is right (catalog §5, barCode). Codes of any
 * other shape carry none and pass.
 */
export function barcodeCheckDigitFits(code: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return true
  const digits = [...code].map(Number).reverse()
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 ? 3 : 1), 0) % 10 === 0
}

// The first character of each letter in pinyin order.
const FIRST_OF_LETTER: readonly (readonly [string, string])[] = [
  ['A', '阿'],
  ['B', '八'],
  ['C', '嚓'],
  ['D', '哒'],
  ['E', '妸'],
  ['F', '发'],
  ['G', '旮'],
  ['H', '哈'],
  ['J', '丌'],
  ['K', '咔'],
  ['L', '垃'],
  ['M', '妈'],
  ['N', '拏'],
  ['O', '噢'],
  ['P', '妑'],
  ['Q', '七'],
  ['R', '呥'],
  ['S', '仨'],
  ['T', '他'],
  ['W', '屲'],
  ['X', '夕'],
  ['Y', '丫'],
  ['Z', '帀'],
]
// Characters whose reading in names is not the one the order files them under: 长城, 重庆, 厦门, 曾.
const READ_OTHERWISE = new Map([
  ['长', 'C'],
  ['重', 'C'],
  ['厦', 'X'],
  ['曾', 'Z'],
])
const pinyinOrder = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

/**
 * The letter a name is filed under (brand firstLetter): the pinyin initial of a Chinese name by its first
 * character's usual reading, the letter itself of a Latin one, '#' for anything else.
 */
export function firstLetter(name: string): string {
  const [first = ''] = name.trim().normalize('NFKD')
  if (/[a-z]/i.test(first)) return first.toUpperCase()
  if (!/\p{Script=Han}/u.test(first)) return '#'
  const filed = FIRST_OF_LETTER.findLast(([, boundary]) => pinyinOrder.compare(first, boundary) >= 0)
  return READ_OTHERWISE.get(first) ?? filed?.[0] ?? 'A'
}

/**
 * The path a login may send a person to: `redirect` when it lies inside this application, else '/'. Anything a
 * browser could read as another site (//evil, https:, backslashes, hidden control characters) is refused.
 */
export function sameOriginPath(redirect: string | null | undefined): string {
  if (!redirect?.startsWith('/') || /[\\\p{Cc}]/u.test(redirect)) return '/'
  const home = 'http://home.invalid'
  if (!URL.canParse(redirect, home)) return '/'
  const { origin, pathname, search, hash } = new URL(redirect, home)
  // Dots are resolved by now, so /.//evil shows its two slashes.
  return origin === home && !pathname.startsWith('//') ? pathname + search + hash : '/'
}

const UNITS = ['KB', 'MB', 'GB', 'TB']
const KB = 1024

/** Bytes as people read them: 900 B, 1.5 KB, 3.0 GB; null is none. */
export function sizeText(bytes: number | null): string {
  let size = bytes ?? 0
  if (size < KB) return `${size} B`
  let unit = -1
  while (size >= KB && unit < UNITS.length - 1) {
    size /= KB
    unit += 1
  }
  return `${size.toFixed(1)} ${UNITS[unit]}`
}
