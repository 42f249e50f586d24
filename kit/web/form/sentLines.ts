import type { FieldError } from '#kit/shared/errors.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { rowsOf } from '#kit/web/lines/line.ts'

/** Which line of the form a line was made of, by what is sent. */
const places = new WeakMap<object, number>()

/**
 * The lines of a form as they are sent, each as `each` makes it; null: this one is not sent. What is refused of one is shown at the
 * line it was made of. Screens §4.
 */
export function sentLines<S extends object>(lines: unknown, each: (line: WireRow) => S | null): S[] {
  return rowsOf(lines).flatMap((line, at) => {
    const sent = each(line)
    if (sent === null) return []
    places.set(sent, at)
    return [sent]
  })
}

/** The fields of a refusal by their paths in the form of which `sent` was made. Screens §4. */
export function fieldsInForm(fields: readonly FieldError[], sent: object): FieldError[] {
  return fields.map((one) => {
    const [name = '', at, ...rest] = one.field.split('.')
    const lines: unknown = Reflect.get(sent, name)
    const line: unknown = Array.isArray(lines) && at !== undefined ? lines[Number(at)] : undefined
    const place = typeof line === 'object' && line !== null ? places.get(line) : undefined
    return place === undefined ? one : { ...one, field: [name, place, ...rest].join('.') }
  })
}
