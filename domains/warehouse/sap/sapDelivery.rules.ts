import type { EntityRow } from '#kit/shared/entity.ts'
import type { FieldError } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { toQ } from '../document/document.rules.ts'
import type { sapDeliveryLine, sapDeliveryOrder } from './sapDeliveryOrder.entity.ts'

export type SapDelivery = EntityRow<typeof sapDeliveryOrder>
export type SapDeliveryLine = RowOf<typeof sapDeliveryLine>

/** What is wrong with the lines besides their materials: quantities, and items that come twice. */
export function deliveryFaults(lines: readonly SapDeliveryLine[]): FieldError[] {
  const seen = new Set<number>()
  return lines.flatMap(({ itemNo, qty }, at) => {
    const isTwice = seen.has(itemNo)
    seen.add(itemNo)
    return [
      ...(isTwice ? [{ field: `lines.${at}.itemNo`, message: `第${at + 1}行：行项目 ${itemNo} 重复` }] : []),
      ...(qty <= 0 ? [{ field: `lines.${at}.qty`, message: `第${at + 1}行：数量必须大于0` }] : []),
    ]
  })
}

/** Kilograms with at most three decimals, exact. */
export const weightOf = (lines: readonly SapDeliveryLine[]): number =>
  lines.reduce((sum, { grossWeight }) => sum + Math.round((grossWeight ?? 0) * 1000), 0) / 1000

/** Goods that left, by product and lot, in thousandths. */
export interface Gone {
  productId: number
  lotNo: string
  q: number
}

/** A part of a line that left, from one lot. */
export interface Item {
  at: number
  lotNo: string
  q: number
}

/**
 * What left over the lines that asked for it: a lot to the line that names it, then as much as each line asks for, the last of a material
 * takes what is more. Warehouse §5.1.
 */
export function itemsOf(
  lines: readonly Pick<SapDeliveryLine, 'productId' | 'charg' | 'qty'>[],
  gone: readonly Gone[],
): Item[] {
  const open = lines.map((line) => toQ(line.qty))
  const items: Item[] = []
  const give = (at: number, lotNo: string, q: number): void => {
    if (q <= 0) return
    const known = items.find((one) => one.at === at && one.lotNo === lotNo)
    if (known === undefined) items.push({ at, lotNo, q })
    else known.q += q
    open[at] = (open[at] ?? 0) - q
  }
  const rest = gone.map((one) => ({ ...one }))
  const linesOf = (productId: number) =>
    lines.flatMap((line, at) => (line.productId === productId ? [at] : []))
  const take = (one: Gone, places: readonly number[]): void => {
    for (const at of places) {
      const part = Math.min(one.q, Math.max(0, open[at] ?? 0))
      give(at, one.lotNo, part)
      one.q -= part
    }
  }
  for (const one of rest)
    take(
      one,
      linesOf(one.productId).filter((at) => lines[at]?.charg.toLowerCase() === one.lotNo.toLowerCase()),
    )
  for (const one of rest) {
    const places = linesOf(one.productId)
    take(one, places)
    const last = places.at(-1)
    if (last !== undefined) give(last, one.lotNo, one.q)
  }
  return items.sort((a, b) => a.at - b.at)
}

/** Thousandths of each product that lines ask for. */
export function neededOf(
  lines: readonly { readonly productId: number | null; readonly q: number }[],
): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { productId, q } of lines) sums.set(productId ?? 0, (sums.get(productId ?? 0) ?? 0) + q)
  return sums
}

export const sameNeeds = (one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean =>
  one.size === other.size && [...one].every(([productId, q]) => other.get(productId) === q)
