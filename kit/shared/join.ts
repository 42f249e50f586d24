import { int, text } from '../fields/shared.ts'
import type { Entity, EntityRow } from './entity.ts'
import type { Field, Join, RefersBy, Shape } from './field.ts'
import { trust } from './loose.ts'

/**
 * What stands in an answer beside the fields of its rows: declared in the shape of the answer, filled by `joinRows` for
 * list, info, export and print alike, with one query for each thing joined and page of rows, and within the reader's
 * data scope. Architecture §3.
 */
interface Looks {
  width?: number
  list?: boolean
  port?: boolean
}

interface NameOptions extends Looks {
  max?: number
  /** the entity named, or the field that says which, where the field by which it is named does not tell */
  of?: string | RefersBy
  /** stands between several names; a comma unless given */
  between?: string
  /** tells the number of what has no name for the reader, in place of leaving it out */
  orId?: boolean
}

/**
 * What the rows that the field `by` (a reference, also one whose entity another field says) names are called; several are
 * joined into one text, none is ''.
 */
export function nameOf(by: string, label: string, options: NameOptions = {}): Field<string> {
  const { of, between = ',', orId = false, ...looks } = options
  return withJoin(text(label, { max: 1000, ...looks, readOnly: true }), {
    kind: 'name',
    by,
    between,
    orId,
    ...(of === undefined ? {} : { of }),
  })
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
  looks: Looks = {},
): E['all'][K] {
  // How it is typed where it is stored is said of no joined field.
  const { required: _required, help: _help, ...field }: Field = trust(of.all[name])
  return trust(
    withJoin(
      { ...field, ...(label === undefined ? {} : { label }), ...UNASKED, ...looks },
      { kind: 'field', by, of, field: sameAs(name, field) },
    ),
  )
}

/**
 * A joined field of the row of `of` that the field `by` refers to: what that row itself only refers to. An entity of a
 * room whose declarations the browser should not load for it is given by its name.
 */
export function through<F extends Field>(by: string, of: Entity | string, field: F): F {
  return trust(withJoin(field, { kind: 'field', by, of, field }))
}

const UNASKED = { readOnly: true, search: false, filter: false, sortable: false, unique: false }

/** The value of another field of the row under a second name. */
export function sameAs<F extends Field>(by: string, field: F): F {
  return trust(withJoin({ ...field, ...UNASKED }, { kind: 'same', by }))
}

/** How many rows of `of`, deleted ones left out, refer to the row by their field `by` (ref or refs) and are as `where` says. */
export function countOf<E extends Entity>(
  of: E | string,
  by: Extract<keyof EntityRow<E>, string>,
  label: string,
  { where, ...looks }: Looks & { where?: Partial<EntityRow<E>> } = {},
): Field<number> {
  return trust(
    withJoin(int(label, { readOnly: true, width: 80, ...looks }), {
      kind: 'count',
      of,
      by,
      ...(where === undefined ? {} : { where: Object.entries(where) }),
    }),
  )
}

/** A value that a rule makes of these fields of the row itself. */
export function ruleOf<E extends Entity, const K extends Extract<keyof EntityRow<E>, string>, T, W>(
  _of: E,
  by: readonly K[],
  field: Field<T, W>,
  make: (row: Pick<EntityRow<E>, K>) => T,
): Field<T, W> {
  return withJoin({ ...field, readOnly: true }, { kind: 'made', by, make: (row) => make(trust(row)) })
}

/** A value that the handler makes of these fields of the row: `joinRows` only sees to it that they are read. */
export function madeOf<T, W>(by: readonly string[], field: Field<T, W>): Field<T, W> {
  return withJoin(field, { kind: 'made', by })
}

function withJoin<F extends Field>(field: F, join: Join): F {
  return { ...field, join }
}

/** The fields of a row that a field of a shape is made from; itself when it is stored. */
export function sourcesOf(shape: Shape, name: string): readonly string[] {
  const join = shape[name]?.join
  if (join === undefined) return [name]
  if (join.kind === 'count') return ['id']
  if (join.kind === 'made') return join.by
  if (join.kind !== 'name') return [join.by]
  const kind = typeof join.of === 'object' ? join.of : shape[join.by]?.refersBy
  return kind === undefined ? [join.by] : [join.by, kind.field]
}

/** The field sets that pages ask for again and again, by shape: the same text gives the same set. */
const sets = new WeakMap<Shape, Map<string, ReadonlySet<string>>>()
/** More are of no page, but made up by somebody. */
const MOST_SETS = 50

/** The names in `fields` that a shape declares, with id and version, which every row has; null: all of them. */
export function askedOf(shape: Shape, fields: string | undefined): ReadonlySet<string> | null {
  if (fields === undefined || fields === '') return null
  const known = sets.get(shape) ?? new Map<string, ReadonlySet<string>>()
  sets.set(shape, known)
  const found = known.get(fields)
  if (found !== undefined) return found
  const asked = new Set([...fields.split(','), 'id', 'version'].filter((name) => Object.hasOwn(shape, name)))
  if (known.size >= MOST_SETS) known.clear()
  known.set(fields, asked)
  return asked
}
