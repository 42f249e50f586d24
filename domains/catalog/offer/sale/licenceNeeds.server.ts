import { sql } from 'kysely'
import { keptCounts } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'

const ASKING = sql<{ counts: number[] }>`select array[count(*)::int] as "counts" from (
  select from "category" where "type" = 1 and "needLicences" <> '{}' and "isDel" = 0 limit 1) as "some"`

/**
 * The types of licences companies need for what they may buy: those that the products on the shelves of their channels
 * ask for by their categories or the categories above; of a company held to the catalogue, the products in it. Doors §3,
 * catalog §6.4.
 */
export async function licenceNeeds(
  db: Db,
  companyIds: readonly number[],
): Promise<Map<number, readonly string[]>> {
  // Where no goods ask for any, no company needs one.
  const [asking = 0] = await keptCounts(db, ASKING, ['category'])
  if (asking === 0) return new Map()
  const { rows } = await sql<{ companyId: number; types: number[] }>`
    with "asking" as (
      select b."id" as "cateId", unnest(a."needLicences") as "type"
      from "category" a join "category" b
        on b."id" = a."id" or string_to_array(b."path", '/') @> array[a."id"::text]
      where a."type" = 1 and a."needLicences" <> '{}' and a."isDel" = 0 and b."isDel" = 0),
    "types" as (select "type", array_agg("cateId") as "cateIds" from "asking" group by 1)
    select c."id" as "companyId", array_agg(t."type" order by t."type") as "types"
    from "company" c cross join "types" t
    where c."id" = any(${sql.val([...companyIds])}::int[]) and exists (
      select 1 from "product" p
      join "productChannel" o on o."productId" = p."id" and o."isDel" = 0 and o."platformStatus" = 5
        and o."channelId" = any(c."channelIds")
      where p."isDel" = 0 and p."isShow" = 1 and p."cateId" && t."cateIds"
        and (c."onlyDirectory" = 0 or exists (
          select 1 from "productDirectory" d where d."productId" = p."id" and d."isDel" = 0 and d."isDirectory" = 1
            and coalesce(d."startTime", '-infinity') <= now() and coalesce(d."endTime", 'infinity') > now()
            and (d."scopeType" = 0 or d."scopeType" = 1 and d."scopeIds" @> array[c."orgLevelId"]
              or d."scopeType" = 2 and d."scopeIds" @> array[c."id"]))))
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.companyId, row.types.map(String)]))
}
