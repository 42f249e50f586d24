import { choice, datetime, int, lines, ref, text } from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { fieldOf } from '#kit/shared/join.ts'
import { sku } from '../product/sku.entity.ts'
import { EXEC_STATES } from './document.states.ts'
import { EDIT_ITEMS } from './editItems.ts'
import { lineProduct } from './showApply.entity.ts'

/** So many changed items at most in one document. */
export const EDITS_MAX = 1000

const shown = { readOnly: true } as const

/** One changed item of a product or of one of its skus; values as they travel, and as a person reads them. */
export const editLine = {
  ...lineProduct,
  productId: ref('商品', 'product', { required: true, list: false }),
  skuId: ref('规格', 'sku', { list: false }),
  suk: fieldOf('skuId', sku, 'suk', '规格', { width: 120 }),
  field: choice('修改项', EDIT_ITEMS, { required: true, width: 130 }),
  oldValue: text('原值', { max: 600_000, list: false, ...shown }),
  oldText: text('原值', { max: 600_000, width: 200, ...shown }),
  newValue: text('新值', { max: 600_000, required: true, width: 240 }),
  newText: text('新值', { max: 600_000, list: false, ...shown }),
  result: text('执行结果', { max: 1000, width: 200, ...shown }),
}

/** 商品资料修改. Catalog §3.4. */
export const productEdit = entity(
  'productEdit',
  '商品资料修改',
  {
    editNo: text('单号', { max: 20, readOnly: true, unique: true, search: true, width: 170 }),
    editTitle: text('修改标题', { max: 50, required: true, search: true, width: 200 }),
    productCount: int('商品数', { readOnly: true, initial: 0 }),
    itemCount: int('修改项数', { readOnly: true, initial: 0 }),
    effectTime: datetime('生效时间', { help: '留空在审核通过后立即生效' }),
    reason: text('修改原因', { max: 200, required: true, long: true, list: false }),
    lines: lines('修改明细', editLine, { min: 1, max: EDITS_MAX }),
    execStatus: choice('执行状态', EXEC_STATES, { readOnly: true, filter: true }),
    execTime: datetime('执行时间', { readOnly: true }),
    ...documentFields,
  },
  { title: 'editNo', order: [['id', 'desc']], grams: true, scope: { owner: 'createBy' } },
)
