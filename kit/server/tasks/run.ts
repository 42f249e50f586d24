import { AppError, BUSY, NO_PERMISSION } from '#kit/shared/errors.ts'
import type { Activity } from '../activity.ts'
import type { Db } from '../database.ts'
import { isDatabaseGone, isDiskFull, refusalOf } from '../dbErrors.ts'
import { importOf, packOf, type TaskDefinition } from '../fileTask.ts'
import { subscribe } from '../live.ts'
import { writeErrorLog } from '../log.ts'
import { durations, noteQueueWait } from '../metrics.ts'
import { collectBetween } from '../quietMemory.ts'
import { pause } from '../retry.ts'
import { SpreadsheetError } from '../spreadsheet/spreadsheet.ts'
import type { Storage } from '../storage.ts'
import { asSystem } from '../transaction.ts'
import { may, nobody } from '../who.ts'
import { runExport, runPack } from './exportRun.ts'
import { runImport } from './importRun.ts'
import {
  claimTask,
  endTask,
  giveBack,
  renewLease,
  type TaskEnd,
  type TaskRow,
  type TaskRun,
  TaskStop,
} from './lease.ts'
import { type TaskLimits, taskLimits } from './limits.ts'
import { loadPerson } from './person.ts'
import { TASKS_TOPIC } from './start.ts'
import { exportTaskOf, isAsTemplate, runTemplate } from './templateRun.ts'

const noteTask = durations('file_task_duration_seconds', [0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 1800])

const POLL_MS = 1000
const RENEW_MS = 10_000

export interface TaskWorkerOptions {
  db: Db
  files: Storage
  /** the process stops: batches are finished, tasks given back */
  signal: AbortSignal
  /** in place of task_concurrency */
  concurrency?: number
  /** told of every task that runs */
  activity?: Activity
}

/** Runs file tasks until the signal says stop; resolves when none is running any more. Platform §10. */
export async function runFileTasks(options: TaskWorkerOptions): Promise<void> {
  const { db, signal } = options
  const running = new Set<Promise<void>>()
  const collect = collectBetween()
  // One that a process has died with: nothing else runs beside it.
  let suspect: Promise<void> | null = null
  let wake = (): void => undefined
  const unsubscribe = subscribe(db, (notice) => {
    if (notice.topic === TASKS_TOPIC) wake()
  })
  while (!signal.aborted) {
    const task: TaskRow | undefined = suspect === null ? await claimNext(options, running.size) : undefined
    if (task === undefined) {
      const woken = new AbortController()
      wake = () => woken.abort()
      await pause(POLL_MS, AbortSignal.any([signal, woken.signal]))
      continue
    }
    const run = runTask(options, task)
    const work: Promise<void> = (options.activity?.during(run) ?? run)
      .catch(() => undefined)
      .finally(() => {
        running.delete(work)
        if (suspect === work) suspect = null
        if (running.size === 0) collect()
        wake()
      })
    running.add(work)
    if (task.attempts > 0) suspect = work
  }
  unsubscribe()
  await Promise.all(running)

  async function claimNext(of: TaskWorkerOptions, busy: number): Promise<TaskRow | undefined> {
    try {
      const limits = await taskLimits(db)
      return busy < (of.concurrency ?? limits.concurrency)
        ? await claimTask(db, limits, busy === 0)
        : undefined
    } catch {
      // The database is away; the next round tries again.
      return undefined
    }
  }
}

function definitionOf(db: Db, task: TaskRow): TaskDefinition | undefined {
  if (task.kind === 1) return importOf(db, task.bizType)
  return task.kind === 2 ? exportTaskOf(db, task.bizType, task.params) : packOf(db, task.bizType)
}

/** Runs one claimed task to its end, or leaves it as its state asks. */
async function runTask({ db, files, signal }: TaskWorkerOptions, task: TaskRow): Promise<void> {
  const start = performance.now()
  if (task.attempts === 0)
    noteQueueWait((Date.now() - task.createTime.getTime()) / 1000, { queue: 'fileTask' })
  const left = new AbortController()
  const stop = () => left.abort(new TaskStop('stopped'))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const renewal = setInterval(async () => {
    // A renewal that fails is tried again in time; only a clear no takes the task away.
    if (!(await renewLease(db, task).catch(() => true))) left.abort(new TaskStop('lost'))
  }, RENEW_MS)
  const run: TaskRun = { db, files, task, who: nobody, signal: left.signal, told: 0 }
  try {
    await work(run)
  } catch (error) {
    await leave(run, error)
  } finally {
    clearInterval(renewal)
    signal.removeEventListener('abort', stop)
    noteTask((performance.now() - start) / 1000, { bizType: task.bizType })
  }
}

async function work(run: TaskRun): Promise<void> {
  const { db, task } = run
  const limits = await taskLimits(db)
  const { keepDays } = limits
  // Permissions and scope are those of now: between asking and doing, or at a retry, they may have changed.
  const who = await loadPerson(db, task.scopeAdminId)
  if (who === null) throw new AppError(403, '账号已停用，任务不能继续')
  const definition = definitionOf(db, task)
  if (definition === undefined) throw new AppError(422, '任务类型不存在')
  if (!may(who, definition.permission)) throw new AppError(403, NO_PERMISSION)
  const own: TaskRun = { ...run, who }
  if (definition.kind === 'import') await runImport(own, definition, keepDays)
  else if (isAsTemplate(task.params)) await runAsTemplate(own, limits)
  else if (definition.kind === 'export') await runExport(own, definition, limits)
  else await runPack(own, definition, keepDays)
}

async function runAsTemplate(run: TaskRun, limits: TaskLimits): Promise<void> {
  const importing = importOf(run.db, run.task.bizType)
  if (importing !== undefined) await runTemplate(run, importing, limits)
}

/** What becomes of a task that did not reach its end. */
async function leave(run: TaskRun, error: unknown): Promise<void> {
  const { db, task } = run
  const why = error instanceof TaskStop ? error.why : 'failed'
  // With the database away nothing can be written: the lease runs out, and the task is taken again.
  if (why === 'lost' || isDatabaseGone(error)) return
  if (why === 'stopped') return giveBack(db, task)
  const end: TaskEnd =
    why === 'cancelled' ? { status: 4 } : { status: 3, message: await reasonOf(db, task, error) }
  const { keepDays } = await taskLimits(db)
  await asSystem(db, (tx) => endTask(tx, run, end, keepDays)).catch((failure: unknown) => {
    if (!(failure instanceof TaskStop)) throw failure
  })
}

/** The reason a person may read; what nobody foresaw is kept in the error log under the task's number. */
async function reasonOf(db: Db, task: TaskRow, error: unknown): Promise<string> {
  if (error instanceof AppError || error instanceof SpreadsheetError) return error.message
  const refusal = refusalOf(db, error)
  if (refusal !== null) return refusal.message
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  await writeErrorLog(db, {
    requestId: task.taskNo,
    source: 'server',
    path: `task:${task.bizType}`,
    adminId: task.scopeAdminId,
    message,
    stack,
  }).catch(() => undefined)
  return `${isDiskFull(error) ? '存储空间不足，请联系管理员' : BUSY}（${task.taskNo}）`
}
