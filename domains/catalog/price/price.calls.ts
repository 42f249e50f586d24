import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, datetime, flag, int, lines, money, quantity, ref, text } from '#kit/fields/shared.ts'
import {
  get,
  idAnswer,
  idsField,
  listAnswer,
  paging,
  patch,
  post,
  rowAnswer,
  rowsAnswer,
  taskAnswer,
} from '#kit/shared/call.ts'
import { importInput } from '#kit/shared/importInput.ts'
import { countOf, fieldOf, nameOf, ruleOf, sameAs, through } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { signedRate } from '../lines/skuLine.ts'
import { product } from '../product/product.entity.ts'
import { sku } from '../product/sku.entity.ts'
import { MOST_AT_ONCE, payerProduct } from './payerProduct.entity.ts'
import { NOTICE_SCOPES, SCOPE_REFS } from './priceNotice.entity.ts'
import { salesChannel } from './salesChannel.entity.ts'

/** 销售渠道: the list is the whole tree, flat, in its order. Catalog §4.3. */
export const salesChannelJoined = {
  shoudaCount: countOf('shouda', 'salesChannelId', '售达方数', { width: 90 }),
  productCount: int('商品数', { readOnly: true, width: 80 }),
}
export const salesChannelCalls = standardCalls('/admin/purpose/salesChannel', salesChannel, {
  list: salesChannelJoined,
})

const PAYER = '/admin/payerproduct'
const { skuId: _skuId, ...payerFields } = payerProduct.shape

export const payerProductJoined = {
  payerCode: through('payerId', 'payer', sameAs('payerCode', text('付款方编码', { max: 20, width: 110 }))),
  productCode: fieldOf('skuId', sku, 'skuCode', '商品编码', { width: 120 }),
  productName: through('skuId', sku, fieldOf('productId', product, 'storeName', '商品', { width: 200 })),
  suk: fieldOf('skuId', sku, 'suk', '规格', { width: 110 }),
  monthUsed: quantity('本月已用', { width: 90 }),
  validity: ruleOf(
    payerProduct,
    ['startDate', 'endDate'],
    text('有效期', { max: 50, width: 190 }),
    (row) => `${row.startDate} 至 ${row.endDate}`,
  ),
}

export const payerProductCalls = {
  ...standardCalls(PAYER, payerProduct, {
    list: payerProductJoined,
    filters: {
      cateId: text('商品分类', { max: 500 }),
      valid: text('有效期', { max: 1, pattern: /^[0-3]$/ }),
    },
  }),
  /** one row per sku */
  save: post(`${PAYER}/save`, {
    title: '新增付款方商品',
    input: { ...payerFields, skuIds: idsField('商品', MOST_AT_ONCE) },
    answer: idAnswer,
  }),
  update: patch(`${PAYER}/update`, { title: '编辑付款方商品', input: payerFields }),
  copyTo: post(`${PAYER}/copyTo`, {
    title: '复制到其他付款方',
    refers: ['payer'],
    input: { ids: idsField('付款方商品', MOST_AT_ONCE), payerIds: idsField('付款方', 100) },
  }),
  importSheet: post(`${PAYER}/import`, {
    title: '导入付款方商品',
    multipart: true,
    input: importInput,
    answer: taskAnswer,
    business: 6,
  }),
}

const P = '/admin/store/product'

/** What set a price: its type and id lead to its page. */
const sourceFields = {
  sourceType: text('来源', { max: 50 }),
  sourceId: int('来源ID', { list: false }),
  sourceName: text('来源单据', { max: 60 }),
}

const traceStep = {
  label: text('步骤', { max: 20 }),
  name: text('对象', { max: 100 }),
  price: money('价格'),
  ...sourceFields,
  startTime: datetime('生效时间'),
  endTime: datetime('失效时间'),
  note: text('说明', { max: 100 }),
  used: flag('采用', { initial: 0 }),
}

const calcLine = {
  skuId: ref('商品', 'sku', { required: true }),
  productName: text('商品名称', { max: 128 }),
  suk: text('规格', { max: 255 }),
  qty: quantity('数量', { required: true }),
  unitName: text('单位', { max: 20 }),
  /** null: the sku has no price in the channel; then `reason` says so */
  s1Price: money('基准价'),
  price: money('单价'),
  otPrice: money('原价'),
  locked: flag('锁定价', { initial: 0 }),
  basePrice: money('基础价'),
  floorPrice: money('最低限价'),
  amount: money('金额'),
  net: money('不含税金额'),
  tax: money('税额'),
  taxRate: int('税率(%)'),
  reason: text('说明', { max: 100 }),
  /** the places a price was looked for, in their order, and what each of them had */
  steps: lines('取价过程', traceStep),
}

export const calcCall = post(`${P}/price/calc`, {
  title: '价格试算',
  change: false,
  input: {
    channelId: choice('渠道', CHANNELS, { required: true }),
    shoudaId: ref('售达方', 'shouda'),
    payerId: ref('付款方', 'payer'),
    salesChannelId: ref('销售渠道', 'salesChannel'),
    orgLevelId: ref('组织等级', 'orgLevel'),
    /** a consumer, whose level and paid membership count */
    uid: ref('用户', 'user'),
    time: datetime('时间'),
    lines: lines(
      '明细',
      {
        skuId: ref('商品', 'sku', { required: true }),
        qty: quantity('数量', { initial: 0 }),
        unitId: ref('单位', 'unit'),
        /** or the same line in several packing units */
        packs: lines(
          '包装',
          { unitId: ref('单位', 'unit'), qty: quantity('数量', { required: true }) },
          { max: 20 },
        ),
      },
      { min: 1 },
    ),
  },
  answer: rowAnswer({
    lines: lines('明细', calcLine),
    amount: money('金额', { required: true }),
    net: money('不含税金额', { required: true }),
    tax: money('税额', { required: true }),
  }),
})

/** 售达方价目表: what a sold-to party pays for everything its channel sells. Catalog §8.5. */
export const priceListingCall = post(`${P}/price/listing`, {
  title: '导出售达方价目表',
  input: {
    shoudaId: ref('售达方', 'shouda', { required: true }),
    payerId: ref('付款方', 'payer'),
    time: datetime('时间'),
  },
  answer: taskAnswer,
  business: 5,
})

const PRICE_SCOPES = [{ value: 9, label: '基础价' }, ...NOTICE_SCOPES] as const
const scopeTypes = text('适用', { max: 20, pattern: /^[0-39](,[0-39])*$/ })

const TIME_STATES = [
  { value: 0, label: '未生效', means: 'off' },
  { value: 1, label: '生效中', means: 'done' },
  { value: 2, label: '已失效', means: 'off' },
] as const

/** A price, for whom it holds and what set it. */
export const setPrice = {
  channelId: int('渠道', { required: true }),
  scopeType: choice('适用', PRICE_SCOPES, { required: true }),
  scopeId: int('适用对象ID', { required: true, list: false }),
  scopeName: nameOf('scopeId', '适用对象', {
    of: { field: 'scopeType', entities: SCOPE_REFS },
    orId: true,
  }),
  price: money('售价', { required: true }),
  otPrice: money('原价', { required: true }),
  startTime: datetime('生效时间', { required: true }),
  endTime: datetime('失效时间'),
  ...sourceFields,
  sourceReason: text('原因', { max: 200 }),
  makerId: int('制单人ID', { list: false }),
  makerName: nameOf('makerId', '制单人', { of: 'admin' }),
  createByName: text('操作人', { max: 50 }),
}

/** 价格记录: what was ever set for a sku, past and planned. Catalog §3.2, §10. */
export const priceHistoryCall = get(`${P}/price/history`, {
  title: '价格记录',
  input: {
    skuId: ref('规格', 'sku', { required: true }),
    channelId: choice('渠道', CHANNELS),
    scopeType: scopeTypes,
    scopeId: ref('适用对象', 'priceScope', { refers: Object.values(SCOPE_REFS) }),
    /** only what rules then */
    time: datetime('时间'),
    page: paging.page,
    limit: paging.limit,
  },
  answer: listAnswer({
    id: int('ID', { required: true }),
    ...setPrice,
    state: choice('状态', [...TIME_STATES, { value: 3, label: '暂被覆盖', means: 'off' }], {
      required: true,
    }),
  }),
})

/**
 * 单位的售达方价格: what holds now for the sold-to parties of a company and nobody else, by product; of the parties that the
 * reader sees. Catalog §6.1.
 */
export const companyPricesCall = get(`${P}/price/company`, {
  title: '单位的售达方价格',
  permission: priceHistoryCall.permission,
  input: {
    companyId: ref('单位', 'company', { required: true }),
    page: paging.page,
    limit: paging.limit,
  },
  answer: listAnswer({
    id: int('ID', { required: true }),
    skuId: int('规格ID', { required: true, list: false }),
    productCode: text('商品编码', { max: 30 }),
    productName: text('商品', { max: 128 }),
    suk: text('规格', { max: 255 }),
    shoudaId: int('售达方ID', { required: true, list: false }),
    shoudaName: text('售达方', { max: 100 }),
    price: money('售价', { required: true }),
    startTime: datetime('生效时间', { required: true }),
    endTime: datetime('失效时间'),
    ...sourceFields,
  }),
})

/**
 * 价格日历: what a sku costs whom from when to when — each scope by itself, the latest first, a price that was
 * interrupted once more for the time after. Catalog §10.
 */
export const priceCalendarCall = get(`${P}/price/calendar`, {
  title: '价格日历',
  input: {
    skuId: ref('规格', 'sku', { required: true }),
    channelId: choice('渠道', CHANNELS),
    scopeType: scopeTypes,
  },
  answer: rowsAnswer({
    ...setPrice,
    state: choice('状态', TIME_STATES, { required: true }),
    /** against the price before it */
    changeRate: signedRate('变动率(%)'),
    /** of a base price */
    floorPrice: money('最低限价'),
  }),
})
