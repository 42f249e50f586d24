import { type Field, isNullable } from '#kit/shared/field.ts'

/** What a field type is in the database. */
interface ColumnType {
  sql: string
  /** the default of a column that must not be null and has no initial value */
  blank?: string
  /** stored as jsonb: lists and objects are written as text */
  json?: boolean
}

const text: ColumnType = { sql: 'text', blank: "''" }
const json: ColumnType = { sql: 'jsonb', blank: "'[]'::jsonb", json: true }

/** One line per field type; a new type adds its line here. */
const columns: Record<string, ColumnType> = {
  text,
  longText: text,
  html: text,
  hourRange: text,
  dict: text,
  month: text,
  image: text,
  int: { sql: 'integer' },
  flag: { sql: 'smallint' },
  ref: { sql: 'integer' },
  refs: { sql: 'integer[]', blank: "'{}'" },
  money: { sql: 'bigint' },
  date: { sql: 'date' },
  datetime: { sql: 'timestamp with time zone' },
  images: { sql: 'text[]', blank: "'{}'" },
  texts: { sql: 'text[]', blank: "'{}'" },
  files: json,
  lines: json,
  json,
}

function columnType(field: Field): ColumnType {
  if (field.type === 'decimal') return { sql: `numeric(18,${field.decimals ?? 3})` }
  if (field.big) return { sql: 'bigint' }
  if (field.type === 'choice') {
    const numbers = field.choices?.every((one) => typeof one.value === 'number') ?? false
    if (field.many) return { sql: numbers ? 'integer[]' : 'text[]', blank: "'{}'" }
    return numbers ? { sql: 'smallint' } : text
  }
  const found = columns[field.type]
  if (found === undefined) throw new Error(`Field type ${field.type} has no column`)
  return found
}

/** The line of a CREATE TABLE for a field, e.g. `"sort" integer not null default 1`. */
export function columnSql(name: string, field: Field): string {
  const type = columnType(field)
  const parts = [`"${name}" ${type.sql}`]
  if (!isNullable(field)) parts.push('not null')
  if (typeof field.initial === 'number') parts.push(`default ${field.initial}`)
  else if (typeof field.initial === 'string') parts.push(`default '${field.initial}'`)
  else if (type.json && field.initial) parts.push(`default '${JSON.stringify(field.initial)}'::jsonb`)
  else if (!isNullable(field) && type.blank !== undefined) parts.push(`default ${type.blank}`)
  return parts.join(' ')
}

/** A stored value as the driver needs it. */
export function toColumn(field: Field | undefined, value: unknown): unknown {
  if (field === undefined || value === null || value === undefined) return value
  return columnType(field).json ? JSON.stringify(value) : value
}
