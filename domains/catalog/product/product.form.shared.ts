import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choices, dict, flag, int, lines, money, ref, text } from '#kit/fields/shared.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { fieldOf, nameOf, sameAs, through } from '#kit/shared/join.ts'
import { attrLine, comboLine, DELIVERY_TYPES, masterFields, product, saleFields } from './product.entity.ts'
import { productChannel } from './productChannel.entity.ts'
import { productUnit, productUnitFields } from './productUnit.entity.ts'
import { COST, sku, skuFields } from './sku.entity.ts'
import { SPECS_MAX } from './spec.rules.ts'

// Sent by clients of other products of this kind; nothing follows from them. Catalog §2.3.
const ignored = {
  merId: text('商户', { max: 50 }),
  merUse: text('商户使用', { max: 50 }),
  soureLink: text('采集来源', { max: 500 }),
  isSeckill: text('秒杀', { max: 10 }),
  isBargain: text('砍价', { max: 10 }),
}

/** A sku as it is typed. Without the permission for costs the cost is left out and stays as it is. */
export const skuLine = {
  id: int('规格ID', { min: 1, list: false }),
  suk: text('规格值', { max: 255 }),
  ...skuFields,
  cost: money('成本价'),
}

export const unitLine = { id: int('包装单位ID', { min: 1, list: false }), ...productUnitFields }

const parts = {
  // By id or by name, so that imports and other systems need not know our ids.
  unitId: ref('基本单位', 'unit'),
  unitName: text('基本单位', { max: 16 }),
  // Too many skus are refused by the rule, in its own words.
  attrValue: lines('规格明细', skuLine, { max: 100_000 }),
  attr: lines('规格', attrLine, { max: SPECS_MAX }),
  productUnits: lines('包装单位', unitLine, { max: 20 }),
  submit: flag('提交审核', { initial: 0 }),
  ...ignored,
}

/** The form of the repository: what the article is. */
export const repoForm = {
  ...masterFields,
  productFamily: dict('产品族', 'product_family', { required: true }),
  wmsGroupId: ref('SAP仓储分组', 'sapWmsGroup', { required: true }),
  ...parts,
}

/** The form of the product centre: the same fields and how it is sold. Catalog §3.2. */
export const storeForm = {
  ...masterFields,
  ...saleFields,
  deliveryTypes: choices('配送方式', DELIVERY_TYPES, { required: true }),
  channels: choices('销售渠道', CHANNELS, { required: true }),
  ...parts,
}
export type ProductForm = RowOf<typeof storeForm>

const { skuSearch: _skuSearch, ...shown } = product.all

/** Names and joined values every answer about a product carries beside its fields. Catalog D2. */
export const joined = {
  productName: sameAs('storeName', product.all.storeName),
  cateValues: nameOf('cateId', '商品分类'),
  brandName: nameOf('brandId', '品牌'),
  unitName: nameOf('unitId', '单位'),
  addTime: sameAs('createTime', { ...product.all.createTime, label: '新增时间' }),
}

export const skuAnswer = {
  id: sku.all.id,
  productId: sku.all.productId,
  suk: sku.all.suk,
  ...skuFields,
  sales: sku.all.sales,
  cost: money('成本价', { permission: COST }),
  /** what paid members pay now; null: the product is not in their pool */
  vipPrice: money('会员价'),
}

const comboAnswer = {
  ...comboLine,
  productId: fieldOf('skuId', sku, 'productId'),
  productName: through('skuId', sku, fieldOf('productId', product, 'storeName')),
  suk: fieldOf('skuId', sku, 'suk', '规格'),
  price: fieldOf('skuId', sku, 'price'),
}

const channelAnswer = {
  channelId: productChannel.all.channelId,
  platformStatus: productChannel.all.platformStatus,
}

/** The whole record, as the forms and pages read it. */
export const productAnswer = {
  ...shown,
  ...joined,
  cateStr: nameOf('cateId', '商品分类'),
  attrValue: lines('规格明细', skuAnswer),
  productUnits: lines('包装单位', {
    id: productUnit.all.id,
    ...productUnitFields,
    unitName: nameOf('unitId', '单位'),
  }),
  comboLines: lines('组合明细', comboAnswer),
  channelStates: lines('渠道状态', channelAnswer),
  missing: text('缺少资料', { max: 1000 }),
}
