import { sql } from 'kysely'
import type { Demo } from '#kit/server/demo.ts'
import { appointCalls } from './appoint.calls.ts'
import { gateCalls } from './gate.calls.ts'

interface Known {
  id: number
}

/** Suppliers who come to the docks: some are expected, one waits at the gate, one unloads. Warehouse §5.10. */
export async function fillAppointments({ db, admin, idOf, day, time }: Demo): Promise<void> {
  const warehouseId = await idOf('warehouse', '福州总仓')
  const { rows: suppliers } = await sql<Known>`
    select "id" from "supplier" where "isDel" = 0 and "auditStatus" = 1 and "inForce" = 1 order by "id" limit 3`.execute(
    db,
  )
  const { rows: skus } = await sql<Known>`
    select k."id" from "sku" k join "product" p on p."id" = k."productId"
    where k."isDel" = 0 and p."isDel" = 0 and p."stockMode" = 0 and p."storageCondition" = 1 and p."auditStatus" = 1 order by k."id" limit 4`.execute(
    db,
  )
  const supplierOf = (at: number): number => suppliers[at % suppliers.length]?.id ?? 0
  if (suppliers.length === 0 || skus.length === 0) return
  const lines = skus.map(({ id }, at) => ({ skuId: id, qty: 24 * (at + 1) }))
  const book = (at: number, after: number, slotStart: string, plateNo: string) =>
    admin(appointCalls.save, {
      ...{ warehouseId, supplierId: supplierOf(at), arriveDate: day(after), slotStart, boxes: 20 + 5 * at },
      ...{ pallets: 1, plateNo, driverName: '林师傅', driverPhone: '13800138001', lines },
    })
  const first = await book(0, 1, '09:00', '闽A61203')
  await book(1, 1, '09:00', '闽A08K77')
  const dropped = await book(2, 2, '14:00', '闽C55301')
  await admin(appointCalls.cancel, { id: dropped.id, reason: '车辆故障，改期再约' })
  await admin(appointCalls.confirm, { id: first.id })
  const arrived = await book(1, 2, '10:00', '闽A77120')
  await admin(appointCalls.confirm, { id: arrived.id })
  const driver = { driverName: '王师傅', driverPhone: '13800138002' }
  const unloading = await admin(gateCalls.save, {
    ...{ warehouseId, appointId: arrived.id, plateNo: '闽A77120', ...driver, arriveTime: time(0) - 3600 },
  })
  await admin(gateCalls.call, { id: unloading.id, dockNo: 1 })
  await admin(gateCalls.start, { id: unloading.id })
  await admin(gateCalls.save, {
    ...{ warehouseId, supplierId: supplierOf(0), plateNo: '闽D90015', ...driver, arriveTime: time(0) - 1200 },
  })
}
