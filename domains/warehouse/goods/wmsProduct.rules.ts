import type { FieldError } from '#kit/shared/errors.ts'

/** What a warehouse is set for a sku. */
export interface Limits {
  readonly safetyQty?: number | null
  readonly minQty?: number | null
  readonly maxQty?: number | null
  readonly pickMin?: number | null
  readonly pickMax?: number | null
}

/** What is wrong between the limits of a sku in a warehouse: min ≤ safety ≤ max, where 0 is no limit. Warehouse §4.9. */
export function limitFaults({ safetyQty, minQty, maxQty, pickMin, pickMax }: Limits): FieldError[] {
  const [low, safe, high] = [minQty ?? 0, safetyQty ?? 0, maxQty ?? 0]
  const faults: FieldError[] = []
  if (safe < low) faults.push({ field: 'safetyQty', message: '安全库存不能小于库存下限' })
  if (high > 0 && high < safe) faults.push({ field: 'maxQty', message: '库存上限不能小于安全库存' })
  if (pickMin && pickMax && pickMin >= pickMax)
    faults.push({ field: 'pickMax', message: '拣货区上限须大于下限' })
  return faults
}
