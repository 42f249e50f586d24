import { decimal, flag, quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const productUnitFields = {
  unitId: ref('包装单位', 'unit', { required: true }),
  ratio: quantity('换算率', { required: true }),
  barCode: text('商品条码', { max: 32 }),
  isPurchase: flag('采购默认', { initial: 0 }),
  isSale: flag('销售默认', { initial: 0 }),
  length: decimal('长(cm)', { decimals: 2 }),
  width: decimal('宽(cm)', { decimals: 2 }),
  height: decimal('高(cm)', { decimals: 2 }),
  weight: decimal('重量(KG)', { decimals: 3 }),
}

/** A packing unit: so many base units in one. Catalog §2.3. */
export const productUnit = entity(
  'productUnit',
  '包装单位',
  { productId: ref('商品', 'product', { required: true, readOnly: true }), ...productUnitFields },
  { title: 'barCode', part: true },
)
