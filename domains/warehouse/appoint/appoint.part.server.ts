import { type SqlBool, sql } from 'kysely'
import { declareDemo } from '#kit/server/demo.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareUse } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import { documentUses } from '../place/uses.server.ts'
import { appointCalls } from './appoint.calls.ts'
import { appointmentWatch } from './appoint.jobs.ts'
import { appointServed } from './appoint.server.ts'
import { appointmentRegister } from './appointmentRegister.entity.ts'
import { fillAppointments } from './demo.server.ts'
import { gateCalls } from './gate.calls.ts'
import { gateServed } from './gate.server.ts'
import { purchaseAppointment } from './purchaseAppointment.entity.ts'

/** Vehicles that have not left. */
const INSIDE = sql<SqlBool>`"status" < 4`
const COMING = sql<SqlBool>`"status" in (0, 1, 2, 3)`

/** Goods that are expected, and the vehicles that bring them. Warehouse §5.10. */
export const appointServer = joinServer(appointServed, gateServed, {
  served: [],
  jobs: [appointmentWatch],
  registers: [
    declareDemo('documents', fillAppointments),
    declareRecord({
      of: purchaseAppointment,
      read: appointCalls.info,
      page: '/wts/purchaseAppointment/info/{id}',
    }),
    declareUse(
      'warehouse',
      documentUses(purchaseAppointment.name, purchaseAppointment.label, ['warehouseId'], COMING),
    ),
    declareRecord({
      of: appointmentRegister,
      read: gateCalls.info,
      page: '/wts/appointmentRegister/info/{id}',
    }),
    declareUse(
      'warehouse',
      documentUses(appointmentRegister.name, appointmentRegister.label, ['warehouseId'], INSIDE),
    ),
    declareUse('supplier', usesBy(appointmentRegister.name, 'supplierId', appointmentRegister.label)),
    declareUse('stockin', usesBy(appointmentRegister.name, 'stockinId', appointmentRegister.label)),
    declareUse('supplier', usesBy(purchaseAppointment.name, 'supplierId', purchaseAppointment.label)),
  ],
})
