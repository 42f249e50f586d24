import { addMoney, type Cents } from '#kit/shared/money.ts'

/** What a carrier charges for: the weight, or what the volume counts as, whichever is more. kg and m³. Warehouse §5.7, §10. */
export const chargeWeightOf = (weight: number, volume: number, factor: number): number =>
  Math.max(Math.round(weight * 1000), Math.round(volume * 1000 * factor)) / 1000

/** The fee for goods that are declared with a value, at so many per mille; in cents, half up. */
export const insuranceOf = (declared: Cents, perMille: number): Cents =>
  Math.round((declared * Math.round(perMille * 100)) / 100_000)

/** What a consignment costs: freight of the price line, delivery to the door, insurance. Warehouse §5.7, §10. */
export const freightOf = (base: Cents, delivery: Cents, insurance: Cents): Cents =>
  addMoney(base, delivery, insurance)
