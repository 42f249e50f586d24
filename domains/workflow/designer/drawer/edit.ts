import { COUNTERSIGN_KEYS } from '../../model/names.ts'
import type { Properties } from '../../model/types.ts'

/** What the inputs of the drawer do to the values of an element; nothing here knows the screen. Workflow §1.3, §2.1. */

export const MIN_SIZE = 50
export const SIZE_STEP = 5

/** A typed width or height: the nearest multiple of 5, at least 50; what is no number becomes `usual`. */
export function snapSize(typed: unknown, usual: number): number {
  const text = typeof typed === 'number' ? String(typed) : typeof typed === 'string' ? typed.trim() : ''
  const size = text === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(size)) return usual
  return Math.max(MIN_SIZE, onStep(size))
}

/** The text of a property; '' when there is none. */
export function textIn(properties: Readonly<Record<string, unknown>>, name: string): string {
  const value = properties[name]
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value)
}

/** Properties with one more value; '' takes it out. */
export function withText(properties: Properties, name: string, text: string): Properties {
  const { [name]: _former, ...rest } = properties
  return text === '' ? rest : { ...properties, [name]: text }
}

export type FieldMap = Readonly<Record<string, string>>

/** The extension attributes of a task. */
export function fieldMap(properties: Properties): FieldMap {
  const { field } = properties
  if (typeof field !== 'object' || field === null || Array.isArray(field)) return {}
  return Object.fromEntries(Object.entries(field).map(([key, value]) => [key, String(value ?? '')]))
}

/** Properties with other extension attributes. */
export function withFields(properties: Properties, field: FieldMap): Properties {
  const { field: _former, ...rest } = properties
  return Object.keys(field).length === 0 ? rest : { ...properties, field: { ...field } }
}

/** Properties with one extension attribute changed; '' takes it out. */
export function withField(properties: Properties, key: string, text: string): Properties {
  const { [key]: _former, ...rest } = fieldMap(properties)
  return withFields(properties, text === '' ? rest : { ...fieldMap(properties), [key]: text })
}

/** Keys with an input of their own; the table neither shows nor takes them. */
export const OWN_KEYS = [
  'countersignFailPolicy',
  'ccUsers',
  'emptyActorPolicy',
  'sameActorPolicy',
  'fieldRights',
] as const

/** The way people take part: ALL brings the two keys of countersigning along, anything else takes them away. */
export function withPerformType(properties: Properties, performType: string): Properties {
  if (performType === 'ALL') {
    const field = { countersignType: 'PARALLEL', countersignCompletionCondition: '', ...fieldMap(properties) }
    return { ...properties, performType, field }
  }
  const {
    countersignType: _type,
    countersignCompletionCondition: _condition,
    ...rest
  } = withText(properties, 'performType', performType)
  const {
    countersignType: _fieldType,
    countersignCompletionCondition: _fieldCondition,
    ...field
  } = fieldMap(rest)
  return withFields(rest, field)
}

export interface AttributeRow {
  key: string
  value: string
  /** neither renamed nor deleted */
  fixed: boolean
}

/** The rows of the extension table: the two of countersigning first, while there is one. */
export function attributeRows(properties: Properties): AttributeRow[] {
  const field = fieldMap(properties)
  const hidden = new Set<string>([...COUNTERSIGN_KEYS, ...OWN_KEYS])
  const free = Object.entries(field).filter(([key]) => !hidden.has(key))
  const fixed = properties.performType === 'ALL' ? COUNTERSIGN_KEYS : []
  return [
    ...fixed.map((key) => ({
      key,
      value: field[key] ?? (key === 'countersignType' ? 'PARALLEL' : ''),
      fixed: true,
    })),
    ...free.map(([key, value]) => ({ key, value, fixed: false })),
  ]
}

/** Why a key cannot stand in the extension table; null when it can. `former`: the key of the row itself. */
export function keyFault(properties: Properties, key: string, former: string | null): string | null {
  if (key === former) return null
  if (key === '') return '请输入属性名'
  if ([...COUNTERSIGN_KEYS, ...OWN_KEYS].some((one) => one === key)) return '该属性已有单独的选项'
  return Object.hasOwn(fieldMap(properties), key) ? '属性名已存在' : null
}

/** Gives an extension attribute another key, in its place; `former` null: one more at the end. */
export function withKey(properties: Properties, former: string | null, key: string): Properties {
  const field = fieldMap(properties)
  if (former === null) return withFields(properties, { ...field, [key]: '' })
  const entries = Object.entries(field).map(([name, value]) => [name === former ? key : name, value])
  return withFields(properties, Object.fromEntries(entries))
}

/** Sets an extension attribute that stays even when it is empty. */
export function withValue(properties: Properties, key: string, value: string): Properties {
  return withFields(properties, { ...fieldMap(properties), [key]: value })
}

/** The tokens of a list of participants; a comma inside of brackets or quotes separates nothing. */
export function splitTokens(text: string): string[] {
  const tokens: string[] = []
  let depth = 0
  let quote = ''
  let token = ''
  for (const sign of text) {
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (depth > 0 && (sign === '"' || sign === "'")) quote = sign
    else if ('{[('.includes(sign)) depth++
    else if ('}])'.includes(sign)) depth--
    if (depth <= 0 && quote === '' && (sign === ',' || sign === '，')) {
      tokens.push(token)
      token = ''
    } else token += sign
  }
  return [...new Set([...tokens, token].map((one) => one.trim()).filter((one) => one !== ''))]
}

export const RIGHTS = ['read', 'edit', 'hidden'] as const
export type Right = (typeof RIGHTS)[number]
export type Rights = Readonly<Record<string, Right>>

/** What a task may do with the fields of the form, kept as json text in `field.fieldRights`. */
export function readRights(properties: Properties): Rights {
  try {
    const given: unknown = JSON.parse(fieldMap(properties).fieldRights ?? '{}')
    if (typeof given !== 'object' || given === null) return {}
    const known = Object.entries(given).flatMap(([name, value]) => {
      const right = RIGHTS.find((one) => one === value)
      return right === undefined ? [] : [[name, right] as const]
    })
    return Object.fromEntries(known)
  } catch {
    return {}
  }
}

/** Properties with the right to one form field changed; null: as the form says. */
export function withRight(properties: Properties, name: string, right: Right | null): Properties {
  const { [name]: _former, ...rest } = readRights(properties)
  const rights = right === null ? rest : { ...rest, [name]: right }
  return withField(properties, 'fieldRights', Object.keys(rights).length === 0 ? '' : JSON.stringify(rights))
}

/** Sizes go in steps, those that are pulled too. */
export function onStep(size: number): number {
  return Math.round(size / SIZE_STEP) * SIZE_STEP
}
