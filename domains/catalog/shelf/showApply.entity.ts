import { CHANNELS } from '#domains/settings/settings.shared.ts'
import {
  choice,
  choices,
  datetime,
  dict,
  flag,
  int,
  lines,
  money,
  ref,
  refs,
  text,
} from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { fieldOf } from '#kit/shared/join.ts'
import { product } from '../product/product.entity.ts'
import { EXEC_STATES } from './document.states.ts'

/** So many products at most in one document. */
export const LINES_MAX = 500

export const APPLY_TYPES = [
  { value: 1, label: '上架' },
  { value: 2, label: '下架' },
] as const

const shown = { readOnly: true } as const

/** What a document brings along of the product of a line. */
export const lineProduct = {
  productCode: fieldOf('productId', product, 'productCode', '商品编码', { width: 120 }),
  productName: fieldOf('productId', product, 'storeName', '商品名称', { width: 200 }),
}

/** One product of an application; no skus means all of them. */
export const applyLine = {
  ...lineProduct,
  productId: ref('商品', 'product', { required: true, list: false }),
  skuIds: refs('规格', 'sku', { list: false }),
  suks: text('规格', { max: 5000, width: 160, ...shown }),
  price: fieldOf('productId', product, 'price', '售价', { width: 100 }),
  showPrice: money('上架价', { width: 120, help: '留空保持原价' }),
  visibleScope: dict('可见范围', 'visible_scope', { width: 130 }),
  stock: fieldOf('productId', product, 'stock', '库存', { width: 90 }),
  remark: text('备注', { max: 100, width: 150 }),
  result: text('执行结果', { max: 1000, width: 220, ...shown }),
}

/** 上架申请. Catalog §3.4. */
export const showApply = entity(
  'showApply',
  '上架申请',
  {
    applyNo: text('单号', { max: 20, readOnly: true, unique: true, search: true, width: 170 }),
    applyTitle: text('申请标题', { max: 50, required: true, search: true, width: 180 }),
    applyType: choice('申请类型', APPLY_TYPES, { required: true, initial: 1, filter: true }),
    channelIds: choices('渠道', CHANNELS, { required: true, filter: true }),
    productCount: int('商品数', { readOnly: true, initial: 0 }),
    planShowTime: datetime('计划上架', { help: '留空在审核通过后立即执行' }),
    planOffTime: datetime('计划下架', {}),
    reason: text('申请原因', { max: 200, required: true, long: true, list: false }),
    lines: lines('商品明细', applyLine, { min: 1, max: LINES_MAX }),
    execStatus: choice('执行状态', EXEC_STATES, { readOnly: true, filter: true }),
    execTime: datetime('执行时间', { readOnly: true }),
    /** whoever wrote it may sell below the floor */
    anyPrice: flag('可低于限价', { readOnly: true, initial: 0, list: false, port: false }),
    ...documentFields,
  },
  { title: 'applyNo', order: [['id', 'desc']], grams: true, scope: { owner: 'createBy' } },
)
