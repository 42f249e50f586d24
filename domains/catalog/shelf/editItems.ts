import type { Field } from '#kit/shared/field.ts'
import { namesOf } from '#kit/shared/record.ts'
import { masterFields, saleFields } from '../product/product.entity.ts'
import { COST, skuFields } from '../product/sku.entity.ts'

const productItems = {
  storeName: masterFields.storeName,
  storeInfo: masterFields.storeInfo,
  keyword: masterFields.keyword,
  cateId: masterFields.cateId,
  brandId: masterFields.brandId,
  image: masterFields.image,
  sliderImage: masterFields.sliderImage,
  content: masterFields.content,
  videoLink: masterFields.videoLink,
  tempId: saleFields.tempId,
  taxRate: masterFields.taxRate,
  giveIntegral: saleFields.giveIntegral,
  minBuy: saleFields.minBuy,
  stepBuy: saleFields.stepBuy,
  refundable: saleFields.refundable,
}
const skuItems = {
  price: skuFields.price,
  otPrice: skuFields.otPrice,
  cost: skuFields.cost,
  barCode: skuFields.barCode,
  weight: skuFields.weight,
  volume: skuFields.volume,
}

export type ProductItem = keyof typeof productItems
export type SkuItem = keyof typeof skuItems
export type EditItem = ProductItem | SkuItem

const items: Readonly<Record<string, Field>> = { ...productItems, ...skuItems }

/** What a 商品资料修改 may change; the structure of specifications, unit and kind are not among it. Catalog §3.4. */
export const EDIT_ITEMS: readonly { value: EditItem; label: string }[] = [
  ...namesOf(productItems).map((value) => ({ value, label: productItems[value].label })),
  ...namesOf(skuItems).map((value) => ({ value, label: skuItems[value].label })),
]

export const isSkuItem = (item: string): item is SkuItem => item in skuItems
export const isEditItem = (item: string): item is EditItem => item in items

/** The field of an item. */
export function itemField(item: EditItem): Field {
  const field = items[item]
  if (field === undefined) throw new Error(`${item} is no editable item`)
  return field
}

/** The permission an item asks for beside that for the document. */
export const itemPermission = (item: EditItem): string | undefined => (item === 'cost' ? COST : undefined)

/** A stored value as the text that travels and is compared. */
export function itemText(item: EditItem, value: unknown): string {
  if (value === null || value === undefined) return ''
  const wire = itemField(item).encode(value)
  return typeof wire === 'object' ? JSON.stringify(wire) : String(wire)
}

/** The value of a text, or why it is none. */
export function itemValue(item: EditItem, given: string): { value: unknown } | { reason: string } {
  const result = itemField(item).schema.safeParse(given)
  return result.success
    ? { value: result.data }
    : { reason: result.error.issues[0]?.message ?? `${itemField(item).label}格式不正确` }
}
