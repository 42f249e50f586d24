import { mkdir, writeFile } from 'node:fs/promises'

/** One promise and what was measured of it. */
export interface Figure {
  what: string
  measured: string
  budget: string
  /** measured ÷ allowed or the like; at or below 1 is kept */
  ratio: number
  /** how many times as long as where the budget was written the machine took, for what a clock told */
  slowness?: number
}

/** What a clock tells; all else is the same on every machine, or told beside a yardstick. */
const CLOCKED = /^[\d.]+ (ms|s|min|\/s|rows\/s)$/

/** Keeps a figure that must not be above its budget. */
export function atMost(what: string, value: number, budget: number, unit: string): Figure {
  return { what, measured: `${round(value)} ${unit}`, budget: `≤ ${budget} ${unit}`, ratio: value / budget }
}

/** Keeps a figure that must not be below its budget. */
export function atLeast(what: string, value: number, budget: number, unit: string): Figure {
  return { what, measured: `${round(value)} ${unit}`, budget: `≥ ${budget} ${unit}`, ratio: budget / value }
}

/** A figure held against what its budget is on a machine so much slower than the one the budgets were written on. Decision 0214. */
export function onMachine(figure: Figure, slowness: number): Figure {
  return CLOCKED.test(figure.measured) ? { ...figure, ratio: figure.ratio / slowness, slowness } : figure
}

export const round = (value: number): number => Math.round(value * 100) / 100

/** Prints the table and keeps it as JSON, with the parts that were not measured; answers whether every budget was kept. */
export async function report(
  figures: readonly Figure[],
  missing: readonly string[],
  file: string | null,
): Promise<boolean> {
  const rows = figures.map((figure) => ({
    what: figure.what,
    measured: figure.measured,
    budget: figure.budget,
    'machine slower by': figure.slowness === undefined ? '' : round(figure.slowness),
    'used of budget': `${Math.round(figure.ratio * 100)} %`,
    kept: figure.ratio <= 1 ? 'yes' : 'NO',
  }))
  console.table(rows)
  if (file === null) return figures.every((figure) => figure.ratio <= 1)
  await mkdir('bench/results', { recursive: true })
  await writeFile(
    file,
    `${JSON.stringify({ time: new Date().toISOString(), missing: missing.join(', '), figures }, null, 2)}\n`,
  )
  return figures.every((figure) => figure.ratio <= 1)
}
