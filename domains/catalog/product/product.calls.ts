import { z } from 'zod'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import {
  choice,
  datetime,
  flag,
  int,
  json,
  lines,
  money,
  quantity,
  ref,
  refs,
  text,
} from '#kit/fields/shared.ts'
import {
  type Answer,
  answerOf,
  get,
  idField,
  idsField,
  listAnswer,
  listInput,
  type Page,
  paging,
  patch,
  post,
  rowAnswer,
  someIds,
  taskAnswer,
} from '#kit/shared/call.ts'
import type { RowOf, WireOf } from '#kit/shared/field.ts'
import { importInput } from '#kit/shared/importInput.ts'
import { fieldOf, madeOf, nameOf, sameAs, through } from '#kit/shared/join.ts'
import { permissionOf } from '#kit/shared/path.ts'
import { optionsAnswer } from '#kit/shared/standardCalls.ts'
import { labelFacts } from '../offer/tag/productTag.entity.ts'
import { masterFields, PRODUCT_KINDS, product } from './product.entity.ts'
import { joined, productAnswer, skuAnswer, storeForm, unitLine } from './product.form.shared.ts'

/** Catalog §3.8. */
const P = '/admin/store/product'

/** Fields of a list row; the long texts of a product stay out of lists. */
const { skuSearch: _s, content: _c, paramValues: _v, comboLines: _l, attr: _a, ...listed } = product.all
export const productRow = {
  ...listed,
  ...joined,
  attrValue: madeOf(['id'], lines('规格明细', skuAnswer)),
  labels: madeOf(['tagIds'], json('标签', z.array(labelFacts), { width: 150 })),
}
/** What the actions on a product and its opened row look at. */
export const READS = [
  'id',
  'version',
  'storeName',
  'productCode',
  'auditStatus',
  'repoStatus',
  'platformStatus',
  'isShow',
  'isRecycle',
  'stockMode',
  'submitBy',
  'createBy',
  'channels',
  'otPrice',
  'ficti',
] as const
export const productRows = listAnswer(productRow)
type Whole = WireOf<typeof productRow>
/** A row of the lists as their pages have it, whatever columns are shown. */
export type ListedProduct = Pick<Whole, (typeof READS)[number]>
export type WholeProduct = Whole

/** The filters both lists share, besides those of the fields. */
const filters = {
  cateId: text('商品分类', { max: 500 }),
  channelId: text('渠道', { max: 50 }),
  tagId: text('标签', { max: 200 }),
  keywords: paging.keywords,
  priceMin: money('最低价'),
  priceMax: money('最高价'),
  // Chosen rows, e.g. for an export of them.
  ids: someIds('商品'),
}
export const repoFilters = {
  ...filters,
  type: text('页签', { max: 1, pattern: /^[0-6]$/ }),
  onSale: text('是否在售', { max: 1, pattern: /^[01]$/ }),
  completenessBelow: int('资料完整度', { max: 100 }),
}
const storeFilters = {
  ...filters,
  type: text('页签', { max: 1, pattern: /^[1-8]$/ }),
  priceOrder: text('价格排序', { max: 4, pattern: /^(asc|desc)$/ }),
  salesOrder: text('销量排序', { max: 4, pattern: /^(asc|desc)$/ }),
  withAttrValue: flag('带规格'),
}
const storeListInput = listInput(product, storeFilters)

type Found<Row> = Page<Row> & { notFound: string[] }
const searchAnswer: Answer<Found<RowOf<typeof productRow>>, Found<WireOf<typeof productRow>>> = {
  ...productRows,
  encode: (page, may, fields) => ({
    ...productRows.encode(page, may, fields),
    notFound: page.notFound,
  }),
}

export const savedAnswer = answerOf(z.object({ id: z.number(), version: z.number() }))

export const tabsAnswer = answerOf(
  z.array(z.object({ name: z.string(), count: z.number(), type: z.number(), more: z.boolean().optional() })),
)

const COLLECTED_FROM = [
  { value: 1, label: '淘宝' },
  { value: 2, label: '京东' },
  { value: 3, label: '苏宁' },
  { value: 4, label: '拼多多' },
  { value: 5, label: '天猫' },
] as const

const failed = z.object({ skuId: z.number().optional(), channelId: z.number(), reason: z.string() })
const shelfAnswer = answerOf(z.object({ changed: z.number(), fail: z.array(failed) }))
const reason = (label: string) => text(label, { max: 200, required: true })

export const skuRow = {
  ...skuAnswer,
  skuId: sameAs('id', ref('规格', 'sku')),
  productName: fieldOf('productId', product, 'storeName'),
  productCode: fieldOf('productId', product, 'productCode'),
  productImage: fieldOf('productId', product, 'image'),
  productKind: fieldOf('productId', product, 'productKind'),
  cateValues: through('productId', product, joined.cateValues),
  brandName: through('productId', product, joined.brandName),
  unitName: through('productId', product, joined.unitName),
}

/** Who may import products, from whichever list. */
export const IMPORT = 'admin:storerepo:product:import'

const exportFacts = {
  title: '导出商品',
  permission: permissionOf(`${P}/productExport`),
  input: { ...storeListInput, columns: text('导出列', { max: 2000 }) },
  answer: answerOf(
    // fileName is what /common/download fetches when the task has ended.
    z.object({ taskId: z.number(), taskNo: z.string(), fileName: z.string() }),
  ),
  business: 5,
}

export const storeCalls = {
  save: post(`${P}/save`, { title: '添加商品', input: storeForm, answer: savedAnswer }),
  update: patch(`${P}/update`, { title: '编辑商品', input: storeForm, answer: savedAnswer }),
  info: get(`${P}/info/:id`, {
    title: '商品详情',
    input: { id: idField() },
    answer: rowAnswer(productAnswer),
  }),
  list: get(`${P}/list`, { title: '商品列表', input: storeListInput, answer: productRows }),
  search: post(`${P}/search/list`, {
    title: '商品查询',
    change: false,
    input: {
      page: paging.page,
      limit: paging.limit,
      codes: json('编码', z.array(z.string().max(40)).max(500), { initial: [] }),
      barCodes: json('条码', z.array(z.string().max(40)).max(500), { initial: [] }),
      ids: refs('商品', 'product', { max: 1000 }),
      nameLike: text('商品名称', { max: 100 }),
      cateIds: refs('商品分类', 'category'),
      brandIds: refs('品牌', 'brand'),
      channelIds: refs('渠道', 'channel'),
      tagIds: refs('商品标签', 'productTag'),
      kinds: refs('商品类型', 'kind'),
      stockMin: quantity('最小库存'),
      stockMax: quantity('最大库存'),
    },
    answer: searchAnswer,
  }),
  tabs: get(`${P}/tabs/headers`, { title: '商品页签', input: storeListInput, answer: tabsAnswer }),
  attrValues: get(`${P}/productAttrValuelist`, {
    title: '规格列表',
    input: {
      page: paging.page,
      limit: paging.limit,
      fields: paging.fields,
      keywords: paging.keywords,
      cateId: text('商品分类', { max: 500 }),
      brandId: text('品牌', { max: 500 }),
      channelId: text('渠道', { max: 50 }),
      productId: int('商品'),
      // Those chosen before, also when they have been removed since; the other filters then do not count.
      ids: someIds('规格'),
      isShow: flag('规格上架'),
      kind: choice('商品类型', PRODUCT_KINDS),
    },
    answer: listAnswer(skuRow),
  }),
  stringify: get(`${P}/stringify`, {
    title: '商品简表',
    input: { ...storeListInput, ids: refs('商品', 'product', { max: 5000 }) },
    answer: answerOf(
      z.object({
        ids: z.string(),
        list: z.array(
          z.object({
            id: z.number(),
            productName: z.string(),
            image: z.string(),
            price: z.string(),
            unitName: z.string(),
          }),
        ),
        total: z.number(),
      }),
    ),
  }),
  isExist: get(`${P}/isexist/:a/:b`, {
    title: '是否已存在',
    input: { a: text('项目', { max: 20 }), b: text('值', { max: 128 }), excludeId: int('除外') },
    answer: answerOf(z.object({ isExist: z.boolean(), id: z.number(), productName: z.string() })),
  }),
  putOnShell: get(`${P}/putOnShell/:id`, {
    title: '商品上架',
    input: { id: idField(), channelId: choice('渠道', CHANNELS) },
    change: true,
    answer: shelfAnswer,
  }),
  offShell: get(`${P}/offShell/:id`, {
    title: '商品下架',
    input: { id: idField(), channelId: choice('渠道', CHANNELS), reason: text('下架原因', { max: 200 }) },
    change: true,
    answer: shelfAnswer,
  }),
  violation: post(`${P}/violation`, {
    title: '违规下架',
    input: { ids: idsField('商品'), reason: reason('下架原因') },
  }),
  release: post(`${P}/release/:id`, {
    title: '解除违规',
    input: { id: idField(), reason: reason('解除原因') },
  }),
  putOnSkus: post(`${P}/attr/value/batch/putOnShellList`, {
    title: '规格批量上架',
    input: { ...shelfInput(), planTime: datetime('计划时间') },
    answer: answerOf(z.object({ success: z.number(), fail: z.array(failed) })),
  }),
  offSkus: post(`${P}/attr/value/batch/offShellList`, {
    title: '规格批量下架',
    input: { ...shelfInput(), planTime: datetime('计划时间') },
    answer: answerOf(z.object({ success: z.number(), fail: z.array(failed) })),
  }),
  remove: get(`${P}/delete/:id`, {
    title: '删除商品',
    input: {
      id: idField(),
      type: text('方式', { max: 10, initial: 'recycle', pattern: /^(recycle|delete)$/ }),
    },
    change: true,
  }),
  restore: get(`${P}/restore/:id`, { title: '恢复商品', input: { id: idField() }, change: true }),
  deleted: get(`${P}/deleted/list`, {
    title: '已删除商品',
    input: paging,
    answer: listAnswer({
      id: product.all.id,
      productCode: product.all.productCode,
      storeName: product.all.storeName,
      image: product.all.image,
      deleteTime: sameAs('updateTime', { ...product.all.updateTime, label: '删除时间' }),
      adminName: nameOf('updateBy', '删除人', { of: 'admin' }),
    }),
  }),
  recover: get(`${P}/recoveryId`, { title: '找回已删除商品', input: { id: idField() }, change: true }),
  wms: patch(`${P}/wmsProductInfo/:id`, {
    title: '商品仓储资料',
    input: {
      length: masterFields.length,
      width: masterFields.width,
      height: masterFields.height,
      weight: masterFields.weight,
      netWeight: masterFields.netWeight,
      volume: masterFields.volume,
      boxQty: masterFields.boxQty,
      palletQty: masterFields.palletQty,
      storageCondition: masterFields.storageCondition,
      wmsGroupId: masterFields.wmsGroupId,
      shelfLifeDays: masterFields.shelfLifeDays,
      shelfAlertDays: masterFields.shelfAlertDays,
      receiveRatio: masterFields.receiveRatio,
      deliverRatio: masterFields.deliverRatio,
      batchManaged: masterFields.batchManaged,
      abcClass: masterFields.abcClass,
      productUnits: lines('包装单位', unitLine, { max: 20 }),
    },
  }),
  exportRows: post(`${P}/productExport`, exportFacts),
  /** the same for clients that ask by GET */
  exportByGet: get('/admin/export/excel/product', { ...exportFacts, change: true }),
  importSheet: post(`${P}/importProduct`, {
    title: '导入商品',
    permission: IMPORT,
    multipart: true,
    input: {
      ...importInput,
      url: text('商品链接', { max: 2000 }),
      form: choice('采集平台', COLLECTED_FROM),
    },
    answer: taskAnswer,
    business: 6,
  }),
  remote: get(`${P}/remote/product/list`, {
    title: '商品选项',
    permission: 'login',
    picks: 'product',
    input: {
      keywords: paging.keywords,
      ids: someIds('商品'),
      limit: int('每页条数', { initial: 20, min: 1, max: 20 }),
    },
    answer: optionsAnswer,
  }),
}

/** What is put on or off the shelf by hand: skus in channels. Catalog §3.4. */
export function shelfInput() {
  return {
    skuIds: refs('规格', 'sku', { required: true, max: 5000 }),
    channelIds: refs('渠道', 'channel', { required: true, max: 20 }),
    reason: text('原因', { max: 200 }),
  }
}
