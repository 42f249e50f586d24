import type { Tx } from './database.ts'
import { nextValues } from './number.ts'
import { onceIn } from './transaction.ts'

/** A kind of code that is counted, and that people may also type. */
export interface CodeSeries {
  /** name of the sequence */
  sequence: string
  codeOf(value: number): string
  /** those of the codes that rows have already, as they were given */
  taken(tx: Tx, codes: readonly string[]): Promise<ReadonlySet<string>>
}

const freeIn = (tx: Tx, series: CodeSeries): Promise<string[]> =>
  onceIn(tx, `codes ${series.sequence}`, async () => [])

/** The next code nobody has typed before; one that was reserved in this transaction, where there are some. */
export async function nextCode(tx: Tx, series: CodeSeries): Promise<string> {
  for (;;) {
    const code = (await freeIn(tx, series)).shift()
    if (code !== undefined) return code
    await reserveCodes(tx, series, 1)
  }
}

/** Takes codes for those rows of an import that are new and bring none. */
export const reserveMissing = <V extends object>(
  tx: Tx,
  series: CodeSeries,
  list: readonly { values: V; before: object | null }[],
  codeOf: (values: V) => string | undefined,
): Promise<void> =>
  reserveCodes(tx, series, list.filter(({ values, before }) => before === null && !codeOf(values)).length)

/** Takes codes for many new rows in two statements, which nextCode then gives out in this transaction. */
export async function reserveCodes(tx: Tx, series: CodeSeries, count: number): Promise<void> {
  if (count === 0) return
  const first = await nextValues(tx, series.sequence, count)
  const codes = Array.from({ length: count }, (_, index) => series.codeOf(first + index))
  const taken = await series.taken(tx, codes)
  const free = await freeIn(tx, series)
  free.push(...codes.filter((code) => !taken.has(code)))
}
