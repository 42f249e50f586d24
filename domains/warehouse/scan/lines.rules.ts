import type { ReadGoods } from './code.rules.ts'

/** A line that scans count for, as far as it is known here. */
export interface ScanLine {
  readonly id: number
  readonly skuId: number
  readonly sectionId: number | null
  /** '' for any */
  readonly lotNo: string
  /** null: as much as there is */
  readonly want: number | null
  /** with what waits to be posted */
  readonly done: number
}

export const leftOf = ({ want, done }: ScanLine): number =>
  want === null ? Number.POSITIVE_INFINITY : Math.round((want - done) * 1000) / 1000

interface Where {
  /** the section that was scanned last */
  readonly place: number | null
  /** goods of other sections are refused once a section was scanned */
  readonly keepsPlace: boolean
  /** the line that is shown */
  readonly current: number
  /** so many scans in one */
  readonly times: number
}

type Chosen<L> = { line: L; qty: number; read: ReadGoods } | { fault: string }

const sameLot = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Said of goods that no line wants. Warehouse §12. */
export const NO_LINE = '商品不在本单中'

/**
 * The line a scan counts for: of the goods that were read, in the section and of the lot where these are known, what is shown before
 * the others, then what still wants all of it. `fault` says why none does. Warehouse §5.2, §7, §12.
 */
export function chooseLine<L extends ScanLine>(
  lines: readonly L[],
  reads: readonly ReadGoods[],
  { place, keepsPlace, current, times }: Where,
): Chosen<L> {
  const own = lines.filter((line) => reads.some((read) => read.skuId === line.skuId))
  if (own.length === 0) return { fault: NO_LINE }
  const unclear = reads.find((read) => read.fault !== '' && own.some((line) => line.skuId === read.skuId))
  if (unclear !== undefined) return { fault: unclear.fault }
  const here = place === null ? [] : own.filter((line) => line.sectionId === place)
  if (keepsPlace && place !== null && here.length === 0) return { fault: '商品不在这个库区' }
  const placed = here.length > 0 ? here : own
  const lot = reads[0]?.lotNo ?? ''
  const ofLot = lot === '' ? placed : placed.filter((line) => line.lotNo === '' || sameLot(line.lotNo, lot))
  if (ofLot.length === 0) return { fault: `批次不符：应为 ${placed[0]?.lotNo}，扫到 ${lot}` }
  const open = ofLot.filter((line) => leftOf(line) > 0)
  const readOf = (line: L) => reads.find((one) => one.skuId === line.skuId)
  const qtyOf = (line: L) => Math.round((readOf(line)?.ratio ?? 0) * times * 1000) / 1000
  const line =
    open.find((one) => one.id === current) ?? open.find((one) => qtyOf(one) <= leftOf(one)) ?? open[0]
  if (line === undefined) return { fault: '该商品已扫完' }
  const read = readOf(line)
  if (read === undefined) return { fault: NO_LINE }
  const [qty, left] = [qtyOf(line), leftOf(line)]
  return qty > left ? { fault: `超出数量：还差 ${left}，本次 ${qty}` } : { line, qty, read }
}

/** How far all lines are: lines that want nothing more of all that want something. */
export function progressOf(lines: readonly ScanLine[]): { done: number; all: number } {
  const wanting = lines.filter((line) => line.want !== null)
  return wanting.length > 0
    ? { done: wanting.filter((line) => leftOf(line) <= 0).length, all: wanting.length }
    : { done: lines.filter((line) => line.done > 0).length, all: lines.length }
}
