import { hash as hashOf } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { settingsOf } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { randomToken } from '#kit/server/envelope.ts'
import { SESSION_ENDED } from '#kit/server/liveSocket.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import { actorOf, afterCommit, asSystem, notice } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { noSession, refuse } from '#kit/shared/errors.ts'
import type { EndReason } from '../access.tables.ts'
import type { Client } from './client.server.ts'
import { forgetSession, QUIET_MS, type Session, sessionAt } from './keptSession.server.ts'
import { isPasswordExpired } from './password.rules.ts'
import { personAt } from './person.server.ts'
import { securityForm } from './security.form.ts'

const EVENT = 'admin.sessionEnded'
export const sessionEvent = declareEvent(EVENT, ['adminId', 'sessionIds', 'reason'])

/** The server keeps only this of a token. Platform D1. */
export const tokenHash = (token: string): string => hashOf('sha256', token, 'hex')

const FIND = `select s."id", s."adminId", s."endTime", s."endReason", v."version",
  (extract(epoch from s."expireTime" - now()) * 1000)::float8 as "leftMs",
  (extract(epoch from now() - s."lastTime") * 1000)::float8 as "idleMs"
  from "adminSession" s cross join "permVersion" v where s."tokenHash" = $1`

/** The person of a token, without a query while nothing about them has changed; 401 with the reason otherwise. Platform §2.3. */
export async function findSession(db: Db, token: string): Promise<Who> {
  const hash = tokenHash(token)
  const session = await sessionAt(db, hash, async () => {
    const answer = await db.executeQuery<Session>(CompiledQuery.raw(FIND, [hash]))
    return answer.rows[0]
  })
  if (session === undefined) throw noSession()
  if (session.endTime !== null) throw noSession(session.endReason)
  if (session.leftMs <= 0) throw await ended(db, session, 'expired')
  const person = await personAt(db, session.adminId, session.version)
  const now = Date.now()
  if (
    !person?.isEnabled ||
    (person.validTo !== null && person.validTo.getTime() <= now) ||
    (person.validFrom !== null && person.validFrom.getTime() > now)
  )
    throw await ended(db, session, 'disabled')
  const security = await settingsOf(db, securityForm)
  if (session.idleMs > QUIET_MS) await prolong(db, session.id, security)
  return {
    ...person.who,
    sessionId: session.id,
    pwdExpired: isPasswordExpired(person, security.pwd_expire_days, now),
    permVersion: session.version,
  }
}

async function ended(db: Db, session: Session, reason: EndReason): Promise<Error> {
  await asSystem(db, (tx) => endSessions(tx, { ids: [session.id] }, reason))
  return noSession(reason)
}

async function prolong(
  db: Db,
  id: number,
  rules: { session_idle_minutes: number; session_max_hours: number },
): Promise<void> {
  await sql`update "adminSession" set "lastTime" = now(),
    "expireTime" = least(now() + make_interval(mins => ${rules.session_idle_minutes}),
      "loginTime" + make_interval(hours => ${rules.session_max_hours}))
    where "id" = ${id} and "endTime" is null and "lastTime" < now() - interval '1 minute'`.execute(db)
  forgetSession(db, id)
}

/**
 * Opens a session of a person whose row the caller has locked, and ends the longest idle ones beyond the cap.
 * Answers its id and the token, which is not kept anywhere. Platform §2.2.
 */
export async function openSession(
  tx: Tx,
  adminId: number,
  channel: 'web' | 'wechat',
  client: Client,
): Promise<{ sessionId: number; token: string }> {
  const rules = await settingsOf(tx, securityForm)
  const token = randomToken()
  // clock_timestamp: the transaction may have waited for the lock, and idleness is told by this time.
  const made = await sql<{ id: number }>`
    insert into "adminSession" ("adminId", "tokenHash", "ip", "location", "device", "browser", "os", "channel",
      "loginTime", "lastTime", "expireTime")
    values (${adminId}, ${tokenHash(token)}, ${client.ip}, ${client.location}, ${client.device},
      ${client.browser}, ${client.os}, ${channel}, clock_timestamp(), clock_timestamp(),
      clock_timestamp() + least(make_interval(mins => ${rules.session_idle_minutes}),
        make_interval(hours => ${rules.session_max_hours})))
    returning "id"`.execute(tx)
  if (rules.session_max_per_admin > 0) {
    const beyond = await tx
      .selectFrom('adminSession')
      .select('id')
      .where('adminId', '=', adminId)
      .where('endTime', 'is', null)
      .where('expireTime', '>', sql<Date>`now()`)
      .orderBy('lastTime', 'desc')
      .orderBy('id', 'desc')
      .offset(rules.session_max_per_admin)
      .execute()
    await endSessions(tx, { ids: beyond.map((row) => row.id) }, 'kicked')
  }
  return { sessionId: made.rows[0]?.id ?? 0, token }
}

/** Which sessions: some, or all of a person (but perhaps one). */
export type SessionTarget = { ids: readonly number[] } | { adminId: number; except?: number }

/**
 * Ends sessions that are still active and tells every process; answers their ids. 422 不能强退当前会话 when the
 * acting person's own session is named. Doors §4.
 */
export async function endSessions(tx: Tx, target: SessionTarget, reason: EndReason): Promise<number[]> {
  const own = actorOf(tx).sessionId
  if (reason === 'kicked' && 'ids' in target && own !== 0 && target.ids.includes(own))
    throw refuse('不能强退当前会话')
  if ('ids' in target && target.ids.length === 0) return []
  let query = tx
    .updateTable('adminSession')
    .set({ endTime: sql`now()`, endReason: reason })
    .where('endTime', 'is', null)
  if ('ids' in target) query = query.where('id', 'in', [...target.ids])
  else {
    query = query.where('adminId', '=', target.adminId)
    if (target.except !== undefined) query = query.where('id', '<>', target.except)
  }
  const rows = await query.returning(['id', 'adminId']).execute()
  for (const adminId of new Set(rows.map((row) => row.adminId))) {
    const sessionIds = rows.filter((row) => row.adminId === adminId).map((row) => row.id)
    await emit(tx, EVENT, adminId, { adminId, sessionIds, reason })
  }
  for (const { id } of rows) notice(tx, { topic: SESSION_ENDED, id })
  // The next call finds them ended here, even before this process hears of it like the others.
  afterCommit(tx, () => {
    for (const { id } of rows) forgetSession(tx, id)
  })
  return rows.map((row) => row.id)
}

/** Job session.sweep: ends what is over and removes old captchas, guards and sessions. Platform §15.3. */
export function sweepSessions(db: Db): Promise<number> {
  return asSystem(db, async (tx) => {
    const over = await tx
      .selectFrom('adminSession')
      .select('id')
      .where('endTime', 'is', null)
      .where('expireTime', '<=', sql<Date>`now()`)
      .execute()
    const lapsed = await tx
      .selectFrom('adminSession')
      .innerJoin('admin', 'admin.id', 'adminSession.adminId')
      .select('adminSession.id')
      .where('adminSession.endTime', 'is', null)
      .where('admin.validTo', '<=', sql<Date>`now()`)
      .execute()
    const ended = [
      ...(await endSessions(tx, { ids: over.map((row) => row.id) }, 'expired')),
      ...(await endSessions(tx, { ids: lapsed.map((row) => row.id) }, 'disabled')),
    ]
    await sql`delete from "adminSession" where "endTime" < now() - interval '90 days'`.execute(tx)
    await sql`delete from "captcha" where "expireTime" < now()`.execute(tx)
    await sql`delete from "loginTicket" where "expireTime" < now()`.execute(tx)
    await sql`delete from "loginGuard" where coalesce("lockUntil", now()) <= now()
      and "windowStart" < now() - interval '24 hours'`.execute(tx)
    return ended.length
  })
}
