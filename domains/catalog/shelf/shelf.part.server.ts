import { joinServer } from '#kit/server/room.ts'
import { channelExport, channelServed } from './channel.server.ts'
import { chooseServed } from './choose.server.ts'
import { productSchedule } from './plan.server.ts'
import { poolServed } from './pool.server.ts'
import { integralExport, vipExport } from './poolRows.server.ts'
import { editPart } from './productEdit.server.ts'
import { shelfScreenServed } from './shelfScreen.server.ts'
import { applyPart } from './showApply.server.ts'

/** Documents around the shelf, channel listings and the pools. Catalog §3.3–3.5. */
export const shelfServer = joinServer(applyPart, editPart, {
  served: [...shelfScreenServed, ...chooseServed, ...channelServed, ...poolServed],
  tasks: [channelExport, vipExport, integralExport],
  jobs: [productSchedule],
})
