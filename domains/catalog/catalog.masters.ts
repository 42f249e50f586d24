import { brandMaster, productParamMaster, sapWmsGroupMaster } from './masters/masters.calls.ts'
import unitMaster from './masters/unit.master.ts'

/** The plain master data of the room: entities, calls and buttons of its lists follow. Catalog §2.2. */
export const catalogMasters = [unitMaster, brandMaster, sapWmsGroupMaster, productParamMaster] as const
