import { z } from 'zod'
import { flag, int, lines, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idAnswer,
  idField,
  listAnswer,
  listInput,
  post,
  rowAnswer,
  rowsOf,
  target,
} from '#kit/shared/call.ts'
import { nameOf } from '#kit/shared/join.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { rawAnswer } from './raw.calls.ts'
import { fullStockLine, sapDailyFullStock, sapDailyStockLine } from './sapDailyFullStock.entity.ts'

const AT = '/admin/wts/sapDailyFullStock'
/** Lines of one place and day at most. */
export const MOST = 20_000
const TYPED = 2000

const { stockDate, sapPlant, sapStorageLocation, remark } = sapDailyFullStock.shape
const told = {
  ...{ stockDate, sapPlant, sapStorageLocation, remark },
  lines: lines('明细', fullStockLine, { min: 1, max: MOST, required: true }),
}

/** The same as people type it. */
const typed = { ...told, lines: lines('明细', fullStockLine, { min: 1, max: TYPED, required: true }) }

const usual = standardCalls(AT, sapDailyFullStock, {
  without: ['save', 'update', 'all'],
  filters: { differing: flag('只看差异', { initial: 0 }) },
})
export const dailyLineRows = rowsOf(sapDailyStockLine, {
  productName: nameOf('productId', '商品', { width: 180 }),
})

/** What SAP says stood there each day. Warehouse §5.1. */
export const dailyStockCalls = {
  ...usual,
  counts: countsCall(usual.list, sapDailyFullStock.label),
  lines: get(`${AT}/lines`, {
    title: 'SAP每日库存明细',
    permission: usual.info.permission,
    input: {
      ...listInput(sapDailyStockLine, { differing: flag('只看差异', { initial: 0 }) }),
      fullStockId: int('每日库存', { min: 1, required: true }),
    },
    answer: listAnswer(dailyLineRows),
  }),
  edit: get(`${AT}/edit/:id`, {
    title: '编辑SAP每日库存的明细',
    permission: 'admin:wts:sapDailyFullStock:update',
    input: { id: idField() },
    answer: rowAnswer({ id: idField(), version: int('版本'), ...told }),
  }),
  save: post(`${AT}/save`, { title: '新增SAP每日库存', input: typed, answer: idAnswer }),
  update: post(`${AT}/update`, { title: '编辑SAP每日库存', input: { ...target, ...typed } }),
  raw: get(`${AT}/raw/:id`, {
    title: 'SAP每日库存原始报文',
    permission: usual.info.permission,
    input: { id: idField() },
    answer: rawAnswer,
  }),
  compare: post(`${AT}/compare/:id`, { title: '比对SAP库存', input: { id: idField() } }),
  toCount: post(`${AT}/toCount/:id`, { title: '差异生成盘点', input: { id: idField() } }),
  handled: post(`${AT}/handled/:id`, {
    title: '标记差异已处理',
    input: { id: idField(), reason: text('处理说明', { max: 200, required: true }) },
  }),
}

/** SAP sends the stock of a day and place. Orders §8, Warehouse §5.1. */
export const dailyStockOpenCalls = {
  receive: post('/open/sap/dailyFullStock/save', {
    title: '推送SAP每日全量库存',
    open: 'sap',
    input: {
      ...{ stockDate, sapPlant, sapStorageLocation, remark },
      batchNo: text('接收批号', { max: 40 }),
      lines: told.lines,
    },
    answer: answerOf(z.object({ id: z.number(), repeated: z.boolean() })),
    business: 3,
    bodyMb: 8,
  }),
}
