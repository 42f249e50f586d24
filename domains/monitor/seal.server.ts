import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { LOCKS } from '#kit/server/locks.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import type { OutOf } from '#kit/shared/call.ts'
import { SERVER_ZONE, startOfDay, today } from '#kit/shared/time.ts'
import type { logCalls } from './log.calls.ts'

const BATCH = 5000

type Outcome = OutOf<typeof logCalls.verify>

interface Seal {
  day: string
  rows: number
  digest: string
  hash: string
  /** the retention has removed the rows */
  gone: boolean
}

/** The rows of a day as they stand, in a text that only depends on them, hashed one after the other. */
async function digestOf(db: Db, day: string): Promise<{ rows: number; digest: string }> {
  const hash = createHash('sha256')
  let rows = 0
  let last = 0
  for (;;) {
    const found = await sql<{ id: number; line: string }>`
      select "id", jsonb_build_array("id", extract(epoch from "time"), "title", "businessType", "adminId", "adminName",
        "deptId", "bizType", "bizId", "bizTitle", "ip", "requestId", "method", "path", "params", "changes", "status",
        "ms")::text as "line"
      from "operLog" where "time" >= ${day}::date::timestamp at time zone ${SERVER_ZONE}
        and "time" < (${day}::date + 1)::timestamp at time zone ${SERVER_ZONE} and "id" > ${last}
      order by "id" limit ${BATCH}`.execute(db)
    for (const { line } of found.rows) hash.update(`${line}\n`)
    rows += found.rows.length
    last = found.rows.at(-1)?.id ?? last
    if (found.rows.length < BATCH) return { rows, digest: hash.digest('hex') }
  }
}

const hashOf = (previous: string, { day, rows, digest }: Pick<Seal, 'day' | 'rows' | 'digest'>): string =>
  createHash('sha256').update(`${previous}\n${day}\n${rows}\n${digest}`).digest('hex')

async function readSeals(db: Db): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    select "day"::text as "day", "rows", "digest", "hash", "goneTime" is not null as "gone"
    from "operLogSeal" order by "day"`.execute(db)
  return rows
}

/** The day after the last sealed one, or that of the first row; null when nothing is to be sealed. */
async function nextDay(db: Db, last: string | undefined): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select case when ${last ?? null}::date is null
      then (select min("time") at time zone ${SERVER_ZONE} from "operLog")::date
      else ${last ?? null}::date + 1 end::text as "day"`.execute(db)
  const day = rows[0]?.day ?? null
  return day !== null && day < today() ? day : null
}

/** Whether a transaction that began before the day ended is still open: its rows would come after the seal. */
async function isStillWritten(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity where "datname" = current_database()
    and "pid" <> pg_backend_pid() and "xact_start" < ${startOfDay(new Date())} limit 1`.execute(db)
  return rows.length > 0
}

/** Seals every past day that is not sealed yet, each with the hash of the one before. Platform §13.3. */
export async function sealDays(db: Db, signal: AbortSignal): Promise<number> {
  let sealed = 0
  while (!signal.aborted) {
    const isDone = await asSystem(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(${LOCKS.logSeal})`.execute(tx)
      const previous = (await readSeals(tx)).at(-1)
      const day = await nextDay(tx, previous?.day)
      if (day === null || (await isStillWritten(tx))) return true
      const facts = { day, ...(await digestOf(tx, day)) }
      const hash = hashOf(previous?.hash ?? '', facts)
      await tx
        .insertInto('operLogSeal')
        .values({ ...facts, hash, goneTime: null })
        .execute()
      return false
    })
    if (isDone) break
    sealed += 1
  }
  return sealed
}

/** Reads the whole chain again: the first day whose rows or seal are not as they were sealed. Platform §13.3. */
export async function verifySeals(db: Db): Promise<Outcome> {
  const seals = await readSeals(db)
  const outcome = (bad: string | null, reason: string): Outcome => ({
    days: seals.length,
    from: seals[0]?.day ?? '',
    to: seals.at(-1)?.day ?? '',
    bad,
    reason,
  })
  let previous = ''
  let expected = seals[0]?.day
  for (const seal of seals) {
    if (seal.day !== expected) return outcome(expected ?? null, '缺少当天的封存记录')
    if (seal.hash !== hashOf(previous, seal)) return outcome(seal.day, '封存记录被改动')
    const { rows, digest } = seal.gone ? seal : await digestOf(db, seal.day)
    if (rows !== seal.rows) return outcome(seal.day, `应有${seal.rows}条，现有${rows}条`)
    if (digest !== seal.digest) return outcome(seal.day, '日志内容被改动')
    previous = seal.hash
    expected = dayAfter(seal.day)
  }
  return outcome(null, '')
}

const DAY_MS = 86_400_000
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

export const sealJob: JobDefinition = {
  name: 'log.seal',
  title: '封存操作日志',
  cron: '0 5 0 * * *',
  timeoutSec: 3600,
  run: (db, _params, signal) => sealDays(db, signal),
}
