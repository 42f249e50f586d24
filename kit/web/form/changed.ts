import { isMasked, type Shape } from '#kit/shared/field.ts'
import { isNone, type WireRow } from '#kit/web/fieldUi.ts'
import type { Errors } from './errors.ts'

/** Whether two wire values are equal. Of long lists only the rows are looked at that are not the same objects. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => same(one, b[index]))
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

/** Of some fields those whose value is no longer the one before, with both. */
export function changes(
  names: readonly string[],
  values: WireRow,
  before: WireRow,
): { values: WireRow; base: WireRow } {
  const changed = names.filter((name) => !same(values[name], before[name]))
  const of = (row: WireRow) => Object.fromEntries(changed.map((name) => [name, row[name]]))
  return { values: of(values), base: of(before) }
}

/** The fields that two people have changed from the same `base`, each to something else. Screens §4. */
export function clashes(base: WireRow, mine: WireRow, theirs: WireRow): string[] {
  return Object.keys(mine).filter(
    (name) =>
      !same(mine[name], base[name]) && !same(theirs[name], base[name]) && !same(mine[name], theirs[name]),
  )
}

/**
 * What a form holds once its row was read again: the new value where nothing was changed, what was typed elsewhere.
 * `before` is the row the form started from, `after` the one that came. Screens §4.
 */
export function readAgain(values: WireRow, before: WireRow, after: WireRow): WireRow {
  const taken = Object.entries(after).filter(([name]) => same(values[name], before[name]))
  return { ...values, ...Object.fromEntries(taken) }
}

/**
 * Of the errors of changed values those a save is refused for: at the changed fields, and those the changes brought
 * about elsewhere. What was wrong or empty before keeps nobody from changing something else. Screens §4.
 */
export function newErrors(errors: Errors, before: Errors, values: WireRow, start: WireRow): Errors {
  return Object.fromEntries(
    Object.entries(errors).filter(([path, message]) => {
      const name = path.split('.')[0] ?? ''
      return before[path] !== message || !same(values[name], start[name])
    }),
  )
}

/**
 * What is wrong with the changed value at a path ('phone', 'items.0.price'); undefined when nothing is, and when nothing
 * stands there: what is missing is told on saving. Screens §4.
 */
export function leftError(shape: Shape, values: WireRow, start: WireRow, path: string): string | undefined {
  const [name = '', index, column] = path.split('.')
  if (same(values[name], start[name]) || (index !== undefined && column === undefined)) return undefined
  const outer = shape[name]
  const inner = column === undefined ? outer : outer?.shape?.[column]
  const rows = values[name]
  const row: unknown = column !== undefined && Array.isArray(rows) ? rows[Number(index)] : values
  if (inner === undefined || inner.type === 'lines' || !isRow(row)) return undefined
  const value = row[column ?? name]
  if (isNone(value) || (inner.masked !== undefined && isMasked(value))) return undefined
  const result = inner.schema.safeParse(value)
  return result.success ? undefined : result.error.issues[0]?.message
}

function isRow(value: unknown): value is WireRow {
  return typeof value === 'object' && value !== null
}
