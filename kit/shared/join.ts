import { int, text } from '../fields/shared.ts'
import type { Entity, EntityRow } from './entity.ts'
import type { Field, Join, Shape } from './field.ts'
import { trust } from './loose.ts'

/**
 * What stands in an answer beside the fields of its rows: declared in the shape of the answer, filled by `joinRows` for
 * list, info, export and print alike, with one query for each thing joined and page of rows, and within the reader's
 * data scope. Architecture §3.
 */
interface NameOptions {
  max?: number
  width?: number
  list?: boolean
}

/** What the rows that the field `by` (ref or refs) names are called; several are joined by commas, none is ''. */
export function nameOf(by: string, label: string, options: NameOptions = {}): Field<string> {
  return withJoin(text(label, { max: 1000, ...options, readOnly: true }), { kind: 'name', by })
}

/**
 * The field `name` of the row of `of` that the field `by` refers to, with that field's permission and look; empty
 * where there is none.
 */
export function fieldOf<E extends Entity, K extends Extract<keyof E['all'], string>>(
  by: string,
  of: E,
  name: K,
  label?: string,
): E['all'][K] {
  const field: Field = trust(of.all[name])
  return trust(
    withJoin(
      { ...field, ...(label === undefined ? {} : { label }), ...UNASKED },
      { kind: 'field', by, of, name },
    ),
  )
}

const UNASKED = { readOnly: true, search: false, filter: false, sortable: false, unique: false }

/** The value of another field of the row under a second name. */
export function sameAs<F extends Field>(by: string, field: F): F {
  return trust(withJoin({ ...field, ...UNASKED }, { kind: 'same', by }))
}

/** How many rows of `of`, deleted ones left out, refer to the row by their field `by`. */
export function countOf<E extends Entity>(
  of: E,
  by: Extract<keyof EntityRow<E>, string>,
  label: string,
): Field<number> {
  return trust(withJoin(int(label, { readOnly: true, width: 80 }), { kind: 'count', of, by }))
}

/** A value that the handler makes of these fields of the row: `joinRows` only sees to it that they are read. */
export function madeOf<T, W>(by: readonly string[], field: Field<T, W>): Field<T, W> {
  return withJoin(field, { kind: 'made', by })
}

function withJoin<F extends Field>(field: F, join: Join): F {
  return { ...field, join }
}

/** The fields of a row that a field of the answer is made from; itself when it is stored. */
export function sourcesOf(name: string, field: Field | undefined): readonly string[] {
  const join = field?.join
  if (join === undefined) return [name]
  if (join.kind === 'count') return ['id']
  return typeof join.by === 'string' ? [join.by] : join.by
}

/** The names in `fields` that a shape declares, with id, version and what every row has; null: all of them. */
export function askedOf(
  shape: Shape,
  fields: string | undefined,
  always: readonly string[],
): ReadonlySet<string> | null {
  if (fields === undefined || fields === '') return null
  const asked = new Set(fields.split(',').filter((name) => Object.hasOwn(shape, name)))
  for (const name of ['id', 'version', ...always]) if (Object.hasOwn(shape, name)) asked.add(name)
  return asked
}
