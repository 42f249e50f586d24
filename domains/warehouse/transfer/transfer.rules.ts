import type { EntityRow } from '#kit/shared/entity.ts'
import type { FieldError } from '#kit/shared/errors.ts'
import { lineFaults, toQ } from '../document/document.rules.ts'
import { CARRY, STATUS, type transfer } from './transfer.entity.ts'

export type Transfer = EntityRow<typeof transfer>
export type TransferLine = Transfer['lines'][number]
type Head = Pick<
  Transfer,
  | 'outWarehouseId'
  | 'inWarehouseId'
  | 'planOutDate'
  | 'planInDate'
  | 'carryMode'
  | 'logisticsProviderId'
  | 'lines'
>

/** What is wrong with a transfer. Warehouse §4.7, §12. */
export function transferFaults(row: Head): FieldError[] {
  const faults: FieldError[] = []
  if (row.outWarehouseId === row.inWarehouseId)
    faults.push({ field: 'inWarehouseId', message: '调出仓与调入仓不能相同' })
  if (row.planInDate !== null && row.planInDate < row.planOutDate)
    faults.push({ field: 'planInDate', message: '计划到货日不能早于计划出库日' })
  if (row.carryMode === CARRY.carrier && row.logisticsProviderId === null)
    faults.push({ field: 'logisticsProviderId', message: '请选择物流商' })
  return [...faults, ...lineFaults(row.lines)]
}

interface Done {
  readonly lineNo: number
  readonly qty: number
}

/** What is done with lines, by their numbers; a number twice, an unknown one, or more than `most` of a line is refused. */
export function doneFaults(
  lines: readonly TransferLine[],
  done: readonly Done[],
  most: (line: TransferLine) => number,
  message: (most: number) => string,
  field = 'qty',
): FieldError[] {
  const seen = new Set<number>()
  return done.flatMap(({ lineNo, qty }, at) => {
    const line = lines[lineNo - 1]
    const isTwice = seen.has(lineNo)
    seen.add(lineNo)
    if (line === undefined || isTwice) return [{ field: `lines.${at}.lineNo`, message: '明细行不存在' }]
    return toQ(qty) > toQ(most(line)) ? [{ field: `lines.${at}.${field}`, message: message(most(line)) }] : []
  })
}

const plus = (a: number, b: number): number => (toQ(a) + toQ(b)) / 1000
type Counts = Pick<TransferLine, 'shippedQty' | 'receivedQty' | 'lostQty' | 'returnedQty'>

/** A line with more of it done; what is on its way follows. Warehouse §11. */
export function counted(line: TransferLine, more: Partial<Counts>): TransferLine {
  const shippedQty = plus(line.shippedQty, more.shippedQty ?? 0)
  const receivedQty = plus(line.receivedQty, more.receivedQty ?? 0)
  const lostQty = plus(line.lostQty, more.lostQty ?? 0)
  const returnedQty = plus(line.returnedQty, more.returnedQty ?? 0)
  const openQty = (toQ(shippedQty) - toQ(receivedQty) - toQ(lostQty) - toQ(returnedQty)) / 1000
  return { ...line, shippedQty, receivedQty, lostQty, returnedQty, openQty }
}

const sumOf = (lines: readonly TransferLine[], of: (line: TransferLine) => number): number =>
  lines.reduce((sum, line) => sum + toQ(of(line)), 0) / 1000

/** The figures of the head, and how far the goods are, by the lines. */
export function headOf(lines: readonly TransferLine[]) {
  const openQty = sumOf(lines, (line) => line.openQty)
  const receivedQty = sumOf(lines, (line) => line.receivedQty)
  const ended = sumOf(lines, (line) => plus(plus(line.receivedQty, line.lostQty), line.returnedQty))
  const status = openQty === 0 ? STATUS.done : ended > 0 ? STATUS.partly : STATUS.onWay
  return { shippedQty: sumOf(lines, (line) => line.shippedQty), receivedQty, openQty, status } as const
}

/** Percent of what was shipped that is lost, with two decimals. */
export const lostPercent = (lines: readonly TransferLine[], more: number): number => {
  const shipped = sumOf(lines, (line) => line.shippedQty)
  const lost = plus(
    sumOf(lines, (line) => line.lostQty),
    more,
  )
  return shipped === 0 ? 0 : Math.round((lost * 10_000) / shipped) / 100
}
