// Vehicles and drivers of one's own, for tests of trips.
import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'

let made = 0

/** A vehicle that may drive, unless its insurance has ended. */
export async function newCar(
  db: Db,
  { loadWeight = 1500, insuranceEnd = '2099-01-01' } = {},
): Promise<number> {
  const n = ++made
  const { rows } = await sql<{ id: number }>`
    with "m" as (insert into "truckModel" ("code", "name", "length", "width", "height", "loadWeight", "loadVolume", "licenceTypes", "tempZones")
      values (${`T${n}`}, ${`车型${n}`}, 4, 2, 2, ${loadWeight}, 9.6, '{C1}', '{1}') returning "id")
    insert into "truckCar" ("plateNo", "truckModelId", "insuranceEnd", "inspectionEnd")
    select ${`浙A${String(10000 + n)}`}, "id", ${insuranceEnd}::date, '2099-01-01' from "m" returning "id"`.execute(
    db,
  )
  return rows[0]?.id ?? 0
}

/** A driver who may drive it. */
export async function newDriver(db: Db): Promise<number> {
  const n = ++made
  const { rows } = await sql<{ id: number }>`
    insert into "driver" ("name", "phone", "idCard", "licenceNo", "licenceType", "licenceBegin", "licenceEnd")
    values (${`司机${n}`}, ${`138${String(10000000 + n)}`}, ${`id${n}`}, 'x', 'C1', '2020-01-01', '2099-01-01') returning "id"`.execute(
    db,
  )
  return rows[0]?.id ?? 0
}
