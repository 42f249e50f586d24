import { sql } from 'kysely'
import { baseForm, settingsOf } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { randomToken } from '#kit/server/envelope.ts'
import { contextOf } from '#kit/server/points.ts'
import { decryptSecret, encryptSecret } from '#kit/server/secrets.ts'
import type { CallRequest } from '#kit/server/serve.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError, refuse } from '#kit/shared/errors.ts'
import { countFailure, readGuards, refuseLocked } from './guard.server.ts'
import { securityForm } from './security.form.ts'
import { tokenHash } from './session.server.ts'
import { newRecoveryCodes, newSecret, recoveryHash, stepOfCode, totpUri } from './totp.ts'

/** The second factor of a person, 动态口令. Platform §2.2 step 7, §6.5. */
interface Person {
  id: number
  account: string
  roles: readonly number[]
}

/** What an authenticator application reads. */
export interface FactorSetup {
  secret: string
  uri: string
}

/** How it stands with a person's dynamic password; `isDemanded`: a role of theirs asks for one. */
export async function factorOf(
  db: Db,
  person: Person,
): Promise<{ isOn: boolean; isDemanded: boolean; confirmTime: Date | null; recoveryLeft: number }> {
  const { totp_roles } = await settingsOf(db, securityForm)
  const row = await db
    .selectFrom('adminTotp')
    .select(['confirmTime', 'recovery'])
    .where('adminId', '=', person.id)
    .executeTakeFirst()
  return {
    isOn: (row?.confirmTime ?? null) !== null,
    isDemanded: person.roles.some((role) => totp_roles.includes(role)),
    confirmTime: row?.confirmTime ?? null,
    recoveryLeft: row?.recovery.length ?? 0,
  }
}

/** Offers a new secret; one offered before is no longer good. It asks for nothing until a code of it was given. */
export async function offerFactor(tx: Tx, person: Person): Promise<FactorSetup> {
  const secret = newSecret()
  const sealed = encryptSecret(contextOf(tx).secretKey, secret)
  const kept = await tx
    .insertInto('adminTotp')
    .values({ adminId: person.id, secret: sealed })
    .onConflict((conflict) =>
      conflict
        .column('adminId')
        .doUpdateSet({ secret: sealed, lastStep: 0 })
        .where('adminTotp.confirmTime', 'is', null),
    )
    .returning('adminId')
    .executeTakeFirst()
  if (kept === undefined) throw refuse('动态口令已启用，请先停用')
  const { site_name } = await settingsOf(tx, baseForm)
  return { secret, uri: totpUri(site_name, person.account, secret) }
}

/**
 * Takes a code of the application or a recovery code, each once; a first code puts the offered secret in force.
 * Answers the recovery codes made then ([] otherwise), or null when the code is none.
 */
export async function takeFactor(tx: Tx, adminId: number, code: string): Promise<string[] | null> {
  const row = await tx
    .selectFrom('adminTotp')
    .selectAll()
    .where('adminId', '=', adminId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const set = (values: { lastStep?: number; recovery?: string[]; confirmTime?: Date }) =>
    tx.updateTable('adminTotp').set(values).where('adminId', '=', adminId).execute()
  const secret = decryptSecret(contextOf(tx).secretKey, row.secret)
  const step = stepOfCode(secret, code.trim(), row.lastStep, Date.now())
  if (step !== null) {
    await set({ lastStep: step })
    if (row.confirmTime !== null) return []
    await set({ confirmTime: new Date() })
    return renewRecovery(tx, adminId)
  }
  const hash = recoveryHash(code)
  if (row.confirmTime === null || !row.recovery.includes(hash)) return null
  await set({ recovery: row.recovery.filter((one) => one !== hash) })
  return []
}

/** Makes ten recovery codes; those made before are no longer good. */
export async function renewRecovery(tx: Tx, adminId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await tx
    .updateTable('adminTotp')
    .set({ recovery: codes.map(recoveryHash) })
    .where('adminId', '=', adminId)
    .execute()
  return codes
}

/** Takes the dynamic password off a person; whether there was one. */
export async function dropFactor(tx: Tx, adminId: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('adminTotp')
    .where('adminId', '=', adminId)
    .returning('confirmTime')
    .executeTakeFirst()
  return (gone?.confirmTime ?? null) !== null
}

/**
 * Does a work behind a code in one transaction under the person's lock, so that parallel guesses are counted one by
 * one; a wrong code counts as a failed login and is kept although the call is refused.
 */
export async function behindFactor<T>(
  db: Db,
  who: Who,
  person: { id: number; account: string },
  code: string,
  request: Pick<CallRequest, 'ip'>,
  work: (tx: Tx, recoveryCodes: string[]) => Promise<T>,
): Promise<T> {
  const done = await inTransaction(db, who, async (tx) => {
    await sql`select 1 from "admin" where "id" = ${person.id} for update`.execute(tx)
    refuseLocked((await readGuards(tx, person.account, request.ip)).account)
    const codes = await takeFactor(tx, person.id, code)
    if (codes !== null) return { value: await work(tx, codes) }
    const rules = await settingsOf(tx, securityForm)
    return countFailure(tx, person.account, request.ip, rules, '动态口令错误', 'inside')
  })
  if (done instanceof AppError) throw done
  return done.value
}

// ---- tickets: a right password that waits for its code

const TICKET_MINUTES = 5

export interface Ticket {
  adminId: number
  channel: 'web' | 'wechat'
  /** a social account to bind; '' for none */
  openid: string
  hint: string
}

export async function openTicket(tx: Tx, ticket: Ticket): Promise<string> {
  const key = randomToken()
  await tx
    .insertInto('loginTicket')
    .values({
      ...ticket,
      ticketHash: tokenHash(key),
      expireTime: sql<Date>`now() + make_interval(mins => ${TICKET_MINUTES})`,
    })
    .execute()
  return key
}

const OVER = '登录已超时，请重新登录'

/** The ticket of a key; 422 when it is over or used. */
export async function readTicket(db: Db, key: string): Promise<Ticket> {
  const row = await db
    .selectFrom('loginTicket')
    .select(['adminId', 'channel', 'openid', 'hint'])
    .where('ticketHash', '=', tokenHash(key))
    .where('expireTime', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (row === undefined) throw refuse(OVER)
  return row
}

/** Uses a ticket up; 422 when another login was quicker. */
export async function spendTicket(tx: Tx, key: string): Promise<void> {
  const gone = await tx.deleteFrom('loginTicket').where('ticketHash', '=', tokenHash(key)).executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw refuse(OVER)
}
