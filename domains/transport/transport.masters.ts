import { driverMaster, truckCarMaster, truckModelMaster } from './fleet/fleet.calls.ts'
import { routeMaster } from './route/route.calls.ts'

/** The fleet and its routes: entities, calls and buttons of its lists follow. Warehouse §5.8, §6. */
export const transportMasters = [truckModelMaster, driverMaster, truckCarMaster, routeMaster] as const
