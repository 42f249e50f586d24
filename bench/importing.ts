import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPool } from '#kit/server/database.ts'
import { createWorkbook } from '#kit/server/spreadsheet/spreadsheet.ts'
import { IMPORTS, type ImportTrial, PRODUCTS } from './importSheets.ts'
import { LIST } from './lists.ts'
import { percentile } from './load.ts'
import { forgetPeak, peakMegabytes, workersOf } from './processes.ts'
import { atLeast, atMost, type Figure, round } from './report.ts'
import type { Bench } from './run.ts'
import { settle } from './settle.ts'
import { untilEnded } from './tasks.ts'

const PAUSE_MS = 20
/** So many ask at once: of an import of two seconds one of them alone sees eighty pages, of which the slowest would stand for the 99th. */
const READERS = 4

/** The sheet of a trial. It is made before anything is measured: this process also asks for the pages beside an import. */
async function sheetOf({ dataDir }: Bench, { bizType, sheets }: ImportTrial): Promise<Blob> {
  const file = join(dataDir, `${bizType}.xlsx`)
  const book = createWorkbook(file, {
    sheets: sheets.map(({ name, headings }) => ({ name, columns: headings.map((title) => ({ title })) })),
  })
  for (const [place, { count, rowOf }] of sheets.entries())
    for (let row = 1; row <= count; row++) await book.addRow(place, rowOf(row))
  await book.end()
  return new Blob([await readFile(file)])
}

/** Brings a sheet in; the milliseconds from the upload to the end of its task. */
async function bringIn(bench: Bench, { bizType, sheets }: ImportTrial, sheet: Blob): Promise<number> {
  const form = new FormData()
  form.append('multipart', sheet, `${bizType}.xlsx`)
  const start = performance.now()
  const answer = await fetch(`${bench.base}/api/file/import/upload?bizType=${bizType}&force=1`, {
    method: 'POST',
    headers: { 'x-token': bench.token },
    body: form,
  })
  const { code, message, data } = await answer.json()
  if (code !== 200) throw new Error(`upload of ${bizType} refused: ${message}`)
  const ended = await untilEnded(bench, data.taskId, start)
  if (ended.status !== 2 || ended.success !== countOf({ sheets }))
    throw new Error(`import of ${bizType} ended with ${ended.status}: ${ended.message}`)
  return ended.ms
}

const countOf = ({ sheets }: Pick<ImportTrial, 'sheets'>): number =>
  sheets.reduce((sum, { count }) => sum + count, 0)

/** Readers ask for a page of the list of products again and again until `done`; the 99th percentile of the milliseconds it took. */
async function pagesUntil({ base, token }: Bench, done: Promise<unknown>): Promise<number> {
  const times: number[] = []
  let isDone = false
  const end = done.then(
    () => {
      isDone = true
    },
    () => {
      isDone = true
    },
  )
  const read = async (): Promise<void> => {
    while (!isDone) {
      const start = performance.now()
      await (await fetch(base + LIST, { headers: { 'x-token': token } })).text()
      times.push(performance.now() - start)
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS)
      })
    }
  }
  await Promise.all(Array.from({ length: READERS }, read))
  await end
  return percentile(times, 0.99)
}

/** The workers of the product that is measured; there is no figure of memory without one. */
async function workersIn(bench: Bench): Promise<readonly number[]> {
  const workers = await workersOf(bench.server.child.pid ?? 0)
  if (workers.length === 0) throw new Error('the product has no worker whose memory could be measured')
  return workers
}

async function workerMemory(bench: Bench): Promise<number> {
  return Math.max(...(await Promise.all((await workersIn(bench)).map(peakMegabytes))))
}

/** A trial as far as it is asked for: by its name, and with so many rows. */
function trialOf(trial: ImportTrial, { only, rows }: Bench['imports']): ImportTrial[] {
  if (only.length > 0 && !only.includes(trial.name ?? trial.bizType)) return []
  const resized = trial.sheets.map((one) =>
    rows === null || one.count === 1 ? one : { ...one, count: rows },
  )
  return [{ ...trial, sheets: resized }]
}

/** Every import by name: rows per second, the highest memory of its worker, and how long other calls take beside it. */
export async function importRates(bench: Bench): Promise<Figure[]> {
  const pool = openPool(bench.databaseUrl, 1)
  const figures: Figure[] = []
  try {
    const quiet = await pagesUntil(
      bench,
      new Promise((resolve) => {
        setTimeout(resolve, 5000)
      }),
    )
    for (const trial of IMPORTS.flatMap((one) => trialOf(one, bench.imports))) {
      for (const statement of trial.before ?? []) await pool.query(statement)
      const sheet = await sheetOf(bench, trial)
      await settle(bench.databaseUrl)
      await Promise.all((await workersIn(bench)).map(forgetPeak))
      const work = bringIn(bench, trial, sheet)
      const p99 = await pagesUntil(bench, work)
      const count = countOf(trial)
      const rate = count / ((await work) / 1000)
      const name = `import ${trial.name ?? trial.bizType}, ${count} rows`
      const own = [
        atLeast(name, rate, trial.least ?? 500, 'rows/s'),
        atMost(`${name}: memory of the worker`, await workerMemory(bench), 300, 'MB'),
        atMost(`${name}: p99 of other calls (${round(quiet)} ms without)`, p99 / quiet, 2, '×'),
      ]
      figures.push(...own)
      const told = own.map(({ measured, ratio }) => `${measured}${ratio <= 1 ? '' : ' (over budget)'}`)
      console.log(`${name}: ${told.join(', ')}`)
    }
    return figures
  } finally {
    await pool.end()
  }
}

/** Import of 10,000 new products from a workbook: seconds, and the memory of the worker that did it. */
export async function importProducts(bench: Bench): Promise<Figure[]> {
  const trial = PRODUCTS('X', 10_000)
  const ms = await bringIn(bench, trial, await sheetOf(bench, trial))
  const memory = await workerMemory(bench)
  return [
    atMost('import of 10,000 products', ms / 1000, 30, 's'),
    atMost(`import: memory of the worker (${round(memory)} MB with Node itself)`, memory, 300, 'MB'),
  ]
}
