import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import type { Db } from '#kit/server/database.ts'
import { pageOf } from '#kit/server/list.ts'
import { referenceTo } from '#kit/server/refs.ts'
import type { BindType } from './terms.entity.ts'

/** Where the objects of a type lie: their columns and which of them can be bound. */
interface Source {
  from: RawBuilder<unknown>
  name: string
  code: string
  image: string
  /** what is searched besides name and code */
  where: RawBuilder<SqlBool>
}

const text = sql.lit('')
const channels = sql`(values ${sql.join(
  CHANNELS.map(({ value, label }) => sql`(${sql.lit(value)}::int, ${sql.lit(label)}::text, 0)`),
)}) as o ("id", "name", "isDel")`

const SOURCES: Readonly<Record<BindType, Source>> = {
  1: {
    from: sql`"product" o`,
    name: 'storeName',
    code: 'productCode',
    image: 'image',
    where: sql<SqlBool>`o."isRecycle" = 0`,
  },
  2: { from: sql`"category" o`, name: 'name', code: '', image: 'extra', where: sql<SqlBool>`o."type" = 1` },
  3: { from: sql`"brand" o`, name: 'brandName', code: 'brandCode', image: 'logo', where: sql<SqlBool>`true` },
  4: { from: channels, name: 'name', code: '', image: '', where: sql<SqlBool>`true` },
  5: { from: sql`"store" o`, name: 'storeName', code: 'storeCode', image: '', where: sql<SqlBool>`true` },
}

const columnOf = (name: string) => (name === '' ? text : sql`o.${sql.ref(name)}`)

/** Stores belong to a room of their own; without it there are none to bind. */
const isThere = (type: BindType): boolean => type !== 5 || referenceTo('store') !== undefined

interface ObjectRow {
  bindId: number
  bindName: string
  bindCode: string
  image: string
  id: number | null
  version: number | null
  startTime: Date | null
  endTime: Date | null
  sort: number | null
}

interface Asked {
  termsId: number
  bindTermsType: BindType
  keywords: string
  page: number
  limit: number
}

/** Objects of a type that are bound to a term, or those that are not; newest first, the bound ones by their order. */
export async function objectPage(db: Db, asked: Asked, bound: boolean) {
  const { termsId, bindTermsType, keywords, page, limit } = asked
  if (!isThere(bindTermsType)) return pageOf<ObjectRow>([], 0, { page, limit })
  const { from, name, code, image, where } = SOURCES[bindTermsType]
  const relation = sql`"termsRelation" r on r."termsId" = ${termsId} and r."bindTermsType" = ${bindTermsType}
    and r."bindId" = o."id" and r."isDel" = 0`
  const words = keywords.trim()
  const pattern = `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const grams = bindTermsType === 1 ? sql`o."searchGrams" @> "gramsOf"(${words}) and ` : sql``
  const found =
    words === ''
      ? sql``
      : sql`and ${grams}concat_ws(' ', ${columnOf(name)}, ${columnOf(code)}) ilike ${pattern}`
  const condition = sql`where o."isDel" = 0 and ${where} ${bound ? sql`` : sql`and r."id" is null`} ${found}`
  const source = sql`from ${from} ${bound ? sql`join` : sql`left join`} ${relation} ${condition}`
  const order = bound ? sql`r."sort" desc, r."id" desc` : sql`o."id" desc`
  const [{ rows }, counted] = await Promise.all([
    sql<ObjectRow>`select o."id" as "bindId", ${columnOf(name)} as "bindName", ${columnOf(code)} as "bindCode",
        ${columnOf(image)} as "image", r."id", r."version", r."startTime", r."endTime", r."sort"
      ${source} order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{
      count: number
    }>`select count(*) as "count" from (select 1 ${source} limit 10001) as "rows"`.execute(db),
  ])
  return pageOf(rows, counted.rows[0]?.count ?? 0, { page, limit })
}

/** Those of the ids of a type that can be bound. */
export async function bindable(db: Db, type: BindType, ids: readonly number[]): Promise<Set<number>> {
  if (!isThere(type)) return new Set()
  const { from, where } = SOURCES[type]
  const { rows } = await sql<{ id: number }>`select o."id" from ${from}
    where o."isDel" = 0 and ${where} and o."id" = any(${sql.val([...ids])}::int[])`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** The names of objects of any types, deleted ones too, by `type:id`. */
export async function objectNames(
  db: Db,
  list: readonly { bindTermsType: BindType; bindId: number }[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const [type, rows] of Map.groupBy(list, (one) => one.bindTermsType)) {
    if (!isThere(type)) continue
    const { from, name } = SOURCES[type]
    const found = await sql<{
      id: number
      name: string
    }>`select o."id", ${columnOf(name)} as "name" from ${from}
      where o."id" = any(${sql.val(rows.map((row) => row.bindId))}::int[])`.execute(db)
    for (const row of found.rows) names.set(`${type}:${row.id}`, row.name)
  }
  return names
}
