export const PAID_KINDS_ONLY = '只有普通商品和虚拟商品可以加入付费商品'

/** Ordinary and virtual goods have a price for members; gifts and combinations have none. Catalog §3.3. */
export const isPaidKind = (productKind: number): boolean => productKind === 0 || productKind === 1

/** A sku as the checks of a pool see it: price in cents, stock in base units. */
interface Sold {
  id: number
  price: number
  stock: number
}

/** The first line of a paid price that breaks a rule, with its place; null when all keep them. Catalog §3.3, §8.4. */
export function brokenVip(
  rows: readonly { skuId: number; vipPrice: number }[],
  skus: readonly Sold[],
): { field: string; message: string } | null {
  const wrong = wrongSkus(rows, skus)
  if (wrong !== null) return wrong
  const index = rows.findIndex(
    (row) => row.vipPrice >= (skus.find((sku) => sku.id === row.skuId)?.price ?? 0),
  )
  return index < 0 ? null : { field: `rows.${index}.vipPrice`, message: '会员价须低于售价' }
}

/** The same for points: no more can be exchanged than there are. */
export function brokenIntegral(
  rows: readonly { skuId: number; integralStock: number }[],
  skus: readonly Sold[],
): { field: string; message: string } | null {
  const wrong = wrongSkus(rows, skus)
  if (wrong !== null) return wrong
  const index = rows.findIndex(
    (row) => row.integralStock > (skus.find((sku) => sku.id === row.skuId)?.stock ?? 0),
  )
  return index < 0 ? null : { field: `rows.${index}.integralStock`, message: '可兑数量不能大于库存' }
}

function wrongSkus(rows: readonly { skuId: number }[], skus: readonly Sold[]) {
  const ids = rows.map((row) => row.skuId)
  const index = ids.findIndex((id, at) => !skus.some((sku) => sku.id === id) || ids.indexOf(id) !== at)
  return index < 0 ? null : { field: `rows.${index}.skuId`, message: '规格不存在或重复' }
}

/** 有效期 of a setting as lists show it. */
export function validityText(
  { startTime, endTime }: { startTime: Date | null; endTime: Date | null },
  format: (time: Date) => string,
): string {
  if (startTime === null && endTime === null) return '长期'
  return `${startTime === null ? '即日' : format(startTime)} 至 ${endTime === null ? '长期' : format(endTime)}`
}
