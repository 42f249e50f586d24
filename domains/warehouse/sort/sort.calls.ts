import { z } from 'zod'
import { int, lines, quantity, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, idsField, listAnswer, listInput, post, rowsOf } from '#kit/shared/call.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { goodsOf } from '../pick/pick.calls.ts'
import { sortOrder, sortOrderLine } from './sortOrder.entity.ts'

const SORTS = '/admin/wts/sortOrder'

export const sortLineRows = rowsOf(sortOrderLine, goodsOf)

const usual = standardCalls(SORTS, sortOrder, { without: ['save', 'update', 'remove', 'all'] })

/** What a scan is answered: the slot the goods go into. */
export const sortScanned = z.object({
  slotNo: z.number(),
  /** slots that still need these goods, with how much */
  slots: z.array(z.object({ slotNo: z.number(), qty: z.number() })),
})

/** Sort orders. Warehouse §5.3. */
export const sortCalls = {
  ...usual,
  counts: countsCall(usual.list, sortOrder.label),
  lines: get(`${SORTS}/lines`, {
    title: '分拣明细',
    permission: usual.info.permission,
    input: { ...listInput(sortOrderLine), sortOrderId: int('分拣单', { min: 1, required: true }) },
    answer: listAnswer(sortLineRows),
  }),
  start: post(`${SORTS}/start/:id`, { title: '开始分拣', input: { id: idField() } }),
  scan: post(`${SORTS}/line/scan`, {
    title: '分拣扫码',
    input: {
      id: idField('分拣单'),
      code: text('条码', { max: 200, required: true }),
      /** the line a handheld found by itself; without it, the code says which goods it is */
      lineId: int('明细', { min: 1 }),
      /** the slot the goods went into; without it, the first that still needs them */
      slotNo: int('格号', { min: 1 }),
      qty: quantity('数量', { required: true }),
      scanId: text('扫码号', { max: 40 }),
    },
    answer: answerOf(sortScanned),
  }),
  finish: post(`${SORTS}/finish/:id`, {
    title: '完成分拣',
    input: {
      id: idField(),
      reasons: lines(
        '差异',
        {
          lineId: int('明细', { min: 1, required: true }),
          diffReason: text('差异原因', { max: 100, required: true }),
        },
        { max: 500 },
      ),
    },
  }),
  print: post(`${SORTS}/print`, { title: '打印分拣单', input: { ids: idsField('分拣单', 50) } }),
}
