import { z } from 'zod'
import { choice, date, decimal, images, int, lines, quantity, ref, refs, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idAnswer,
  idField,
  idsField,
  listAnswer,
  paging,
  post,
  rowsOf,
  taskAnswer,
} from '#kit/shared/call.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { goodsOf } from '../pick/pick.calls.ts'
import { REJECT_REASONS, wtsDelivery, wtsDeliveryLine } from './wtsDelivery.entity.ts'

const DELIVERIES = '/admin/wts/deliveryOrder'
const TABLE = '/admin/wts/productTable'

export const deliveryLineRows = rowsOf(wtsDeliveryLine, goodsOf)

const usual = standardCalls(DELIVERIES, wtsDelivery, { without: ['save', 'update', 'remove', 'all'] })

/** A line that was not taken whole. Warehouse §5.4. */
export const rejectedLine = {
  lineId: int('明细', { min: 1, required: true, list: false }),
  rejectQty: quantity('拒收数量', { required: true, width: 100 }),
  rejectReason: choice('拒收原因', REJECT_REASONS, { width: 120 }),
}

/** What a scan at the check is answered. */
export const checkScanned = z.object({ checkedQty: z.number(), pickedQty: z.number() })

/** What a scan at the vehicle is answered. */
export const loadScan = z.object({
  deliverySn: z.string(),
  loadedCount: z.number(),
  boxCount: z.number(),
  isLoaded: z.boolean(),
})

/** Deliveries, and the check that makes them. Warehouse §5.3, §5.4. */
export const deliveryCalls = {
  ...usual,
  counts: countsCall(usual.list, wtsDelivery.label),
  lines: get(`${DELIVERIES}/lines`, {
    title: '配送明细',
    permission: usual.info.permission,
    input: {
      page: paging.page,
      limit: paging.limit,
      keywords: paging.keywords,
      fields: paging.fields,
      deliveryId: int('配送单', { min: 1, required: true }),
    },
    answer: listAnswer(deliveryLineRows),
  }),
  check: post(`${DELIVERIES}/check/:taskId`, {
    title: '出库复核',
    input: {
      taskId: idField('出库任务'),
      boxCount: int('箱数', { min: 1, max: 999, required: true }),
      /** kilograms; in place of counting every piece. Without it and without lines, what was scanned counts */
      weight: decimal('称重(kg)', { decimals: 3, min: 0 }),
      lines: lines(
        '明细',
        {
          taskLineId: int('任务行', { min: 1, required: true }),
          qty: quantity('复核数量', { required: true }),
        },
        { max: 500 },
      ),
    },
    answer: idAnswer,
  }),
  checkScan: post(`${DELIVERIES}/check/scan`, {
    title: '复核扫码',
    permission: `${usual.info.permission.replace(/:info$/, ':check')}`,
    input: {
      taskLineId: idField('任务行'),
      qty: quantity('数量', { required: true }),
      scanId: text('扫码号', { max: 40 }),
      code: text('条码', { max: 200 }),
    },
    answer: answerOf(checkScanned),
  }),
  pickup: post(`${DELIVERIES}/pickup/:id`, {
    title: '自提核销',
    input: { id: idField(), code: text('提货码', { max: 8, required: true }) },
  }),
  load: post(`${DELIVERIES}/load`, {
    title: '装车扫码',
    input: {
      code: text('箱标或配送单号', { max: 64, required: true }),
      /** the trip that is being loaded; what belongs to another is refused */
      carrySn: text('派车单', { max: 24 }),
      scanId: text('扫码号', { max: 40 }),
    },
    answer: answerOf(loadScan),
  }),
  unload: post(`${DELIVERIES}/unload/:id`, { title: '卸车', input: { id: idField() } }),
  sign: post(`${DELIVERIES}/sign/:id`, {
    title: '签收',
    input: {
      id: idField(),
      signer: text('签收人', { max: 20, required: true }),
      photos: images('签收照片', { max: 5 }),
      location: text('签收位置', { max: 100 }),
      lines: lines('拒收明细', rejectedLine, { max: 500 }),
    },
  }),
  receiptBack: post(`${DELIVERIES}/receiptBack`, { title: '回单收回', input: { ids: idsField('配送单') } }),
  cancel: post(`${DELIVERIES}/cancel/:id`, { title: '取消配送单', input: { id: idField() } }),
  print: post(`${DELIVERIES}/print`, { title: '打印配送单', input: { ids: idsField('配送单', 50) } }),
}

const wanted = {
  planDate: date('计划日期', { required: true }),
  warehouseId: ref('仓库', 'warehouse', { required: true }),
  waveSn: text('波次', { max: 24 }),
  cateIds: refs('分类', 'category', { categoryType: 1 }),
  by: choice(
    '列',
    [
      { value: 1, label: '按客户' },
      { value: 2, label: '按波次' },
      { value: 3, label: '按配送方式' },
    ],
    { initial: 1 },
  ),
}

const row = z.object({
  skuId: z.number(),
  skuCode: z.string(),
  name: z.string(),
  suk: z.string(),
  unitName: z.string(),
  boxQty: z.number(),
  totalQty: z.number(),
  boxes: z.number(),
  loose: z.number(),
  weight: z.number(),
  volume: z.number(),
  available: z.number(),
  gap: z.number(),
  /** in the order of the columns */
  parts: z.array(z.number()),
})

/** What all tasks of a day want of each sku. Warehouse §5.3. */
export const productTableCalls = {
  report: get(`${TABLE}/report`, {
    title: '商品表',
    input: wanted,
    answer: answerOf(
      z.object({
        columns: z.array(z.string()),
        rows: z.array(row),
        totals: z.array(z.number()),
        totalQty: z.number(),
      }),
    ),
  }),
  exportRows: post(`${TABLE}/export`, {
    title: '导出商品表',
    input: wanted,
    answer: taskAnswer,
    business: 5,
  }),
}
export const PRODUCT_TABLE_FILTERS = wanted
