import { SHEET } from './attachSheet.entity.ts'

interface Paper {
  copies: number | null
  needBack: 0 | 1 | null
  backQty: number | null
}

/** What the lines of a sheet come to: copies, those that must come back, that have, that are still outside. Warehouse §5.6. */
export function countsOf(lines: readonly Paper[]) {
  const sum = (of: (line: Paper) => number) => lines.reduce((total, line) => total + of(line), 0)
  const copies = sum((line) => line.copies ?? 0)
  const needCount = sum((line) => (line.needBack === 1 ? (line.copies ?? 0) : 0))
  const backCount = sum((line) => (line.needBack === 1 ? (line.backQty ?? 0) : 0))
  return { copies, needCount, backCount, openCount: needCount - backCount }
}

/** How far a sheet that has left is; one with nothing to bring back is settled at once. */
export function sentStatus({ backCount, openCount }: { backCount: number; openCount: number }) {
  return openCount === 0 ? SHEET.settled : backCount > 0 ? SHEET.partly : SHEET.sent
}

/** Days after which papers that did not come back are late. */
export const LATE_DAYS = 3
/** Whether papers are outside for longer than three days; times in seconds. Warehouse §5.6. */
export const isLate = (row: { openCount: number | null; sentTime: number | null }, now: number): boolean =>
  (row.openCount ?? 0) > 0 && row.sentTime !== null && now - row.sentTime > LATE_DAYS * 86_400
