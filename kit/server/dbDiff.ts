import { sql } from 'kysely'
import { columnSql } from '#kit/fields/server.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Field } from '#kit/shared/field.ts'
import type { Db, Tx } from './database.ts'

/** The columns every entity's table has besides its id, as migrations write them. */
const COMMON: Record<string, string> = {
  createTime: '"createTime" timestamptz not null default now()',
  createBy: '"createBy" integer',
  updateTime: '"updateTime" timestamptz not null default now()',
  updateBy: '"updateBy" integer',
  isDel: '"isDel" smallint not null default 0',
  version: '"version" integer not null default 1',
}

interface Column {
  name: string
  type: string
  required: boolean
  identity: string
  preset: string | null
}

/**
 * The statements that are missing for the database to hold the entities: tables, columns, types, null, defaults,
 * unique indexes. What the database has beyond them stays unmentioned. Empty when nothing is missing. Architecture §3.
 */
export async function dbDiff(db: Db, entities: readonly Entity[]): Promise<string[]> {
  const rolledBack = new Error('rolled back')
  const statements: string[] = []
  await db
    .transaction()
    .execute(async (tx) => {
      for (const of of entities) statements.push(...(await diffOf(tx, of)))
      throw rolledBack
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error
    })
  return statements
}

async function diffOf(tx: Tx, of: Entity): Promise<string[]> {
  const lines = columnLines(of)
  const columns = Object.values(lines).join(',\n  ')
  const found = await columnsOf(tx, `public."${of.name}"`)
  const indexes = await missingIndexes(tx, of)
  if (found.size === 0) return [`create table "${of.name}" (\n  ${columns}\n);`, ...indexes]
  // PostgreSQL itself says how a declared column is spelled in its catalogue.
  await sql.raw(`create temporary table "wanted" (${columns})`).execute(tx)
  const wanted = await columnsOf(tx, 'pg_temp."wanted"')
  await sql`drop table pg_temp."wanted"`.execute(tx)
  const statements: string[] = []
  for (const [name, line] of Object.entries(lines)) {
    const want = wanted.get(name)
    const have = found.get(name)
    if (have === undefined) statements.push(`alter table "${of.name}" add column ${line};`)
    else if (want !== undefined) statements.push(...columnDiff(of.name, want, have))
  }
  return [...statements, ...indexes]
}

function columnLines(of: Entity): Record<string, string> {
  const own = Object.entries(of.shape).map(([name, field]) => [name, columnSql(name, field)])
  const grams = of.facts.grams ? { searchGrams: gramsLine(of) } : {}
  const id = `"id" ${of.facts.bigId ? 'bigint' : 'integer'} generated always as identity primary key`
  return { id, ...Object.fromEntries(own), ...COMMON, ...grams }
}

function gramsLine(of: Entity): string {
  const words = Object.entries(of.all)
    .filter(([, field]) => field.search)
    .map(([name]) => `"${name}"`)
  return `"searchGrams" text[] generated always as ("gramsOf"(${words.join(', ')})) stored`
}

function columnDiff(table: string, want: Column, have: Column): string[] {
  const alter = `alter table "${table}" alter column "${want.name}"`
  const statements: string[] = []
  if (want.type !== have.type) statements.push(`${alter} type ${want.type};`)
  if (want.required !== have.required) statements.push(`${alter} ${want.required ? 'set' : 'drop'} not null;`)
  if (want.identity !== have.identity) statements.push(`${alter} add generated always as identity;`)
  if (want.preset !== have.preset)
    statements.push(want.preset === null ? `${alter} drop default;` : `${alter} set default ${want.preset};`)
  return statements
}

async function columnsOf(tx: Tx, table: string): Promise<Map<string, Column>> {
  // How a generated column is computed is its migration's affair.
  const rows = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
      a.attidentity::text as identity,
      case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as preset
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = to_regclass(${table}) and a.attnum > 0 and not a.attisdropped`.execute(tx)
  return new Map(rows.rows.map((row) => [row.name, row]))
}

async function missingIndexes(tx: Tx, of: Entity): Promise<string[]> {
  const rows = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array(select attname::text from pg_attribute where attrelid = c.oid) as columns
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = to_regclass(${`public."${of.name}"`})`.execute(tx)
  const there = new Set(rows.rows.map((row) => row.name))
  const missing = Object.entries(of.shape)
    .filter(([name, field]) => field.unique && !there.has(`uq_${of.name}_${name}`))
    .map(([name, field]) => uniqueIndex(of, name, field))
  if (of.facts.grams && !rows.rows.some((row) => row.columns.includes('searchGrams')))
    missing.push(`create index "${of.name}_searchGrams" on "${of.name}" using gin ("searchGrams");`)
  return missing
}

function uniqueIndex(of: Entity, name: string, field: Field): string {
  const textual = field.empty === ''
  const column = textual ? `lower("${name}")` : `"${name}"`
  const filled = textual && !field.required ? ` and "${name}" <> ''` : ''
  return `create unique index "uq_${of.name}_${name}" on "${of.name}" (${column}) where "isDel" = 0${filled};`
}
