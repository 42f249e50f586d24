import { sql } from 'kysely'
import { skuCards } from '#domains/catalog/catalog.door.ts'
import type { Db } from '#kit/server/database.ts'
import type { OutOf } from '#kit/shared/call.ts'
import type { scanCalls } from './scan.calls.ts'
import { unitGrams } from './weight.rules.ts'

export type ScanGoods = OutOf<typeof scanCalls.goods>[number]

interface Codes {
  skuId: number
  unitCode: string
  decimals: number
  batchManaged: number
  shelfLifeDays: number
  codes: ScanGoods['codes']
}

/** Goods with everything that stands on them, so that a handheld reads their codes by itself. Warehouse §7. */
export async function goodsOfSkus(db: Db, skuIds: readonly number[]): Promise<ScanGoods[]> {
  const ids = [...new Set(skuIds)]
  if (ids.length === 0) return []
  const cards = await skuCards(db, ids)
  const { rows } = await sql<Codes>`
    select k."id" as "skuId", coalesce(m."decimals", 0)::int as "decimals", coalesce(m."unitCode", '') as "unitCode", p."batchManaged"::int as "batchManaged", coalesce(p."shelfLifeDays", 0)::int as "shelfLifeDays",
      (select coalesce(jsonb_agg(jsonb_build_object('code', c."code", 'ratio', c."ratio", 'unitName', c."unitName")), '[]') from (
        select u."barCode" as "code", u."ratio"::float8 as "ratio", coalesce(n."unitName", '') as "unitName" from "productUnit" u
          left join "unit" n on n."id" = u."unitId" where u."productId" = p."id" and u."isDel" = 0 and u."barCode" <> ''
        union select o."code", 1, '' from (values (k."barCode"), (k."skuCode"), (p."barCode"), (p."productCode")) as o ("code")
          where o."code" <> ''
        union select b."barCode", 1, '' from "productBarcode" b where b."productId" = p."id" and b."barCode" not in
          (select "barCode" from "productUnit" where "productId" = p."id" and "isDel" = 0)) c) as "codes"
    from "sku" k join "product" p on p."id" = k."productId"
      left join "unit" m on m."id" = p."unitId" where k."id" = any(${sql.val(ids)}::int[]) order by k."id"`.execute(
    db,
  )
  return rows.flatMap(({ unitCode, ...row }) => {
    const card = cards.get(row.skuId)
    if (card === undefined) return []
    const { productName: storeName, skuCode, suk, image, unitName, boxQty } = card
    const names = { storeName, skuCode, suk, image, unitName }
    return [{ ...row, ...names, unitGrams: unitGrams({ unitName, unitCode }), boxQty: boxQty ?? 0 }]
  })
}
