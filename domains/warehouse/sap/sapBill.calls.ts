import { z } from 'zod'
import { text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, post } from '#kit/shared/call.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { rawAnswer } from './raw.calls.ts'
import { sapBill } from './sapBill.entity.ts'

const AT = '/admin/wts/sapBill'
const usual = standardCalls(AT, sapBill, { without: ['all'] })

/** Material documents of SAP, and what of ours they are. Warehouse §5.1. */
export const billCalls = {
  ...usual,
  counts: countsCall(usual.list, sapBill.label),
  raw: get(`${AT}/raw/:id`, {
    title: 'SAP单据原始报文',
    permission: usual.info.permission,
    input: { id: idField() },
    answer: rawAnswer,
  }),
  match: post(`${AT}/match/:id`, {
    title: '匹配SAP单据',
    input: { id: idField() },
    answer: answerOf(z.object({ matched: z.number(), open: z.number() })),
  }),
  generate: post(`${AT}/generate/:id`, {
    title: 'SAP单据生成出入库单',
    input: { id: idField() },
    answer: answerOf(z.object({ type: z.enum(['stockin', 'stockout']), id: z.number(), sn: z.string() })),
  }),
  ignore: post(`${AT}/ignore/:id`, {
    title: '忽略SAP单据',
    input: { id: idField(), reason: text('忽略原因', { max: 200, required: true }) },
  }),
}

const { sapBillNo, sapYear, moveType, postingDate, documentDate, sapPlant, sapStorageLocation } =
  sapBill.shape
const { referenceNo, headerText, vendorCode, customerCode, remark, lines } = sapBill.shape

/** SAP tells what it booked. Orders §8, Warehouse §5.1. */
export const billOpenCalls = {
  receive: post('/open/sap/bill/save', {
    title: '推送SAP单据',
    open: 'sap',
    input: {
      ...{ sapBillNo, sapYear, moveType, postingDate, documentDate, sapPlant, sapStorageLocation },
      ...{ referenceNo, headerText, vendorCode, customerCode, remark, lines },
      batchNo: text('接收批号', { max: 40 }),
    },
    answer: answerOf(z.object({ id: z.number(), repeated: z.boolean() })),
    business: 3,
  }),
}
