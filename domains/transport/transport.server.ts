import './transport.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareDemo } from '#kit/server/demo.ts'
import { declareRecord } from '#kit/server/records.ts'
import { joinServer, type RoomServer } from '#kit/server/room.ts'
import { serveMasters } from '#kit/server/standard.ts'
import { consignCalls } from './consign/consign.calls.ts'
import { consignServed, consignUses } from './consign/consign.server.ts'
import { consignmentNote } from './consign/consignmentNote.entity.ts'
import { coverCalls } from './cover/cover.calls.ts'
import { coverServed, coverUses } from './cover/cover.server.ts'
import { coverPage } from './cover/coverPage.entity.ts'
import { fillDriven, fillFleet, fillRoutes, fillTrips } from './demo.server.ts'
import { truckCarMaster } from './fleet/fleet.calls.ts'
import { driverServed, fleetUses, truckCarServed, truckModelServed } from './fleet/fleet.server.ts'
import { fleetScene, fleetWatch } from './fleet/fleetWatch.server.ts'
import { truckCar } from './fleet/truckCar.entity.ts'
import { upkeepServed } from './fleet/upkeep.server.ts'
import { nightCalls } from './night/night.calls.ts'
import { nightServed, nightUses } from './night/night.server.ts'
import { nightCount } from './night/nightCount.entity.ts'
import { attachSheet } from './papers/attachSheet.entity.ts'
import { attachScene, attachWatch } from './papers/attachWatch.server.ts'
import { papersCalls } from './papers/papers.calls.ts'
import { papersServed, papersUses } from './papers/papers.server.ts'
import { routeServed, routeUses } from './route/route.server.ts'
import { deliverySummaryServed } from './summary/deliverySummary.server.ts'
import { outCitySummaryServed } from './summary/outCitySummary.server.ts'
import { transportMasters } from './transport.masters.ts'
import { transportRoles } from './transport.roles.ts'
import { transportFacts } from './transport.shared.ts'
import { drivenScopes } from './trip/driven.server.ts'
import { tripCalls } from './trip/trip.calls.ts'
import { tripServed, tripUses } from './trip/trip.server.ts'
import { vehicleAssignment } from './trip/vehicleAssignment.entity.ts'

export const transportRoom: RoomServer = {
  facts: transportFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  ...joinServer(
    ...serveMasters(transportMasters, truckModelServed, driverServed, truckCarServed, routeServed),
    tripServed,
    consignServed,
    nightServed,
    papersServed,
    coverServed,
    deliverySummaryServed,
    outCitySummaryServed,
    {
      served: upkeepServed,
      jobs: [fleetWatch, attachWatch],
      registers: [
        fleetScene,
        attachScene,
        ...drivenScopes,
        ...transportRoles,
        ...fleetUses,
        declareDemo('masters', fillFleet),
        declareDemo('masters', fillRoutes),
        declareDemo('documents', fillTrips),
        declareDemo('documents', fillDriven),
        declareRecord({
          of: vehicleAssignment,
          read: tripCalls.info,
          page: '/wts/vehicleAssignment/info/{id}',
        }),
        declareRecord({
          of: consignmentNote,
          read: consignCalls.info,
          page: '/wts/consignmentNote/info/{id}',
        }),
        declareRecord({ of: nightCount, read: nightCalls.info, page: '/wts/nightCount/info/{id}' }),
        declareRecord({ of: attachSheet, read: papersCalls.info, page: '/wts/attachmentSheet/info/{id}' }),
        declareRecord({ of: coverPage, read: coverCalls.info, page: '/wts/coverPage/print/{id}' }),
        ...consignUses,
        ...tripUses,
        ...routeUses,
        // After them, for a refusal names the first: what a front sheet names, its trip or note names as well.
        ...papersUses,
        ...coverUses,
        ...nightUses,
        declareRecord({ of: truckCar, read: truckCarMaster.calls.info, page: '/truck/infoTruckCar/{id}' }),
      ],
    },
  ),
}
