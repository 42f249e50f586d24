import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { type Figures, sharedFigures } from '#kit/server/figures.ts'

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
export interface SectionLoad {
  id: number
  skus: number
  /** pieces */
  onHand: number
  /** kg and m³ of what has been measured */
  weight: number
  volume: number
}

const NOTHING = { skus: 0, onHand: 0, weight: 0, volume: 0 }

/** How full sections are: of the goods in them and in the bins below them. */
export async function sectionLoads(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SectionLoad>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<SectionLoad>`
    select x."id", count(distinct l."skuId")::int as "skus", sum(l."onHand")::float8 as "onHand",
      sum(l."onHand" * coalesce(nullif(k."weight", 0), p."weight", 0))::float8 as "weight",
      sum(l."onHand" * coalesce(nullif(k."volume", 0), p."volume", 0))::float8 as "volume"
    from unnest(${sql.val([...ids])}::int[]) as x ("id")
    join lateral (
      select "id" from "section" where "id" = x."id" and "isDel" = 0 union
      select "id" from "section" where "pid" = x."id" and "pid" <> 0 and "isDel" = 0) s on true
    join "stockLot" l on l."sectionId" = s."id" and l."onHand" > 0
    join "sku" k on k."id" = l."skuId" join "product" p on p."id" = k."productId"
    group by x."id"`.execute(db)
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
export const sectionFigures: Figures = sharedFigures(
  async (db, ids) => {
    const [loads, rows] = await Promise.all([
      sectionLoads(db, ids),
      db
        .selectFrom('section')
        .select(['id', 'maxWeight', 'maxVolume'])
        .where('id', 'in', [...ids])
        .execute(),
    ])
    return new Map(rows.map((row) => [row.id, { ...row, ...(loads.get(row.id) ?? NOTHING) }]))
  },
  {
    skuCount: (one) => one.skus,
    onHand: (one) => one.onHand,
    filled(one) {
      const fill = fillOf(one, one)
      return fill === null ? null : Math.round(fill * 100) / 100
    },
  },
)
