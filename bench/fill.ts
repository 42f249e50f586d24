import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { type Field, isNullable } from '#kit/shared/field.ts'

/** Names of things nobody has: two characters of them are searched for. */
const WORDS = ['华中', '东海', '北辰', '南岭', '西域', '天成', '恒泰', '金禾', '宏远', '瑞丰', '安康', '永盛']
const KINDS = ['商贸', '食品', '供应链', '超市', '连锁', '百货', '实业', '物流']

/** Words some of the rows have, many have, or none. */
export const SEARCHED = [...WORDS, ...KINDS, '禾食', '无有', '丰百', '北辰商贸12']

/** The longest tables of parties and of documents of products. */
const LONG = new Set([
  ...['company', 'shouda', 'payer', 'shipTo', 'licence', 'customer', 'supplier'],
  ...['product', 'sku', 'productReply', 'payerProduct', 'priceNotice'],
])

/** Columns whose values no rule for their type fits: numbers that two tables share, a name that may be an address, a key of its own. */
const OWN: Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>> = {
  payment: { bankSerialNo: sql`'P' || n` },
  nameList: { objectType: sql.lit(1) },
  wechatMessage: { msgKey: sql`'M' || n` },
}

const MOST = 100_000
/** How many rows a table has at least when it is full. */
const fullOf = (name: string): number => (LONG.has(name) ? MOST : 5000)

/** Fills the tables of entities; says where the database refuses the rows. */
export async function fillAll(db: Db, entities: readonly Entity[]): Promise<void> {
  const refused: Entity[] = []
  for (const of of entities) await fillUp(db, of).catch(() => refused.push(of))
  // What they belong to may have come after them.
  for (const of of refused)
    await fillUp(db, of).catch((error: unknown) =>
      console.log(`${of.name} is not filled: ${error instanceof Error ? error.message : String(error)}`),
    )
}

/** Fills the table of an entity unless it holds so many rows. */
export async function fillUp(db: Db, of: Entity, most = fullOf(of.name)): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as "n" from
    (select 1 from ${sql.table(of.name)} limit ${most}) as "rows"`.execute(db)
  if ((rows[0]?.n ?? 0) < most) await fillTable(db, of, most)
}

/**
 * Fills the table of an entity with rows that differ in what lists show, filter and sort by. `n` counts them. Those that a
 * unique index refuses are left out.
 */
async function fillTable(db: Db, of: Entity, count: number): Promise<void> {
  const made = await generatedColumns(db, of.name)
  const tables = await tableNames(db)
  const own = OWN[of.name] ?? {}
  const declared = Object.entries(of.shape).flatMap(([name, field]) => {
    const value = made.has(name) || name in own ? null : sampleOf(name, field, tables)
    return value === null ? [] : [{ name, value }]
  })
  const columns = [...declared, ...Object.entries(own).map(([name, value]) => ({ name, value }))]
  const names = sql.join([...columns.map(({ name }) => sql.ref(name)), sql.ref('createTime')])
  const values = sql.join([...columns.map(({ value }) => value), sql`now() - n * interval '1 second'`])
  // 100,000 rows with all their indexes take longer than a request may.
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`insert into ${sql.table(of.name)} (${names}) select ${values}
      from generate_series(1, ${sql.lit(count)}) n on conflict do nothing`.execute(connection)
    await sql`analyze ${sql.table(of.name)}`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

/** Columns the database makes from others. */
async function generatedColumns(db: Db, table: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select "attname" as "name" from "pg_attribute"
    where "attrelid" = ${`"${table}"`}::regclass and "attgenerated" <> ''`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** What is referred to may be named from a table of another name. */
async function tableNames(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    name: string
  }>`select "relname" as "name" from "pg_class" where "relkind" = 'r'`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Rows of a table that others refer to, one after the other: not every number is the id of one. */
const referred = (table: string): RawBuilder<unknown> => {
  const ids = sql`(select "id" from ${sql.table(table)} order by "id" limit ${sql.lit(MOST)})`
  return sql`(array${ids})[1 + n % (select greatest(1, count(*))::int from ${ids} as "ids")]`
}

function sampleOf(name: string, field: Field, tables: ReadonlySet<string>): RawBuilder<unknown> | null {
  if (name === 'auditStatus' || name === 'inForce' || name === 'status') return sql.lit(1)
  if (name === 'isRecycle') return sql.lit(0)
  // Places that hold nothing are not shown.
  if (name === 'onHand') return sql`1000 * (1 + n % 9)`
  if (field.type === 'text' && (field.search || field.required))
    return sql`(${sql.val(WORDS)}::text[])[1 + n % 12] || (${sql.val(KINDS)}::text[])[1 + n / 12 % 8] || n`
  // Most rows belong to none above them.
  if (field.type === 'ref' && !field.required && (isNullable(field) || field.initial !== undefined))
    return null
  if (field.type === 'ref')
    return tables.has(field.ref ?? '') ? referred(field.ref ?? '') : sql`1 + n % ${sql.lit(fullOf(''))}`
  if (field.type === 'choice' && !field.many) {
    const values = (field.choices ?? []).map((one) => one.value)
    if (values.every((one) => typeof one === 'number'))
      return sql`(${sql.val(values)}::int[])[1 + n % ${sql.lit(values.length)}]`
    return sql`(${sql.val(values.map(String))}::text[])[1 + n % ${sql.lit(values.length)}]`
  }
  if (field.unique) return sql`${field.label} || n`
  if (isNullable(field) || !field.required || field.initial !== undefined) return null
  if (['int', 'money', 'decimal'].includes(field.type)) return sql`1 + n % 1000`
  if (field.type === 'flag') return sql.lit(1)
  if (field.type === 'date') return sql`current_date + n % 700`
  if (field.type === 'datetime') return sql`now() + n * interval '1 minute'`
  // Lists and long texts have a default of their own.
  return null
}
