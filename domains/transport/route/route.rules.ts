export interface Stop {
  seq: number | null
  shipToId: number
  timeWindow: string
  stayMinutes: number | null
}

/** Stops in their order, numbered from 1; those without a number keep their place behind the one before them. Warehouse §5.8. */
export function inOrder<S extends Stop>(stops: readonly S[]): S[] {
  let last = 0
  const keyed = stops.map((stop) => {
    last = stop.seq ?? last
    return { stop, at: last }
  })
  return keyed.toSorted((a, b) => a.at - b.at).map(({ stop }, at) => ({ ...stop, seq: at + 1 }))
}

/** Where a ship-to stands a second time; -1: nowhere. */
export function repeated(stops: readonly Pick<Stop, 'shipToId'>[]): number {
  return stops.findIndex((stop, at) => stops.findIndex((one) => one.shipToId === stop.shipToId) < at)
}

/** When a ship-to takes goods, as a time window; blank unless both ends are known. */
export const windowOf = (from: string, to: string): string =>
  from === '' || to === '' ? '' : `${from}-${to}`
