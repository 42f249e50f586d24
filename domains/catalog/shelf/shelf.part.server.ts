import { declareBinding, documentBinding } from '#domains/workflow/workflow.door.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { channelExport, channelServed } from './channel.server.ts'
import { chooseServed } from './choose.server.ts'
import { productSchedule } from './plan.server.ts'
import { poolCalls } from './pool.calls.ts'
import { productIntegral, productVip } from './pool.entity.ts'
import { integralExport, integralType, nameOf, poolServed, vipExport, vipType } from './pool.server.ts'
import { productEdit } from './productEdit.entity.ts'
import { editExecServed, editHandlers, editType, editVars } from './productEdit.server.ts'
import { applyCalls, editCalls } from './shelf.calls.ts'
import { shelfScreenServed } from './shelfScreen.server.ts'
import { showApply } from './showApply.entity.ts'
import { applyExecServed, applyHandlers, applyType, applyVars } from './showApply.server.ts'

const poolFields = [{ name: 'productName', label: '商品名称' }]

/** Documents around the shelf, channel listings and the pools. Catalog §3.3–3.5. */
export const shelfServer: ServerPart = {
  served: [
    ...applyHandlers.served,
    ...applyExecServed,
    ...editHandlers.served,
    ...editExecServed,
    ...shelfScreenServed,
    ...chooseServed,
    ...channelServed,
    ...poolServed,
  ],
  tasks: [applyHandlers.exporting, editHandlers.exporting, channelExport, vipExport, integralExport],
  jobs: [productSchedule],
  register() {
    declareBinding(
      showApply.name,
      documentBinding(applyType, {
        info: applyCalls.info,
        form: '/store/common/examine/show/{id}',
        fields: [
          { name: 'applyTitle', label: '申请标题' },
          { name: 'applyType', label: '申请类型' },
          { name: 'productCount', label: '商品数' },
          { name: 'channels', label: '渠道' },
        ],
        vars: (_tx, row) => applyVars(row),
      }),
    )
    declareBinding(
      productEdit.name,
      documentBinding(editType, {
        info: editCalls.info,
        form: '/store/common/examine/edit/{id}',
        fields: [
          { name: 'editTitle', label: '修改标题' },
          { name: 'productCount', label: '商品数' },
          { name: 'itemCount', label: '修改项数' },
          { name: 'items', label: '修改项' },
        ],
        vars: (_tx, row) => editVars(row),
      }),
    )
    declareBinding(
      productVip.name,
      documentBinding(vipType, {
        info: poolCalls.payInfo,
        form: '/store/common/examine/pay/{id}',
        fields: poolFields,
        vars: async (tx, row) => ({ productName: await nameOf(tx, row.productId) }),
      }),
    )
    declareBinding(
      productIntegral.name,
      documentBinding(integralType, {
        info: poolCalls.integralInfo,
        form: '/store/common/examine/integral/{id}',
        fields: poolFields,
        vars: async (tx, row) => ({ productName: await nameOf(tx, row.productId) }),
      }),
    )
  },
}
