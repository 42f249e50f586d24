import { z } from 'zod'
import { date, int, ref, refs, text, texts } from '#kit/fields/shared.ts'
import { answerOf, idAnswer, idField, idsField, post } from '#kit/shared/call.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { purchaseAppointment } from '../appoint/purchaseAppointment.entity.ts'
import { goodsOf } from '../pick/pick.calls.ts'
import { singleItemForecast } from './forecast.entity.ts'

const AT = '/admin/wts/singleItemForecast'
const { arriveDate, slotStart, dockNo } = purchaseAppointment.shape

const usual = standardCalls(AT, singleItemForecast, {
  without: ['all'],
  list: goodsOf,
  filters: { cateId: text('商品分类', { max: 200, pattern: /^\d+(,\d+)*$/ }) },
})

/** Which goods are computed anew. */
export const computing = {
  warehouseId: ref('仓库', 'warehouse', { required: true }),
  skuIds: refs('商品', 'sku', { max: 500, help: '留空计算近28天有出库或有安全库存的商品' }),
  supplierId: ref('供应商', 'supplier', {}),
  periodStart: date('期间开始', { required: true }),
  periodEnd: date('期间结束', { required: true }),
}

/** When what is planned comes. */
export const arriving = {
  purchaseSns: texts('采购单', { each: 40, max: 20, help: '采购启用后必填' }),
  arriveDate,
  slotStart,
  dockNo,
}

/** Forecasts of single items. Warehouse §5.10. */
export const forecastCalls = {
  ...usual,
  counts: countsCall(usual.list, singleItemForecast.label),
  compute: post(`${AT}/compute`, {
    title: '计算单品预测',
    input: computing,
    answer: answerOf(z.object({ made: z.number(), changed: z.number() })),
  }),
  effect: post(`${AT}/effect/:id`, { title: '生效单品预测', input: { id: idField() } }),
  toAppointment: post(`${AT}/toAppointment`, {
    title: '预测转预约',
    input: {
      ids: idsField('单品预测', 200),
      ...arriving,
      boxes: int('箱数', { min: 1 }),
    },
    answer: idAnswer,
  }),
  cancel: post(`${AT}/cancel/:id`, { title: '取消单品预测', input: { id: idField() } }),
}
