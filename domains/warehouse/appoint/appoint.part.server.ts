import { type SqlBool, sql } from 'kysely'
import { declareDemo } from '#kit/server/demo.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareUse } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import { fillForecasts } from '../forecast/demo.server.ts'
import { forecastCalls } from '../forecast/forecast.calls.ts'
import { singleItemForecast } from '../forecast/forecast.entity.ts'
import { forecastEnd } from '../forecast/forecast.jobs.ts'
import { forecastServed } from '../forecast/forecast.server.ts'
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
const PLANNED = sql<SqlBool>`"status" in (1, 2)`
const COMING = sql<SqlBool>`"status" in (0, 1, 2, 3)`

/** Goods that are expected, and the vehicles that bring them. Warehouse §5.10. */
export const appointServer = joinServer(appointServed, gateServed, forecastServed, {
  served: [],
  jobs: [appointmentWatch, forecastEnd],
  registers: [
    declareDemo('documents', fillAppointments),
    declareDemo('documents', fillForecasts),
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
    declareRecord({
      of: singleItemForecast,
      read: forecastCalls.info,
      page: '/wts/singleItemForecast/info/{id}',
    }),
    declareUse(
      'warehouse',
      documentUses(singleItemForecast.name, singleItemForecast.label, ['warehouseId'], PLANNED),
    ),
    declareUse('supplier', usesBy(singleItemForecast.name, 'supplierId', singleItemForecast.label)),
    declareUse('stockin', usesBy(appointmentRegister.name, 'stockinId', appointmentRegister.label)),
    declareUse('supplier', usesBy(purchaseAppointment.name, 'supplierId', purchaseAppointment.label)),
  ],
})
