import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'

/** A row of the books that does not say what its entries say. */
export interface Drift {
  /** which invariant of §11, and which figure */
  rule: string
  warehouseId: number
  skuId: number
  stored: number
  summed: number
}

const FIGURES = ['onHand', 'reserved', 'inTransit', 'vAlloc', 'vReserved'] as const
const column = (name: string): string => `d${name.charAt(0).toUpperCase()}${name.slice(1)}`

const headChecks = (): string[] => [
  ...FIGURES.map(
    (name) => `select '1 ${name}' as "rule", s."warehouseId", s."skuId", s."${name}" as "stored",
      coalesce(m."${name}", 0) as "summed" from "heads" s left join "moved" m using ("warehouseId", "skuId")`,
  ),
  `select '1 frozen', s."warehouseId", s."skuId", s."frozen", coalesce(m."frozen", 0)
    from "heads" s left join "moved" m using ("warehouseId", "skuId")`,
  `select '1 amount', s."warehouseId", s."skuId", s."amount", coalesce(m."amount", 0)
    from "heads" s left join "moved" m using ("warehouseId", "skuId")`,
  `select '1 transitAmount', s."warehouseId", s."skuId", s."transitAmount", coalesce(m."transitAmount", 0)
    from "heads" s left join "moved" m using ("warehouseId", "skuId")`,
  ...['onHand', 'inTransit', 'frozen'].map(
    (name) => `select '1 lots ${name}', s."warehouseId", s."skuId", s."${name}", coalesce(l."${name}", 0)
      from "heads" s left join "lots" l using ("warehouseId", "skuId")`,
  ),
  `select '2 reserved', s."warehouseId", s."skuId", s."reserved", coalesce(r."open", 0)
    from "heads" s left join "held" r using ("warehouseId", "skuId")`,
  `select '2 allocated', s."warehouseId", s."skuId", coalesce(l."allocated", 0), coalesce(r."allocated", 0)
    from "heads" s left join "lots" l using ("warehouseId", "skuId") left join "held" r using ("warehouseId", "skuId")`,
  `select '2 bound', s."warehouseId", s."skuId", coalesce(l."allocated", 0), coalesce(b."q", 0)
    from "heads" s left join "lots" l using ("warehouseId", "skuId") left join "bound" b using ("warehouseId", "skuId")`,
  `select '4 vAlloc', s."warehouseId", s."skuId", s."vAlloc", coalesce(i."qty", 0)
    from "heads" s left join "items" i using ("warehouseId", "skuId")`,
  `select '4 vReserved', s."warehouseId", s."skuId", s."vReserved", coalesce(i."reserved", 0)
    from "heads" s left join "items" i using ("warehouseId", "skuId")`,
  `select '7 freeze', l."warehouseId", l."skuId", l."frozen", coalesce(f."q", 0)
    from "stockLot" l join "heads" s using ("warehouseId", "skuId")
    left join "freezes" f on f."stockLotId" = l."id"`,
]

/**
 * Rows that break §11 (1, 2, 4, 7, 12; 3 is held by the database), of skus that moved since a moment, of these, or of all. Every sum is
 * over all movements of these skus. Nothing is repaired: a drift is a fault of the product. Warehouse §11, §13.
 */
export async function driftOf(
  db: Db,
  since: Date | null = null,
  skuIds: readonly number[] | null = null,
): Promise<Drift[]> {
  const which =
    since === null
      ? skuIds === null
        ? sql`true`
        : sql`s."skuId" = any(${sql.val([...skuIds])}::int[])`
      : sql`s."skuId" in (select "skuId" from "stockMove" where "createTime" >= ${since}) or s."updateTime" >= ${since}`
  const sums = FIGURES.map((name) => `sum("${column(name)}") as "${name}"`).join(', ')
  const { rows } = await sql<Drift>`
    with "heads" as materialized (select * from "stock" s where ${which}),
    "moved" as (select "warehouseId", "skuId", ${sql.raw(sums)}, sum("dFrozen" + "dHeld") as "frozen",
        sum("amount") as "amount", sum("transitAmount") as "transitAmount"
      from "stockMove" where "skuId" in (select "skuId" from "heads") group by 1, 2),
    "lots" as (select "warehouseId", "skuId", sum("onHand") as "onHand", sum("inTransit") as "inTransit",
        sum("frozen" + "held") as "frozen", sum("allocated") as "allocated"
      from "stockLot" where "skuId" in (select "skuId" from "heads") group by 1, 2),
    "held" as (select "warehouseId", "skuId", sum("qty" - "shipped" - "released") as "open", sum("allocated") as "allocated"
      from "stockReserve" where "skuId" in (select "skuId" from "heads") and "status" = 1 group by 1, 2),
    "bound" as (select l."warehouseId", l."skuId", sum(a."q") as "q" from "stockAlloc" a join "stockLot" l on l."id" = a."stockLotId"
      where l."skuId" in (select "skuId" from "heads") and a."q" > 0 group by 1, 2),
    "items" as (select i."warehouseId", i."skuId", sum(i."qty") as "qty", sum(i."reserved") as "reserved"
      from "stockVacctItem" i join "stockVacct" v on v."id" = i."vacctId" and v."mode" = 1 group by 1, 2),
    "freezes" as (select "stockLotId", sum("dFrozen") as "q" from "stockMove"
      where "freezeLineId" is not null and "skuId" in (select "skuId" from "heads") group by 1),
    "checks" as (${sql.raw(headChecks().join('\n    union all '))})
    select * from "checks" where "stored" <> "summed" order by 1, 2, 3 limit 1000`.execute(db)
  return rows
}
