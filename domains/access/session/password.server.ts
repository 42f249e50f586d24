import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { settingsOf } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'
import { type PasswordPolicy, passwordFault } from './password.rules.ts'
import { securityForm } from './security.form.ts'

const COST = 2 ** 14
const BLOCK = 8
const KEY_BYTES = 32
const KEPT = 12

function derive(password: string, salt: Buffer, cost: number, block: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(
      password,
      salt,
      KEY_BYTES,
      { N: cost, r: block, p: 1, maxmem: 256 * cost * block },
      (error, key) => (error ? reject(error) : resolve(key)),
    )
  })
}

const written = (salt: Buffer, key: Buffer): string =>
  ['scrypt', COST, BLOCK, salt.toString('base64'), key.toString('base64')].join('$')

/** A password as it is stored: method, cost, salt and key, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return written(salt, await derive(password, salt, COST, BLOCK))
}

// Checked for accounts that do not exist, so that their answer takes as long. Nobody has its password.
const NOBODYS_HASH = written(randomBytes(16), randomBytes(KEY_BYTES))

/** Whether the password is the stored one; takes as long when there is none. */
export async function passwordFits(password: string, stored: string | undefined): Promise<boolean> {
  const [, cost = '', block = '', salt = '', key = ''] = (stored ?? NOBODYS_HASH).split('$')
  const expected = Buffer.from(key, 'base64')
  const found = await derive(password, Buffer.from(salt, 'base64'), Number(cost), Number(block))
  return found.length === expected.length && timingSafeEqual(found, expected)
}

/** So long a password that somebody else has set lets its owner in. Decisions 0046, 0074. */
export const TEMPORARY_HOURS = 24

/**
 * Stores a hash as the password in force. `first` (of the first administrator) and `temporary` have to be changed at the
 * next login; a temporary one also ends by itself.
 */
export async function keepPassword(
  tx: Tx,
  adminId: number,
  hash: string,
  kind: 'own' | 'first' | 'temporary',
): Promise<void> {
  const expireTime =
    kind === 'temporary' ? sql<Date>`now() + make_interval(hours => ${TEMPORARY_HOURS})` : null
  await tx.insertInto('adminPwdHistory').values({ adminId, hash, expireTime }).execute()
  await sql`delete from "adminPwdHistory" where "adminId" = ${adminId} and "id" not in
    (select "id" from "adminPwdHistory" where "adminId" = ${adminId} order by "id" desc limit ${KEPT})`.execute(
    tx,
  )
  await tx
    .updateTable('admin')
    .set({ pwdUpdateTime: sql`now()`, pwdReset: kind === 'own' ? 0 : 1 })
    .where('id', '=', adminId)
    .execute()
}

/** Refuses a new password against the policy and, for an account that has had others, their reuse. Platform §2.6. */
export async function checkNewPassword(
  db: Db,
  password: string,
  person: { id?: number; account: string; phone: string },
  field: string,
): Promise<void> {
  const policy = await settingsOf(db, securityForm)
  const fault = passwordFault(policy, password, person)
  if (fault !== null) throw refuse(fault, field)
  if (person.id === undefined) return
  const before = await db
    .selectFrom('adminPwdHistory')
    .select('hash')
    .where('adminId', '=', person.id)
    .orderBy('id', 'desc')
    .limit(policy.pwd_history)
    .execute()
  for (const { hash } of before)
    if (await passwordFits(password, hash))
      throw refuse(`新密码不能与最近${policy.pwd_history}次使用的密码相同`, field)
}

// Without characters that look alike: it is read from paper or a screen and typed.
const SETS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!#$%&*+-=?@'] as const
const ALL = SETS.join('')

/** A random password of 16 characters that fits the policy. */
export function randomPassword(policy: PasswordPolicy, person: { account: string; phone: string }): string {
  for (;;) {
    const length = Math.max(16, policy.pwd_min_length)
    const password = Array.from({ length }, () => ALL[randomInt(ALL.length)]).join('')
    const complete = SETS.every((set) => [...password].some((sign) => set.includes(sign)))
    if (complete && passwordFault(policy, password, person) === null) return password
  }
}
