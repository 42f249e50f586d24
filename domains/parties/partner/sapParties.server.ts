import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'

/** Who gets what SAP delivers, by SAP's numbers. Doors §4. */
export interface SapParties {
  shouda: { id: number; companyId: number; channelId: number; deliveryBlock: 0 | 1 } | null
  shipTo: {
    id: number
    name: string
    contact: string
    phone: string
    address: string
    cityId: number | null
    timeWindow: string
    logisticsMode: string
  } | null
}

/** The sold-to party and ship-to of these numbers that are in use; null where there is none. */
export async function sapParties(
  db: Db,
  { shoudaNum, shipToCode }: { shoudaNum: string; shipToCode: string },
): Promise<SapParties> {
  const { rows: soldTo } = await sql<NonNullable<SapParties['shouda']>>`
    select "id", "companyId", "channelId", "deliveryBlock" from "shouda"
    where lower("shoudaNum") = lower(${shoudaNum}) and "isDel" = 0 and "status" = 1`.execute(db)
  const { rows: places } = await sql<NonNullable<SapParties['shipTo']>>`
    select "id", "shipToName" as "name", "contactName" as "contact", "contactPhone" as "phone", "address", "cityId",
      case when "receiveFrom" <> '' and "receiveTo" <> '' then "receiveFrom" || '-' || "receiveTo" else '' end as "timeWindow",
      coalesce("logisticsMode", '') as "logisticsMode"
    from "shipTo" where lower("shipToCode") = lower(${shipToCode}) and "isDel" = 0 and "status" = 1`.execute(
    db,
  )
  return { shouda: soldTo[0] ?? null, shipTo: places[0] ?? null }
}
