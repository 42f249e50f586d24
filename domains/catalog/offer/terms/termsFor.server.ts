import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { nearestOf } from '../sale/nearest.rules.ts'
import { type Placed, placesOf } from '../sale/nearest.server.ts'
import type { BindType } from './terms.entity.ts'

/** A term that rules a sku, as orders keep it: by its version. */
export interface RulingTerm {
  termsId: number
  versionId: number
  termVersion: number
  protocolCode: string
  termName: string
  summary: string
  icon: string
  bindTermsType: BindType
}

// 商品 > 分类, nearest first > 品牌 > 门店 > 渠道; no tree of categories is this deep.
const BRAND = 100
const STORE = 200
const CHANNEL = 300

interface Place {
  channelId: number
  storeId?: number | null
}

/** How near a binding is to a sku; undefined: it does not reach it. */
function distanceOf(
  { bindTermsType, bindId }: { bindTermsType: BindType; bindId: number },
  sku: Placed,
  { channelId, storeId }: Place,
): number | undefined {
  switch (bindTermsType) {
    case 1:
      return bindId === sku.productId ? 0 : undefined
    case 2: {
      const above = sku.categories.get(bindId)
      return above === undefined ? undefined : 1 + above
    }
    case 3:
      return bindId === sku.brandId ? BRAND : undefined
    case 5:
      return bindId === storeId ? STORE : undefined
    case 4:
      return bindId === channelId ? CHANNEL : undefined
  }
}

/**
 * The terms that hold for each sku in a channel (and store) at a moment, in the version then in force; of one protocol
 * the nearest binding wins. Doors §4, catalog §3.7.
 */
export async function termsFor(
  db: Db,
  { skuIds, t = new Date(), ...place }: Place & { skuIds: readonly number[]; t?: Date },
): Promise<ReadonlyMap<number, RulingTerm[]>> {
  const skus = await placesOf(db, skuIds)
  const objects: [BindType, number[]][] = [
    [1, skus.map((one) => one.productId)],
    [2, skus.flatMap((one) => [...one.categories.keys()])],
    [3, skus.flatMap((one) => one.brandId ?? [])],
    [4, [place.channelId]],
    [5, place.storeId ? [place.storeId] : []],
  ]
  const bound = objects.map(
    ([type, ids]) => sql`r."bindTermsType" = ${sql.lit(type)} and r."bindId" = any(${sql.val(ids)}::int[])`,
  )
  const { rows } = await sql<RulingTerm & { id: number; bindId: number; sort: number }>`
    select r."id", r."bindTermsType", r."bindId", r."sort", s."id" as "termsId", s."protocolCode", s."icon",
      v."id" as "versionId", v."termVersion", v."termName", v."summary"
    from "termsRelation" r
    join "termsService" s on s."id" = r."termsId" and s."isDel" = 0 and s."status" = 1
      and s."channelIds" @> array[${place.channelId}]::int[]
    join lateral (select * from "termsVersion" v where v."termsId" = s."id" and v."effectiveTime" <= ${t}
      order by v."termVersion" desc limit 1) v on true
    where r."isDel" = 0 and (r."startTime" is null or r."startTime" <= ${t})
      and (r."endTime" is null or r."endTime" > ${t}) and (${sql.join(bound, sql` or `)})`.execute(db)
  return new Map(
    skus.map((sku) => {
      const reaching = rows.flatMap((row) => {
        const distance = distanceOf(row, sku, place)
        return distance === undefined ? [] : [{ ...row, distance }]
      })
      const terms = nearestOf(reaching, (one) => one.protocolCode)
        .toSorted((a, b) => b.sort - a.sort || a.termsId - b.termsId)
        .map(({ id: _id, bindId: _bindId, sort: _sort, distance: _distance, ...term }) => term)
      return [sku.skuId, terms]
    }),
  )
}
