import { toQ } from '../document/document.rules.ts'

/** What a scan of goods that arrive says. */
export interface Arrived {
  readonly skuId: number
  readonly qty: number
  /** '' where the scan tells none: the lot that was scanned last of these goods */
  readonly lotNo: string
  readonly productionDate: string | null
  readonly expiryDate: string | null
}

interface Line {
  readonly skuId: number
  readonly lotNo: string
  readonly productionDate: string | null
  readonly expiryDate: string | null
  readonly qty: number
  readonly scanQty: number | null
  readonly planQty: number | null
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()
const isBegun = (line: Line): boolean => (line.scanQty ?? 0) > 0

/** The line a scan counts for: that of its lot, else one whose lot is not known yet; -1 when there is none. */
export function lineOf(lines: readonly Line[], { skuId, lotNo }: Arrived): number {
  const at = (fits: (line: Line) => boolean) => lines.findIndex((line) => line.skuId === skuId && fits(line))
  if (lotNo === '') {
    const last = lines.findLastIndex((line) => line.skuId === skuId && isBegun(line))
    return last === -1 ? at(() => true) : last
  }
  const own = at((line) => same(line.lotNo, lotNo))
  return own === -1 ? at((line) => line.lotNo.trim() === '' && !isBegun(line)) : own
}

/**
 * Lines of a draft with a scan counted: what was scanned takes the place of what was expected to come. A further lot of the same goods
 * is a line beside the first. `fresh` is the line of goods that nobody expected; undefined refuses them: null. Warehouse §4.5, §7.
 */
export function withScan<L extends Line>(
  lines: readonly L[],
  scan: Arrived,
  fresh: (() => L) | undefined,
): { lines: L[]; at: number } | null {
  const known = lineOf(lines, scan)
  const at = known === -1 ? lines.length : known
  const like = lines.find((line) => line.skuId === scan.skuId)
  const base = lines[known] ?? (like === undefined ? fresh?.() : { ...like, ...NEW_LOT })
  if (base === undefined) return null
  const counted = (toQ(base.scanQty ?? 0) + toQ(scan.qty)) / 1000
  const line = {
    ...base,
    ...{ scanQty: counted, qty: counted, lotNo: base.lotNo.trim() === '' ? scan.lotNo : base.lotNo },
    productionDate: base.productionDate ?? scan.productionDate,
    expiryDate: base.expiryDate ?? scan.expiryDate,
  }
  return { lines: [...lines.slice(0, at), line, ...lines.slice(at + 1)], at }
}

const NEW_LOT = { lotNo: '', productionDate: null, expiryDate: null, scanQty: 0, planQty: null }
