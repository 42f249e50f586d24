import { z } from 'zod'
import { datetime, dict, lines, money, ref, refs, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  idsField,
  listAnswer,
  listInput,
  patch,
  post,
  rowAnswer,
  taskAnswer,
} from '#kit/shared/call.ts'
import { fieldOf, nameOf, ruleOf, through } from '#kit/shared/join.ts'
import { permissionOf } from '#kit/shared/path.ts'
import { PRICE } from '../price/price.rules.ts'
import { product } from '../product/product.entity.ts'
import { productChannel } from '../product/productChannel.entity.ts'
import { sku } from '../product/sku.entity.ts'
import { NAMED_ENTITIES, NAMED_SCOPES } from './visible.ts'

const PREFIX = '/admin/product/channel'

/** What a listing brings along of its product. */
export const channelJoined = {
  image: fieldOf('productId', product, 'image', '商品图'),
  productName: fieldOf('productId', product, 'storeName', '商品名称', { width: 200 }),
  productCode: fieldOf('productId', product, 'productCode', '商品编码', { width: 120 }),
  cateValues: through('productId', product, nameOf('cateId', '分类', { width: 130 })),
  priceRange: text('价格区间', { max: 50, width: 140 }),
  // Told with the row: quantities are not among what is kept of products.
  stock: { ...product.all.stock, label: '可售库存', width: 90, sortable: false },
  limits: ruleOf(
    productChannel,
    ['minQty', 'stepQty', 'maxQty'],
    text('起购/倍数', { max: 40, width: 110 }),
    (row) => `${row.minQty} / ${row.stepQty}${row.maxQty === null ? '' : `，上限${row.maxQty}`}`,
  ),
}

const skuRow = {
  skuId: sku.all.id,
  skuCode: sku.all.skuCode,
  suk: sku.all.suk,
  price: money('售价'),
  otPrice: money('原价'),
  stock: sku.all.stock,
  isOn: text('状态', { max: 10 }),
}

const filters = {
  cateId: text('商品分类', { max: 500 }),
  brandId: text('品牌', { max: 500 }),
  channelId: text('渠道', { max: 50 }),
  priceMin: money('最低价'),
  priceMax: money('最高价'),
}
const input = listInput(productChannel, filters)

export const channelPriceLine = {
  skuId: ref('规格', 'sku', { required: true }),
  price: money('售价', { required: true }),
  otPrice: money('原价', { required: true }),
}

const { title, visibleScope, visibleIds, minQty, stepQty, maxQty, sort, deliveryWarehouse } =
  productChannel.shape

/** 可售商品: how products are offered in each channel. Catalog §3.5, §8.6. */
export const channelCalls = {
  list: get(`${PREFIX}/list`, {
    title: '可售商品列表',
    input,
    answer: listAnswer({ ...productChannel.all, ...channelJoined }),
  }),
  counts: get(`${PREFIX}/counts`, {
    title: '可售商品数',
    permission: permissionOf(`${PREFIX}/list`),
    input,
    answer: answerOf(z.record(z.string(), z.number())),
  }),
  info: get(`${PREFIX}/info/:id`, {
    title: '可售商品详情',
    input: { id: idField() },
    answer: rowAnswer({
      ...productChannel.all,
      ...channelJoined,
      visibleNames: nameOf('visibleIds', '指定对象', {
        of: { field: 'visibleScope', entities: NAMED_ENTITIES },
        max: 10_000,
        between: '、',
        orId: true,
      }),
      skus: lines('规格价格', skuRow),
    }),
  }),
  update: patch(`${PREFIX}/update`, {
    title: '编辑可售商品',
    input: { title, visibleScope, visibleIds, minQty, stepQty, maxQty, sort, deliveryWarehouse },
  }),
  exportRows: post(`${PREFIX}/export`, {
    title: '导出可售商品',
    input: { ...input, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
  visible: post(`${PREFIX}/visible`, {
    title: '设置可见范围',
    input: {
      ids: idsField('可售商品'),
      visibleScope: dict('可见范围', 'visible_scope', { required: true }),
      visibleIds: refs('指定对象', 'visible', { refers: NAMED_SCOPES }),
    },
  }),
  limits: post(`${PREFIX}/limits`, {
    title: '设置起购',
    permission: permissionOf(`${PREFIX}/update`),
    input: { ids: idsField('可售商品'), minQty, stepQty, maxQty },
  }),
  schedule: post(`${PREFIX}/schedule`, {
    title: '定时上下架',
    input: { ids: idsField('可售商品'), showTime: datetime('计划上架'), offTime: datetime('计划下架') },
  }),
  price: post(`${PREFIX}/price`, {
    title: '设置渠道价格',
    permission: PRICE,
    input: {
      id: idField(),
      rows: lines('规格价格', channelPriceLine, { min: 1 }),
      startTime: datetime('生效时间'),
      endTime: datetime('失效时间'),
    },
  }),
}
