import { z } from 'zod'
import { choice, int, json, lines, money, quantity, text } from '#kit/fields/shared.ts'
import {
  get,
  idField,
  idsField,
  listAnswer,
  listInput,
  paging,
  patch,
  post,
  rowAnswer,
  someIds,
  taskAnswer,
} from '#kit/shared/call.ts'
import { decisionFields } from '#kit/shared/document.ts'
import { fieldOf, madeOf, ruleOf } from '#kit/shared/join.ts'
import { formatDateTime } from '#kit/shared/time.ts'
import { tabsAnswer } from '../product/product.calls.ts'
import { product } from '../product/product.entity.ts'
import { integralRow, productIntegral, productVip, vipRow } from './pool.entity.ts'
import { validityText } from './pool.rules.ts'

const P = '/admin/store/product'
const EXAMINE = '/admin/product/examine'
const PAY = '/admin/product/pay'
const INTEGRAL = '/admin/product/integral'

const joined = {
  image: fieldOf('productId', product, 'image', '商品图'),
  productName: fieldOf('productId', product, 'storeName', '商品名称', { width: 200 }),
  productCode: fieldOf('productId', product, 'productCode', '商品编码', { width: 120 }),
  price: money('售价', { width: 100 }),
  stock: quantity('库存', { width: 90 }),
  validity: ruleOf(productVip, ['startTime', 'endTime'], text('有效期', { max: 60, width: 200 }), (row) =>
    validityText(row, formatDateTime),
  ),
}
/** What is told of the lines is made of them and of the skus of their product. */
const LINES = ['productId', 'rows'] as const
const APPROVED = ['productId', 'approved'] as const
const vipJoined = {
  ...joined,
  rows: madeOf(LINES, productVip.all.rows),
  approved: madeOf(APPROVED, productVip.all.approved),
  vipPrice: madeOf(LINES, money('会员价', { width: 100 })),
  saved: madeOf(LINES, money('省', { width: 90 })),
}
const integralJoined = {
  ...joined,
  rows: madeOf(LINES, productIntegral.all.rows),
  approved: madeOf(APPROVED, productIntegral.all.approved),
  integralPrice: madeOf(LINES, int('积分', { width: 90 })),
  integralCash: madeOf(LINES, money('加价', { width: 90 })),
  integralStock: madeOf(LINES, quantity('可兑数量', { width: 100 })),
  giveIntegral: product.all.giveIntegral,
}

const diff = z.array(z.object({ label: z.string(), before: z.string(), after: z.string() }))
const told = {
  diff: json('修改项', diff, { initial: [] }),
  history: lines('审核记录', decisionFields),
}

const filters = { cateId: text('商品分类', { max: 500 }), type: text('页签', { max: 1, pattern: /^[1-4]$/ }) }
const vipInput = listInput(productVip, filters)
const integralInput = listInput(productIntegral, filters)
const columns = text('导出列', { max: 2000 })

const DECISIONS = [
  { value: 1, label: '通过' },
  { value: 2, label: '驳回' },
] as const
const decision = {
  id: int('商品', { min: 1 }),
  ids: someIds('商品'),
  auditStatus: choice('审核状态', DECISIONS, { required: true }),
  opinion: text('审核意见', { max: 200 }),
  version: int('版本'),
}

const { rows: vipRows, perLimit: vipLimit, levelIds: vipLevels, startTime, endTime, sort } = productVip.shape
const { rows: integralRows, perLimit: integralLimit, levelIds: integralLevels } = productIntegral.shape

const poolChange = (path: string, title: string) =>
  get(`${P}/${path}/:id`, { title, input: { id: idField('商品') }, change: true })

/** 付费商品 and 积分商品. The ids of their changes are those of products. Catalog D6, D7, §3.3, §3.8. */
export const poolCalls = {
  tabs: get(`${P}/headers/tabs`, {
    title: '付费与积分商品页签',
    input: {
      kind: text('类别', { max: 10, required: true, pattern: /^(pay|integral)$/ }),
      keywords: paging.keywords,
      cateId: text('商品分类', { max: 500 }),
    },
    answer: tabsAnswer,
  }),
  payList: get(`${PAY}/list`, {
    title: '付费商品列表',
    input: vipInput,
    answer: listAnswer({ ...productVip.all, ...vipJoined }),
  }),
  payInfo: get(`${PAY}/info/:id`, {
    title: '付费商品详情',
    input: { id: idField() },
    answer: rowAnswer({ ...productVip.all, ...vipJoined, ...told }),
  }),
  payExport: post(`${PAY}/export`, {
    title: '导出付费商品',
    input: { ...vipInput, columns },
    answer: taskAnswer,
    business: 5,
  }),
  integralList: get(`${INTEGRAL}/list`, {
    title: '积分商品列表',
    input: integralInput,
    answer: listAnswer({ ...productIntegral.all, ...integralJoined }),
  }),
  integralInfo: get(`${INTEGRAL}/info/:id`, {
    title: '积分商品详情',
    input: { id: idField() },
    answer: rowAnswer({ ...productIntegral.all, ...integralJoined, ...told }),
  }),
  integralExport: post(`${INTEGRAL}/export`, {
    title: '导出积分商品',
    input: { ...integralInput, columns },
    answer: taskAnswer,
    business: 5,
  }),
  putPaid: poolChange('putPaidProduct', '加入付费商品'),
  offPaid: poolChange('offPaidProduct', '移出付费商品'),
  putPayOn: poolChange('putPayOnShell', '付费商品上架'),
  offPay: poolChange('offPayShell', '付费商品下架'),
  putIntegral: poolChange('putisIntegralProduct', '加入积分商品'),
  offIntegral: poolChange('offisIntegralProduct', '积分商品下架'),
  vipPrice: post(`${P}/updateVipProductPrice`, {
    title: '修改会员价',
    input: {
      id: idField('商品'),
      rows: lines('会员价', { skuId: vipRow.skuId, vipPrice: vipRow.vipPrice }, { min: 1 }),
    },
  }),
  integralPrice: post(`${P}/updateIntegralPrice`, {
    title: '修改兑换积分',
    input: {
      id: idField('商品'),
      rows: lines(
        '兑换设置',
        {
          skuId: integralRow.skuId,
          integralPrice: integralRow.integralPrice,
          integralCash: integralRow.integralCash,
        },
        { min: 1 },
      ),
    },
  }),
  saveVip: patch(`${P}/update/VipProduct`, {
    title: '保存付费商品',
    input: { rows: vipRows, perLimit: vipLimit, levelIds: vipLevels, startTime, endTime, sort },
  }),
  saveIntegral: patch(`${P}/update/IntegralProduct`, {
    title: '保存积分商品',
    input: {
      rows: integralRows,
      perLimit: integralLimit,
      levelIds: integralLevels,
      startTime: productIntegral.shape.startTime,
      endTime: productIntegral.shape.endTime,
      sort: productIntegral.shape.sort,
    },
  }),
  giveIntegral: post(`${P}/updateIntegral`, {
    title: '设置赠送积分',
    input: { ids: idsField('商品'), giveIntegral: int('赠送积分', { required: true }) },
  }),
  examinePay: post(`${EXAMINE}/payProduct/save`, { title: '审核付费商品', input: decision, business: 8 }),
  examineIntegral: post(`${EXAMINE}/integralProduct/save`, {
    title: '审核积分商品',
    input: decision,
    business: 8,
  }),
}
