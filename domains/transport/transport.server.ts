import './transport.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareDemo } from '#kit/server/demo.ts'
import { declareRecord } from '#kit/server/records.ts'
import { joinServer, type RoomServer } from '#kit/server/room.ts'
import { serveMasters } from '#kit/server/standard.ts'
import { consignCalls } from './consign/consign.calls.ts'
import { consignServed, consignUses } from './consign/consign.server.ts'
import { consignmentNote } from './consign/consignmentNote.entity.ts'
import { fillFleet, fillRoutes } from './demo.server.ts'
import { truckCarMaster } from './fleet/fleet.calls.ts'
import { driverServed, fleetUses, truckCarServed, truckModelServed } from './fleet/fleet.server.ts'
import { fleetScene, fleetWatch } from './fleet/fleetWatch.server.ts'
import { truckCar } from './fleet/truckCar.entity.ts'
import { upkeepServed } from './fleet/upkeep.server.ts'
import { routeServed, routeUses } from './route/route.server.ts'
import { deliverySummaryServed } from './summary/deliverySummary.server.ts'
import { outCitySummaryServed } from './summary/outCitySummary.server.ts'
import { transportMasters } from './transport.masters.ts'
import { transportFacts } from './transport.shared.ts'
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
    deliverySummaryServed,
    outCitySummaryServed,
    {
      served: upkeepServed,
      jobs: [fleetWatch],
      registers: [
        fleetScene,
        ...fleetUses,
        declareDemo('masters', fillFleet),
        declareDemo('masters', fillRoutes),
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
        ...consignUses,
        ...tripUses,
        ...routeUses,
        declareRecord({ of: truckCar, read: truckCarMaster.calls.info, page: '/truck/infoTruckCar/{id}' }),
      ],
    },
  ),
}
