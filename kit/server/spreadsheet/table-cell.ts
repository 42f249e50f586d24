import { formatDate, formatDateTime, toSeconds } from '#kit/shared/time.ts'

export type Cell = string | number | Date | null | undefined

/** How the cells of a column stand in the file; text where nothing is said, so that codes keep their zeros. */
export type CellKind = 'text' | 'amount' | 'number' | 'date' | 'dateTime'

export interface ColumnSpec {
  title: string
  kind?: CellKind
  /** Width in characters; by default as wide as the title or the kind needs. */
  width?: number
  /** Marks the title of a column that must be filled in. */
  required?: boolean
  /** A drop-down list for the cells below the title. */
  options?: readonly string[]
}

export type CellContent = { text: string } | { number: string } | { date: Date; kind: 'date' | 'dateTime' }

// A spreadsheet keeps 15 digits; longer numbers would change.
const NUMBER = /^-?\d+(?:\.\d+)?$/
const MAX_DIGITS = 15

/** What a cell becomes in a column of a kind; null for an empty one. Amounts come as '12.30', not as cents. */
export function cellContent(cell: Cell, kind: CellKind = 'text'): CellContent | null {
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return null
    return kind === 'date' || kind === 'dateTime' ? { date: cell, kind } : { text: formatDateTime(cell) }
  }
  const text = String(cell ?? '')
  if (text === '') return null
  const isNumber = (kind === 'amount' || kind === 'number') && NUMBER.test(text)
  return isNumber && text.replace(/\D/g, '').length <= MAX_DIGITS ? { number: text } : { text }
}

/** A date cell as text in the zone of the server. */
export function dateCellText({ date, kind }: { date: Date; kind: 'date' | 'dateTime' }): string {
  return kind === 'date' ? formatDate(toSeconds(date)) : formatDateTime(date)
}
