import { answerPage } from '#kit/server/list.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { upkeepCalls as calls } from './fleet.calls.ts'
import { truckCar } from './truckCar.entity.ts'
import { truckUpkeep } from './truckUpkeep.entity.ts'

export const upkeepServed = [
  read(calls.list, (db, who, input) => answerPage(db, who, truckUpkeep, calls.list.answer, input)),
  change(calls.save, async (tx, _who, input) => {
    const car = await lockRow(tx, truckCar, input.truckCarId)
    const row = await insertRow(tx, truckUpkeep, input)
    // Whoever notes a reading in passing tells how far the vehicle has come; an old one found later does not take it back.
    if (row.mileage !== null && row.mileage > (car.mileage ?? 0))
      await updateRow(tx, truckCar, car, { mileage: row.mileage })
    return { id: row.id }
  }),
  change(calls.remove, async (tx, _who, { id: ids }) => {
    for (const id of [...ids].sort((a, b) => a - b))
      await deleteRow(tx, truckUpkeep, await lockRow(tx, truckUpkeep, id))
  }),
]
