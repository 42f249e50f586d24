import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#kit/server/database.ts'
import { type Figures, sharedFigures, sharedRowFigures } from '#kit/server/figures.ts'
import { builtRows } from '#kit/server/textRows.ts'
import { section } from './section.entity.ts'

interface Lying {
  id: number
  skus: number
  pieces: number
}

/** By ids, not by the row: each of few warehouses that hold most of the stock would have the whole of it gone through. */
async function lyingIn(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Lying>> {
  const rows = await builtRows<Lying>(
    db,
    sql`select "warehouseId" as "id", count(*) filter (where "onHand" > 0)::int as "skus",
        sum("onHand")::float8 as "pieces"
      from "stock" where "warehouseId" = any(${sql.val([...ids])}::int[]) group by 1`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What lies in warehouses: skus that are there, pieces of them all. Warehouse §4.1. */
export const warehouseFigures: Figures = sharedFigures(lyingIn, {
  skuCount: ({ skus }) => skus,
  onHand: ({ pieces }) => pieces,
})

/** What stands in sections, those in them included. */
interface SectionLoad {
  skus: number
  /** pieces */
  onHand: number
  /** kg and m³ of what has been measured, of a section that says how much it holds */
  weight: number
  volume: number
  maxWeight: number | null
  maxVolume: number | null
}

/** The section of the row and the bins in it, as "s"; the index of those below others has none below nothing. */
const WITHIN = `(select "section"."id", "section"."warehouseId" where "section"."isDel" = 0 union all
  select b."id", b."warehouseId" from "section" b where b."pid" = "section"."id" and b."pid" <> 0 and b."isDel" = 0) s`

/**
 * The places with goods of each of them: in pairs, for the planner would otherwise go through the places of all sections. From and to
 * the section: of a warehouse that keeps most of its goods in one section the planner expects as many in each, and would not use the
 * index for any.
 */
const placesIn = (columns: string): string => `cross join lateral (select ${columns} from "stockLot"
  where "warehouseId" = s."warehouseId" and "sectionId" >= s."id" and "sectionId" <= s."id" and "onHand" > 0 offset 0) l`

/**
 * How full a section is, as an expression over its row: skus, pieces, weight, volume and how much it holds, as a list in JSON. What
 * is measured is looked up only where the section says how much it holds.
 */
const LOAD = `select json_build_array(count(distinct l."skuId"), coalesce(sum(l."onHand"), 0)::float8,
    case when "section"."maxWeight" > 0 or "section"."maxVolume" > 0 then (
      select json_build_array(coalesce(sum(l."onHand" * g."weight"), 0)::float8, coalesce(sum(l."onHand" * g."volume"), 0)::float8)
      from ${WITHIN} ${placesIn('"skuId", "onHand"')}
      cross join lateral (select coalesce(nullif(k."weight", 0), p."weight", 0) as "weight",
          coalesce(nullif(k."volume", 0), p."volume", 0) as "volume"
        from "sku" k join "product" p on p."id" = k."productId" where k."id" = l."skuId" offset 0) g) end,
    "section"."maxWeight", "section"."maxVolume")::text
  from ${WITHIN} ${placesIn('"skuId", "onHand"')}`

const told = z.tuple([
  z.number(),
  z.number(),
  z.tuple([z.number(), z.number()]).nullable(),
  z.number().nullable(),
  z.number().nullable(),
])

function loadOf(text: string): SectionLoad {
  const [skus, onHand, measured, maxWeight, maxVolume] = told.parse(JSON.parse(text))
  const [weight, volume] = measured ?? [0, 0]
  return { skus, onHand, weight, volume, maxWeight, maxVolume }
}

/** What stands in sections by their ids. */
export async function sectionLoads(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SectionLoad>> {
  if (ids.length === 0) return new Map()
  const rows = await builtRows<{ id: number; load: string }>(
    db,
    sql`select "section"."id", (${sql.raw(LOAD)}) as "load" from "section" where "section"."id" = any(${sql.val([...ids])}::int[])`,
  )
  return new Map(rows.map((row) => [row.id, loadOf(row.load)]))
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
export const sectionFigures: Figures = sharedRowFigures(section, LOAD, {
  skuCount: (text) => loadOf(text).skus,
  onHand: (text) => loadOf(text).onHand,
  filled(text) {
    const load = loadOf(text)
    return Math.round((fillOf(load, load) ?? 0) * 100) / 100
  },
})
