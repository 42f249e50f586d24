import type { Field, Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'

/** The rows of a lines value. */
export function rowsOf(value: unknown): WireRow[] {
  return Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : []
}

/** The columns of a line table; read-only fields stand in it when the rows bring them. */
export function columnsOf(shape: Shape): [string, Field][] {
  return Object.entries(shape).filter(([, field]) => field.list !== false && field.form !== false)
}

/** An empty line with the initial values of its fields, as on the wire. */
export function newLine(shape: Shape): WireRow {
  const line: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape))
    if (field.initial !== undefined && !field.readOnly) line[name] = field.encode(field.initial)
  return line
}

/** Rows copied from a spreadsheet: lines and tabs; quoted cells may hold both. */
export function parseSheet(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === '\t') {
      rows.at(-1)?.push(cell)
      cell = ''
    } else if (sign === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      rows.push([])
    } else if (sign !== '\r') cell += sign
  }
  rows.at(-1)?.push(cell)
  return rows.filter((row) => row.some((one) => one.trim() !== ''))
}

/** A cell of a spreadsheet as the value of a field: labels of choices become their values, 1,234.5 becomes 1234.5. */
export function valueOfCell(field: Field, text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return field.initial === undefined ? field.empty : field.encode(field.initial)
  const byLabel = field.choices?.find((one) => one.label === trimmed || String(one.value) === trimmed)
  if (byLabel !== undefined) return byLabel.value
  if (NUMERIC.has(field.type)) {
    const plain = trimmed.replace(/[,，¥%\s]/g, '')
    return field.type === 'money' ? plain : Number.isNaN(Number(plain)) ? trimmed : Number(plain)
  }
  return trimmed
}

const NUMERIC = new Set(['int', 'decimal', 'money', 'ref'])

/**
 * Puts copied cells into the lines from row `at`, column `name` on; rows that are missing are added, at most `max`.
 * Cells beyond the last column are left out.
 */
export function pasteCells(
  rows: readonly WireRow[],
  cells: readonly string[][],
  shape: Shape,
  place: { at: number; name: string; max: number },
): WireRow[] {
  const names = columnsOf(shape)
    .filter(([, field]) => !field.readOnly)
    .map(([name]) => name)
  const first = names.indexOf(place.name)
  const next = [...rows]
  cells.forEach((line, offset) => {
    const at = place.at + offset
    if (at >= place.max || first < 0) return
    const row: Record<string, unknown> = { ...(next[at] ?? newLine(shape)) }
    line.forEach((text, column) => {
      const name = names[first + column]
      const field = name === undefined ? undefined : shape[name]
      if (name !== undefined && field !== undefined) row[name] = valueOfCell(field, text)
    })
    next[at] = row
  })
  return next
}

const keys = new WeakMap<object, string>()
let lastKey = 0

/** A key that stays with a line while it is edited (`like`: the line it was made from). */
export function keyOfLine(row: object, like?: object): string {
  const known = keys.get(row)
  if (known !== undefined) return known
  const key = (like === undefined ? undefined : keys.get(like)) ?? `line${++lastKey}`
  keys.set(row, key)
  return key
}

/** A line with some values changed, under the same key. */
export function changedLine(row: WireRow, values: Record<string, unknown>): WireRow {
  const next = { ...row, ...values }
  keyOfLine(row)
  keyOfLine(next, row)
  return trust(next)
}

/** What follows from a changed line, e.g. its amount; `changed` is the name of the column. */
export type Derive = (row: WireRow, changed: string) => WireRow

/** A line with one value changed and what follows from it, under the same key. */
export function editedLine(row: WireRow, name: string, value: unknown, derive?: Derive): WireRow {
  const changed = changedLine(row, { [name]: value })
  return derive === undefined ? changed : changedLine(changed, derive(changed, name))
}

/** Lines of which those behind `from`, to line `to`, have its value of a column; lines that have it already stay the same. */
export function filledDown(
  rows: readonly WireRow[],
  { name, from, to }: { name: string; from: number; to: number },
  derive?: Derive,
): WireRow[] {
  const value = rows[from]?.[name]
  return rows.map((row, at) =>
    at <= from || at > to || row[name] === value ? row : editedLine(row, name, value, derive),
  )
}
