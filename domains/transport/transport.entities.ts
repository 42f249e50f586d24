import { entitiesOf } from '#kit/shared/declareMaster.ts'
import { consignmentNote } from './consign/consignmentNote.entity.ts'
import { coverPage } from './cover/coverPage.entity.ts'
import { truckUpkeep } from './fleet/truckUpkeep.entity.ts'
import { nightCount, nightCountLine } from './night/nightCount.entity.ts'
import { attachSheet } from './papers/attachSheet.entity.ts'
import { transportMasters } from './transport.masters.ts'
import { vehicleAssignment } from './trip/vehicleAssignment.entity.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const transportEntities = [
  ...entitiesOf(transportMasters),
  truckUpkeep,
  vehicleAssignment,
  consignmentNote,
  nightCount,
  nightCountLine,
  attachSheet,
  coverPage,
] as const
