import { type SqlBool, sql } from 'kysely'
import { declareRecord } from '#kit/server/records.ts'
import { declareUse } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import { documentUses } from '../place/uses.server.ts'
import { appointCalls } from './appoint.calls.ts'
import { appointmentWatch } from './appoint.jobs.ts'
import { appointServed } from './appoint.server.ts'
import { purchaseAppointment } from './purchaseAppointment.entity.ts'

const COMING = sql<SqlBool>`"status" in (0, 1, 2, 3)`

/** Goods that are expected, and the vehicles that bring them. Warehouse §5.10. */
export const appointServer = joinServer(appointServed, {
  served: [],
  jobs: [appointmentWatch],
  registers: [
    declareRecord({
      of: purchaseAppointment,
      read: appointCalls.info,
      page: '/wts/purchaseAppointment/info/{id}',
    }),
    declareUse(
      'warehouse',
      documentUses(purchaseAppointment.name, purchaseAppointment.label, ['warehouseId'], COMING),
    ),
    declareUse('supplier', usesBy(purchaseAppointment.name, 'supplierId', purchaseAppointment.label)),
  ],
})
