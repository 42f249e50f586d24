import { z } from 'zod'
import { choice, flag, int, lines, quantity, ref, text } from '#kit/fields/shared.ts'
import { binary } from '#kit/shared/binary.ts'
import { answerOf, get, idField, listAnswer, listInput, post, rowsOf } from '#kit/shared/call.ts'
import { declareDocument, examineInput } from '#kit/shared/declareDocument.ts'
import { placesAt } from '#kit/shared/documentPages.ts'
import { sameAs, through } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { COUNT_REASONS, stockCount, stockCountLine, stockCountPlan } from './count.entity.ts'

const PLAN = '/admin/wts/inventoryManage'

const plans = standardCalls(PLAN, stockCountPlan, { without: ['status', 'all'] })

/** Plans of counts. Warehouse §5.9. */
export const planCalls = {
  ...plans,
  generate: post(`${PLAN}/generate/:id`, { title: '生成盘点表', input: { id: idField() } }),
  start: post(`${PLAN}/start/:id`, { title: '下发盘点', input: { id: idField() } }),
  cancel: post(`${PLAN}/cancel/:id`, {
    title: '作废盘点',
    input: { id: idField(), reason: text('作废原因', { max: 200, required: true }) },
  }),
}

const ONLY = [
  { value: 'open', label: '未盘' },
  { value: 'differing', label: '有差异' },
] as const

export const countLineRows = rowsOf(stockCountLine, {
  storeName: through(
    'skuId',
    'sku',
    through('productId', 'product', sameAs('storeName', text('商品名称', { max: 128, width: 200 }))),
  ),
  skuCode: through('skuId', 'sku', sameAs('skuCode', text('规格编码', { max: 30, width: 130 }))),
  suk: through('skuId', 'sku', sameAs('suk', text('规格', { max: 255, width: 100 }))),
})

/** Sheets of counts. Warehouse §5.9. */
export const countDocument = declareDocument(stockCount, {
  path: '/admin/wts/stockCount',
  at: placesAt('/wts/stockCounts', {
    edit: '/wts/stockCounts/info/{id}',
    see: '/wts/stockCounts/info/{id}',
    examine: '/wts/stockCounts/examine/{id}',
    print: '/wts/dailyStockCount/print/{id}',
  }),
  menu: 'wts.stockCounts',
  number: ['countSn', 'PD'],
  calls: (usual, path) => ({
    examine: post(`${path}/examine/:id`, {
      title: '审核盘点表',
      // What a loss cuts is asked first, and then confirmed.
      input: { ...examineInput, confirmed: flag('已确认', { initial: 0 }) },
      business: 8,
    }),
    lines: get(`${path}/lines`, {
      title: '盘点明细',
      permission: usual.info.permission,
      input: {
        ...listInput(stockCountLine, { only: choice('只看', ONLY, {}) }),
        countId: int('盘点表', { min: 1, required: true }),
      },
      answer: listAnswer(countLineRows),
    }),
    start: post(`${path}/start/:id`, { title: '开始盘点', input: { id: idField() } }),
    entry: post(`${path}/entry/:id`, {
      title: '录入实盘',
      input: {
        id: idField(),
        lines: lines(
          '明细',
          {
            lineId: int('明细', { required: true, min: 1 }),
            qty: quantity('实盘', { required: true }),
            /** adds to what was counted before, as each scan does; else it is the whole */
            adds: flag('累加', { initial: 0 }),
            scanId: text('扫码号', { max: 40 }),
          },
          { min: 1, max: 500, required: true },
        ),
      },
    }),
    found: post(`${path}/line/add/:id`, {
      title: '新增盘点行',
      permission: `${usual.info.permission.replace(/:info$/, ':entry')}`,
      input: {
        id: idField(),
        skuId: ref('商品', 'sku', { required: true }),
        sectionId: ref('库区', 'section', { required: true }),
        lotNo: text('批次号', { max: 32 }),
        qty: quantity('实盘', { required: true }),
      },
    }),
    finish: post(`${path}/round/finish/:id`, {
      title: '完成本轮',
      permission: `${usual.info.permission.replace(/:info$/, ':entry')}`,
      input: { id: idField() },
    }),
    reason: post(`${path}/reason/:id`, {
      title: '登记差异原因',
      permission: `${usual.info.permission.replace(/:info$/, ':entry')}`,
      input: {
        id: idField(),
        lines: lines(
          '明细',
          {
            lineId: int('明细', { required: true, min: 1 }),
            reason: choice('差异原因', COUNT_REASONS, { required: true }),
            note: text('说明', { max: 100 }),
          },
          { min: 1, max: 500, required: true },
        ),
      },
    }),
    entryTemplate: get(`${path}/import/template/:id`, {
      title: '下载实盘表格',
      permission: `${usual.info.permission.replace(/:info$/, ':entry')}`,
      input: { id: idField() },
      answer: binary,
    }),
    importEntry: post(`${path}/import/:id`, {
      title: '导入实盘数量',
      permission: `${usual.info.permission.replace(/:info$/, ':entry')}`,
      multipart: true,
      input: { id: idField() },
      answer: answerOf(
        z.object({
          /** lines that were taken; none with anything wrong */
          done: z.number(),
          faults: z.array(z.object({ rowNo: z.number(), column: z.string(), message: z.string() })),
        }),
      ),
      business: 6,
    }),
    cancel: post(`${path}/cancel/:id`, {
      title: '作废盘点表',
      input: { id: idField(), reason: text('作废原因', { max: 200, required: true }) },
    }),
  }),
})
export const countCalls = countDocument.calls
