/** Grams of what people and SAP call units of weight; in small letters. */
const GRAMS: ReadonlyMap<string, number> = new Map([
  ...['克', 'g', 'grm'].map((name) => [name, 1] as const),
  ...['千克', '公斤', 'kg', 'kgm'].map((name) => [name, 1000] as const),
  ...['斤', '市斤'].map((name) => [name, 500] as const),
  ...['两', '市两'].map((name) => [name, 50] as const),
  ...['吨', 'to', 'tne'].map((name) => [name, 1_000_000] as const),
])

/**
 * What a unit weighs, by its name or else its code: 克, 斤, KG, and so many of one, e.g. 500克. 0: it is no unit of weight, or none of
 * whole grams. Warehouse §7, decision 0199.
 */
export function unitGrams({ unitName, unitCode }: { unitName: string; unitCode: string }): number {
  return gramsOf(unitName) || gramsOf(unitCode)
}

function gramsOf(name: string): number {
  const found = /^(\d{1,6})?(?:\.(\d{1,3}))?\s*(\D+)$/.exec(name.trim().toLowerCase())
  const base = GRAMS.get(found?.[3]?.trim() ?? '')
  if (found === null || base === undefined) return 0
  const [, whole, part = ''] = found
  if (whole === undefined) return part === '' ? base : 0
  const thousandths = (Number(whole) * 1000 + Number(part.padEnd(3, '0'))) * base
  return thousandths % 1000 === 0 ? thousandths / 1000 : 0
}

/** Goods as far as weighing them goes. */
export interface Weighed {
  readonly unitName: string
  /** of its unit; 0: it is no unit of weight */
  readonly unitGrams: number
  /** of the quantities of its unit */
  readonly decimals: number
}

/** How much of its unit so many grams are, exact; or why that cannot be said. */
export function quantityOf(grams: number, { unitName, unitGrams, decimals }: Weighed): Quantity {
  if (unitGrams === 0)
    return none(`该商品的单位“${unitName}”不是重量单位，不能按重量计数，请改扫商品条码后输入数量`)
  const step = 10 ** (3 - decimals)
  const thousandths = (grams * 1000) / unitGrams
  if ((grams * 1000) % (unitGrams * step) !== 0)
    return none(`${grams}克按“${unitName}”计数超过${decimals}位小数，请改扫商品条码后输入数量`)
  return { qty: thousandths / 1000, fault: '' }
}

interface Quantity {
  readonly qty: number
  /** '' where there is none */
  readonly fault: string
}

const none = (fault: string): Quantity => ({ qty: 0, fault })
