import type { PassThrough } from 'node:stream'
import { formatMoney } from '#kit/shared/money.ts'
import { dayKey, formatTime, toSeconds } from '#kit/shared/time.ts'
import type { Db } from '../database.ts'
import type { ExportColumn, ExportDefinition, PackDefinition } from '../fileTask.ts'
import { readStalePatiently } from '../replica.ts'
import { type Cell, type ColumnSpec, createWorkbook } from '../spreadsheet/spreadsheet.ts'
import { asSystem } from '../transaction.ts'
import { may, type Who } from '../who.ts'
import { storeWritten } from './files.ts'
import { checkStop, endTask, saveProgress, type TaskRun } from './lease.ts'
import type { TaskLimits } from './limits.ts'

const SAVE_EVERY_MS = 400

const KINDS: Record<ExportColumn['kind'], NonNullable<ColumnSpec['kind']>> = {
  text: 'text',
  money: 'amount',
  number: 'number',
  time: 'dateTime',
  date: 'date',
}

/** The columns a person gets: those they may see, in the order they asked for (`columns`, names joined by commas). */
async function chosenColumns(db: Db, run: TaskRun, definition: ExportDefinition): Promise<ExportColumn[]> {
  const more = (await definition.moreColumns?.(db, run.who, run.task.params)) ?? []
  const seen = [...definition.columns, ...more].filter(
    (column) => column.permission === undefined || may(run.who, column.permission),
  )
  const asked = String(run.task.params.columns ?? '')
    .split(',')
    .flatMap((name) => seen.find((column) => column.name === name) ?? [])
  return asked.length > 0 ? asked : seen
}

function cellOf(column: ExportColumn, value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (column.kind === 'money' && typeof value === 'number') return formatMoney(value)
  return value instanceof Date || typeof value === 'number' ? value : String(value)
}

/** Says how far it is, now and then; throws the TaskStop that is due. */
export function meter(run: TaskRun): (done: number, total: number) => Promise<void> {
  let saved = 0
  return async (done, total) => {
    checkStop(run)
    if (Date.now() - saved < SAVE_EVERY_MS) return
    saved = Date.now()
    const progress = { done, success: done, fail: 0, total: Math.max(done, total) }
    checkStop(run, await asSystem(run.db, (tx) => saveProgress(tx, run, progress)))
  }
}

/** What stands above the pages of a marked file. */
export const markOf = (who: Who, marked: boolean): { mark?: string } =>
  marked ? { mark: `${who.realName} ${who.account} ${formatTime(toSeconds(new Date()))}` } : {}

/** Writes a file for a task: it is there as a whole, or not at all. */
export async function storeResult(
  run: TaskRun,
  extension: string,
  write: (target: PassThrough) => Promise<void>,
): Promise<{ resultFile: string; fileName: string; fileSize: number }> {
  const resultFile = `${run.task.taskNo}-result.${extension}`
  const fileSize = await storeWritten(run.files, resultFile, write)
  return { resultFile, fileName: `${run.task.bizName}-${dayKey(new Date())}.${extension}`, fileSize }
}

/** Streams an export into a workbook, in memory that does not grow with its rows. Platform §10. */
export async function runExport(
  run: TaskRun,
  definition: ExportDefinition,
  { keepDays, marked }: Pick<TaskLimits, 'keepDays' | 'marked'>,
): Promise<void> {
  const write = (db: Db) => writeRows(db, run, definition, marked)
  const { result, done } = await readStalePatiently(run.db, run.who, write)
  await endWithFile(run, result, done, keepDays)
}

async function writeRows(db: Db, run: TaskRun, definition: ExportDefinition, marked: boolean) {
  const { who, task } = run
  const columns = await chosenColumns(db, run, definition)
  const expected = await definition.count(db, who, task.params)
  const progress = meter(run)
  let done = 0
  const result = await storeResult(run, 'xlsx', async (target) => {
    const book = createWorkbook(target, {
      ...markOf(who, marked),
      sheets: [
        {
          name: definition.title,
          columns: columns.map((column) => ({
            title: column.title,
            kind: KINDS[column.kind],
            ...(column.width === undefined ? {} : { width: column.width }),
          })),
        },
      ],
    })
    await progress(0, expected)
    for await (const rows of definition.rows(db, who, task.params)) {
      for (const row of rows)
        await book.addRow(
          0,
          columns.map((column) => cellOf(column, row[column.name])),
        )
      done += rows.length
      await progress(done, expected)
    }
    await book.end()
  })
  return { result, done }
}

/** Makes a zip or a batch of prints. */
export async function runPack(run: TaskRun, definition: PackDefinition, keepDays: number): Promise<void> {
  const progress = meter(run)
  let parts = 0
  const result = await storeResult(run, definition.extension, (target) =>
    definition.write(run.db, run.who, run.task.params, target, (done, total) => {
      parts = total
      return progress(done, total)
    }),
  )
  await endWithFile(run, result, parts, keepDays)
}

export function endWithFile(
  run: TaskRun,
  result: { resultFile: string; fileName: string; fileSize: number },
  done: number,
  keepDays: number,
): Promise<void> {
  const end = { ...result, status: 2 as const, total: done, done, success: done, fail: 0 }
  return asSystem(run.db, (tx) => endTask(tx, run, end, keepDays))
}
