import { hasPlace } from '#kit/fields/web.tsx'
import { type Field, isMasked, type Shape } from '#kit/shared/field.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { same } from './changed.ts'
import type { Errors } from './errors.ts'

/** The fields a person fills in. */
export function inputFields(shape: Shape): [string, Field][] {
  return Object.entries(shape).filter(
    ([, field]) => field.form !== false && !field.readOnly && hasPlace(field),
  )
}

/** What a new form starts from: the initial values of the fields, as on the wire, and the given ones. */
export function startValues(shape: Shape, given: WireRow = {}): WireRow {
  const values: Record<string, unknown> = {}
  for (const [name, field] of inputFields(shape))
    if (field.initial !== undefined) values[name] = field.encode(field.initial)
  return { ...values, ...given }
}

/** The errors of values by the fields' own checks, the same the server makes. */
export function errorsOf(shape: Shape, values: WireRow, hidden: (name: string) => boolean): Errors {
  const errors: Record<string, string> = {}
  for (const [name, field] of inputFields(shape)) {
    // What was masked stays as it is.
    if (hidden(name) || (field.masked !== undefined && isMasked(values[name]))) continue
    const result = field.schema.safeParse(cleaned(field, values[name]))
    if (result.success) continue
    for (const issue of result.error.issues) errors[[name, ...issue.path].join('.')] ??= issue.message
  }
  return errors
}

/** The input of a save: the fields that stand in the form; of an update only those that changed. */
export function inputOfForm(
  shape: Shape,
  values: WireRow,
  hidden: (name: string) => boolean,
  before?: WireRow,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, field] of inputFields(shape)) {
    const value = values[name]
    if (hidden(name) || value === undefined) continue
    if (before !== undefined && same(value, before[name])) continue
    input[name] = cleaned(field, value)
  }
  return input
}

// Lines bring joined names and other read-only fields along, which an input must not carry.
function cleaned(field: Field, value: unknown): unknown {
  const { shape } = field
  if (field.type !== 'lines' || shape === undefined || !Array.isArray(value)) return value
  return value.map((row: WireRow) =>
    Object.fromEntries(
      Object.entries(row).filter(
        ([name, one]) => one !== undefined && shape[name] !== undefined && !shape[name].readOnly,
      ),
    ),
  )
}
