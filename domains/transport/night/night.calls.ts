import { z } from 'zod'
import { lotNoField } from '#domains/warehouse/warehouse.shared.ts'
import { choice, flag, int, lines, quantity, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idAnswer,
  idField,
  idsField,
  listAnswer,
  listInput,
  paging,
  post,
  rowsOf,
} from '#kit/shared/call.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { HANDLINGS, NIGHT_REASONS, nightCount, nightCountLine } from './nightCount.entity.ts'

const NIGHTS = '/admin/wts/nightCount'

const usual = standardCalls(NIGHTS, nightCount, {
  filters: { hasDiff: flag('有差异') },
  without: ['save', 'update', 'remove', 'all'],
})

/** Goods of the delivery of a box, to be named when they are missing. */
export const boxGoods = {
  id: idField('配送明细'),
  name: text('商品', { max: 200, width: 240 }),
  lotNo: lotNoField({ width: 120 }),
  qty: quantity('配送数量', { width: 100 }),
}

export const missedLine = {
  lineId: int('配送明细', { min: 1, required: true, list: false }),
  qty: quantity('缺少数量', { required: true, width: 110 }),
}

const { warehouseId, countDate, shift } = nightCount.shape
/** Night counts. Warehouse §5.6. */
export const nightCalls = {
  ...usual,
  counts: countsCall(usual.list, nightCount.label),
  generate: post(`${NIGHTS}/generate`, {
    title: '生成夜盘单',
    input: { warehouseId, countDate, shift },
    answer: idAnswer,
  }),
  lines: get(`${NIGHTS}/lines`, {
    title: '夜盘明细',
    permission: usual.info.permission,
    input: { ...listInput(nightCountLine), nightCountId: int('夜盘单', { min: 1, required: true }) },
    answer: listAnswer(rowsOf(nightCountLine)),
  }),
  scan: post(`${NIGHTS}/line/scan`, {
    title: '夜盘扫码',
    input: {
      id: idField('夜盘单'),
      code: text('箱标或配送单号', { max: 64, required: true }),
      /** what is wrong with the box; a damaged one does not count as there */
      reason: choice('原因', NIGHT_REASONS),
    },
    answer: answerOf(
      z.object({
        deliverySn: z.string(),
        plateNo: z.string(),
        countedBoxes: z.number(),
        boxCount: z.number(),
        /** the box belongs to none of the vehicles */
        isStray: z.boolean(),
      }),
    ),
  }),
  goods: get(`${NIGHTS}/goods`, {
    title: '箱所属配送单的商品',
    permission: 'admin:wts:nightCount:line:handle',
    input: { page: paging.page, limit: paging.limit, lineId: int('夜盘明细', { min: 1, required: true }) },
    answer: listAnswer(boxGoods),
  }),
  handle: post(`${NIGHTS}/line/handle`, {
    title: '处理夜盘差异',
    input: {
      lineId: int('夜盘明细', { min: 1, required: true }),
      reason: choice('原因', NIGHT_REASONS, { required: true }),
      handling: choice('处理', HANDLINGS, { required: true }),
      handleNote: text('处理说明', { max: 200 }),
      /** which goods of the delivery are missing, for 补货 and 减单 */
      lines: lines('缺少的商品', missedLine, { max: 500 }),
    },
    answer: answerOf(z.object({ pickSn: z.string() })),
  }),
  finish: post(`${NIGHTS}/finish/:id`, {
    title: '完成夜盘',
    input: { id: idField() },
    answer: answerOf(z.object({ status: z.number(), openCount: z.number() })),
  }),
  print: post(`${NIGHTS}/print`, { title: '打印夜盘单', input: { ids: idsField('夜盘单', 50) } }),
}
