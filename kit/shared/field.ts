import { z } from 'zod'
import type { Entity } from './entity.ts'
import { trust } from './loose.ts'

/**
 * What a state says to a person, whatever its word; one colour stands for each (kit/web/StateTag.tsx). done: as it should be,
 * in force; waits: for somebody; wrong: failed, refused, or destroys; runs: goes on by itself; off: not in force, not yet or
 * no longer. Screens §1.
 */
export type Meaning = 'done' | 'waits' | 'wrong' | 'runs' | 'off'

/** A value and the text a person sees for it; with a meaning it is a state, which lists show as a coloured tag. */
export interface Choice {
  value: number | string
  label: string
  means?: Meaning
}

/** A JSON Schema fragment, as printed into the OpenAPI description. */
export type JsonSchema = { [key: string]: unknown }

/** Where one field of a row says what another one names. */
export interface RefersBy {
  /** the field that says it */
  readonly field: string
  /** the entity by each of its values; nothing is named for one that is not here */
  readonly entities: Readonly<Record<number, string>> | Readonly<Record<string, string>>
}

/** The entity that the values of a field name in a row; undefined where they name none. */
export function entityNamed(
  { ref, refersBy }: Pick<TypeFacts & FieldFacts, 'ref' | 'refersBy'>,
  row: object,
): string | undefined {
  if (refersBy === undefined) return ref
  const kind = String(Reflect.get(row, refersBy.field))
  return Object.entries(refersBy.entities).find(([value]) => value === kind)?.[1]
}

/** Facts every field may state, whatever its type. Architecture §3. */
export interface FieldFacts {
  /** must be given on save; missing answers 请输入/请选择{label} */
  required?: boolean
  /** set by the system: never accepted from an input */
  readOnly?: boolean
  /** unique among the rows that are not deleted; a second one answers {label}已存在 */
  unique?: boolean
  /** searched by `keywords` */
  search?: boolean
  /** the list offers a filter for it */
  filter?: boolean
  /** the list can be sorted by it; an index must serve that order */
  sortable?: boolean
  /** sorted by it, rows without a value come last from the highest on; its index says `desc nulls last` */
  blankIsLeast?: boolean
  /** stands in the list unless false */
  list?: boolean
  /** stands in the form unless false */
  form?: boolean
  /** in lines: it says more of what the first column names, and is told beneath it where there is little room */
  aside?: boolean
  /** width of its list column in px */
  width?: number
  /** taken by import and given by export unless false */
  port?: boolean
  /** permission needed to see it; without it the field is left out of answers, exports and inputs */
  permission?: string
  /** entities its values name when other facts of the row say which, or when its type is no reference */
  refers?: readonly string[]
  /** the field of the same row that says which entity its values name, and the entity by each value of that field */
  refersBy?: RefersBy
  /** a hint under the input */
  help?: string
  /** kept out of the operation log: it says again what other records hold */
  unlogged?: boolean
  /** of a consumer, who may ask to be forgotten: logs, which nobody changes, keep it only as it is shown masked. Members §10.4 */
  personal?: true
  /** shown like this without the permission; an update that sends it back so leaves the value as it is */
  masked?: { permission: string; show(value: string): string }
}

/** What the single field types add; flat, so that a screen can read them without knowing the type. */
export interface TypeFacts {
  max?: number
  min?: number
  decimals?: number
  /** of a text: stored where there is none, and shown as what is empty is. Sheets keep it: a blank cell may say something else */
  none?: string
  choices?: readonly Choice[]
  /** written with two decimals, as amounts are: scores, and what is an amount or a number of pieces */
  fixed?: boolean
  /** dictionary type whose entries are the choices */
  dict?: string
  /** name of the entity referred to, as registered with declareRef */
  ref?: string
  /** a reference to a table whose ids are bigint, or to rows of any table */
  big?: boolean
  /** several values of the same kind */
  many?: boolean
  /** fields of the lines of a lines field */
  shape?: Shape
  /** category type for a category reference */
  categoryType?: number
  /** further input of the call that offers its rows: of several kinds, those of one */
  narrows?: Readonly<Record<string, number>>
  /** the width÷height a picture is cropped to */
  ratio?: number
  /** which files may be attached, when not all of them */
  accept?: 'document'
  /** a range of hours may end where it begins */
  equal?: boolean
  /** what a text must match as a whole, and what is said when it does not; {label}格式不正确 unless given */
  pattern?: RegExp
  message?: string
  /** what a person is told to write where the form of a value was wrong */
  right?: string
  /** a field of an answer only: what it is filled from, see join.ts */
  join?: Join
}

/** Where a joined field of an answer comes from; `by` are fields of the row. See join.ts. */
export type Join =
  | { kind: 'name'; by: string; of?: string | RefersBy; between: string; orId: boolean }
  | { kind: 'same'; by: string }
  /** `field` is joined in its turn: to the row of `of` */
  | { kind: 'field'; by: string; of: Entity | string; field: Field }
  | { kind: 'count'; by: string; of: Entity | string; where?: readonly (readonly [string, unknown])[] }
  | { kind: 'made'; by: readonly string[]; make?: (row: object) => unknown }

/**
 * A field, declared once. T is the type in code and in the database, W the type on the wire.
 * `schema` checks a wire value and gives the stored one; `encode` goes back.
 */
export interface Field<T = unknown, W = T> extends FieldFacts, TypeFacts {
  readonly type: string
  readonly label: string
  readonly schema: z.ZodType<T>
  /** like schema, but what is left out stays out: for updates */
  readonly patch: z.ZodType<T | undefined>
  readonly initial: T | undefined
  /** what a blank input becomes: '', [] or null */
  readonly empty: T | undefined
  readonly json: JsonSchema
  /** its values stand on the wire as they are stored, for everybody: `encode` need not be asked */
  readonly asStored: boolean
  /** `may` tells which fields inside the value the person may see; all of them unless given */
  encode(value: T, may?: (permission: string) => boolean): W
}

export type Shape = { readonly [name: string]: Field }

/** The stored row of a shape: types as in code and in the database. */
export type RowOf<S extends Shape> = {
  -readonly [K in keyof S]: S[K] extends Field<infer T, infer _W> ? T : never
}

/** The row of a shape as it travels. */
export type WireOf<S extends Shape> = {
  -readonly [K in keyof S]: S[K] extends Field<infer _T, infer W> ? W : never
}

/**
 * Those of values that the fields of a shape have read before, typed as declared: the cells of a sheet, what an input
 * holds beside the fields of its entity. What is not there is left out.
 */
export function valuesIn<S extends Shape>(shape: S, values: object): Partial<RowOf<S>> {
  return trust(Object.fromEntries(Object.entries(values).filter(([name]) => name in shape)))
}

/** A row of all fields of a shape out of values that they have read before. */
export function rowIn<S extends Shape>(shape: S, values: object): RowOf<S> {
  return trust(valuesIn(shape, values))
}

/** 请输入 for what is typed, 请选择 for what is chosen. */
const CHOSEN = new Set([
  'choice',
  'dict',
  'ref',
  'refs',
  'date',
  'datetime',
  'month',
  'image',
  'images',
  'files',
  'flag',
  'hourRange',
])

export function missingText(type: string, label: string): string {
  return `${CHOSEN.has(type) ? '请选择' : '请输入'}${label}`
}

/** A value, the reason of its refusal, or the reasons at places inside it. */
export type Reading<T> =
  | { value: T }
  | { reason: string }
  | { issues: { path: PropertyKey[]; message: string }[] }

interface Definition<T, W> {
  type: string
  label: string
  /** turns a wire value that is there into the stored value, or tells why not */
  read(value: unknown): Reading<T>
  write?(value: T, may: (permission: string) => boolean): W
  empty: T | undefined
  initial: T | undefined
  json: JsonSchema
  facts: FieldFacts & TypeFacts
  /** said of a value that is not there; 请输入/请选择{label} unless given */
  missing?: string
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const everything = (): boolean => true

const present = z.unknown().optional()

/**
 * Makes a field of a type from how one present value is read and written.
 * Blank input (undefined, null, spaces) gives the initial value, else the empty one; a required field refuses it.
 */
export function makeField<T, W = T>(definition: Definition<T, W>): Field<T, W> {
  const { type, label, facts, read, empty, initial, missing = missingText(type, label) } = definition
  const check = (value: unknown, context: z.RefinementCtx): T => {
    if (isBlank(value)) {
      // A default stands in only for what was left out; a value cleared on purpose stays cleared.
      if (value === undefined && initial !== undefined) return initial
      if (!facts.required && empty !== undefined) return empty
      context.addIssue({ code: 'custom', message: missing })
      return z.NEVER
    }
    const result = read(value)
    if ('value' in result) return result.value
    const issues = 'issues' in result ? result.issues : [{ path: [], message: result.reason }]
    for (const issue of issues) context.addIssue({ code: 'custom', ...issue })
    return z.NEVER
  }
  let schema: z.ZodType<T> | undefined
  let patch: z.ZodType<T | undefined> | undefined
  const write = definition.write
  const { masked } = facts
  const isLeft = (value: unknown): boolean => value === undefined || (masked !== undefined && isMasked(value))
  return {
    ...facts,
    type,
    label,
    // A house has thousands of fields, a worker or a page needs the schemas of a few.
    get schema() {
      schema ??= present.transform(check)
      return schema
    },
    get patch() {
      patch ??= present.transform((value, context) => (isLeft(value) ? undefined : check(value, context)))
      return patch
    },
    initial,
    empty,
    json: { title: label, ...definition.json },
    asStored: write === undefined && masked === undefined,
    encode(value: T, may = everything): W {
      if (masked !== undefined && !may(masked.permission)) return trust(masked.show(String(value)))
      return write ? write(value, may) : trust(value)
    },
  }
}

/** A value from outside as text; an object that has none, by a toString of its own, is told as objects are. */
export function written(value: unknown): string {
  try {
    return String(value)
  } catch {
    return '[object Object]'
  }
}

/** Whether a value of a masked field is what was shown in its place. */
export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('*')

/** Encodes a stored row for the wire: declared fields only, those the person may not see left out. */
export function encodeRow<S extends Shape>(
  shape: S,
  row: { readonly [name: string]: unknown },
  may: (permission: string) => boolean,
): WireOf<S> {
  const wire: Record<string, unknown> = {}
  for (const [name, field] of entriesOf(shape)) {
    const value = row[name]
    if (value === undefined) continue
    if (field.permission !== undefined && !may(field.permission)) continue
    wire[name] = value === null ? null : field.encode(value, may)
  }
  return trust(wire)
}

const entries = new WeakMap<Shape, [string, Field][]>()

/** The fields of a shape with their names; lists encode thousands of rows of the same few shapes. */
export function entriesOf(shape: Shape): readonly [string, Field][] {
  const known = entries.get(shape)
  if (known !== undefined) return known
  const made = Object.entries(shape)
  entries.set(shape, made)
  return made
}

/** T when the options make sure of a value (required, or with an initial one), else T or null. */
export type Filled<O, T> = O extends { required: true } ? T : O extends { initial: T } ? T : T | null

/** Whether the column of such a field may be null; mirrors Filled. */
export function isNullable(field: Field): boolean {
  return !field.required && field.initial === undefined && field.empty === null
}

/** The most an integer column holds: ids, where their table does not say bigint (`bigId`). */
export const INT_MAX = 2_147_483_647

/**
 * An id of any table, from `least` on; null for anything else. Beyond what a number holds exactly there are none. One that
 * its column does not hold names no row: 404 (dbErrors.ts).
 */
export function readId(value: unknown, least: 0 | 1): number | null {
  const id = typeof value === 'string' && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= least ? id : null
}

/** Whether a list, or a text of one, is longer than any honest one: it is refused before it is walked. `most`: characters. */
export function isFarTooLong(value: unknown, most: number): boolean {
  return Array.isArray(value) ? value.length > MOST_PARTS : typeof value === 'string' && value.length > most
}

/** No list of an input is longer, also before what is given twice is left out. */
const MOST_PARTS = 10_000

/** Ends the reason why a value has not the form of its field. */
export const WRONG_FORMAT = '格式不正确'

export const wrongFormat = (label: string): { reason: string } => ({ reason: `${label}${WRONG_FORMAT}` })

/** A whole or decimal number from a number or its text; null for anything else. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^-?\d{1,15}(\.\d{1,6})?$/.test(value.trim())) return null
  return Number(value.trim())
}

/** The reason why a number lies outside its field's bounds, or null. A bound that is infinite is none. */
export function outOfRange(
  value: number,
  label: string,
  facts: { min?: number; max?: number },
): string | null {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = facts
  if (Number.isFinite(min) && Number.isFinite(max) && (value < min || value > max))
    return `${label}应在${min}到${max}之间`
  if (value < min) return `${label}不能小于${min}`
  if (value > max) return `${label}不能大于${max}`
  return null
}
