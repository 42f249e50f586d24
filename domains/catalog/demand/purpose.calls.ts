import { flag, image, int, quantity, text } from '#kit/fields/shared.ts'
import {
  type Answer,
  get,
  idAnswer,
  idField,
  idsField,
  listAnswer,
  listInput,
  type Page,
  paging,
  patch,
  post,
  rowAnswer,
  rowsOf,
  someIds,
  taskAnswer,
} from '#kit/shared/call.ts'
import type { RowOf, WireOf } from '#kit/shared/field.ts'
import { importInput } from '#kit/shared/importInput.ts'
import { fieldOf, nameOf, ruleOf, through } from '#kit/shared/join.ts'
import { optionsAnswer, standardCalls } from '#kit/shared/standardCalls.ts'
import { product } from '../product/product.entity.ts'
import { sku } from '../product/sku.entity.ts'
import { purposeFeedback, purposeProduct } from './purpose.entity.ts'
import { isOpen } from './purpose.rules.ts'

const PRODUCT = '/admin/purpose/product'
const FEEDBACK = '/admin/purpose/feedback'

const standard = standardCalls(PRODUCT, purposeProduct, {
  list: {
    image: image('图', { width: 70, port: false }),
    productNames: text('商品', { max: 5000, width: 220 }),
    companyCount: int('反馈客户数', { width: 100 }),
    totalQty: quantity('意向总量', { width: 100 }),
    scopeNames: nameOf('scopeIds', '指定对象', { max: 5000, list: false, between: '、', orId: true }),
  },
  filters: { cateId: text('商品分类', { max: 2000 }), season: text('季节/年度', { max: 20 }) },
})

/** Catalog §4.3, §8.6. */
export const purposeCalls = {
  ...standard,
  all: get(`${PRODUCT}/all`, {
    title: '意向选项',
    permission: 'login',
    picks: 'purposeProduct',
    input: {
      keywords: paging.keywords,
      ids: someIds(),
      offered: flag('仅可选', { initial: 0 }),
      limit: paging.limit,
      /** 1: also those nobody can answer now, for filters */
      anyTime: flag('不限时间', { initial: 0 }),
    },
    answer: optionsAnswer,
  }),
  close: post(`${PRODUCT}/close/:id`, { title: '截止意向', input: { id: idField() } }),
  toForecast: post(`${PRODUCT}/toForecast/:id`, {
    title: '意向转预测',
    input: { id: idField(), forecastId: int('预测') },
  }),
}

const feedbackInput = listInput(purposeFeedback)
export const feedbackRow = rowsOf(purposeFeedback, {
  purposeTitle: nameOf('purposeProductId', '意向', { width: 160 }),
  /** whether quantities are still taken */
  isOpen: through(
    'purposeProductId',
    purposeProduct,
    ruleOf(
      purposeProduct,
      ['status', 'startTime', 'endTime'],
      flag('收集中', { list: false, port: false }),
      (row) => (isOpen(row, new Date()) ? 1 : 0),
    ),
  ),
  companyName: nameOf('companyId', '客户', { width: 180 }),
  shoudaName: nameOf('shoudaId', '售达方', { width: 140 }),
  productName: through('skuId', sku, fieldOf('productId', product, 'storeName', '商品', { width: 180 })),
  skuCode: fieldOf('skuId', sku, 'skuCode', '规格编码', { width: 130 }),
  suk: fieldOf('skuId', sku, 'suk', '规格', { width: 110 }),
})

/** A page with the sum of the quantities of all pages. */
type Summed<Row> = Page<Row> & { totals: { intendQty: number } }
export const feedbackRows = listAnswer(feedbackRow)
const feedbackAnswer: Answer<Summed<RowOf<typeof feedbackRow>>, Summed<WireOf<typeof feedbackRow>>> = {
  ...feedbackRows,
  encode: (page, may, fields) => ({ ...feedbackRows.encode(page, may, fields), totals: page.totals }),
}

const { monthQty, expectPrice } = purposeFeedback.shape
const given = (label: string, required: boolean) => ({
  id: idsField(),
  replyContent: text(label, { max: 200, required, long: true }),
})

/** Catalog §4.3, §8.6. */
export const feedbackCalls = {
  list: get(`${FEEDBACK}/list`, { title: '意向反馈列表', input: feedbackInput, answer: feedbackAnswer }),
  info: get(`${FEEDBACK}/info/:id`, {
    title: '意向反馈详情',
    input: { id: idField() },
    answer: rowAnswer(feedbackRow),
  }),
  save: post(`${FEEDBACK}/save`, { title: '代录意向反馈', input: purposeFeedback.shape, answer: idAnswer }),
  update: patch(`${FEEDBACK}/update`, { title: '编辑意向反馈', input: { monthQty, expectPrice } }),
  remove: post(`${FEEDBACK}/delete/:id`, { title: '删除意向反馈', input: { id: idsField() } }),
  reply: post(`${FEEDBACK}/reply`, { title: '回复意向反馈', input: given('回复', true) }),
  accept: post(`${FEEDBACK}/accept`, { title: '采纳意向反馈', input: { id: idsField() } }),
  reject: post(`${FEEDBACK}/reject`, { title: '拒绝意向反馈', input: given('拒绝原因', true) }),
  importRows: post(`${FEEDBACK}/import`, {
    title: '导入意向反馈',
    multipart: true,
    input: importInput,
    answer: taskAnswer,
    business: 6,
  }),
  exportRows: post(`${FEEDBACK}/export`, {
    title: '导出意向反馈',
    input: { ...feedbackInput, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
  }),
}
