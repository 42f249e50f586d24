import { z } from 'zod'
import { choice, datetime, flag, int, json, lines, money, text } from '#kit/fields/shared.ts'
import {
  get,
  idAnswer,
  idField,
  idsField,
  listAnswer,
  listInput,
  paging,
  patch,
  post,
  rowAnswer,
  rowsAnswer,
  someIds,
  taskAnswer,
} from '#kit/shared/call.ts'
import { decisionFields } from '#kit/shared/document.ts'
import { productRows, repoFilters, savedAnswer, tabsAnswer } from './product.calls.ts'
import { product } from './product.entity.ts'
import { productAnswer, repoForm } from './product.form.shared.ts'

const PREFIX = '/admin/storerepo/product'
const listed = listInput(product, repoFilters)

/** The repository's door to the product. Catalog §8.6. */
export const repoCalls = {
  list: get(`${PREFIX}/list`, { title: '商品库列表', input: listed, answer: productRows }),
  tabs: get(`${PREFIX}/tabs/headers`, { title: '商品库页签', input: listed, answer: tabsAnswer }),
  info: get(`${PREFIX}/info/:id`, {
    title: '商品库商品详情',
    input: { id: idField() },
    answer: rowAnswer(productAnswer),
  }),
  save: post(`${PREFIX}/save`, { title: '新增商品库商品', input: repoForm, answer: savedAnswer }),
  update: patch(`${PREFIX}/update`, { title: '编辑商品库商品', input: repoForm, answer: savedAnswer }),
  submit: post(`${PREFIX}/submit/:id`, { title: '提交商品审核', input: { id: idField() } }),
  withdraw: post(`${PREFIX}/withdraw/:id`, { title: '撤回商品审核', input: { id: idField() } }),
  status: post(`${PREFIX}/update/status/:id`, {
    title: '启停商品库商品',
    input: {
      id: idField(),
      status: choice(
        '状态',
        [
          { value: 1, label: '启用' },
          { value: 0, label: '停用' },
        ],
        { required: true },
      ),
    },
  }),
  remove: post(`${PREFIX}/delete/:id`, { title: '删除商品库商品', input: { id: idsField() } }),
  copy: post(`${PREFIX}/copy/:id`, { title: '复制商品', input: { id: idField() }, answer: idAnswer }),
  pushSap: post(`${PREFIX}/pushSap/:id`, { title: '推送商品到SAP', input: { id: idField() } }),
  barcodes: get(`${PREFIX}/print/barcode`, {
    title: '打印条码',
    input: { ids: someIds('商品'), skuIds: someIds('规格') },
    answer: rowsAnswer({
      id: product.all.id,
      productId: product.all.id,
      productCode: product.all.productCode,
      productName: text('商品名称', { max: 128 }),
      suk: text('规格', { max: 255 }),
      skuCode: text('规格编码', { max: 30 }),
      barCode: text('商品条码', { max: 32 }),
      price: money('售价', { required: true }),
      otPrice: money('原价', { required: true }),
      unitName: text('单位', { max: 16 }),
    }),
  }),
  exportRows: post(`${PREFIX}/export`, {
    title: '导出商品库商品',
    input: { ...listed, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
}

const logField = {
  field: text('字段', { max: 100 }),
  label: text('字段', { max: 300 }),
  before: text('原值', { max: 100_000 }),
  after: text('新值', { max: 100_000 }),
}

/** Decisions and history. Catalog §3.8. */
export const historyCalls = {
  examine: post('/admin/product/examine/save', {
    title: '商品审核',
    input: {
      id: int('商品', { min: 1 }),
      ids: json('商品', z.array(z.number().int().positive()).max(500), { initial: [] }),
      auditStatus: choice(
        '审核状态',
        [
          { value: 1, label: '通过' },
          { value: 2, label: '驳回' },
        ],
        { required: true },
      ),
      opinion: text('审核意见', { max: 200 }),
      version: int('版本'),
    },
    business: 8,
  }),
  examineInfo: get('/admin/product/examine/info/by/:id', {
    title: '商品审核详情',
    input: { id: idField() },
    answer: rowAnswer({
      ...productAnswer,
      diff: lines('修改项', logField),
      history: lines('审核记录', decisionFields),
    }),
  }),
  log: get('/admin/product/operatelog/list', {
    title: '商品操作日志',
    input: {
      page: paging.page,
      limit: paging.limit,
      dateLimit: paging.dateLimit,
      productId: int('商品'),
      action: text('动作', { max: 20 }),
      operator: text('操作人', { max: 50 }),
    },
    answer: listAnswer({
      id: product.all.id,
      productId: int('商品'),
      productName: text('商品名称', { max: 128 }),
      action: text('动作', { max: 20 }),
      source: text('来源', { max: 20 }),
      adminName: text('操作人', { max: 50 }),
      createTime: datetime('时间', { required: true }),
      fields: lines('修改项', logField),
      /** some of it can be taken back by a 商品资料修改 */
      hasBack: flag('可撤回', { initial: 0 }),
    }),
  }),
  compare: get('/admin/product/operatelog/compare', {
    title: '商品版本对比',
    permission: 'admin:product:operatelog:list',
    input: { productId: idField('商品'), from: idField('起始记录'), to: idField('结束记录') },
    answer: rowAnswer({ fields: lines('修改项', logField) }),
  }),
}
