import { z } from 'zod'
import { text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, post } from '#kit/shared/call.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { rawAnswer } from './raw.calls.ts'
import { sapDeliveryOrder } from './sapDeliveryOrder.entity.ts'

const AT = '/admin/wts/sapDeliveryOrder'
const usual = standardCalls(AT, sapDeliveryOrder, { without: ['all'] })
const task = answerOf(z.object({ taskId: z.number(), taskSn: z.string() }))

/** What SAP wants delivered. Warehouse §5.1. */
export const sapDeliveryCalls = {
  ...usual,
  counts: countsCall(usual.list, sapDeliveryOrder.label),
  raw: get(`${AT}/raw/:id`, {
    title: 'SAP交货单原始报文',
    permission: usual.info.permission,
    input: { id: idField() },
    answer: rawAnswer,
  }),
  match: post(`${AT}/match/:id`, { title: '匹配SAP交货单', input: { id: idField() }, answer: task }),
  toTask: post(`${AT}/toTask/:id`, { title: 'SAP交货单转出库任务', input: { id: idField() }, answer: task }),
  postBack: post(`${AT}/postBack/:id`, { title: 'SAP交货单发货过账回传', input: { id: idField() } }),
  cancel: post(`${AT}/cancel/:id`, {
    title: '取消SAP交货单',
    input: { id: idField(), reason: text('取消原因', { max: 200, required: true }) },
  }),
}

const { sapDeliveryNo, deliveryType, custType, shoudaNum, shipToCode, planGiDate } = sapDeliveryOrder.shape
const { sapPlant, sapStorageLocation, route, salesOrderNo, poNo, remark, lines } = sapDeliveryOrder.shape

/** SAP tells what is to be delivered. Orders §8, Warehouse §5.1. */
export const sapDeliveryOpenCalls = {
  receive: post('/open/sap/deliveryOrder/save', {
    title: '推送SAP交货单',
    open: 'sap',
    input: {
      ...{ sapDeliveryNo, deliveryType, custType, shoudaNum, shipToCode, planGiDate, sapPlant },
      ...{ sapStorageLocation, route, salesOrderNo, poNo, remark, lines },
      batchNo: text('接收批号', { max: 40 }),
    },
    answer: answerOf(z.object({ id: z.number(), repeated: z.boolean() })),
    business: 3,
  }),
}
