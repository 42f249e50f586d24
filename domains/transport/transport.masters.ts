import { driverMaster, truckCarMaster, truckModelMaster } from './fleet/fleet.calls.ts'

/** The fleet: entities, calls and buttons of its lists follow. Warehouse §6. */
export const transportMasters = [truckModelMaster, driverMaster, truckCarMaster] as const
