import { hasPlace, mayShow } from '#kit/fields/web.tsx'
import { type Field, isMasked, type Shape } from '#kit/shared/field.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { same } from './changed.ts'
import type { Errors } from './errors.ts'
import { fillable, type OwnInputs, type Screen } from './places.ts'

/** The inputs and rights of the person at this browser. */
export const SCREEN: Screen = { mayShow, hasPlace }

/** The fields a person fills in: those with an input of their type or of the form's own. */
export function inputFields(shape: Shape, own: OwnInputs = {}): [string, Field][] {
  return fillable(shape, own, SCREEN)
}

/** What a new form starts from: the initial values of the fields, as on the wire, and the given ones. */
export function startValues(shape: Shape, given: WireRow = {}, own: OwnInputs = {}): WireRow {
  const values: Record<string, unknown> = {}
  for (const [name, field] of inputFields(shape, own))
    if (field.initial !== undefined) values[name] = field.encode(field.initial)
  return { ...values, ...given }
}

/** The errors of values by the fields' own checks, the same the server makes. */
export function errorsOf(
  fields: readonly [string, Field][],
  values: WireRow,
  hidden: (name: string) => boolean,
): Errors {
  const errors: Record<string, string> = {}
  for (const [name, field] of fields) {
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
  fields: readonly [string, Field][],
  values: WireRow,
  hidden: (name: string) => boolean,
  before?: WireRow,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, field] of fields) {
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
