import { z } from 'zod'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, choices, date, flag, int, quantity, ref, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  idsField,
  listAnswer,
  listInput,
  paging,
  post,
  rowsOf,
  someIds,
} from '#kit/shared/call.ts'
import { sameAs, through } from '#kit/shared/join.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { LOGISTICS_MODES } from '../place/warehouse.entity.ts'
import { PRIORITIES, shipTask, shipTaskLine } from '../ship/shipTask.entity.ts'
import { PICK_TYPES, pickList, pickListLine, SHORT_REASONS } from './pickList.entity.ts'

const PICKS = '/admin/wts/pickList'
/** Tasks of one wave at most. Warehouse §4.3. */
export const WAVE_MOST = 500

/** What a line of goods says of its sku. */
export const goodsOf = {
  storeName: through(
    'skuId',
    'sku',
    through('productId', 'product', sameAs('storeName', text('商品名称', { max: 128, width: 200 }))),
  ),
  skuCode: through('skuId', 'sku', sameAs('skuCode', text('规格编码', { max: 30, width: 130 }))),
  suk: through('skuId', 'sku', sameAs('suk', text('规格', { max: 255, width: 100 }))),
}

export const pickLineRows = rowsOf(pickListLine, {
  ...goodsOf,
  barCode: through('skuId', 'sku', sameAs('barCode', text('条码', { max: 32, width: 130 }))),
})
export const taskLineRows = rowsOf(shipTaskLine, goodsOf)

/** Of what is scanned: a number by which the same scan counts once, and the code. Warehouse §7. */
export const scanned = { scanId: text('扫码号', { max: 40 }), code: text('条码', { max: 200 }) }

/** Which waiting tasks a wave takes. Warehouse §5.2. */
const wanted = {
  warehouseId: ref('仓库', 'warehouse', { required: true }),
  planDate: date('计划日期', { help: '取到这一天为止的任务，留空取全部' }),
  channelIds: choices('渠道', CHANNELS),
  logisticsModes: choices('配送方式', LOGISTICS_MODES),
  priority: choice('优先级', PRIORITIES, {}),
  pickType: choice('拣货方式', PICK_TYPES, { help: '留空按仓库配置' }),
  maxTasks: int('最大任务数', { min: 1, max: WAVE_MOST, help: '留空按仓库配置' }),
  onlyComplete: flag('只取库存齐全的任务', { initial: 0, help: '关闭时，库存不够的任务转为缺货' }),
  taskIds: someIds('出库任务', WAVE_MOST),
}

const usual = standardCalls(PICKS, pickList, { without: ['save', 'update', 'remove', 'all'] })
const tasks = standardCalls(`${PICKS}/task`, shipTask, {
  without: ['save', 'update', 'remove', 'all', 'exportRows'],
})

/** Ship tasks, and the pick lists made of them. Warehouse §5.2. */
export const pickCalls = {
  ...usual,
  counts: countsCall(usual.list, pickList.label),
  lines: get(`${PICKS}/lines`, {
    title: '拣货明细',
    permission: usual.info.permission,
    input: { ...listInput(pickListLine), pickListId: int('拣货单', { min: 1, required: true }) },
    answer: listAnswer(pickLineRows),
  }),
  preview: get(`${PICKS}/preview`, {
    title: '拣货预览',
    input: wanted,
    answer: answerOf(
      z.object({
        taskCount: z.number(),
        lineCount: z.number(),
        totalQty: z.number(),
        boxes: z.number(),
        /** goods of which less is free than the tasks want */
        shortages: z.array(
          z.object({
            skuId: z.number(),
            name: z.string(),
            need: z.number(),
            free: z.number(),
          }),
        ),
      }),
    ),
  }),
  generate: post(`${PICKS}/generate`, {
    title: '生成拣货单',
    input: wanted,
    answer: answerOf(
      z.object({ waveSn: z.string(), listCount: z.number(), taskCount: z.number(), shortCount: z.number() }),
    ),
  }),
  claim: post(`${PICKS}/claim/:id`, { title: '领取拣货单', input: { id: idField() } }),
  assign: post(`${PICKS}/assign`, {
    title: '分派拣货单',
    input: { ids: idsField('拣货单'), pickerId: ref('拣货员', 'admin', { required: true }) },
  }),
  pick: post(`${PICKS}/line/pick`, {
    title: '确认拣货',
    input: {
      lineId: idField('拣货明细'),
      qty: quantity('数量', { required: true }),
      lotNo: text('批次号', { max: 32 }),
      reason: text('改批原因', { max: 100 }),
      ...scanned,
    },
  }),
  short: post(`${PICKS}/line/short`, {
    title: '登记缺货',
    input: {
      lineId: idField('拣货明细'),
      reason: choice('缺货原因', SHORT_REASONS, { required: true }),
    },
  }),
  finish: post(`${PICKS}/finish/:id`, { title: '完成拣货', input: { id: idField() } }),
  cancel: post(`${PICKS}/cancel/:id`, { title: '取消拣货单', input: { id: idField() } }),
  print: post(`${PICKS}/print`, { title: '打印拣货单', input: { ids: idsField('拣货单', 50) } }),
}

/** Ship tasks. Warehouse §5.2. */
export const taskCalls = {
  ...tasks,
  counts: countsCall(tasks.list, shipTask.label),
  lines: get(`${PICKS}/task/lines`, {
    title: '出库任务明细',
    permission: tasks.info.permission,
    input: {
      page: paging.page,
      limit: paging.limit,
      keywords: paging.keywords,
      fields: paging.fields,
      taskId: int('出库任务', { min: 1, required: true }),
    },
    answer: listAnswer(taskLineRows),
  }),
  priority: post(`${PICKS}/task/priority`, {
    title: '设置优先级',
    input: {
      ids: idsField('出库任务'),
      priority: choice('优先级', PRIORITIES, { required: true }),
    },
  }),
  reallocate: post(`${PICKS}/task/reallocate/:id`, { title: '重新分配', input: { id: idField() } }),
  shipShort: post(`${PICKS}/task/shipShort/:id`, { title: '缺货发出', input: { id: idField() } }),
  intercept: post(`${PICKS}/task/intercept/:id`, {
    title: '拦截任务',
    input: { id: idField(), intercept: flag('拦截', { initial: 1 }) },
  }),
  cancelPick: post(`${PICKS}/task/cancelPick/:id`, {
    title: '取消拣货',
    input: { id: idField(), reason: text('取消原因', { max: 200, required: true }) },
  }),
}
