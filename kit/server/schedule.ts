import { CronExpressionParser } from 'cron-parser'
import { sql } from 'kysely'
import { SERVER_ZONE } from '#kit/shared/time.ts'
import { type Db, jsonb, type Tx } from './database.ts'
import { allJobs, jobOf, runJob } from './jobs.ts'
import { count } from './metrics.ts'
import { type Registration, singlePoint } from './points.ts'
import type { JobDefinition } from './room.ts'
import { asSystem } from './transaction.ts'

const LEASE_S = 60
/** A run that begins later than this after its time was missed. */
const LATE_MS = 60_000
/** More missed runs of policy 立即执行 than this are not made up for. */
const MOST_MISSED = 100

/** The next times of a cron expression of six fields, in the server's zone; throws when it cannot be read. */
export function nextTimes(cron: string, after: Date, howMany = 1): Date[] {
  const times = CronExpressionParser.parse(cron, { tz: SERVER_ZONE, currentDate: after, strict: true })
  return times.take(howMany).map((time) => time.toDate())
}

/**
 * Puts the scheduled jobs that are declared in code into the schedule; one that is there already stays as a person
 * has set it. Platform §13.1.
 */
export async function seedSchedule(tx: Tx): Promise<void> {
  for (const job of allJobs(tx)) {
    if (job.cron === undefined) continue
    await tx
      .insertInto('scheduleJob')
      .values({
        name: job.name,
        title: job.title,
        jobGroup: job.group ?? 'SYSTEM',
        cron: job.cron,
        ...(job.timeoutSec === undefined ? {} : { timeoutSec: job.timeoutSec }),
        nextTime: null,
        lastTime: null,
        lastStatus: null,
      })
      .onConflict((conflict) => conflict.column('name').where('seeded', '=', 1).doNothing())
      .execute()
  }
}

type WatchFailure = (tx: Tx, jobId: number) => Promise<void>
const watchers = singlePoint<WatchFailure>('Watch of failed runs')

/** The room that watches the jobs hears here of every run that failed, was late or died. Platform §13.1. */
export const onRunFailed = (watch: WatchFailure): Registration => watchers.as(watch)

interface Planned {
  id: number
  name: string
  title: string
  cron: string
  params: Record<string, unknown>
  misfirePolicy: number
  concurrent: number
  timeoutSec: number
  nextTime: Date | null
}

/** A run that this process has claimed. */
export interface ClaimedRun {
  logId: number
  jobId: number
  job: JobDefinition
  params: Record<string, unknown>
  timeoutSec: number
}

/** A server runs the light jobs, a worker the others. */
export type Claimer = 'server' | 'worker'

/**
 * Claims the runs that are due, by inserting (jobId, plannedTime) once for all processes, and closes runs whose
 * process died. Runs that would find nothing to do are noted as done by whoever sees them first. A job without a next time
 * (new, resumed or with a changed cron) gets one. Platform §13.1, decision 0099.
 */
export async function claimRuns(
  db: Db,
  now: Date = new Date(),
  by: Claimer = 'worker',
): Promise<ClaimedRun[]> {
  const idle = await idleJobs(db, now)
  const own = allJobs(db).filter((job) => (job.light === true) === (by === 'server') || idle.has(job.name))
  return asSystem(db, async (tx) => {
    await closeDeadRuns(tx)
    const due =
      await sql<Planned>`select "id", "name", "title", "cron", "params", "misfirePolicy", "concurrent",
      "timeoutSec", "nextTime" from "scheduleJob"
      where "status" = 0 and ("nextTime" is null and "name" = any(${sql.val(allJobs(tx).map((job) => job.name))}::text[])
        or "nextTime" <= ${now} and "name" = any(${sql.val(own.map((job) => job.name))}::text[]))
      for update skip locked`.execute(tx)
    const claimed: ClaimedRun[] = []
    for (const planned of due.rows) {
      for (const time of timesToRun(planned, now)) {
        const run = await claimRun(tx, planned, time, idle.has(planned.name))
        if (run !== null) claimed.push(run)
      }
      const isPassed = planned.nextTime !== null && idle.has(planned.name)
      await sql`update "scheduleJob" set "nextTime" = ${nextTimes(planned.cron, now)[0] ?? null}
        ${isPassed ? sql`, "lastTime" = ${now}, "lastStatus" = 1` : sql``} where "id" = ${planned.id}`.execute(
        tx,
      )
    }
    return claimed
  })
}

/** Those of the jobs that are due now which would find nothing to do. */
async function idleJobs(db: Db, now: Date): Promise<ReadonlySet<string>> {
  const asked = allJobs(db).flatMap(({ name, due }) => (due === undefined ? [] : [{ name, due }]))
  if (asked.length === 0) return new Set()
  const rows = await db
    .selectFrom('scheduleJob')
    .select(['name', 'params'])
    .where('status', '=', 0)
    .where('nextTime', '<=', now)
    .where(
      'name',
      'in',
      asked.map(({ name }) => name),
    )
    .execute()
  const idle = new Set<string>()
  for (const { name, due } of asked) {
    const planned = rows.filter((row) => row.name === name)
    const isPlain = planned.every(({ params }) => Object.keys(params ?? {}).length === 0)
    if (planned.length === 0 || !isPlain) continue
    // One that cannot be asked is run, and its run tells why.
    if (!(await due(db).catch(() => true))) idle.add(name)
  }
  return idle
}

/** Which of the planned times up to now are run: misfire policy 1 all, 2 the last one, 3 the last one when not late. */
function timesToRun(planned: Planned, now: Date): Date[] {
  if (planned.nextTime === null) return []
  const times = [planned.nextTime]
  for (;;) {
    const next = nextTimes(planned.cron, times.at(-1) ?? now)[0]
    if (next === undefined || next > now || times.length >= MOST_MISSED) break
    times.push(next)
  }
  if (planned.misfirePolicy === 1) return times
  const last = times.at(-1) ?? now
  return planned.misfirePolicy === 2 || now.getTime() - last.getTime() <= LATE_MS ? [last] : []
}

/** Claims a run now that no schedule has planned: 执行一次. Null when the job is not declared in this program. */
export function claimNow(db: Db, jobId: number): Promise<ClaimedRun | null> {
  return asSystem(db, async (tx) => {
    const rows =
      await sql<Planned>`select "id", "name", "title", "cron", "params", "misfirePolicy", "concurrent",
      "timeoutSec", "nextTime" from "scheduleJob" where "id" = ${jobId} for update`.execute(tx)
    const [planned] = rows.rows
    return planned === undefined ? null : claimRun(tx, planned, new Date())
  })
}

async function claimRun(tx: Tx, planned: Planned, time: Date, isIdle = false): Promise<ClaimedRun | null> {
  const job = jobOf(tx, planned.name)
  if (job === undefined) return null
  const busy =
    planned.concurrent === 0 &&
    (await tx
      .selectFrom('scheduleJobLog')
      .select('id')
      .where('jobId', '=', planned.id)
      .where('status', '=', 0)
      .executeTakeFirst()) !== undefined
  const isOver = busy || isIdle
  const row = await tx
    .insertInto('scheduleJobLog')
    .values({
      jobId: planned.id,
      jobName: planned.title,
      target: planned.name,
      plannedTime: time,
      params: jsonb(planned.params),
      ...(busy ? { status: 3, message: '上一次运行尚未结束' } : isIdle ? { status: 1 } : {}),
      endTime: isOver ? new Date() : null,
      leaseUntil: isOver ? null : new Date(Date.now() + LEASE_S * 1000),
    })
    .onConflict((conflict) => conflict.columns(['jobId', 'plannedTime']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row !== undefined && isIdle && !busy) count('job_runs_total', { job: job.name, status: 1 })
  if (row === undefined || isOver) return null
  return { logId: row.id, jobId: planned.id, job, params: planned.params, timeoutSec: planned.timeoutSec }
}

async function closeDeadRuns(tx: Tx): Promise<void> {
  const closed = await sql<{ id: number }>`with closed as (
      update "scheduleJobLog" set "status" = 2, "endTime" = now(), "message" = '进程中断', "leaseUntil" = null
      where "status" = 0 and "leaseUntil" < now() returning "jobId")
    update "scheduleJob" set "lastStatus" = 2 where "id" in (select "jobId" from closed) returning "id"`.execute(
    tx,
  )
  for (const { id } of closed.rows) await watchers.of(tx)?.(tx, id)
}

/** Runs a claimed run and writes how it ended. */
export async function runClaimed(db: Db, run: ClaimedRun, stop: AbortSignal): Promise<void> {
  const start = new Date()
  const renew = () =>
    sql`update "scheduleJobLog" set "leaseUntil" = now() + make_interval(secs => ${LEASE_S})
      where "id" = ${run.logId} and "status" = 0`.execute(db)
  const result = await runJob(db, run.job, run.params, stop, renew, run.timeoutSec)
  count('job_runs_total', { job: run.job.name, status: result.status })
  await asSystem(db, async (tx) => {
    await sql`with ended as (
      update "scheduleJobLog" set "status" = ${result.status}, "endTime" = now(), "handled" = ${result.handled},
        "message" = ${result.message}, "leaseUntil" = null
      where "id" = ${run.logId} and "status" = 0)
    update "scheduleJob" set "lastTime" = ${start}, "lastStatus" = ${result.status}
    where "id" = ${run.jobId}`.execute(tx)
    if (result.status !== 1 && !stop.aborted) await watchers.of(tx)?.(tx, run.jobId)
  })
}
