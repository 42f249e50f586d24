import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { store } from '#domains/stores/stores.shared.ts'
import { bothOf } from '#kit/server/bothOf.ts'
import { countRows } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { pageOf } from '#kit/server/list.ts'
import { namesOf } from '#kit/server/refs.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { builtRows } from '#kit/server/textRows.ts'
import type { Who } from '#kit/server/who.ts'
import { type BindType, termsRelation } from './terms.entity.ts'

/** Where the objects of a type lie: their columns and which of them can be bound. */
interface Source {
  from: RawBuilder<unknown>
  /** none of those that never change */
  table: string | null
  name: string
  code: RawBuilder<unknown>
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
    table: 'product',
    name: 'storeName',
    code: sql`o."productCode"`,
    image: 'image',
    where: sql<SqlBool>`o."isRecycle" = 0`,
  },
  2: {
    from: sql`"category" o`,
    table: 'category',
    name: 'name',
    // Categories of one name are told apart by those above them.
    code: sql`coalesce((select string_agg(a."name", ' / ' order by a."path") from "category" a
      where a."id" = any(string_to_array(trim('/' from o."path"), '/')::int[])), '')`,
    image: 'extra',
    where: sql<SqlBool>`o."type" = 1`,
  },
  3: {
    from: sql`"brand" o`,
    table: 'brand',
    name: 'brandName',
    code: sql`o."brandCode"`,
    image: 'logo',
    where: sql<SqlBool>`true`,
  },
  4: { from: channels, table: null, name: 'name', code: text, image: '', where: sql<SqlBool>`true` },
  5: {
    from: sql`"store" o`,
    table: 'store',
    name: 'name',
    code: sql`o."storeCode"`,
    image: 'image',
    where: sql<SqlBool>`o."isRecycle" = 0`,
  },
}

const columnOf = (name: string) => (name === '' ? text : sql`o.${sql.ref(name)}`)

export const STORE = 5

/** Of stores a person sees those of their scope; everything else that terms are bound to is seen by all. Catalog §8.8. */
async function seenBy(db: Db, who: Who, type: BindType): Promise<Expression<SqlBool>> {
  const scope = type === STORE ? scopeCondition(await rowScope(db, who, store), 'o') : null
  return scope ?? sql<SqlBool>`true`
}

/** Relations to what the person sees. */
export async function seenRelations(db: Db, who: Who): Promise<Expression<SqlBool>> {
  const scope = scopeCondition(await rowScope(db, who, store), 'o')
  if (scope === null) return sql<SqlBool>`true`
  return sql<SqlBool>`("termsRelation"."bindTermsType" <> ${STORE} or exists (
    select 1 from "store" o where o."id" = "termsRelation"."bindId" and ${scope}))`
}

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
export async function objectPage(db: Db, who: Who, asked: Asked, bound: boolean) {
  const { termsId, bindTermsType, keywords, page, limit } = asked
  const { from, table, name, code, image, where } = SOURCES[bindTermsType]
  const relation = sql`from "termsRelation" r where r."termsId" = ${termsId} and r."bindTermsType" = ${bindTermsType}
    and r."isDel" = 0`
  const words = keywords.trim()
  const pattern = `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const grams = bindTermsType === 1 ? sql`o."searchGrams" @> "gramsOf"(${words}) and ` : sql``
  const found =
    words === '' ? sql`` : sql`and ${grams}concat_ws(' ', ${columnOf(name)}, ${code}) ilike ${pattern}`
  const seen = await seenBy(db, who, bindTermsType)
  const source = bound
    ? sql`from ${from} join (select r."id", r."version", r."startTime", r."endTime", r."sort", r."bindId" ${relation}) r on r."bindId" = o."id" where o."isDel" = 0 and ${where} and ${seen} ${found}`
    : sql`from ${from} where o."isDel" = 0 and ${where} and ${seen} and not exists (select 1 ${relation} and r."bindId" = o."id") ${found}`
  const own = bound
    ? sql`r."id", r."version", r."startTime", r."endTime", r."sort"`
    : sql`null as "id", null as "version", null as "startTime", null as "endTime", null as "sort"`
  const order = bound ? sql`r."sort" desc, r."id" desc` : sql`o."id" desc`
  const [rows, count] = await bothOf(
    builtRows<ObjectRow>(
      db,
      sql`select o."id" as "bindId", ${columnOf(name)} as "bindName", ${code} as "bindCode",
          ${columnOf(image)} as "image", ${own}
        ${source} order by ${order} limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`,
    ),
    countRows(db, sql`(select 1 ${source})`, [termsRelation.name, ...(table === null ? [] : [table])]),
  )
  return pageOf(rows, count, { page, limit })
}

/** Those of the ids of a type that the person sees and that can be bound. */
export async function bindable(
  db: Db,
  who: Who,
  type: BindType,
  ids: readonly number[],
): Promise<Set<number>> {
  const { from, where } = SOURCES[type]
  const { rows } = await sql<{ id: number }>`select o."id" from ${from}
    where o."isDel" = 0 and ${where} and ${await seenBy(db, who, type)} and o."id" = any(${sql.val([...ids])}::int[])`.execute(
    db,
  )
  return new Set(rows.map((row) => row.id))
}

const CHANNEL_NAMES: ReadonlyMap<number, string> = new Map(CHANNELS.map(({ value, label }) => [value, label]))

/** The names of objects of any types, deleted ones too, by `type:id`. */
export async function objectNames(
  db: Db,
  list: readonly { bindTermsType: BindType; bindId: number }[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const [type, rows] of Map.groupBy(list, (one) => one.bindTermsType)) {
    const { table } = SOURCES[type]
    const ids = rows.map((row) => row.bindId)
    const found = table === null ? CHANNEL_NAMES : await namesOf(db, table, ids)
    for (const id of ids) {
      const name = found.get(id)
      if (name !== undefined) names.set(`${type}:${id}`, name)
    }
  }
  return names
}
