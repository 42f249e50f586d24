/** So many decimals a figure has; the others are whole. */
const DECIMALS: Readonly<Record<string, number>> = { qty: 3, weight: 3, volume: 6, km: 1, loadSum: 2 }

/** The sum of figures of rows, each exact to its own decimals. Warehouse §5.7, §5.8. */
export function summed<K extends string>(
  names: readonly K[],
  rows: readonly Readonly<Record<K, number>>[],
): Record<K, number> {
  const sums = new Map<string, number>()
  for (const name of names) {
    const scale = 10 ** (DECIMALS[name] ?? 0)
    const units = rows.reduce((sum, row) => sum + Math.round(row[name] * scale), 0)
    sums.set(name, units / scale)
  }
  const of = (name: K): [K, number] => [name, sums.get(name) ?? 0]
  return recordOf(names.map(of))
}

function recordOf<K extends string>(entries: readonly [K, number][]): Record<K, number>
function recordOf(entries: readonly [string, number][]): Record<string, number> {
  return Object.fromEntries(entries)
}

/** A share in percent with two decimals; null where there is nothing to have a share of. */
export const rateOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 10_000) / 100 : null

/** Cents for each of some; null where there is none. */
export const eachOf = (cents: number, count: number): number | null =>
  count > 0 ? Math.round(cents / count) : null

/** What the trips of a group come to, as they are added up. */
export const TRIP_SUMS = [
  ...(['trips', 'stops', 'deliveries', 'boxes', 'qty', 'weight', 'volume', 'goodsAmount'] as const),
  ...([
    'collectDue',
    'collectPaid',
    'signed',
    'partly',
    'refused',
    'onTime',
    'loadSum',
    'km',
    'fee',
  ] as const),
] as const
export type TripSums = Record<(typeof TRIP_SUMS)[number], number>

/** Rates of trips, from what was added up: those of a total are not the sum of those of its rows. Warehouse §5.8. */
export const tripRates = (of: TripSums) => ({
  signRate: rateOf(of.signed, of.deliveries),
  onTimeRate: rateOf(of.onTime, of.signed + of.partly + of.refused),
  loadRate: of.trips > 0 ? Math.round(Math.round(of.loadSum * 100) / of.trips) / 100 : null,
  boxFee: eachOf(of.fee, of.boxes),
})

/** What the consignment notes of a group come to, as they are added up. */
export const CONSIGN_SUMS = [
  ...(['notes', 'deliveries', 'boxes', 'weight', 'volume', 'freight', 'insuranceFee', 'total'] as const),
  ...(['signed', 'planned', 'onTime', 'troubles'] as const),
] as const
export type ConsignSums = Record<(typeof CONSIGN_SUMS)[number], number>

/** Rates of consignment notes, from what was added up. Warehouse §5.7. */
export const consignRates = (of: ConsignSums) => ({
  kgFee: eachOf(of.total, of.weight),
  onTimeRate: rateOf(of.onTime, of.planned),
  signRate: rateOf(of.signed, of.notes),
})
