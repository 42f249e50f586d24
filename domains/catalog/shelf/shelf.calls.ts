import { z } from 'zod'
import { choice, datetime, flag, int, lines, quantity, ref, text } from '#kit/fields/shared.ts'
import { answerOf, get, idsField, listAnswer, paging, post, someIds } from '#kit/shared/call.ts'
import { fieldOf, sameAs } from '#kit/shared/join.ts'
import { shelfInput } from '../product/product.calls.ts'
import { product } from '../product/product.entity.ts'
import { skuAnswer } from '../product/product.form.shared.ts'
import { SHELF_STATES } from '../product/shelf.states.ts'
import { sku } from '../product/sku.entity.ts'
import { PLAN_ACTIONS, PLAN_STATES } from './document.states.ts'

const P = '/admin/store/product'

/** One step of what was planned, as documents and the list of plans show it. */
export const planRow = {
  id: int('ID', { required: true }),
  sourceType: text('来源类型', { max: 20 }),
  sourceNo: text('来源', { max: 30 }),
  productId: ref('商品', 'product'),
  image: fieldOf('productId', product, 'image'),
  productCode: fieldOf('productId', product, 'productCode'),
  productName: fieldOf('productId', product, 'storeName', '商品名称'),
  suk: text('规格', { max: 1000 }),
  channelId: int('渠道'),
  action: choice('动作', PLAN_ACTIONS, { required: true }),
  dueTime: datetime('计划时间', { required: true }),
  status: choice('状态', PLAN_STATES, { required: true }),
  result: text('结果', { max: 1000 }),
  doneTime: datetime('执行时间'),
  adminName: text('操作人', { max: 50 }),
  reason: text('原因', { max: 200 }),
}

const PURPOSES = [
  { value: 'show', label: '上架' },
  { value: 'off', label: '下架' },
  { value: 'edit', label: '修改' },
  { value: 'pay', label: '加入付费商品' },
  { value: 'integral', label: '加入积分商品' },
] as const

/** What products are chosen for. */
export type Purpose = (typeof PURPOSES)[number]['value']

const channelState = { channelId: int('渠道'), platformStatus: choice('平台状态', SHELF_STATES) }

const logRow = {
  id: int('ID', { required: true }),
  createTime: datetime('时间', { required: true }),
  productId: ref('商品', 'product'),
  productCode: text('商品编码', { max: 18 }),
  productName: text('商品', { max: 128 }),
  suk: text('规格', { max: 255 }),
  channelId: int('渠道'),
  action: text('动作', { max: 20 }),
  source: text('来源', { max: 20 }),
  adminName: text('操作人', { max: 50 }),
  reason: text('原因', { max: 200 }),
}

const paged = { page: paging.page, limit: paging.limit, keywords: paging.keywords }
const filters = {
  ...paged,
  cateId: text('商品分类', { max: 500 }),
  brandId: text('品牌', { max: 500 }),
  channelId: text('渠道', { max: 50 }),
}

const previewRow = z.object({
  skuId: z.number(),
  channelId: z.number(),
  productCode: z.string(),
  productName: z.string(),
  suk: z.string(),
  from: z.string(),
  to: z.string(),
  /** why nothing changes; blank: it does */
  reason: z.string(),
})

/** What 商品上下架 lists and does. Catalog §3.4. */
export const shelfCalls = {
  editable: get(`${P}/editable/data/apply/show/list`, {
    title: '可申请商品列表',
    input: {
      ...filters,
      fields: paging.fields,
      purpose: choice('用途', PURPOSES, { initial: 'show' }),
      ids: someIds('商品'),
    },
    answer: listAnswer({
      id: product.all.id,
      productCode: product.all.productCode,
      productName: text('商品名称', { max: 128 }),
      storeName: product.all.storeName,
      storeInfo: product.all.storeInfo,
      keyword: product.all.keyword,
      cateId: product.all.cateId,
      cateValues: text('商品分类', { max: 1000 }),
      brandId: product.all.brandId,
      brandName: text('品牌', { max: 50 }),
      image: product.all.image,
      sliderImage: product.all.sliderImage,
      content: product.all.content,
      videoLink: product.all.videoLink,
      tempId: product.all.tempId,
      taxRate: product.all.taxRate,
      giveIntegral: product.all.giveIntegral,
      minBuy: product.all.minBuy,
      stepBuy: product.all.stepBuy,
      refundable: product.all.refundable,
      price: product.all.price,
      stock: product.all.stock,
      attrValue: lines('规格明细', skuAnswer),
      channelStates: lines('渠道状态', channelState),
      openDocNo: text('未完成单据', { max: 500 }),
      selectable: flag('可选', { initial: 1 }),
      reason: text('原因', { max: 500 }),
    }),
  }),
  rows: post(`${P}/shelf/list`, {
    title: '商品上下架列表',
    change: false,
    input: {
      ...filters,
      tab: text('页签', { max: 1, pattern: /^[12]$/, initial: '1' }),
      codes: text('编码', { max: 20_000 }),
      stockMin: quantity('最小库存'),
      stockMax: quantity('最大库存'),
    },
    answer: listAnswer({
      /** of the sku in the channel; made up, so that a list can tell rows apart */
      id: int('ID', { required: true }),
      skuId: ref('规格', 'sku', { required: true, list: false }),
      productId: ref('商品', 'product', { required: true, list: false }),
      channelId: int('渠道', { required: true }),
      image: product.all.image,
      productName: text('商品名称', { max: 128 }),
      productCode: product.all.productCode,
      suk: sku.all.suk,
      skuCode: sku.all.skuCode,
      // Of the channel: the list stands in the order of its products.
      price: { ...product.all.price, sortable: false },
      stock: sku.all.stock,
      platformStatus: choice('状态', SHELF_STATES),
      planTime: datetime('定时'),
      planAction: choice('定时动作', PLAN_ACTIONS),
    }),
  }),
  preview: post(`${P}/attr/value/batch/preview`, {
    title: '批量上下架预览',
    change: false,
    permission: 'admin:store:product:shelf:list',
    input: { ...shelfInput(), action: choice('动作', PLAN_ACTIONS, { required: true }) },
    answer: answerOf(z.object({ changed: z.number(), failed: z.number(), list: z.array(previewRow) })),
  }),
  plans: get(`${P}/shelf/plan/list`, {
    title: '定时上下架列表',
    input: {
      ...paged,
      status: text('状态', { max: 20 }),
      channelId: text('渠道', { max: 50 }),
      dateLimit: paging.dateLimit,
    },
    answer: listAnswer(planRow),
  }),
  cancelPlans: post(`${P}/shelf/plan/cancel`, {
    title: '取消定时上下架',
    input: { ids: idsField('定时任务') },
  }),
  log: get('/admin/product/showApply/shelf/log/list', {
    title: '上下架记录',
    input: {
      ...paged,
      productId: ref('商品', 'product'),
      channelId: text('渠道', { max: 50 }),
      action: text('动作', { max: 20 }),
      source: text('来源', { max: 20 }),
      dateLimit: paging.dateLimit,
    },
    answer: listAnswer(logRow),
  }),
  gifts: get(`${P}/stringify/gift`, {
    title: '可赠商品选项',
    input: { keywords: paging.keywords, limit: int('条数', { initial: 20, min: 1, max: 50 }) },
    answer: answerOf(
      z.array(
        z.object({
          id: z.number(),
          productName: z.string(),
          suk: z.string(),
          image: z.string(),
          stock: z.number(),
        }),
      ),
    ),
  }),
  home: get(`${P}/home/list`, {
    title: '首页商品列表',
    input: { ...filters, positionId: int('首页位置') },
    answer: listAnswer({
      id: product.all.id,
      productName: sameAs('storeName', product.all.storeName),
      productCode: product.all.productCode,
      image: product.all.image,
      price: product.all.price,
      stock: product.all.stock,
      sales: product.all.sales,
      checked: flag('已选', { initial: 0 }),
    }),
  }),
}
