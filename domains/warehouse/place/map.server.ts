import { sql } from 'kysely'
import { readRow } from '#kit/server/rows.ts'
import { read } from '#kit/server/serve.ts'
import { untoldTo } from '../stock/untold.server.ts'
import { fillOf } from './figures.server.ts'
import type { SectionType } from './section.entity.ts'
import { warehouseCalls } from './warehouse.calls.ts'
import { warehouse } from './warehouse.entity.ts'

interface Summary {
  skuCount: number
  onHand: number
  reserved: number
  frozen: number
  inTransit: number
  available: number
  amount: number
}

interface Place {
  id: number
  pid: number
  code: string
  name: string
  type: SectionType
  countSn: string
  maxWeight: number | null
  maxVolume: number | null
  skuCount: number
  onHand: number
  expired: number
  near: number
  weight: number
  volume: number
}

/** The stock of a warehouse by section: how much, how full, what ends soon. Warehouse §4.1, §2.6. */
export const mapServed = read(warehouseCalls.map, async (db, who, { id }) => {
  await readRow(db, who, warehouse, id)
  const { rows: totals } = await sql<Summary>`
    select count(*) filter (where "onHand" > 0)::int as "skuCount", coalesce(sum("onHand"), 0)::float8 as "onHand",
      coalesce(sum("reserved"), 0)::float8 as "reserved", coalesce(sum("frozen"), 0)::float8 as "frozen",
      coalesce(sum("inTransit"), 0)::float8 as "inTransit", coalesce(sum("available"), 0)::float8 as "available",
      coalesce(sum("amount"), 0)::bigint as "amount"
    from "stock" where "warehouseId" = ${id}`.execute(db)
  const { rows } = await sql<Place>`
    with standing as (
      select l."sectionId", count(distinct l."skuId")::int as "skuCount", sum(l."onHand")::float8 as "onHand",
        sum(l."onHand") filter (where l."expiryDate" < current_date)::float8 as "expired",
        sum(l."onHand") filter (where l."expiryDate" >= current_date
          and l."expiryDate" - current_date <= coalesce(p."shelfAlertDays", 0))::float8 as "near",
        sum(l."onHand" * coalesce(nullif(k."weight", 0), p."weight", 0))::float8 as "weight",
        sum(l."onHand" * coalesce(nullif(k."volume", 0), p."volume", 0))::float8 as "volume"
      from "stockLot" l join "sku" k on k."id" = l."skuId" join "product" p on p."id" = k."productId"
      where l."warehouseId" = ${id} and l."onHand" > 0 group by 1)
    select s."id", s."pid", s."code", s."name", s."type", s."countSn", s."maxWeight", s."maxVolume",
      coalesce(t."skuCount", 0) as "skuCount", coalesce(t."onHand", 0) as "onHand", coalesce(t."expired", 0) as "expired",
      coalesce(t."near", 0) as "near", coalesce(t."weight", 0) as "weight", coalesce(t."volume", 0) as "volume"
    from "section" s left join standing t on t."sectionId" = s."id"
    where s."warehouseId" = ${id} and s."isDel" = 0
      and not exists (select 1 from "section" b where b."pid" = s."id" and b."isDel" = 0)
    order by s."pickSort", s."id"`.execute(db)
  const untold = await untoldTo(db, who)
  const summary = totals[0] ?? {
    ...{ skuCount: 0, onHand: 0, reserved: 0, frozen: 0, inTransit: 0, available: 0, amount: 0 },
  }
  return {
    id,
    ...summary,
    ...(untold?.warehouseIds.includes(id) ? { inTransit: null } : {}),
    sections: rows.map(({ maxWeight, maxVolume, weight, volume, ...row }) => {
      const fill = fillOf({ weight, volume }, { maxWeight, maxVolume })
      return { ...row, filled: fill === null ? null : Math.round(fill * 100) / 100 }
    }),
  }
})
