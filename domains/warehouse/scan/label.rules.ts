import { NO_LOT } from '../stock/lotNo.ts'
import { checkDigitFits } from './gs1.rules.ts'

/** What the label of a lot says: LOT|规格编码|批次号; goods without lots have "-" for it. Warehouse §7. */
export function readLotLabel(code: string): { code: string; lotNo: string } | null {
  const found = /^LOT\|([^|]+)\|(.+)$/i.exec(code.trim())
  if (found?.[1] === undefined || found[2] === undefined) return null
  return { code: found[1], lotNo: found[2] === NO_LOT ? '' : found[2] }
}

/** Prefixes of all codes that shops print themselves. */
export const ALL_SCALES = '20-29'

/**
 * What a scale printed: a prefix of those of the warehouse (20-29, or one of them), five digits of the goods, five of grams, and the
 * check digit. null when it is none, or says nothing was weighed. Warehouse §4.3, §7.
 */
export function readWeighed(code: string, prefixes: string): { code: string; grams: number } | null {
  const bare = code.trim()
  const found = /^(2\d)(\d{5})(\d{5})\d$/.exec(bare)
  if (found === null || !checkDigitFits(bare)) return null
  const [, prefix = '', goods = '', grams = ''] = found
  const [from = '', to = from] = prefixes.split('-')
  if (from === '' || prefix < from || prefix > to || Number(grams) === 0) return null
  return { code: goods, grams: Number(grams) }
}
