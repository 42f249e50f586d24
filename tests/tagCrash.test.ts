// A worker that computes a tag is killed in the middle, and another one goes on. Members §18-10.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownConditions } from '#domains/members/rule/conditions.server.ts'
import { readNet } from '#domains/members/tag/net.server.ts'
import { hasRuns, queueRun, workRuns } from '#domains/members/tag/runs.server.ts'
import { type Db, openDatabase, openPool } from '#kit/server/database.ts'
import { register } from '#kit/server/points.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { testDatabase } from './database.ts'

const WORKER = fileURLToPath(new URL('./tagWorker.ts', import.meta.url))
const USERS = 80_000
const MINUTE = 60_000

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: ReturnType<typeof openPool>
let db: Db
const started: ChildProcess[] = []

beforeAll(async () => {
  database = await testDatabase()
  pool = openPool(database.url, 4)
  db = openDatabase(pool)
  register(db, ownConditions)
  await sql`insert into "user" ("nickname", "experience")
    select '客户' || n, n % 100 from generate_series(1, ${USERS}) as n`.execute(db)
}, MINUTE)

afterAll(async () => {
  for (const one of started) one.kill('SIGKILL')
  await pool.end()
  await database.drop()
})

/** A tag of the users with at least so much growth, and a run of it that waits. */
async function queued(name: string): Promise<{ tagId: number; runId: number }> {
  const rule = { match: 'all', items: [{ field: 'experience', op: 'ge', value: 40 }] }
  const { rows } = await sql<{ id: number }>`
    insert into "userTag" ("name", "tagType", "conditions") values (${name}, 2, ${JSON.stringify(rule)}::jsonb)
    returning "id"`.execute(db)
  const tagId = rows[0]?.id ?? 0
  const runId = await asSystem(db, async (tx) => queueRun(tx, await readNet(tx), tagId, 2, null))
  if (runId === null) throw new Error('The run was not queued')
  return { tagId, runId }
}

const runOf = async (runId: number) =>
  (
    await sql<{ status: number; lastUid: number; matched: number; added: number; removed: number }>`
      select "status", "lastUid", "matched", "added", "removed" from "tagRun" where "id" = ${runId}`.execute(
      db,
    )
  ).rows[0]

const holders = async (tagId: number): Promise<number[]> =>
  (
    await sql<{
      uid: number
    }>`select "uid" from "userTagRel" where "tagId" = ${tagId} order by "uid"`.execute(db)
  ).rows.map((row) => row.uid)

const begin = (): ChildProcess => {
  const worker = spawn(process.execPath, [WORKER, database.url], { stdio: 'inherit' })
  started.push(worker)
  return worker
}

test(
  'U §18-10: a run killed in the middle goes on behind its last range, and finds what an undisturbed one does',
  async () => {
    const { tagId, runId } = await queued('被打断')
    const worker = begin()
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    await expect
      .poll(async () => (await runOf(runId))?.lastUid ?? 0, { timeout: MINUTE, interval: 5 })
      .toBeGreaterThan(0)
    worker.kill('SIGKILL')
    await ended
    const before = await runOf(runId)
    expect(before).toMatchObject({ status: 2 })
    const kept = await holders(tagId)
    // The range that was under way left nothing behind.
    expect(kept.every((uid) => uid <= (before?.lastUid ?? 0))).toBe(true)
    expect(before?.matched).toBe(kept.length)

    // Somebody may still be at it: nobody takes it over.
    expect(await hasRuns(db)).toBe(false)
    expect(await workRuns(db, new AbortController().signal)).toBe(0)
    await sql`update "tagRun" set "heartbeat" = now() - interval '121 seconds' where "id" = ${runId}`.execute(
      db,
    )
    expect(await hasRuns(db)).toBe(true)
    const other = begin()
    await new Promise((resolve) => other.once('exit', resolve))
    const after = await runOf(runId)
    expect(after).toMatchObject({ status: 3, lastUid: USERS, removed: 0 })

    const undisturbed = await queued('没打断')
    await workRuns(db, new AbortController().signal)
    const whole = await runOf(undisturbed.runId)
    expect(whole?.matched).toBe(USERS * 0.6)
    expect([after?.matched, after?.added]).toEqual([whole?.matched, whole?.added])
    expect(await holders(tagId)).toEqual(await holders(undisturbed.tagId))
    const { rows } = await sql<{ userNum: number; logged: number }>`
    select "userNum", (select count(*)::int from "userTagLog" l where l."tagId" = t."id") as "logged"
    from "userTag" t where "id" = ${tagId}`.execute(db)
    expect(rows[0]).toEqual({ userNum: USERS * 0.6, logged: USERS * 0.6 })
  },
  3 * MINUTE,
)

test(
  'U §4.5: a worker that is stopped gives its run back, and one that comes back late does nothing',
  async () => {
    const { tagId, runId } = await queued('停下')
    const worker = begin()
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    await expect
      .poll(async () => (await runOf(runId))?.lastUid ?? 0, { timeout: MINUTE, interval: 5 })
      .toBeGreaterThan(0)
    worker.kill('SIGTERM')
    await ended
    // It may have come to the end before it heard of the stop.
    const left = await runOf(runId)
    expect([1, 3]).toContain(left?.status)
    await workRuns(db, new AbortController().signal)
    expect(await runOf(runId)).toMatchObject({ status: 3, matched: USERS * 0.6 })
    expect((await holders(tagId)).length).toBe(USERS * 0.6)
  },
  2 * MINUTE,
)
