import type { FieldError } from '#kit/shared/errors.ts'

export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** For whom an intention is. */
export const EVERYBODY = 0
export const BY_LEVEL = 1
export const BY_COMPANY = 2

/** The state that follows from the clock; a later one stays. Catalog §8.1. */
export function purposeState(startTime: Date, endTime: Date, now: Date): 0 | 1 | 2 {
  if (now < startTime) return 0
  return now < endTime ? 1 : 2
}

interface PurposeValues {
  readonly startTime?: unknown
  readonly endTime?: unknown
  readonly priceMin?: unknown
  readonly priceMax?: unknown
  readonly deliveryMonths?: unknown
  readonly scopeType?: unknown
  readonly scopeIds?: unknown
}

const isNone = (value: unknown): boolean => value === undefined || value === null || value === ''
const listOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(String)
    : String(value ?? '')
        .split(',')
        .filter(Boolean)

/** What is wrong between the fields of an intention; the same for the form and the server. Catalog §4.3. */
export function purposeFaults(values: PurposeValues): FieldError[] {
  const faults: FieldError[] = []
  const { startTime, endTime, priceMin, priceMax } = values
  if (!isNone(startTime) && !isNone(endTime) && Number(endTime) <= Number(startTime))
    faults.push({ field: 'endTime', message: '结束时间不能早于开始时间' })
  if (!isNone(priceMin) && !isNone(priceMax) && Number(priceMax) < Number(priceMin))
    faults.push({ field: 'priceMax', message: '最高价不能低于最低价' })
  if (listOf(values.deliveryMonths).some((month) => !MONTH.test(month)))
    faults.push({ field: 'deliveryMonths', message: '交付月份格式不正确' })
  if (!isNone(values.scopeType) && values.scopeType !== EVERYBODY && listOf(values.scopeIds).length === 0)
    faults.push({ field: 'scopeIds', message: '请选择指定对象' })
  return faults
}

/** Quantities by month, 'yyyy-MM'. */
export type MonthQty = Readonly<Record<string, number>>

/** Quantities by month as a sheet holds them: 2027-01:100;2027-02:200. */
export const monthsText = (monthQty: MonthQty): string =>
  Object.entries(monthQty)
    .map(([month, quantity]) => `${month}:${quantity}`)
    .sort()
    .join(';')

/** Whether an intention is answered at a moment; as OPEN of the server tells it. Catalog §8.1. */
export const isOpen = (
  { status, startTime, endTime }: { status: number; startTime: Date; endTime: Date },
  t: Date,
): boolean => status < 2 && startTime <= t && endTime > t

interface Asked {
  readonly deliveryMonths: readonly string[]
  readonly minQty: number | null
  readonly stepQty: number | null
}

/** Quantities have three decimals; whole thousandths add up and divide exactly. */
const thousandths = (quantity: number): number => Math.round(quantity * 1000)

export function totalQty(monthQty: MonthQty): number {
  return Object.values(monthQty).reduce((sum, quantity) => sum + thousandths(quantity), 0) / 1000
}

/** Why quantities cannot be taken, or null. Catalog §4.3. */
export function qtyFault(monthQty: MonthQty, { deliveryMonths, minQty, stepQty }: Asked): string | null {
  const other = Object.keys(monthQty).find((month) => !deliveryMonths.includes(month))
  if (other !== undefined) return `${other}不是该意向的交付月份`
  const total = totalQty(monthQty)
  if (total <= 0) return '请输入各月数量'
  const step = thousandths(stepQty ?? 0)
  if (step > 0 && Object.values(monthQty).some((quantity) => thousandths(quantity) % step !== 0))
    return `各月数量应为${stepQty}的倍数`
  return minQty !== null && total < minQty ? `合计不能少于起订量${minQty}` : null
}

/** '2027-01:10;2027-02:20' of a sheet as quantities by month; null when it is none. */
export function readMonths(text: string): MonthQty | null {
  const pairs: [string, number][] = []
  for (const part of text.split(/[;；]/).map((one) => one.trim())) {
    if (part === '') continue
    const [, month = '', quantity = ''] = /^(\d{4}-\d{2})\s*[:：]\s*(\d+(?:\.\d{1,3})?)$/.exec(part) ?? []
    if (!MONTH.test(month)) return null
    pairs.push([month, Number(quantity)])
  }
  return pairs.length === 0 ? null : Object.fromEntries(pairs)
}
