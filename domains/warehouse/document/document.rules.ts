import type { FieldError } from '#kit/shared/errors.ts'
import { daysUntil } from '#kit/shared/time.ts'

/** Days back that a document may be dated. Warehouse §3. */
const DAYS_BACK = 7
/** Lines of one document: a vehicle brings more than a thousand sorts. Decision 0180. */
export const LINES_MAX = 5000

/** Pieces and weights as people write them, in the thousandths of the ledger. */
export const toQ = (qty: number): number => Math.round(qty * 1000)

/** What is wrong with the business day of a document on this day; null when nothing is. Warehouse §3, §12. */
export function dayFault(day: string, today: string, closeMonth: string): string | null {
  if (day > today) return '业务日期不能晚于今天'
  if (closeMonth !== '' && day.slice(0, 7) <= closeMonth) return `${day.slice(0, 7)} 已关账，不能记账`
  return daysUntil(today, day) > DAYS_BACK ? `业务日期最多早于今天${DAYS_BACK}天` : null
}

/** A line of goods as its document has it. */
interface Line {
  readonly skuId: number | null
  readonly sectionId?: number | null
  readonly lotNo?: string
  readonly qty: number | null
}

/** Lines without a quantity, and lines that say the same goods, place and lot twice. Warehouse §3, §12. */
export function lineFaults(lines: readonly Line[]): FieldError[] {
  const faults: FieldError[] = []
  const seen = new Map<string, number>()
  for (const [at, { skuId, sectionId = null, lotNo = '', qty }] of lines.entries()) {
    if ((qty ?? 0) <= 0) faults.push({ field: `lines.${at}.qty`, message: '数量必须大于0' })
    const key = `${skuId} ${sectionId} ${lotNo.trim()}`
    const before = seen.get(key)
    if (before === undefined) seen.set(key, at)
    else
      faults.push({
        field: `lines.${at}.productName`,
        message: `与第${before + 1}行的商品、库区和批次相同，请合并`,
      })
  }
  return faults
}

/** Sum of quantities with at most three decimals, exact. */
export const totalOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { qty }) => sum + toQ(qty ?? 0), 0) / 1000

/** Why a quantity has more decimals than the unit of its goods; null when it has not. Warehouse §12. */
export function decimalFault(qty: number, decimals: number): string | null {
  if (Math.round(qty * 10 ** decimals) / 10 ** decimals === qty) return null
  return decimals === 0 ? '该商品不支持小数数量' : `数量最多${decimals}位小数`
}
