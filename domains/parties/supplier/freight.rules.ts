import { addMoney, type Cents, timesQuantity } from '#kit/shared/money.ts'

/** What of a price line decides a fee; quantities in kg, m³ or pieces. Catalog §7.2. */
export interface PriceLine {
  fromCityId: number
  toCityId: number
  tempZone: number | null
  firstQty: number
  firstFee: Cents
  nextQty: number | null
  nextFee: Cents | null
  minFee: Cents
  hours: number | null
}

/** What is carried: grams, cubic centimetres, pieces. */
export interface Load {
  g: number
  cm3: number
  pieces: number
}

/** Quantities are compared in millionths: of a kilogram, of a cubic metre, of a piece. */
const MILLION = 1_000_000
const parts = (quantity: number): number => Math.round(quantity * 1000) * 1000

/** What a price mode counts, in millionths; a trip and an order count as one. Doors §4 carrierFee. */
function counted(priceMode: number, { g, cm3, pieces }: Load): number {
  if (priceMode === 1) return g * 1000
  if (priceMode === 2) return cm3
  return priceMode === 3 ? pieces * MILLION : MILLION
}

/**
 * The fee of a price line: 首价, and 续价 for every begun 续量 beyond 首量; never below 最低收费.
 * 100 kg 80.00, then every 10 kg 6.50: 237 kg → 171.00. Catalog §7.2.
 */
export function lineFee(line: PriceLine, priceMode: number, load: Load): Cents {
  const beyond = counted(priceMode, load) - parts(line.firstQty)
  const step = parts(line.nextQty ?? 0)
  const steps = beyond > 0 && step > 0 ? Math.ceil(beyond / step) : 0
  const fee = addMoney(line.firstFee, timesQuantity(line.nextFee ?? 0, steps * 1000))
  return Math.max(line.minFee, fee)
}

/**
 * The price line of a way, or null: regions as paths from the province down. The line of the nearest regions counts,
 * and of equal ones that of the temperature zone before that of all zones.
 */
export function lineFor(
  lines: readonly PriceLine[],
  way: { from: readonly number[]; to: readonly number[]; tempZone: number | null },
): PriceLine | null {
  let best: { line: PriceLine; rank: number } | null = null
  for (const line of lines) {
    const from = way.from.indexOf(line.fromCityId)
    const to = way.to.indexOf(line.toCityId)
    if (from < 0 || to < 0) continue
    if (line.tempZone !== null && line.tempZone !== way.tempZone) continue
    const rank = (to * 10 + from) * 2 + (line.tempZone === null ? 0 : 1)
    if (best === null || rank > best.rank) best = { line, rank }
  }
  return best?.line ?? null
}
