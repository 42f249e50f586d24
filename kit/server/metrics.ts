import { z } from 'zod'

/** Counters, gauges and histograms in the text format of Prometheus. Platform §14.4. */

/** By name, or as they are printed, for what is counted at every call. */
type Labels = Record<string, string | number> | string
const counters = new Map<string, Map<string, number>>()
type Figures = () => Promise<[Labels, number][]> | [Labels, number][]
const figures = new Map<string, { type: 'gauge' | 'counter'; read: Figures }>()
/** Seconds up to which a duration counts into each bucket, unless its declaration says otherwise. */
const LIMITS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const limitsOf = new Map<string, readonly number[]>()

interface Durations {
  buckets: number[]
  sum: number
  count: number
}
const histograms = new Map<string, Map<string, Durations>>()

function familyOf<T>(families: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const found = families.get(name)
  if (found !== undefined) return found
  const family = new Map<string, T>()
  families.set(name, family)
  return family
}

function entryOf(name: string, key: string): Durations {
  const family = familyOf(histograms, name)
  const found = family.get(key)
  if (found !== undefined) return found
  const entry = { buckets: boundsOf(name).map(() => 0), sum: 0, count: 0 }
  family.set(key, entry)
  return entry
}

const boundsOf = (name: string): readonly number[] => limitsOf.get(name) ?? LIMITS

function labelText(labels: Labels): string {
  if (typeof labels === 'string') return labels
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${String(value).replace(/["\\\n]/g, '_')}"`,
  )
  return parts.length > 0 ? `{${parts.join(',')}}` : ''
}

/** Adds to a counter. */
export function count(name: string, labels: Labels = '', by = 1): void {
  const family = familyOf(counters, name)
  const key = labelText(labels)
  family.set(key, (family.get(key) ?? 0) + by)
}

/** Declares a histogram of durations and answers what notes one of them, in seconds. */
export function durations(name: string, limits = LIMITS): (seconds: number, labels?: Labels) => void {
  limitsOf.set(name, limits)
  return (seconds, labels = '') => {
    const entry = entryOf(name, labelText(labels))
    entry.sum += seconds
    entry.count += 1
    for (let index = limits.length - 1; seconds <= (limits[index] ?? -1); index--)
      entry.buckets[index] = (entry.buckets[index] ?? 0) + 1
  }
}

/** How long a piece of work lay in its queue (job, outbox, fileTask) after it was due. */
export const noteQueueWait = durations(
  'queue_wait_seconds',
  [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 3600],
)

/** Registers a figure that is read when somebody asks for the metrics. */
export function gauge(name: string, read: Figures): void {
  figures.set(name, { type: 'gauge', read })
}

/** Registers a count that something else keeps. */
export function counted(name: string, read: Figures): void {
  figures.set(name, { type: 'counter', read })
}

const counts = z.record(z.string(), z.number())
const measured = z.object({ buckets: z.array(z.number()), sum: z.number(), count: z.number() })

/** What a process without an address of its own has counted, on its way to the one that prints it. */
export const drained = z.object({
  counters: z.record(z.string(), counts),
  histograms: z.record(z.string(), z.record(z.string(), measured)),
})
export type Drained = z.infer<typeof drained>

/** Takes away what was counted and measured since the last time. */
export function drainMetrics(): Drained {
  const taken = { counters: plain(counters), histograms: plain(histograms) }
  counters.clear()
  histograms.clear()
  return taken
}

const plain = <T>(families: ReadonlyMap<string, ReadonlyMap<string, T>>): Record<string, Record<string, T>> =>
  Object.fromEntries([...families].map(([name, family]) => [name, Object.fromEntries(family)]))

/** Adds what another process has counted and measured. */
export function addMetrics(taken: Drained): void {
  for (const [name, family] of Object.entries(taken.counters))
    for (const [key, value] of Object.entries(family)) {
      const own = familyOf(counters, name)
      own.set(key, (own.get(key) ?? 0) + value)
    }
  for (const [name, family] of Object.entries(taken.histograms))
    for (const [key, { buckets, sum, count }] of Object.entries(family)) {
      const own = entryOf(name, key)
      own.buckets = own.buckets.map((value, index) => value + (buckets[index] ?? 0))
      own.sum += sum
      own.count += count
    }
}

const noteCall = durations('http_request_duration_seconds')
/** The labels of answered calls as they are printed, of a few for each route. */
const callLabels = new Map<string, readonly [counted: string, measured: string]>()

/** Counts an answered call; routes are templates, never ids. */
export function countCall(method: string, route: string, code: number, ms: number): void {
  const key = `${code} ${method} ${route}`
  const labels = callLabels.get(key) ?? ([labelText({ route, method, code }), labelText({ route })] as const)
  callLabels.set(key, labels)
  count('http_requests_total', labels[0])
  noteCall(ms / 1000, labels[1])
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
      boundsOf(name).forEach((limit, index) => {
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
