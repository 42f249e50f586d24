import { z } from 'zod'
import { date, flag, int, lines, quantity, ref, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, post, rowAnswer } from '#kit/shared/call.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { goodsFields } from '../document/goods.fields.ts'
import { purchaseAppointment } from './purchaseAppointment.entity.ts'

const AT = '/admin/wts/purchaseAppointment'
const { arriveDate, slotStart, dockNo } = purchaseAppointment.shape
const usual = standardCalls(AT, purchaseAppointment, { without: ['remove'] })

/** Appointments of suppliers. Warehouse §5.10. */
export const appointCalls = {
  ...usual,
  counts: countsCall(usual.list, purchaseAppointment.label),
  slots: get(`${AT}/slot/list`, {
    title: '月台时段',
    permission: usual.list.permission,
    input: {
      warehouseId: ref('仓库', 'warehouse', { required: true }),
      date: date('日期', { required: true }),
    },
    answer: answerOf(
      z.object({
        dockCount: z.number(),
        slots: z.array(
          z.object({
            start: z.string(),
            end: z.string(),
            capacity: z.number(),
            booked: z.number(),
            docks: z.array(
              z.object({
                id: z.number(),
                dockNo: z.number(),
                appointSn: z.string(),
                supplier: z.string(),
                plateNo: z.string(),
                status: z.number(),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
  /** what of purchase orders has not come yet; ready: purchases are there at all */
  openLines: get(`${AT}/openLines`, {
    title: '采购未到明细',
    permission: usual.list.permission,
    input: {
      supplierId: ref('供应商', 'supplier', {}),
      purchaseSns: text('采购单', { max: 900 }),
      id: int('预约单', { min: 0 }),
    },
    answer: rowAnswer({
      ready: flag('已启用采购', { initial: 0 }),
      lines: lines('明细', {
        ...goodsFields,
        purchaseSn: text('采购单', { max: 40 }),
        purchaseLineId: int('采购行', { big: true }),
        openQty: quantity('未到数量'),
        qty: quantity('预约数量'),
      }),
    }),
  }),
  confirm: post(`${AT}/confirm/:id`, { title: '确认采购预约', input: { id: idField() } }),
  reschedule: post(`${AT}/reschedule/:id`, {
    title: '改期采购预约',
    input: { id: idField(), arriveDate, slotStart, dockNo },
  }),
  cancel: post(`${AT}/cancel/:id`, {
    title: '取消采购预约',
    input: { id: idField(), reason: text('取消原因', { max: 200, required: true }) },
  }),
}
