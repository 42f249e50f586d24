import {
  choice,
  choices,
  date,
  datetime,
  decimal,
  files,
  flag,
  image,
  int,
  ref,
  refs,
  text,
} from '#kit/fields/shared.ts'
import type { Choice, Field, FieldFacts, Shape } from '#kit/shared/field.ts'

/** A form field as a node of a definition has it: a name, a type, and attributes that are all texts. Workflow §1.3. */
export interface NodeField {
  label: string
  type: string
  attrs: Readonly<Record<string, string>>
}

const TEXT_MAX = 200
const LONG_MAX = 2000
const PLACES = 2

type Make = (label: string, attrs: NodeField['attrs'], facts: FieldFacts) => Field

const figure = (value: string | undefined): number | undefined =>
  value === undefined || value.trim() === '' || Number.isNaN(Number(value)) ? undefined : Number(value)

const bounds = (attrs: NodeField['attrs']) => {
  const max = figure(attrs.max)
  return { min: figure(attrs.min) ?? Number.NEGATIVE_INFINITY, ...(max === undefined ? {} : { max }) }
}

const prose: Make = (label, attrs, facts) =>
  text(label, { ...facts, max: figure(attrs.maxlength) ?? LONG_MAX, long: true })
const line: Make = (label, attrs, facts) =>
  (figure(attrs.rows) ?? 1) > 1
    ? prose(label, attrs, facts)
    : text(label, { ...facts, max: figure(attrs.maxlength) ?? TEXT_MAX })
const whole: Make = (label, attrs, facts) => int(label, { ...facts, ...bounds(attrs) })
const number: Make = (label, attrs, facts) =>
  decimal(label, { ...facts, ...bounds(attrs), decimals: figure(attrs.decimals) ?? PLACES })
const one: Make = (label, attrs, facts) => choice(label, optionsOf(attrs), facts)
const several: Make = (label, attrs, facts) => choices(label, optionsOf(attrs), facts)
const yesNo: Make = (label, _attrs, facts) => flag(label, facts)
const attached: Make = (label, _attrs, facts) => files(label, facts)

/** By the names designers of this family of engines give their types; any other is a line of text. */
const makers: Readonly<Record<string, Make>> = {
  textarea: prose,
  longtext: prose,
  int: whole,
  integer: whole,
  long: whole,
  number,
  decimal: number,
  double: number,
  float: number,
  money: number,
  date: (label, _attrs, facts) => date(label, facts),
  datetime: (label, _attrs, facts) => datetime(label, facts),
  boolean: yesNo,
  switch: yesNo,
  select: one,
  radio: one,
  checkbox: several,
  multiselect: several,
  user: (label, _attrs, facts) => ref(label, 'admin', facts),
  users: (label, _attrs, facts) => refs(label, 'admin', facts),
  image: (label, _attrs, facts) => image(label, facts),
  file: attached,
  files: attached,
}

const makerOf = (type: string): Make => makers[type.toLowerCase()] ?? line

export type FieldAttr = 'maxlength' | 'min' | 'max' | 'decimals' | 'options'

/** A type as the designer offers it, with the attributes it reads besides `required` and `help`. */
export interface FieldKind {
  type: string
  label: string
  attrs: readonly FieldAttr[]
}

const TEXT: FieldKind = { type: 'text', label: '单行文本', attrs: ['maxlength'] }

export const FIELD_KINDS: readonly FieldKind[] = [
  TEXT,
  { type: 'textarea', label: '多行文本', attrs: ['maxlength'] },
  { type: 'int', label: '整数', attrs: ['min', 'max'] },
  { type: 'number', label: '数字', attrs: ['min', 'max', 'decimals'] },
  { type: 'date', label: '日期', attrs: [] },
  { type: 'datetime', label: '日期时间', attrs: [] },
  { type: 'boolean', label: '是否', attrs: [] },
  { type: 'select', label: '单选', attrs: ['options'] },
  { type: 'checkbox', label: '多选', attrs: ['options'] },
  { type: 'user', label: '人员', attrs: [] },
  { type: 'users', label: '多个人员', attrs: [] },
  { type: 'image', label: '图片', attrs: [] },
  { type: 'file', label: '附件', attrs: [] },
]

/** The offered type that a type is another name of; a line of text when it is none. */
export function kindOf(type: string): FieldKind {
  return FIELD_KINDS.find((kind) => makerOf(kind.type) === makerOf(type)) ?? TEXT
}

/** What a type is called: one that is not offered with its own name beside. */
export function fieldLabelOf(type: string): string {
  const kind = kindOf(type)
  return type === '' || type === kind.type ? kind.label : `${kind.label}（${type}）`
}

/** Whether the attributes ask for a value. */
export function isRequired(attrs: NodeField['attrs']): boolean {
  return /^(true|y|yes|1|required)$/i.test(attrs.required ?? '')
}

/** The field of the kit a node's field is: input, check and cell follow from it. */
export function fieldOf({ label, type, attrs }: NodeField): Field {
  const facts: FieldFacts = {
    required: isRequired(attrs),
    ...(attrs.help === undefined ? {} : { help: attrs.help }),
  }
  return makerOf(type)(label, attrs, facts)
}

/** Fields by name. */
export function shapeOf(fields: readonly (NodeField & { name: string })[]): Shape {
  return Object.fromEntries(fields.map((field) => [field.name, fieldOf(field)]))
}

/** Options as they are written: 年假,事假 or 1:年假,2:事假, separated by commas, semicolons or lines. */
function optionsOf({ options = '' }: NodeField['attrs']): Choice[] {
  return options
    .split(/[,，;；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, value, label] = /^([^:：]+)[:：](.+)$/.exec(part) ?? []
      return value === undefined || label === undefined
        ? { value: part, label: part }
        : { value: value.trim(), label: label.trim() }
    })
}
