/** Counters, gauges and one histogram in the text format of Prometheus. Platform §14.4. */

type Labels = Record<string, string | number>
const counters = new Map<string, Map<string, number>>()
type Figures = () => Promise<[Labels, number][]> | [Labels, number][]
const figures = new Map<string, { type: 'gauge' | 'counter'; read: Figures }>()
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const histograms = new Map<string, Map<string, { buckets: number[]; sum: number; count: number }>>()

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${String(value).replace(/["\\\n]/g, '_')}"`,
  )
  return parts.length > 0 ? `{${parts.join(',')}}` : ''
}

/** Adds to a counter. */
export function count(name: string, labels: Labels = {}, by = 1): void {
  const family = counters.get(name) ?? new Map<string, number>()
  counters.set(name, family)
  const key = labelText(labels)
  family.set(key, (family.get(key) ?? 0) + by)
}

/** Notes a duration in seconds. */
export function observe(name: string, labels: Labels, seconds: number): void {
  const family = histograms.get(name) ?? new Map<string, { buckets: number[]; sum: number; count: number }>()
  histograms.set(name, family)
  const key = labelText(labels)
  const entry = family.get(key) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 }
  family.set(key, entry)
  entry.sum += seconds
  entry.count += 1
  BUCKETS.forEach((limit, index) => {
    if (seconds <= limit) entry.buckets[index] = (entry.buckets[index] ?? 0) + 1
  })
}

/** Registers a figure that is read when somebody asks for the metrics. */
export function gauge(name: string, read: Figures): void {
  figures.set(name, { type: 'gauge', read })
}

/** Registers a count that something else keeps. */
export function counted(name: string, read: Figures): void {
  figures.set(name, { type: 'counter', read })
}

/** Counts an answered call; routes are templates, never ids. */
export function countCall(method: string, route: string, code: number, ms: number): void {
  count('http_requests_total', { route, method, code })
  observe('http_request_duration_seconds', { route }, ms / 1000)
}

/** Everything, as the scraper reads it. */
export async function printMetrics(): Promise<string> {
  const lines: string[] = []
  for (const [name, family] of counters) {
    lines.push(`# TYPE ${name} counter`)
    for (const [labels, value] of family) lines.push(`${name}${labels} ${value}`)
  }
  for (const [name, family] of histograms) {
    lines.push(`# TYPE ${name} histogram`)
    for (const [labels, entry] of family) {
      const inner = labels.slice(1, -1)
      BUCKETS.forEach((limit, index) => {
        lines.push(`${name}_bucket{${inner ? `${inner},` : ''}le="${limit}"} ${entry.buckets[index] ?? 0}`)
      })
      lines.push(
        `${name}_bucket{${inner ? `${inner},` : ''}le="+Inf"} ${entry.count}`,
        `${name}_sum${labels} ${entry.sum}`,
        `${name}_count${labels} ${entry.count}`,
      )
    }
  }
  for (const [name, { type, read }] of figures) {
    const values = await Promise.resolve(read()).catch(() => [])
    if (values.length > 0) lines.push(`# TYPE ${name} ${type}`)
    for (const [labels, value] of values) lines.push(`${name}${labelText(labels)} ${value}`)
  }
  return `${lines.join('\n')}\n`
}
