import autocannon from 'autocannon'

export interface Load {
  perSecond: number
  /** milliseconds, with fractions */
  p99: number
  errors: number
}

/** Loads one address with several connections for some seconds. */
export async function load(
  url: string,
  headers: Record<string, string>,
  seconds = 5,
  connections = 16,
): Promise<Load> {
  // The percentiles of autocannon are whole milliseconds, too coarse to compare what answers in one or two.
  const times: number[] = []
  const setupClient = (client: autocannon.Client): void => {
    client.on('response', (_status, _bytes, time) => times.push(time))
  }
  const result = await autocannon({ url, headers, duration: seconds, connections, setupClient })
  return {
    perSecond: result.requests.average,
    p99: percentile(times, 0.99),
    errors: result.errors + result.non2xx,
  }
}

/** The p-th percentile of samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Two loads in turn, A B A B …, and the median of the ratio pair by pair: a slow moment of the machine hits both. */
export async function compare(
  one: () => Promise<Load>,
  other: () => Promise<Load>,
  pairs = 3,
): Promise<{ one: Load; other: Load; ratio: number; p99Ratio: number }> {
  const results: { one: Load; other: Load }[] = []
  for (let pair = 0; pair < pairs; pair++) results.push({ one: await one(), other: await other() })
  const middle = [...results].sort(
    (a, b) => a.one.perSecond / a.other.perSecond - b.one.perSecond / b.other.perSecond,
  )[pairs >> 1]
  if (middle === undefined) throw new Error('no pairs')
  return {
    ...middle,
    ratio: middle.one.perSecond / middle.other.perSecond,
    p99Ratio: middle.one.p99 / middle.other.p99,
  }
}
