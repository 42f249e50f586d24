import { sql } from 'kysely'
import { trust } from '#kit/shared/loose.ts'
import { sendWrite } from './connection.ts'
import { type Db, jsonb, type Tx } from './database.ts'
import { count, noteQueueWait } from './metrics.ts'
import { namedPoint, type Registration } from './points.ts'
import { preparing } from './prepared.ts'
import { errorText, RETRY_PAUSE } from './retry.ts'
import type { JobDefinition } from './room.ts'
import { notice } from './transaction.ts'

/** Topic of the notice that wakes the runners. */
export const JOBS_TOPIC = 'work:job'

const DEFAULT_TIMEOUT_S = 600
const LEASE_S = 60
const RENEW_MS = 10_000
const MOST_ATTEMPTS = 12

const jobs = namedPoint<JobDefinition>('Job')

/** Registers a job (RoomServer.jobs). Doors §3 declareJob. */
export const declareJob = (job: JobDefinition): Registration => jobs.as(job.name, job)

export const jobOf = (db: Db, name: string): JobDefinition | undefined => jobs.of(db, name)

/** The jobs of every room. */
export const allJobs = (db: Db): JobDefinition[] => [...jobs.all(db).values()]

/**
 * Asks for a job in the caller's transaction. Of several that wait with the same uniqueKey only one is kept; one
 * that runs already does not count, for it may have read before the caller wrote. Architecture §4.
 */
export async function enqueueJob(
  tx: Tx,
  name: string,
  params: Record<string, unknown>,
  options: { uniqueKey?: string; delayMs?: number } = {},
): Promise<void> {
  const row = tx
    .insertInto('job')
    .values({
      name,
      params: jsonb(params),
      uniqueKey: options.uniqueKey ?? null,
      nextTime: trust(sql`now() + make_interval(secs => ${(options.delayMs ?? 0) / 1000})`),
      leaseUntil: null,
      doneTime: null,
    })
    .onConflict((conflict) => conflict.column('uniqueKey').where('uniqueKey', 'is not', null).doNothing())
  await sendWrite(tx, row.compile())
  notice(tx, { topic: JOBS_TOPIC })
}

/** How a run of a job ended. */
export interface RunResult {
  /** as in scheduleJobLog: 1 成功, 2 失败, 4 超时 */
  status: 1 | 2 | 4
  handled: number
  message: string
}

/**
 * Runs a job until it ends, times out (timeoutSec, 600 unless given) or the process stops; never throws.
 * `renew` is called every 10 s, so that others see that this process lives.
 */
export async function runJob(
  db: Db,
  job: JobDefinition,
  params: Record<string, unknown>,
  stop: AbortSignal,
  renew: () => Promise<unknown>,
  timeoutSec = job.timeoutSec ?? DEFAULT_TIMEOUT_S,
): Promise<RunResult> {
  const timeout = AbortSignal.timeout(timeoutSec * 1000)
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS)
  try {
    const late = new Promise<never>((_resolve, reject) => {
      timeout.addEventListener('abort', () => reject(timeout.reason))
    })
    late.catch(() => undefined)
    const handled = await Promise.race([job.run(db, params, AbortSignal.any([stop, timeout])), late])
    return { status: 1, handled, message: '' }
  } catch (error) {
    if (timeout.aborted) return { status: 4, handled: 0, message: `运行超过${timeoutSec}秒` }
    return { status: 2, handled: 0, message: stop.aborted ? '进程停止' : errorText(error) }
  } finally {
    clearInterval(timer)
  }
}

interface Taken {
  id: number
  name: string
  params: Record<string, unknown>
  attempts: number
  /** seconds since it was due */
  age: number
}

/** Of a row of the queue: it waits and its time has come, or its process died. */
export const jobIsDue = (db: Db) => sql<boolean>`"name" = any(${sql.val([...jobs.all(db).keys()])}::text[])
  and ("status" = 0 and "nextTime" <= now() or "status" = 1 and "leaseUntil" < now())`

/** Takes one job row that is due, or whose process died, says so and runs it; answers false when there is none. */
export async function runOneJob(db: Db, stop: AbortSignal, taken = (): void => undefined): Promise<boolean> {
  const take = sql<Taken>`
    update "job" set "status" = 1, "attempts" = "attempts" + 1, "uniqueKey" = null,
      "leaseUntil" = now() + make_interval(secs => ${LEASE_S})
    where "id" = (select "id" from "job" where ${jobIsDue(db)}
      order by "nextTime", "id" limit 1 for update skip locked)
    returning "id", "name", "params", "attempts", extract(epoch from now() - "nextTime")::float8 as "age"`
  const [row] = (await preparing(() => take.execute(db))).rows
  const job = row === undefined ? undefined : jobOf(db, row.name)
  if (row === undefined || job === undefined) return false
  taken()
  noteQueueWait(row.age, { queue: 'job' })
  // The number of attempts tells whether the row is still ours: whoever takes it over raises it.
  const mine = sql`"id" = ${row.id} and "status" = 1 and "attempts" = ${row.attempts}`
  const result = await runJob(db, job, row.params, stop, () =>
    sql`update "job" set "leaseUntil" = now() + make_interval(secs => ${LEASE_S}) where ${mine}`.execute(db),
  )
  count('job_runs_total', { job: job.name, status: result.status })
  if (result.status === 1)
    await preparing(() =>
      sql`update "job" set "status" = 2, "doneTime" = now(), "error" = '' where ${mine}`.execute(db),
    )
  else if (stop.aborted)
    await sql`update "job" set "status" = 0, "nextTime" = now() where ${mine}`.execute(db)
  else
    await sql`update "job" set "error" = ${result.message}, "nextTime" = now() + ${RETRY_PAUSE},
      "status" = case when "attempts" >= ${MOST_ATTEMPTS} then 3 else 0 end where ${mine}`.execute(db)
  return true
}
