import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import { errorText } from '#kit/server/retry.ts'
import { asSystem, commitLater, notice, touch } from '#kit/server/transaction.ts'
import { conflict } from '#kit/shared/errors.ts'
import { endOfRange } from '../rule/audience.server.ts'
import type { Rule } from '../rule/rule.rules.ts'
import { computeTag, Lost } from './compute.server.ts'
import { readNet } from './net.server.ts'
import { dependsOn, FIRST_RANGE, lastDue, sizeAfter, type TagNet } from './tag.rules.ts'
import { AUTOMATIC, FAILED, ONCE, QUEUED, RUNNING, SUCCEEDED } from './userTag.entity.ts'

export const COMPUTE_JOB = 'members.tag.compute'
/** So many users are looked at in one statement at most. */
export const RANGE = 5000
/** A run of which nothing was heard for so long is gone on with by another. */
export const SILENT_S = 120

/** Topic of the notice that a tag was computed. */
export const RUN_TOPIC = 'members:tagRun'

/** The first line of an error as it is kept. */
const MOST_ERROR = 500

/**
 * Queues a run of a tag, unless one is under way; answers its id, or null then. `dependsOn` are the tags that must be
 * computed before it, so far as they are queued as well.
 */
export async function queueRun(
  tx: Tx,
  net: TagNet,
  tagId: number,
  kind: 1 | 2,
  by: number | null,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into "tagRun" ("tagId", "runNo", "kind", "createBy", "dependsOn")
    select ${tagId}::int, coalesce(max("runNo"), 0) + 1, ${kind}::int, ${by}::int, ${sql.val(dependsOn(net, tagId))}::int[]
    from "tagRun" where "tagId" = ${tagId}
    on conflict do nothing returning "id"`.execute(tx)
  const [run] = rows
  if (run === undefined) return null
  await sql`update "userTag" set "runStatus" = ${QUEUED} where "id" = ${tagId}`.execute(tx)
  touch(tx, 'userTag')
  return run.id
}

/** 立即计算. 409 该标签正在计算中. Members §4.5, §14. */
export async function runNow(tx: Tx, tagId: number, by: number | null): Promise<number> {
  const id = await queueRun(tx, await readNet(tx), tagId, 2, by)
  if (id === null) throw conflict('该标签正在计算中')
  await enqueueJob(tx, COMPUTE_JOB, {}, { uniqueKey: COMPUTE_JOB })
  return id
}

interface Plan {
  id: number
  runMode: number
  runDay: number
  runHour: number
  createTime: Date
  lastPlanned: Date | null
}

/** The tags whose time has come since they were computed last by plan, those first that win where two exclude each other. */
export async function dueTags(db: Db, now = new Date()): Promise<number[]> {
  const { rows } = await sql<Plan>`
    select t."id", t."runMode", t."runDay", t."runHour", t."createTime",
      (select max(r."createTime") from "tagRun" r where r."tagId" = t."id" and r."kind" = 1) as "lastPlanned"
    from "userTag" t where t."isDel" = 0 and t."status" = 1 and t."tagType" = ${AUTOMATIC}
      and t."runMode" <> ${ONCE} and t."mergeToId" is null and t."conditions" is not null
      and t."runStatus" not in (${QUEUED}, ${RUNNING})
    order by t."sort", t."id"`.execute(db)
  return rows.flatMap((one) => {
    const time = lastDue(one, now)
    return time !== null && time > (one.lastPlanned ?? one.createTime) ? [one.id] : []
  })
}

/** Queues them; answers how many. */
export async function planRuns(tx: Tx, now = new Date()): Promise<number> {
  const due = await dueTags(tx, now)
  if (due.length === 0) return 0
  const net = await readNet(tx)
  let queued = 0
  for (const id of due) if ((await queueRun(tx, net, id, 1, null)) !== null) queued += 1
  return queued
}

const CLAIMABLE = sql`(r."status" = ${QUEUED}
    or r."status" = ${RUNNING} and r."heartbeat" < now() - make_interval(secs => ${SILENT_S}))
  and not exists (select 1 from "tagRun" d where d."tagId" = any(r."dependsOn") and d."status" in (1, 2))`

/** Whether a run waits that could be begun or gone on with. */
export async function hasRuns(db: Db): Promise<boolean> {
  const { rows } =
    await sql`select 1 from "tagRun" r where r."status" in (1, 2) and ${CLAIMABLE} limit 1`.execute(db)
  return rows.length > 0
}

interface Claimed {
  id: number
  tagId: number
  lastUid: number
  asOf: Date
  conditions: Rule | null
  removeMode: number
  validDays: number
  mayRun: boolean
}

/** Takes the first run whose tags before it are done. Its rule and its moment are those of its beginning. */
function claim(db: Db, holder: string): Promise<Claimed | undefined> {
  return asSystem(db, async (tx) => {
    const { rows } = await sql<Claimed>`
      update "tagRun" as u set "status" = ${RUNNING}, "holder" = ${holder}, "heartbeat" = now(),
        "startTime" = coalesce(u."startTime", now()), "asOf" = coalesce(u."asOf", now()),
        "conditions" = coalesce(u."conditions", t."conditions")
      from "userTag" t
      where t."id" = u."tagId" and u."id" = (select r."id" from "tagRun" r join "userTag" o on o."id" = r."tagId"
        where r."status" in (1, 2) and ${CLAIMABLE} order by o."sort", r."id" limit 1 for update of r skip locked)
      returning u."id", u."tagId", u."lastUid", u."asOf", u."conditions", t."removeMode", t."validDays",
        (t."isDel" = 0 and t."status" = 1 and t."tagType" = ${AUTOMATIC} and t."mergeToId" is null) as "mayRun"`.execute(
      tx,
    )
    const [run] = rows
    if (run !== undefined) await showRun(tx, run.tagId, RUNNING)
    return run
  })
}

async function showRun(tx: Tx, tagId: number, status: number): Promise<void> {
  await sql`update "userTag" set "runStatus" = ${status}${
    status === SUCCEEDED ? sql`, "lastRunTime" = now()` : sql``
  } where "id" = ${tagId}`.execute(tx)
  touch(tx, 'userTag')
  notice(tx, { topic: RUN_TOPIC, id: tagId })
}

/**
 * Computes the next range of a run in a transaction of its own; answers the uid it ended with, null behind the last. What it
 * needs to know is read before: while the process waits for its turn between two statements a transaction stays open. Where the
 * machine fails, its last ranges are computed again.
 */
async function nextRange(
  db: Db,
  run: Claimed,
  rule: Rule,
  after: number,
  size: number,
  holder: string,
): Promise<number | null> {
  const to = await endOfRange(db, after, size)
  if (to === null) return null
  const net = await readNet(db)
  const { tagId, removeMode, validDays, asOf } = run
  await asSystem(db, async (tx) => {
    await commitLater(tx)
    await computeTag(
      tx,
      net,
      { id: tagId, conditions: rule, removeMode, validDays },
      { asOf, within: { kind: 'range', after, to }, run: { id: run.id, holder, after, to } },
    )
  })
  return to
}

async function finish(db: Db, run: Claimed, holder: string, status: number, error = ''): Promise<void> {
  await asSystem(db, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      update "tagRun" set "status" = ${status}, "endTime" = now(), "error" = ${error.slice(0, MOST_ERROR)}
      where "id" = ${run.id} and "holder" = ${holder} and "status" = ${RUNNING}`.execute(tx)
    if (numAffectedRows > 0n) await showRun(tx, run.tagId, status)
  })
}

/** Gives a run back that this process cannot end: the next one goes on behind the last range. */
async function giveBack(db: Db, run: Claimed, holder: string): Promise<void> {
  await asSystem(db, async (tx) => {
    await sql`update "tagRun" set "status" = ${QUEUED}, "holder" = ''
      where "id" = ${run.id} and "holder" = ${holder} and "status" = ${RUNNING}`.execute(tx)
    await showRun(tx, run.tagId, QUEUED)
  })
}

async function work(db: Db, run: Claimed, holder: string, signal: AbortSignal): Promise<void> {
  if (!run.mayRun || run.conditions === null) {
    await finish(db, run, holder, FAILED, '标签已停用、删除或不再是自动标签')
    return
  }
  try {
    let size = FIRST_RANGE
    for (let last: number | null = run.lastUid; last !== null; ) {
      if (signal.aborted) {
        await giveBack(db, run, holder)
        return
      }
      const begin = performance.now()
      last = await nextRange(db, run, run.conditions, last, size, holder)
      size = sizeAfter(size, performance.now() - begin, RANGE)
    }
    await finish(db, run, holder, SUCCEEDED)
  } catch (error) {
    if (error instanceof Lost) return
    // What stops the process is no failure of the rule.
    if (signal.aborted) await giveBack(db, run, holder).catch(() => undefined)
    else await finish(db, run, holder, FAILED, errorText(error))
  }
}

/** Works off the runs that wait, one after the other, those a rule depends on first; answers how many. Members §4.5. */
export async function workRuns(db: Db, signal: AbortSignal): Promise<number> {
  let done = 0
  for (;;) {
    signal.throwIfAborted()
    const holder = randomUUID()
    const run = await claim(db, holder)
    if (run === undefined) return done
    await work(db, run, holder, signal)
    done += 1
  }
}
