import { post } from '#kit/shared/call.ts'
import { AppError, BUSY } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import { type Db, jsonb, type Tx } from '../database.ts'
import { isDatabaseGone, refusalOf } from '../dbErrors.ts'
import {
  type ImportAsk,
  type ImportDefinition,
  type ImportRow,
  NOTHING_TICKED,
  type RowError,
} from '../fileTask.ts'
import { rememberTree, type SheetTree } from '../importTree.ts'
import { writeOperLog } from '../log.ts'
import { pause } from '../retry.ts'
import { openSheet } from '../spreadsheet/spreadsheet.ts'
import { asSystem, inTransaction } from '../transaction.ts'
import { askedOf, type Notes } from './asked.ts'
import { type Batch, batchesOf, type Group } from './batches.ts'
import { writeErrorBook } from './errorBook.ts'
import { addFailures, type Failures, saveFailures, spreadFailures } from './failures.ts'
import { taskFileKey } from './files.ts'
import { checkStop, endTask, saveProgress, type TaskRun, TaskStop } from './lease.ts'
import { mappingIn, type Part, readParts, shownCells, surveyParts } from './sheet.ts'

const PREVIEW_ROWS = 20
const WAITS_MS = [500, 1000, 2000, 4000, 8000]

/** What one import works with. */
interface Import {
  run: TaskRun
  definition: ImportDefinition
  parts: readonly Part[]
  total: number
  keepDays: number
  /** told while rows are checked */
  ask: ImportAsk
  /** the same ticks while they are written: what was told already is not told again */
  quiet: ImportAsk
  notes: Notes
  /** how the rows of its first sheet lie below one another, where they may */
  tree: SheetTree | undefined
}

/** What a way through the sheet remembers. */
function newMemory({ tree }: Import): Map<string, unknown> {
  const memory = new Map<string, unknown>()
  if (tree !== undefined) rememberTree(memory, tree)
  return memory
}

/** Runs an import from where it stands to its end; throws TaskStop when it is left before that. Platform §10. */
export async function runImport(run: TaskRun, definition: ImportDefinition, keepDays: number): Promise<void> {
  const { task, db } = run
  const stored = await run.files.get(taskFileKey(task.sourceFile))
  if (stored === null) throw new AppError(422, '源文件已清理，请重新上传')
  const sheet = await openSheet(stored.stream, { fileName: task.fileName })
  try {
    const parts = await readParts(definition, sheet, mappingIn(task.params))
    const { total, first, tree } = await surveyParts(definition, parts, PREVIEW_ROWS)
    await db
      .updateTable('fileTask')
      .set({ preview: trust(jsonb({ headings: shownCells(parts[0]?.plan.headings ?? []), rows: first })) })
      .where('id', '=', task.id)
      .execute()
    const { ask, notes } = askedOf(task.params)
    const quiet: ImportAsk = { ...NOTHING_TICKED, ticked: ask.ticked }
    const work: Import = { run, definition, parts, total, keepDays, ask, quiet, notes, tree }
    const rowWise = definition.mode === 'rows' && task.dryRun === 0
    if (!rowWise || task.lastRow === 0) await forgetFailures(run)
    if (rowWise) await importRows(work)
    else await importWhole(work)
  } finally {
    await sheet.close()
  }
}

/** Keeps what the run told, for the person to read beside its result. */
async function saveNotes({ run, notes }: Import): Promise<void> {
  const { list, count } = notes
  await run.db
    .updateTable('fileTask')
    .set({ notes: trust(jsonb(list)), noteCount: count })
    .where('id', '=', run.task.id)
    .execute()
}

async function forgetFailures(run: TaskRun): Promise<void> {
  await run.db.deleteFrom('fileTaskRow').where('taskId', '=', run.task.id).execute()
}

const goodRows = (groups: readonly Group[], failures: Failures): ImportRow[] =>
  groups.flat().filter((row) => !failures.has(row.rowNo))

/** The refusals of a batch by its cells and by the import's own check. */
async function checkBatch(
  { run, ask }: Import,
  { part, groups }: Batch,
  memory: Map<string, unknown>,
): Promise<Failures> {
  const failures: Failures = new Map()
  for (const row of groups.flat()) if (row.errors.length > 0) failures.set(row.rowNo, row.errors)
  const errors = await part.of.check(run.db, run.who, groups.flat(), memory, ask)
  addFailures(failures, newErrors(errors, failures))
  spreadFailures(failures, groups)
  return failures
}

/** Errors of rows some cells of which were refused before: only what another column is wrong with is news. */
function newErrors(errors: readonly RowError[], failures: Failures): RowError[] {
  return errors.filter(({ rowNo, column }) => {
    const known = failures.get(rowNo)
    return known === undefined || (column !== '' && known.every((one) => one.column !== column))
  })
}

/** The reason a person may read, or null for an error nobody foresaw. */
function refusalText(db: Db, error: unknown): string | null {
  if (error instanceof AppError) return error.message === BUSY ? null : error.message
  return refusalOf(db, error)?.message ?? null
}

/** Tries again while the database is away or overloaded. */
async function patiently(run: TaskRun, work: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const passing = isDatabaseGone(error) || (error instanceof AppError && error.message === BUSY)
      const wait = WAITS_MS[attempt]
      if (!passing || wait === undefined) throw error
      await pause(wait, run.signal)
    }
  }
}

/** What the operation log says of a batch: it changed data for the person as their own call would have. */
function logBatch(
  tx: Tx,
  { run, definition }: Import,
  rows: readonly ImportRow[],
  start: number,
): Promise<void> {
  const call = post('/file/import/upload', { title: definition.title, business: 6 })
  const params = { taskNo: run.task.taskNo, fromRow: rows[0]?.rowNo, toRow: rows.at(-1)?.rowNo }
  return writeOperLog(tx, trust(call), params, { id: run.task.taskNo, ip: '' }, start)
}

// ---- row by row: good rows are written in batches, each with its progress in one transaction

async function importRows(work: Import): Promise<void> {
  const { run, definition, parts, total, keepDays } = work
  const memory = new Map<string, unknown>()
  const count = { done: run.task.done, success: run.task.success, fail: run.task.fail, total }
  if (run.task.lastRow === 0) Object.assign(count, { done: 0, success: 0, fail: 0 })
  let cancelAsked = run.task.cancelAsked === 1

  const commit = async (groups: readonly Group[], failures: Failures): Promise<void> => {
    const start = Date.now()
    const rows = goodRows(groups, failures)
    const after = await inTransaction(run.db, run.who, async (tx) => {
      const refused: Failures = new Map(failures)
      if (rows.length > 0) addFailures(refused, await definition.write(tx, run.who, rows, memory, work.quiet))
      const fail = await saveFailures(tx, run.task.id, groups, refused)
      const all = groups.flat()
      const next = {
        total,
        done: count.done + all.length,
        success: count.success + all.length - fail,
        fail: count.fail + fail,
      }
      if (rows.length > 0) await logBatch(tx, work, rows, start)
      cancelAsked = await saveProgress(tx, run, { ...next, lastRow: all.at(-1)?.rowNo ?? 0 })
      return next
    })
    Object.assign(count, after)
  }

  for await (const { part, groups } of batchesOf(definition, parts, { lastRow: run.task.lastRow })) {
    checkStop(run, cancelAsked)
    const failures = await checkBatch(work, { part, groups }, memory)
    let rest = groups
    await patiently(run, async () => {
      try {
        await commit(rest, failures)
      } catch (error) {
        if (refusalText(run.db, error) === null) throw error
        // One row spoilt the transaction of all: what it remembered is undone, and each group goes alone.
        memory.clear()
        for (const group of rest) {
          await commitAlone(group, failures)
          rest = rest.slice(1)
        }
      }
    })
  }

  async function commitAlone(group: Group, failures: Failures): Promise<void> {
    try {
      await commit([group], failures)
    } catch (error) {
      const message = refusalText(run.db, error)
      if (message === null) throw error
      memory.clear()
      await commit(
        [group],
        new Map(group.map((row) => [row.rowNo, [{ rowNo: row.rowNo, column: '', message }]])),
      )
    }
  }

  const errorFile = await writeErrorBook(run, parts)
  await saveNotes(work)
  await asSystem(run.db, (tx) =>
    endTask(tx, run, { ...count, status: count.fail > 0 ? 6 : 2, errorFile }, keepDays),
  )
}

// ---- as a whole, or only checked: everything is looked at first, then written in one transaction

async function importWhole(work: Import): Promise<void> {
  const { run, definition, parts, total, keepDays } = work
  // Sheets that belong together stand or fall together, whatever is ticked.
  const allOrNone = run.task.skipBad === 0 || definition.sheets !== undefined
  const failed = new Set<number>()
  await checkAll(work, failed)
  await saveNotes(work)
  for (;;) {
    const errorFile = failed.size > 0 ? await writeErrorBook(run, parts) : ''
    if (run.task.dryRun === 1) return endChecked(work, failed.size, errorFile)
    if (failed.size > 0 && allOrNone) {
      const end = { status: 3 as const, total, done: failed.size, success: 0, fail: failed.size, errorFile }
      const message = `有${failed.size}行数据有误，未导入任何数据`
      return asSystem(run.db, (tx) => endTask(tx, run, { ...end, message }, keepDays))
    }
    const refused = await writeAll(work, failed, errorFile)
    if (refused.size === 0) return
    for (const rowNo of refused) failed.add(rowNo)
  }

  function endChecked({ definition }: Import, fail: number, errorFile: string): Promise<void> {
    const message = `仅校验，未写入数据（${definition.title}）`
    const end = { total, done: total, success: total - fail, fail, errorFile, message }
    return asSystem(run.db, (tx) => endTask(tx, run, { ...end, status: fail > 0 ? 6 : 2 }, keepDays))
  }
}

async function checkAll(work: Import, failed: Set<number>): Promise<void> {
  const { run, definition, parts, total } = work
  const memory = newMemory(work)
  const onlyCheck = run.task.dryRun === 1
  let done = 0
  for await (const batch of batchesOf(definition, parts)) {
    const { groups } = batch
    checkStop(run)
    const failures = await checkBatch(work, batch, memory)
    for (const rowNo of failures.keys()) failed.add(rowNo)
    done += groups.flat().length
    await patiently(run, async () => {
      const cancelAsked = await asSystem(run.db, async (tx) => {
        await saveFailures(tx, run.task.id, groups, failures)
        const progress = onlyCheck
          ? { done, success: done - failed.size, fail: failed.size, total }
          : { done: 0, success: 0, fail: 0, total, percent: Math.floor((done / total) * 50) }
        return saveProgress(tx, run, progress)
      })
      checkStop(run, cancelAsked)
    })
  }
}

/** A batch was refused without a word on which of its rows: it is written again row by row to find out. */
class Unexplained extends Error {
  readonly batch: number

  constructor(batch: number) {
    super('unexplained')
    this.batch = batch
  }
}

/** Leaves the transaction of a whole import without writing anything. */
class Refused extends Error {
  readonly failures: Failures

  constructor(failures: Failures) {
    super('refused')
    this.failures = failures
  }
}

/**
 * Writes all rows that are not refused and ends the task, in one transaction, so that a crash leaves either nothing
 * or everything. The sheet is read again meanwhile: holding its rows would take more memory than is to be had.
 * Answers rows that were refused while writing; then nothing was written.
 */
async function writeAll(
  work: Import,
  failed: ReadonlySet<number>,
  errorFile: string,
  singly?: number,
): Promise<Set<number>> {
  const { run, definition, parts, total, keepDays, tree } = work
  const progress = tellWritten(work)
  try {
    await inTransaction(run.db, run.who, async (tx) => {
      const memory = newMemory(work)
      const start = Date.now()
      let success = 0
      let batch = -1
      for await (const { part, groups } of batchesOf(definition, parts, { tree })) {
        batch += 1
        progress.written = success
        checkStop(run, await isCancelAsked(tx, run))
        const kept = groups
          .map((group) => group.filter((row) => !failed.has(row.rowNo)))
          .filter((group) => group.length > 0)
        const rows = kept.flat()
        if (rows.length === 0) continue
        for (const own of batch === singly ? kept : [rows]) {
          const failures: Failures = new Map()
          try {
            addFailures(failures, await part.of.write(tx, run.who, own, memory, work.quiet))
          } catch (error) {
            const message = refusalText(run.db, error)
            if (message === null) throw error
            if (batch !== singly) throw new Unexplained(batch)
            addFailures(failures, [{ rowNo: own[0]?.rowNo ?? 0, column: '', message }])
          }
          spreadFailures(failures, groups)
          if (failures.size > 0) throw new Refused(failures)
        }
        await logBatch(tx, work, rows, start)
        success += rows.length
      }
      const end = { total, done: success + failed.size, success, fail: failed.size, errorFile }
      await endTask(tx, run, { ...end, status: failed.size > 0 ? 6 : 2 }, keepDays)
    })
    return new Set()
  } catch (error) {
    if (error instanceof Unexplained) return writeAll(work, failed, errorFile, error.batch)
    if (!(error instanceof Refused)) throw error
    await saveRefused(work, error.failures)
    return new Set(error.failures.keys())
  } finally {
    await progress.stop()
  }
}

async function saveRefused({ run, definition, parts }: Import, failures: Failures): Promise<void> {
  for await (const { groups } of batchesOf(definition, parts))
    await saveFailures(run.db, run.task.id, groups, failures)
}

async function isCancelAsked(tx: Tx, run: TaskRun): Promise<boolean> {
  const row = await tx
    .selectFrom('fileTask')
    .select(['cancelAsked', 'leaseOwner'])
    .where('id', '=', run.task.id)
    .executeTakeFirst()
  if (row?.leaseOwner !== run.task.leaseOwner) throw new TaskStop('lost')
  return row.cancelAsked === 1
}

const TELL_MS = 250

/**
 * Tells at intervals how many rows of a whole import are written, its second half, until `stop`. Begun outside the
 * transaction that writes them: inside, it would hold one connection and wait for another.
 */
function tellWritten({ run, total }: Import): { written: number; stop(): Promise<void> } {
  let telling: Promise<unknown> | undefined
  const tell = (): void => {
    const percent = Math.min(99, 50 + Math.floor((progress.written / total) * 50))
    telling ??= asSystem(run.db, (tx) =>
      saveProgress(tx, run, { done: 0, success: 0, fail: 0, total, percent }),
    )
      // Only a figure on the way: the task itself finds out what is wrong.
      .catch(() => undefined)
      .finally(() => {
        telling = undefined
      })
  }
  const timer = setInterval(tell, TELL_MS)
  const progress = {
    written: 0,
    async stop() {
      clearInterval(timer)
      await telling
    },
  }
  return progress
}
