/** A scan as the device keeps it until the server has answered. Warehouse §7. */
export interface Queued {
  readonly scanId: string
  /** ms since 1970 */
  readonly at: number
  /** what it is scanned for, e.g. pick:12 */
  readonly doc: string
  /** where that is worked on */
  readonly to: string
  /** the line it counts for; 0: none */
  readonly line: number
  readonly qty: number
  /** in words, for the person */
  readonly text: string
  /** path of the call it is posted with, and its input */
  readonly path: string
  readonly input: Readonly<Record<string, unknown>>
  /** why it was refused; '' while it waits */
  readonly fault: string
}

/** The first that waits: they are posted in the order they were scanned. */
export const firstWaiting = (queue: readonly Queued[]): Queued | undefined =>
  queue.find((one) => one.fault === '')

export const without = (queue: readonly Queued[], scanId: string): Queued[] =>
  queue.filter((one) => one.scanId !== scanId)

/** With the reason it was refused for; it waits for the person, and the others go on. */
export const refused = (queue: readonly Queued[], scanId: string, fault: string): Queued[] =>
  queue.map((one) => (one.scanId === scanId ? { ...one, fault } : one))

/** To be posted once more, with another quantity where one is given. It keeps its number: the first time nothing was counted. */
export const again = (queue: readonly Queued[], scanId: string, qty?: number): Queued[] =>
  queue.map((one) => (one.scanId === scanId ? { ...withQty(one, qty ?? one.qty), fault: '' } : one))

function withQty(one: Queued, qty: number): Queued {
  const { input } = one
  if (qty === one.qty) return one
  const lines = Array.isArray(input.lines) ? input.lines.map((line: object) => ({ ...line, qty })) : undefined
  const changed = { ...input, ...('qty' in input && { qty }), ...(lines !== undefined && { lines }) }
  return { ...one, qty, input: changed, text: one.text.replace(/ ×[\d.]+$/, ` ×${qty}`) }
}

/** What waits or was just posted of a line, so that nobody counts it twice before the answer is read again. */
export const countedOf = (queue: readonly Queued[], doc: string, line: number): number =>
  queue.reduce(
    (sum, one) =>
      one.doc === doc && one.line === line && one.fault === '' ? sum + Math.round(one.qty * 1000) : sum,
    0,
  ) / 1000

/** Reads what was kept; what nobody can read is nothing. */
export function readQueue(text: string | null): Queued[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(isQueued) : []
  } catch {
    return []
  }
}

function isQueued(one: unknown): one is Queued {
  if (typeof one !== 'object' || one === null) return false
  const has = (name: string, type: string) => typeof Reflect.get(one, name) === type
  return (
    ['scanId', 'doc', 'to', 'text', 'path', 'fault'].every((name) => has(name, 'string')) &&
    ['at', 'line', 'qty'].every((name) => has(name, 'number')) &&
    has('input', 'object')
  )
}
