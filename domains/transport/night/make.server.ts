import { sql } from 'kysely'
import { carriedBy, cutBoxes } from '#domains/warehouse/warehouse.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, insertRows, lockRow, lockRows, updateRow } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { TRIP, vehicleAssignment } from '../trip/vehicleAssignment.entity.ts'
import { accuracyOf } from './night.rules.ts'
import { NIGHT, nightCount, nightCountLine } from './nightCount.entity.ts'

type Trip = EntityRow<typeof vehicleAssignment>

/** Every box of the deliveries of these trips, with the plate of its vehicle. */
async function boxesOf(tx: Tx, trips: readonly Trip[]) {
  const cars = await tx
    .selectFrom('truckCar')
    .select(['id', 'plateNo'])
    .where(
      'id',
      'in',
      trips.map((one) => one.truckCarId),
    )
    .execute()
  const plates = new Map(cars.map((one) => [one.id, one.plateNo]))
  const boxes = []
  for (const { assignSn, truckCarId } of trips)
    for (const { id: deliveryId, deliverySn, customer, boxCount } of await carriedBy(tx, assignSn)) {
      const cut = await cutBoxes(tx, deliveryId)
      const plateNo = plates.get(truckCarId) ?? ''
      for (let boxNo = 1; boxNo <= boxCount + cut.length; boxNo++)
        if (!cut.includes(boxNo))
          boxes.push({ assignSn, plateNo, deliveryId, deliverySn, customer, boxNo, expected: 1, diff: -1 })
    }
  return boxes
}

interface Wanted {
  warehouseId: number
  countDate: string
  shift: 1 | 2
}

/**
 * A night count of the trips of a day that are not counted yet in this shift and have something to carry. Two people who make it at once
 * come one after the other, by their trips. 422 没有可夜盘的派车单. Warehouse §5.6.
 */
export async function generateNight(tx: Tx, { warehouseId, countDate, shift }: Wanted): Promise<number> {
  const { rows: found } = await sql<{ id: number }>`
    select "id" from "vehicleAssignment" where "isDel" = 0 and "warehouseId" = ${warehouseId} and "deliveryDate" = ${countDate}::date
      and "status" in (${TRIP.waits}, ${TRIP.loading}) order by "id"`.execute(tx)
  const locked = await lockRows(
    tx,
    vehicleAssignment,
    found.map((one) => one.id),
  )
  const { rows: taken } = await sql<{ assignSn: string }>`
    select distinct l."assignSn" from "nightCountLine" l join "nightCount" c on c."id" = l."nightCountId" and c."isDel" = 0
    where l."assignSn" = any(${sql.val([...locked.values()].map((one) => one.assignSn))}::text[])
      and (c."status" <> ${NIGHT.done} or c."shift" = ${shift})`.execute(tx)
  const done = new Set(taken.map((one) => one.assignSn))
  const trips = [...locked.values()].filter(
    (one) => !done.has(one.assignSn) && (one.status === TRIP.waits || one.status === TRIP.loading),
  )
  const boxes = trips.length === 0 ? [] : await boxesOf(tx, trips)
  if (boxes.length === 0) throw refuse('没有可夜盘的派车单', 'countDate')
  const sns = [...new Set(boxes.map((one) => one.assignSn))]
  const row = await insertRow(tx, nightCount, {
    ...{ nightSn: await nextNumber(tx, 'YP'), warehouseId, countDate, shift },
    ...{ assignSns: sns.join(' '), tripCount: sns.length },
    plates: [...new Set(boxes.map((one) => one.plateNo))].join(' '),
  })
  await insertRows(
    tx,
    nightCountLine,
    boxes.map((one) => ({ ...one, nightCountId: row.id })),
  )
  await refreshNight(tx, row.id)
  return row.id
}

/** What the lines of a count come to. A difference is one until it is corrected; open, until it is handled. */
export async function refreshNight(tx: Tx, id: number, more: { status?: 0 | 1 | 2 | 3 } = {}) {
  const { rows } = await sql<{
    boxCount: number
    countedBoxes: number
    diffCount: number
    openCount: number
  }>`
    select coalesce(sum("expected"), 0)::int as "boxCount", coalesce(sum("counted"), 0)::int as "countedBoxes",
      count(*) filter (where "diff" <> 0)::int as "diffCount",
      count(*) filter (where "diff" <> 0 and "handling" is null)::int as "openCount"
    from "nightCountLine" where "nightCountId" = ${id}`.execute(tx)
  const figures = rows[0] ?? { boxCount: 0, countedBoxes: 0, diffCount: 0, openCount: 0 }
  const row = await lockRow(tx, nightCount, id)
  const accuracy = accuracyOf(figures.boxCount, figures.diffCount)
  return updateRow(tx, nightCount, row, { ...figures, accuracy, ...more }, { anyField: true })
}

/**
 * A vehicle leaves only when each of its deliveries stands on a count of this trip that is finished, and what was to be fetched has been.
 * 409 夜盘存在未处理差异，不能发车, 派车单尚未夜盘，不能发车. Warehouse §5.5, §12.
 */
export async function checkCounted(
  tx: Tx,
  assignSn: string,
  own: readonly { id: number; deliverySn: string }[],
): Promise<void> {
  const { rows } = await sql<{ deliveryId: number; status: number }>`
    select distinct l."deliveryId", c."status" from "nightCountLine" l join "nightCount" c on c."id" = l."nightCountId" and c."isDel" = 0
    where l."assignSn" = ${assignSn}`.execute(tx)
  if (rows.length === 0) throw conflict('派车单尚未夜盘，不能发车')
  if (rows.some((one) => one.status !== NIGHT.done)) throw conflict('夜盘存在未处理差异，不能发车')
  const counted = new Set(rows.map((one) => one.deliveryId))
  const late = own.find((one) => !counted.has(one.id))
  if (late !== undefined) throw conflict(`配送单 ${late.deliverySn} 尚未夜盘，不能发车`)
}
