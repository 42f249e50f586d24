import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { cut } from '#kit/shared/characters.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import type { fileTask, TaskState } from '#kit/shared/fileTask.entity.ts'
import type { Db, Tx } from '../database.ts'
import { LOCKS } from '../locks.ts'
import type { Storage } from '../storage.ts'
import { asSystem, notice } from '../transaction.ts'
import type { Who } from '../who.ts'
import type { TaskLimits } from './limits.ts'
import { TASKS_TOPIC } from './start.ts'

export type TaskRow = EntityRow<typeof fileTask>

/** A task that this process has claimed and runs. */
export interface TaskRun {
  readonly db: Db
  readonly files: Storage
  readonly task: TaskRow
  readonly who: Who
  /** aborted when the process stops or the lease is lost; its reason is a TaskStop */
  readonly signal: AbortSignal
  /** time of the last notice to the person */
  told: number
}

/** Why a task is left before its end. */
export class TaskStop extends Error {
  override name = 'TaskStop'
  readonly why: 'cancelled' | 'lost' | 'stopped'

  constructor(why: 'cancelled' | 'lost' | 'stopped') {
    super(why)
    this.why = why
  }
}

const LEASE = sql`now() + interval '60 seconds'`
/** The name of this process in the leases; the server gives one, to know what ran in a worker that died. */
const WORKER = process.env.TS_WORKER_NAME ?? randomUUID()
const MOST_LOSSES = 3
/** At most two notices per second and task. */
const TELL_EVERY_MS = 500

/**
 * Claims the oldest waiting task of a person with fewer than `perPerson` running; one that a process has died with only
 * when `isIdle`: it runs alone, so that it is known whose fault it is, and no other is lost with it. Platform §10.
 */
export async function claimTask(db: Db, limits: TaskLimits, isIdle = true): Promise<TaskRow | undefined> {
  return asSystem(db, async (tx) => {
    // Counting what runs for a person and taking one more must be one step for all processes.
    await sql`select pg_advisory_xact_lock(${LOCKS.taskClaim})`.execute(tx)
    const rows = await sql<TaskRow>`
      update "fileTask" set "status" = 1, "leaseOwner" = ${`${WORKER}:${randomUUID().slice(0, 8)}`}, "leaseUntil" = ${LEASE},
        "startTime" = coalesce("startTime", now()), "endTime" = null, "message" = ''
      where "id" = (select t."id" from "fileTask" t where t."status" = 0 and (t."attempts" = 0 or ${isIdle})
        and (select count(*) from "fileTask" r where r."status" = 1 and r."scopeAdminId" = t."scopeAdminId")
          < ${limits.perPerson}
        order by t."id" limit 1 for update skip locked)
      returning *`.execute(tx)
    const [task] = rows.rows
    if (task !== undefined) tell(tx, task)
    return task
  })
}

function tell(tx: Tx, task: { id: number; scopeAdminId: number }): void {
  notice(tx, { topic: `task:${task.id}`, adminId: task.scopeAdminId, id: task.id })
}

// Whoever claims a task writes a new owner: one that has been taken over finds no row of its own any more.
const mine = (task: TaskRow) => sql`"id" = ${task.id} and "status" = 1 and "leaseOwner" = ${task.leaseOwner}`

/** Renews the lease; false when the task belongs to another process now. */
export async function renewLease(db: Db, task: TaskRow): Promise<boolean> {
  const result = await sql`update "fileTask" set "leaseUntil" = ${LEASE} where ${mine(task)}`.execute(db)
  return result.numAffectedRows === 1n
}

export interface Progress {
  done: number
  success: number
  fail: number
  total: number
  /** row of the sheet behind which an import goes on */
  lastRow?: number
  /** in place of what follows from done and total */
  percent?: number
}

/** 100 only at the end. Platform §10. */
function percentOf({ done, total, percent }: Progress): number {
  return percent ?? (total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100)))
}

/**
 * Writes how far a task has come, in the transaction of what was done, so that nothing is lost or done twice.
 * Answers whether the person asked to cancel; TaskStop when the task is no longer ours, or when the rows up to
 * lastRow have been committed already (by a commit whose answer was lost).
 */
export async function saveProgress(tx: Tx, run: TaskRun, progress: Progress): Promise<boolean> {
  const { done, success, fail, total, lastRow } = progress
  const result = await sql<{ cancelAsked: number }>`
    update "fileTask" set "done" = ${done}, "success" = ${success}, "fail" = ${fail}, "total" = ${total},
      "percent" = ${percentOf(progress)}, "lastRow" = ${lastRow ?? sql.ref('lastRow')}
    where ${mine(run.task)} and ${lastRow === undefined ? sql`true` : sql`"lastRow" < ${lastRow}`} returning "cancelAsked"`.execute(
    tx,
  )
  const [row] = result.rows
  if (row === undefined) throw new TaskStop('lost')
  if (Date.now() - run.told >= TELL_EVERY_MS) {
    run.told = Date.now()
    tell(tx, run.task)
  }
  return row.cancelAsked === 1
}

/** Throws the TaskStop that is due between two batches. */
export function checkStop(run: TaskRun, cancelAsked = false): void {
  run.signal.throwIfAborted()
  if (cancelAsked) throw new TaskStop('cancelled')
}

export interface TaskEnd extends Partial<Progress> {
  status: Extract<TaskState, 2 | 3 | 4 | 6>
  message?: string
  fileName?: string
  resultFile?: string
  errorFile?: string
  fileSize?: number
}

/** Ends a task, in the caller's transaction; TaskStop when it is no longer ours. */
export async function endTask(tx: Tx, run: TaskRun, end: TaskEnd, keepDays: number): Promise<void> {
  const { status, message = '', ...rest } = end
  const row = await tx
    .updateTable('fileTask')
    .set({
      ...rest,
      status,
      message: cut(message, 500),
      ...(status === 2 || status === 6 ? { percent: 100 } : {}),
      leaseOwner: '',
      leaseUntil: null,
      cancelAsked: 0,
      endTime: new Date(),
      expireTime: new Date(Date.now() + keepDays * 86_400_000),
    })
    .where(sql<boolean>`${mine(run.task)}`)
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new TaskStop('lost')
  tell(tx, run.task)
}

/** Gives a task back to the queue, because the process stops. */
export async function giveBack(db: Db, task: TaskRow): Promise<void> {
  await asSystem(db, async (tx) => {
    await sql`update "fileTask" set "status" = 0, "leaseOwner" = '', "leaseUntil" = null
      where ${mine(task)}`.execute(tx)
    notice(tx, { topic: TASKS_TOPIC })
  })
}

const KILLED = '处理该任务时进程异常退出（内存不足或文件内容异常），任务已停止。请检查文件、拆分后重新上传'

/**
 * What becomes of the tasks of a worker that broke down while its server lived on: the only one has broken it and
 * fails; of several each is tried again, alone. Answers how many there were. Architecture §4.
 */
export async function blameTasks(db: Db, worker: string): Promise<number> {
  return asSystem(db, async (tx) => {
    const own = sql`"status" = 1 and "leaseOwner" like ${`${worker}:%`}`
    const tasks = await sql<{ id: number; scopeAdminId: number }>`
      select "id", "scopeAdminId" from "fileTask" where ${own} order by "id" for update`.execute(tx)
    const isAlone = tasks.rows.length === 1
    await sql`update "fileTask" set "attempts" = "attempts" + 1, "leaseOwner" = '', "leaseUntil" = null,
        "status" = ${isAlone ? 3 : 0}, "message" = ${isAlone ? KILLED : ''},
        "endTime" = ${isAlone ? sql`now()` : null}
      where ${own}`.execute(tx)
    for (const task of tasks.rows) tell(tx, task)
    if (tasks.rows.length > 0) notice(tx, { topic: TASKS_TOPIC })
    return tasks.rows.length
  })
}

/** Takes tasks back whose process died; the third time they fail. Answers how many. Platform §10, job file.lease. */
export async function recoverTasks(db: Db): Promise<number> {
  return asSystem(db, async (tx) => {
    const lost = await sql<{ id: number; scopeAdminId: number }>`
      update "fileTask" set "attempts" = "attempts" + 1, "leaseOwner" = '', "leaseUntil" = null,
        "status" = case when "attempts" + 1 >= ${MOST_LOSSES} then 3 else 0 end,
        "message" = case when "attempts" + 1 >= ${MOST_LOSSES} then '任务多次中断，请重试' else '' end,
        "endTime" = case when "attempts" + 1 >= ${MOST_LOSSES} then now() end
      where "status" = 1 and "leaseUntil" < now() returning "id", "scopeAdminId"`.execute(tx)
    for (const task of lost.rows) tell(tx, task)
    if (lost.rows.length > 0) notice(tx, { topic: TASKS_TOPIC })
    return lost.rows.length
  })
}
