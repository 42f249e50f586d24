import { sql } from 'kysely'
import { declareScope } from '#kit/server/scope.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { TRIP } from './vehicleAssignment.entity.ts'

/** Days that a driver sees what own trips carried: refused goods and papers are settled within. */
const DAYS = 30

/** Drivers see their own trips, and what these carry, by the account that their record names. Warehouse §6, §14. */
export const drivenScopes = [
  declareScope('driver', async (db, who) => {
    const { rows } = await sql<{ id: number }>`
      select "id" from "driver" where "adminId" = ${who.adminId} and "isDel" = 0`.execute(db)
    return rows.map((row) => row.id)
  }),
  declareScope('carried', async (db, who) => {
    const { rows } = await sql<{ id: number }>`
      select d."id" from "driver" v join "vehicleAssignment" t on t."driverId" = v."id" and t."isDel" = 0
        and t."status" <> ${TRIP.cancelled} and t."deliveryDate" >= ${movedDay(today(), -DAYS)}::date
      join "wtsDelivery" d on d."carrySn" = t."assignSn" and d."isDel" = 0
      where v."adminId" = ${who.adminId} and v."isDel" = 0`.execute(db)
    return rows.map((row) => row.id)
  }),
]
