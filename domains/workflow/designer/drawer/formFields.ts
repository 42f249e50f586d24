import { FORBIDDEN_KEYS, isName, newId } from '../../model/names.ts'
import { isRecord, type Plain } from '../../model/plain.ts'
import type { Properties } from '../../model/types.ts'
import { readRights, textIn, withRight } from './edit.ts'

/** What the table of form fields does to a task; what it does not know of a field stays. Workflow §1.3. */

export interface FieldRow {
  name: string
  displayName: string
  type: string
  /** the last one of a name counts */
  attrs: Readonly<Record<string, string>>
}

/** The form fields a node defines, those too whose name nobody can use. */
export function fieldRows(properties: Properties): FieldRow[] {
  return rawFields(properties).map((field) => ({
    name: textIn(field, 'name'),
    displayName: textIn(field, 'displayName'),
    type: textIn(field, 'type'),
    attrs: Object.fromEntries(rawAttrs(field).map((attr) => [textIn(attr, 'name'), textIn(attr, 'value')])),
  }))
}

/** One more field at the end, under a name that is free. */
export function withNewField(properties: Properties): Properties {
  const name = newId('field', new Set(fieldRows(properties).map((row) => row.name)))
  return withRaw(properties, [...rawFields(properties), { name, displayName: '新字段', type: 'text' }])
}

/** Without a field, and without the right to it. */
export function withoutField(properties: Properties, index: number): Properties {
  const name = fieldRows(properties)[index]?.name ?? ''
  return withRight(withRaw(properties, rawFields(properties).toSpliced(index, 1)), name, null)
}

/** A field one place further on (1) or back (-1); at the end nothing moves. */
export function withFieldMoved(properties: Properties, index: number, by: 1 | -1): Properties {
  const fields = rawFields(properties)
  const [one, other] = [fields[index], fields[index + by]]
  if (one === undefined || other === undefined) return properties
  return withRaw(properties, fields.with(index, other).with(index + by, one))
}

/** A field with another text of its own; '' takes it out. */
export function withFieldText(
  properties: Properties,
  index: number,
  key: 'displayName' | 'type',
  text: string,
): Properties {
  return withChanged(properties, index, ({ [key]: _former, ...field }) =>
    text === '' ? field : { ...field, [key]: text },
  )
}

/** A field with another name; the right to it comes along. */
export function withFieldName(properties: Properties, index: number, to: string): Properties {
  const from = fieldRows(properties)[index]?.name ?? ''
  const renamed = withChanged(properties, index, (field) => ({ ...field, name: to }))
  const right = readRights(properties)[from]
  return right === undefined ? renamed : withRight(withRight(renamed, from, null), to, right)
}

/** A field with one attribute changed, in its place; '' takes it out. */
export function withFieldAttr(
  properties: Properties,
  index: number,
  name: string,
  value: string,
): Properties {
  return withChanged(properties, index, (field) => {
    const { attrs: _former, ...own } = field
    const before = rawAttrs(field)
    const at = before.findIndex((attr) => textIn(attr, 'name') === name)
    const others = before.filter((attr) => textIn(attr, 'name') !== name)
    const attrs = value === '' ? others : others.toSpliced(at < 0 ? others.length : at, 0, { name, value })
    return attrs.length === 0 ? own : { ...own, attrs }
  })
}

/** Why a field cannot have a name; null when it can. */
export function fieldNameFault(properties: Properties, index: number, name: string): string | null {
  if (name === '') return '请输入字段名'
  // The engine keeps names like these for itself.
  if (!isName(name) || FORBIDDEN_KEYS.has(name) || name.startsWith('snaker.')) return '字段名格式不正确'
  return fieldRows(properties).some((row, at) => at !== index && row.name === name) ? '字段名已存在' : null
}

function rawFields({ fields }: Properties): Plain[] {
  return Array.isArray(fields) ? fields.filter(isRecord) : []
}

function rawAttrs({ attrs }: Plain): Plain[] {
  return Array.isArray(attrs) ? attrs.filter(isRecord) : []
}

function withRaw(properties: Properties, fields: readonly Plain[]): Properties {
  const { fields: _former, ...rest } = properties
  return fields.length === 0 ? rest : { ...rest, fields }
}

function withChanged(properties: Properties, index: number, change: (field: Plain) => Plain): Properties {
  return withRaw(
    properties,
    rawFields(properties).map((field, at) => (at === index ? change(field) : field)),
  )
}
