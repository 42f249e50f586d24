import { declareRecord } from '#kit/server/records.ts'
import { joinServer } from '#kit/server/room.ts'
import { productChannel } from '../product/productChannel.entity.ts'
import { channelCalls } from './channel.calls.ts'
import { channelExport, channelServed } from './channel.server.ts'
import { chooseServed } from './choose.server.ts'
import { productSchedule } from './plan.server.ts'
import { poolCalls } from './pool.calls.ts'
import { productIntegral, productVip } from './pool.entity.ts'
import { poolServed } from './pool.server.ts'
import { integralExport, vipExport } from './poolRows.server.ts'
import { editPart } from './productEdit.server.ts'
import { recordPage } from './shelf.addresses.ts'
import { shelfScreenServed } from './shelfScreen.server.ts'
import { applyPart } from './showApply.server.ts'

/** Documents around the shelf, channel listings and the pools. Catalog §3.3–3.5. */
export const shelfServer = joinServer(applyPart, editPart, {
  served: [...shelfScreenServed, ...chooseServed, ...channelServed, ...poolServed],
  tasks: [channelExport, vipExport, integralExport],
  jobs: [productSchedule],
  // The search finds the product itself.
  registers: [
    { of: productChannel, read: channelCalls.info, page: '/store/infoSale/{id}' },
    { of: productVip, read: poolCalls.payInfo, page: recordPage('pay', '{id}') },
    { of: productIntegral, read: poolCalls.integralInfo, page: recordPage('integral', '{id}') },
  ].map((one) => declareRecord({ ...one, unsearched: true })),
})
