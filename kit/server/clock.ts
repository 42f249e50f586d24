import { sql } from 'kysely'
import type { Db } from './database.ts'
import { allJobs, JOBS_TOPIC, jobIsDue } from './jobs.ts'
import { LIVE_MISSED, subscribe } from './live.ts'
import { deliveryIsDue, OUTBOX_TOPIC } from './outbox.ts'
import { pause } from './retry.ts'
import { claimRuns, runClaimed, seedSchedule } from './schedule.ts'
import { TASKS_TOPIC } from './tasks/start.ts'
import { asSystem } from './transaction.ts'

const TICK_MS = 1000
/** A timer may be a little early. */
const LOOK_MS = TICK_MS - 50
const TOPICS: ReadonlySet<string> = new Set([TASKS_TOPIC, JOBS_TOPIC, OUTBOX_TOPIC, LIVE_MISSED])

/** The worker processes of a server, as far as its clock knows them. */
export interface Wakeable {
  /** whether all of them are there */
  isAwake(): boolean
  wake(): void
}

export interface Clock {
  /** ends what runs here and resolves when nothing does any more */
  stop(): Promise<void>
}

/**
 * What a server does once a second, or when it hears of work: it runs the light jobs whose time has come, passes over runs
 * that would find nothing to do, and wakes the workers when anything else is due. Decision 0099.
 */
export function runClock(db: Db, workers: Wakeable): Clock {
  const stopping = new AbortController()
  const { signal } = stopping
  const runs = new Set<Promise<void>>()
  let hear = (): void => undefined
  const unsubscribe = subscribe(db, ({ topic }) => {
    if (TOPICS.has(topic)) hear()
  })

  let looked = Number.NEGATIVE_INFINITY
  let time = new Date()
  const tick = async (): Promise<void> => {
    // What is heard says nothing of the schedule, which is looked at by the second.
    const isTime = performance.now() - looked >= LOOK_MS
    if (isTime) {
      looked = performance.now()
      time = new Date()
    }
    if (isTime && (await isPlanned(db, time)))
      for (const run of await claimRuns(db, time, 'server')) {
        const work = runClaimed(db, run, signal)
          .catch(() => undefined)
          .finally(() => runs.delete(work))
        runs.add(work)
      }
    if (!workers.isAwake() && (await hasWork(db, time))) workers.wake()
  }

  const ticking = (async () => {
    let isSeeded = false
    while (!signal.aborted) {
      try {
        if (!isSeeded) await asSystem(db, seedSchedule)
        isSeeded = true
        await tick()
      } catch {
        // The database may be away for a while; the next round is all that can be done about it.
      }
      const heard = new AbortController()
      hear = () => heard.abort()
      await pause(TICK_MS, AbortSignal.any([signal, heard.signal]))
    }
    unsubscribe()
  })()

  return {
    async stop() {
      stopping.abort()
      await ticking
      await Promise.all(runs)
    },
  }
}

const namesOf = (db: Db, heavy: boolean) =>
  sql.val(allJobs(db).flatMap(({ name, light }) => (heavy && light === true ? [] : [name])))

/** Whether the schedule has anything to say now: a run that is due, one without a time, one whose process died. */
async function isPlanned(db: Db, time: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select 1 from "scheduleJob" where "status" = 0
      and ("nextTime" is null or "nextTime" <= ${time}) and "name" = any(${namesOf(db, false)}::text[]))
    or exists (select 1 from "scheduleJobLog" where "status" = 0 and "leaseUntil" < now()) as "is"`.execute(
    db,
  )
  return rows[0]?.is === true
}

/**
 * Whether anything waits for a worker: a file task, a job, an event, a planned run that is not light. Of planned runs only those
 * that were due when the schedule was looked at: whether a later one would find anything to do was not asked yet.
 */
async function hasWork(db: Db, looked: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select 1 from "fileTask" where "status" = 0)
    or exists (select 1 from "job" where ${jobIsDue(db)})
    or exists (select 1 from "outboxDelivery" d where ${deliveryIsDue(db)})
    or exists (select 1 from "scheduleJob" where "status" = 0 and "nextTime" <= ${looked}
      and "name" = any(${namesOf(db, true)}::text[])) as "is"`.execute(db)
  return rows[0]?.is === true
}
