import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { type Figures, sharedFigures } from '#kit/server/figures.ts'
import { builtRows } from '#kit/server/textRows.ts'

type Row = { id: number; value: number }

const byId = (rows: readonly Row[]): ReadonlyMap<number, number> =>
  new Map(rows.map((row) => [row.id, row.value]))

/** What lies in warehouses: skus that are there, pieces of them all. Warehouse §4.1. */
export const warehouseFigures: Figures = {
  async skuCount(db, ids) {
    const { rows } = await sql<Row>`
      select "warehouseId" as "id", count(*)::int as "value" from "stock"
      where "warehouseId" = any(${sql.val([...ids])}::int[]) and "onHand" > 0 group by 1`.execute(db)
    return byId(rows)
  },
  async onHand(db, ids) {
    const { rows } = await sql<Row>`
      select "warehouseId" as "id", sum("onHand")::float8 as "value" from "stock"
      where "warehouseId" = any(${sql.val([...ids])}::int[]) group by 1`.execute(db)
    return byId(rows)
  },
}

/** What stands in sections, those in them included. */
interface SectionLoad {
  id: number
  skus: number
  /** pieces */
  onHand: number
  /** kg and m³ of what has been measured, of a section that says how much it holds */
  weight: number
  volume: number
  maxWeight: number | null
  maxVolume: number | null
}

/**
 * How full sections are: of the goods in them and in the bins below them. Goods stand in sections of their warehouse, so both are
 * asked for, section by section (`offset 0`): the planner, which takes each for one of the average, would otherwise go through
 * the places of all sections.
 */
export async function sectionLoads(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SectionLoad>> {
  if (ids.length === 0) return new Map()
  const rows = await builtRows<SectionLoad>(
    db,
    sql`with "within" as materialized (
      select x."id" as "of", s."id", s."warehouseId", x."maxWeight" > 0 or x."maxVolume" > 0 as "limited" from "section" x
      join "section" s on s."isDel" = 0 and (s."id" = x."id" or s."pid" = x."id" and s."pid" <> 0)
      where x."id" = any(${sql.val([...ids])}::int[])),
    "loads" as (
      select w."of", count(distinct l."skuId")::int as "skus", sum(l."onHand")::float8 as "onHand"
      from "within" w cross join lateral (select "skuId", "onHand" from "stockLot"
        where "warehouseId" = w."warehouseId" and "sectionId" = w."id" and "onHand" > 0 offset 0) l group by 1),
    "measures" as (
      select w."of", sum(f."weight")::float8 as "weight", sum(f."volume")::float8 as "volume" from "within" w
      cross join lateral (
        select sum(l."onHand" * g."weight") as "weight", sum(l."onHand" * g."volume") as "volume" from "stockLot" l
        cross join lateral (select coalesce(nullif(k."weight", 0), p."weight", 0) as "weight",
            coalesce(nullif(k."volume", 0), p."volume", 0) as "volume"
          from "sku" k join "product" p on p."id" = k."productId" where k."id" = l."skuId" offset 0) g
        where w."limited" and l."warehouseId" = w."warehouseId" and l."sectionId" = w."id" and l."onHand" > 0) f
      group by 1)
    select x."id", x."maxWeight", x."maxVolume", coalesce(f."skus", 0) as "skus", coalesce(f."onHand", 0) as "onHand",
      coalesce(m."weight", 0) as "weight", coalesce(m."volume", 0) as "volume"
    from "section" x left join "loads" f on f."of" = x."id" left join "measures" m on m."of" = x."id"
    where x."id" = any(${sql.val([...ids])}::int[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The fuller of weight and volume in percent; null where a section says nothing of either. Warehouse §4.2. */
export function fillOf(
  load: Pick<SectionLoad, 'weight' | 'volume'>,
  { maxWeight, maxVolume }: { maxWeight: number | null; maxVolume: number | null },
): number | null {
  const parts = [
    ...(maxWeight ? [(load.weight / maxWeight) * 100] : []),
    ...(maxVolume ? [(load.volume / maxVolume) * 100] : []),
  ]
  return parts.length === 0 ? null : Math.max(...parts)
}

/** Skus, pieces and fill of sections, for their list. */
export const sectionFigures: Figures = sharedFigures(sectionLoads, {
  skuCount: (one) => one.skus,
  onHand: (one) => one.onHand,
  filled(one) {
    const fill = fillOf(one, one)
    return fill === null ? null : Math.round(fill * 100) / 100
  },
})
