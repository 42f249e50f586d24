import { sql } from 'kysely'
import { Activity } from './activity.ts'
import { Bell } from './bell.ts'
import type { Db } from './database.ts'
import { JOBS_TOPIC, runOneJob } from './jobs.ts'
import { subscribe } from './live.ts'
import { deliverOne, OUTBOX_TOPIC } from './outbox.ts'
import { preparing } from './prepared.ts'
import type { JobDefinition, RoomContext } from './room.ts'
import { type ClaimedRun, claimNow, claimRuns, runClaimed } from './schedule.ts'
import { openStorage } from './storage.ts'
import { runFileTasks } from './tasks/run.ts'

const TICK_MS = 1000
const RUNNERS = 2
const DELIVERERS = 2

/** Name of the job behind 执行一次; its parameter is the jobId of the schedule. Platform §13.1. */
export const RUN_NOW = 'kit.runNow'

const runNow: JobDefinition = {
  name: RUN_NOW,
  title: '执行一次',
  // The run has its own limit; this one only must not be shorter.
  timeoutSec: 24 * 3600,
  async run(db, params, signal) {
    const run = await claimNow(db, Number(params.jobId))
    if (run !== null) await runClaimed(db, run, signal)
    return run === null ? 0 : 1
  },
}
const sweeping: JobDefinition = { name: 'kit.sweep', title: '清理队列', cron: '0 20 4 * * *', run: sweep }

/** The jobs of the kit itself. */
export const kitJobs: readonly JobDefinition[] = [runNow, sweeping]

export interface Worker {
  /** finishes the batches under way, gives the rest back, and resolves when nothing runs any more */
  stop(): Promise<void>
  /** milliseconds since there was anything to do; 0 while there is */
  restMs(): number
}

/**
 * Runs what does not belong into a request: file tasks, jobs, schedules and the outbox. Several processes may do so
 * on one database. The caller closes the database after stop(). Architecture §4, platform §14.5.
 */
export function runWorker(context: RoomContext): Worker {
  const { db } = context
  const stopping = new AbortController()
  const { signal } = stopping
  const runs = new Set<Promise<void>>()
  const activity = new Activity()
  const start = (run: ClaimedRun): void => {
    const work = activity
      .during(runClaimed(db, run, signal))
      .catch(() => undefined)
      .finally(() => runs.delete(work))
    runs.add(work)
  }
  const schedule = async (): Promise<boolean> => {
    for (const run of await claimRuns(db)) start(run)
    return false
  }
  const busy =
    (piece: Piece): Piece =>
    (taken) =>
      activity.during(piece(taken), (more) => more)
  const one = busy((taken) => runOneJob(db, signal, taken))
  const next = busy((taken) => preparing(() => deliverOne(db, taken)))
  const loops = [
    runFileTasks({ db, files: openStorage(context.settings), signal, activity }),
    loop(signal, schedule, new Bell(TICK_MS)),
    ...together(db, signal, RUNNERS, one, JOBS_TOPIC),
    ...together(db, signal, DELIVERERS, next, OUTBOX_TOPIC),
  ]
  return {
    restMs: () => activity.restMs(),
    async stop() {
      stopping.abort()
      await Promise.all(loops)
      await Promise.all(runs)
    },
  }
}

/** Does one thing of a queue, and says when it has taken it; answers whether there may be more. */
type Piece = (taken: () => void) => Promise<boolean>

/**
 * So many work off one queue. A notice wakes one of them, and whoever has taken something another: not all ask the database for
 * a thing that comes alone.
 */
function together(db: Db, signal: AbortSignal, size: number, piece: Piece, topic: string): Promise<void>[] {
  const bell = new Bell(TICK_MS)
  const unsubscribe = subscribe(db, (notice) => {
    if (notice.topic === topic) bell.ring()
  })
  const loops = Array.from({ length: size }, () => loop(signal, piece, bell))
  void Promise.all(loops).then(unsubscribe)
  return loops
}

/** Does one piece after the other, without a pause while there are more, else when woken or after a second. */
async function loop(signal: AbortSignal, piece: Piece, bell: Bell): Promise<void> {
  while (!signal.aborted) {
    // The database may be away for a while; the pause and the next round are all that can be done about it.
    const more = await piece(() => bell.ring()).catch(() => false)
    if (!more) await bell.wait(signal)
  }
}

const KEPT = sql`now() - interval '7 days'`

/** Removes what the queues no longer need: delivered events, ended jobs, old idempotency keys. */
async function sweep(db: Db): Promise<number> {
  const statements = [
    sql`delete from "outbox" o where o."createTime" < ${KEPT} and not exists
      (select 1 from "outboxDelivery" d where d."eventId" = o."id" and d."status" = 0)`,
    sql`delete from "job" where "status" in (2, 3) and "createTime" < ${KEPT}`,
    sql`delete from "idempotency" where "createTime" < now() - interval '24 hours'`,
  ]
  let removed = 0
  for (const statement of statements) removed += Number((await statement.execute(db)).numAffectedRows ?? 0n)
  return removed
}
