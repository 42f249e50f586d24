import { decimal, money, ref, text } from '#kit/fields/shared.ts'
import type { FieldFacts } from '#kit/shared/field.ts'
import { COST } from '../product/sku.entity.ts'

/** What every line of a document about skus begins with: the sku, and what it is as it was when the line was made. */
export const skuLine = {
  skuId: ref('商品', 'sku', { required: true, list: false }),
  productName: text('商品名称', { max: 128, readOnly: true, width: 200 }),
  skuCode: text('规格编码', { max: 30, readOnly: true, aside: true, width: 140 }),
  suk: text('规格', { max: 255, readOnly: true, aside: true, width: 120 }),
  unitName: text('单位', { max: 20, readOnly: true, aside: true, width: 70 }),
  cost: money('成本价', { readOnly: true, permission: COST, width: 100 }),
}

const LEAST_RATE = -99_999_999.99

/** A rate in percent that may be negative, e.g. 变动率, 毛利率. */
export const signedRate = (label: string, facts: FieldFacts = {}) =>
  decimal(label, { decimals: 2, min: LEAST_RATE, readOnly: true, width: 100, ...facts })

/** What is earned of a price; only for who may see costs. Catalog §8.2. */
export const grossRateField = signedRate('毛利率(%)', { permission: COST })
