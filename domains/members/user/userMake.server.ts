import { sql } from 'kysely'
import { openAccount } from '#domains/accounts/accounts.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { emit } from '#kit/server/outbox.ts'
import { insertRow } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { memberSettings } from '../config/config.server.ts'
import { countProfile } from '../task/taskEvents.server.ts'
import { user } from './user.entity.ts'
import { pathBelow, withCheckDigit } from './user.rules.ts'
import { userStat } from './userStat.entity.ts'

export type User = EntityRow<typeof user>

export const PHONE_TAKEN = '此手机号码已被注册'

/** Numbers of new users, drawn from a sequence so that none waits for another; with their check digits. */
export async function newUserNos(tx: Tx, count: number): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select (100000000 + nextval('"userNo"'))::text as "value" from generate_series(1, ${count})`.execute(tx)
  return rows.map(({ value }) => withCheckDigit(value))
}

/** Until the end of the transaction nobody else makes a user of this phone or gives it to one. Members §2.5. */
export async function holdPhone(tx: Tx, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('user phone'), hashtext(${phone}))`.execute(tx)
}

/** The living user of a phone; undefined without one. Members §2.1. */
export const userOfPhone = (tx: Tx, phone: string): Promise<{ id: number } | undefined> =>
  tx
    .selectFrom('user')
    .select('id')
    .where('phone', '=', phone)
    .where('phone', '<>', '')
    .where('lifeStatus', 'in', [0, 1])
    .where('isDel', '=', 0)
    .executeTakeFirst()

/** 422 at the phone where another living user has it; holds the phone. Members §14. */
export async function refuseTakenPhone(tx: Tx, phone: string, exceptUid = 0): Promise<void> {
  if (phone === '') return
  await holdPhone(tx, phone)
  const found = await userOfPhone(tx, phone)
  if (found !== undefined && found.id !== exceptUid) throw refuse(PHONE_TAKEN, 'phone')
}

export type NewUser = Partial<
  Omit<User, 'id' | 'version' | 'userNo' | 'path' | 'spreadCount' | 'spreadTime' | 'createBy' | 'updateBy'>
>

/**
 * Makes a user with number, nickname, figures, account and the event user.registered; a spreader counts one more.
 * The caller has found out that the person may come (Members §2.5) and, where a phone is given, that nobody has it
 * (refuseTakenPhone). Answers the row.
 */
export async function makeUser(tx: Tx, values: NewUser, { anyScope = true } = {}): Promise<User> {
  const [userNo = ''] = await newUserNos(tx, 1)
  const settings = await memberSettings(tx, 'base', values.channelId ?? 0)
  const above = values.spreadUid ? await lockSpreader(tx, values.spreadUid) : null
  const now = new Date()
  const row = await insertRow(
    tx,
    user,
    {
      ...values,
      userNo,
      account: values.account || values.phone || userNo,
      nickname: values.nickname || `${settings.nickname_prefix}${userNo.slice(-6)}`,
      avatar: values.avatar || settings.default_avatar,
      groupId: values.groupId ?? settings.default_groupId ?? null,
      consentTime: values.consent === undefined ? null : now,
      ...(values.isPromoter === 1 ? { promoterTime: now } : {}),
      ...(above === null ? {} : { spreadTime: now, path: pathBelow(above.path, above.id) }),
    },
    { anyScope },
  )
  if (above !== null) await countSpread(tx, above.id, 1)
  await insertRow(tx, userStat, { uid: row.id }, { anyScope: true })
  await openAccount(tx, { accountType: 1, uid: row.id }, row.nickname)
  await emit(tx, 'user.registered', row.id, {
    uid: row.id,
    channelId: row.channelId,
    userType: row.userType,
    inviteCodeId: row.inviteCodeId,
    spreadUid: row.spreadUid,
  })
  await countProfile(tx, row.id)
  return row
}

/** The spreader of somebody new, locked, and nobody above is moved meanwhile; 422 where there is none. */
async function lockSpreader(tx: Tx, uid: number): Promise<{ id: number; path: string }> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('user spread'))`.execute(tx)
  const row = await tx
    .selectFrom('user')
    .select(['id', 'path'])
    .where('id', '=', uid)
    .where('lifeStatus', 'in', [0, 1])
    .where('isDel', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw refuse('推广人不存在', 'spreadUid')
  return row
}

/** Adds so many to the number of people whose spreader somebody is; the caller has locked the row. Members §2.1, §12. */
export async function countSpread(tx: Tx, uid: number | null, n: number): Promise<void> {
  if (uid === null) return
  await sql`update "user" set "spreadCount" = "spreadCount" + ${n} where "id" = ${uid}`.execute(tx)
}
