import { fromSeconds, toSeconds } from '#kit/shared/time.ts'
import { periodsOf } from './price.rules.ts'

/** A price record as it travels, as far as a line needs it. */
export interface LinePrice {
  id: number
  channelId: number
  scopeType: number
  scopeId: number
  price: string
  startTime: number
  endTime: number | null
}

interface PriceLine<R> {
  /** one of its records, for the name of its scope */
  of: R
  /** yuan at each moment; null: none ruled */
  values: (number | null)[]
}

/**
 * What a sku cost in each scope, at every moment (seconds since 1970, in order) at which some price began or ended, and now
 * when that is later. The scope with the most records comes first. Catalog §4.1.
 */
export function priceLines<R extends LinePrice>(
  rows: readonly R[],
  now: number,
): { times: number[]; lines: PriceLine<R>[] } {
  const scopes = [...Map.groupBy(rows, (row) => `${row.channelId} ${row.scopeType} ${row.scopeId}`).values()]
  const periods = scopes.map((records) =>
    periodsOf(
      records.map((of) => ({
        of,
        id: of.id,
        startTime: fromSeconds(of.startTime),
        endTime: of.endTime === null ? null : fromSeconds(of.endTime),
      })),
    ).map(({ record, startTime, endTime }) => ({
      of: record.of,
      from: toSeconds(startTime),
      to: endTime === null ? Number.POSITIVE_INFINITY : toSeconds(endTime),
    })),
  )
  const moments = new Set(periods.flat().flatMap(({ from, to }) => [from, to]))
  moments.delete(Number.POSITIVE_INFINITY)
  const times = [...moments].sort((one, other) => one - other)
  const last = times.at(-1)
  if (last !== undefined && last < now) times.push(now)
  const lines = periods.flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const values = times.map((time) => {
      const ruling = own.find(({ from, to }) => from <= time && time < to)
      return ruling === undefined ? null : Number(ruling.of.price)
    })
    return [{ of: first.of, count: own.length, values }]
  })
  return { times, lines: lines.sort((one, other) => other.count - one.count) }
}
