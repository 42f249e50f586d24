import { z } from 'zod'
import { lines, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, idsField, listAnswer, paging, post, someIds } from '#kit/shared/call.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { stopRow } from '../trip/trip.calls.ts'
import { consignmentNote, trackLine } from './consignmentNote.entity.ts'

const NOTES = '/admin/wts/consignmentNote'
const usual = standardCalls(NOTES, consignmentNote, { without: ['save', 'update', 'remove', 'all'] })

const { warehouseId, logisticsProviderId, waybillNo, toCityId, goodsName, volumeFactor, baseFreight } =
  consignmentNote.shape
const { deliveryFee, declaredValue, insuranceRate, freight, freightReason, payMethod, planPickTime } =
  consignmentNote.shape
const { planArriveDate, receiptNeed, remark } = consignmentNote.shape
const shape = {
  ...{ warehouseId, logisticsProviderId, waybillNo, toCityId, goodsName, volumeFactor, baseFreight },
  ...{ deliveryFee, declaredValue, insuranceRate, freight, freightReason, payMethod, planPickTime },
  ...{ planArriveDate, receiptNeed, remark },
}

/** What is handed over to carriers. Warehouse §5.7. */
export const consignCalls = {
  ...usual,
  counts: countsCall(usual.list, consignmentNote.label),
  save: post(`${NOTES}/save`, {
    title: '新增托运单',
    input: { ...shape, deliveryIds: idsField('配送单', 200) },
    answer: answerOf(z.object({ id: z.number() })),
  }),
  update: post(`${NOTES}/update`, {
    title: '编辑托运单',
    input: { id: idField(), ...shape, deliveryIds: someIds('配送单', 200) },
  }),
  deliveries: get(`${NOTES}/deliveries`, {
    title: '托运单的配送单',
    permission: usual.info.permission,
    input: { id: idField(), page: paging.page, limit: paging.limit },
    answer: listAnswer(stopRow),
  }),
  waiting: get(`${NOTES}/waiting`, {
    title: '待托运的配送单',
    permission: `${usual.info.permission.replace(/:info$/, ':save')}`,
    input: {
      page: paging.page,
      limit: paging.limit,
      keywords: paging.keywords,
      warehouseId: idField('仓库'),
    },
    answer: listAnswer(stopRow),
  }),
  dispatch: post(`${NOTES}/dispatch/:id`, { title: '交运', input: { id: idField() } }),
  track: post(`${NOTES}/track`, {
    title: '登记运输跟踪',
    input: { id: idField(), tracks: lines('跟踪', trackLine, { min: 1, max: 20, required: true }) },
  }),
  sign: post(`${NOTES}/sign/:id`, {
    title: '登记到货',
    input: { id: idField(), signer: text('签收人', { max: 20, required: true }) },
  }),
  exception: post(`${NOTES}/exception/:id`, {
    title: '登记异常',
    input: { id: idField(), reason: text('异常说明', { max: 200, required: true }) },
  }),
  cancel: post(`${NOTES}/cancel/:id`, { title: '取消托运单', input: { id: idField() } }),
}
