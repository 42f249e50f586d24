import { sql } from 'kysely'
import { endCustomerSessions, openCustomerSession } from '#domains/access/access.door.ts'
import { checkCode, sendCode } from '#domains/settings/settings.door.ts'
import { openidOf } from '#domains/wechat/wechat.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { noApp } from '#kit/server/openCaller.ts'
import { own, type Served } from '#kit/server/serve.ts'
import { inTransaction, touch } from '#kit/server/transaction.ts'
import { demand, type Who } from '#kit/server/who.ts'
import type { InOf } from '#kit/shared/call.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { openPermission } from '#kit/shared/open.ts'
import { memberSettings } from '../config/config.server.ts'
import { lockMember } from '../level/member.server.ts'
import { checkName } from '../nameList/check.server.ts'
import { holdPhone, PHONE_TAKEN, userOfPhone } from '../user/userMake.server.ts'
import { openLoginCalls as calls } from './login.calls.ts'
import { phoneBound, register } from './register.server.ts'

type Asked = InOf<typeof calls.login>

/** By what somebody is known, found out before anything is written. */
interface Known {
  identity: { type: 'wechat' | 'routine'; openid: string } | null
  /** proved to be theirs; '' without */
  phone: string
  uid: number | null
}

const DISABLED = '账号已被停用，请联系客服'
const NEED_PHONE = '请绑定手机号'

/** Proves who comes: by a code to the phone, by a code of the platform, or by the word of an application of that scope. */
async function whoComes(db: Db, who: Who, asked: Asked): Promise<Known> {
  const { kind, code, phone, phoneCode, uid } = asked
  if (kind === 'uid') {
    demand(who, openPermission('member'))
    if (uid === null) throw refuse('请输入用户', 'uid')
    return { identity: null, phone: '', uid }
  }
  if (code === '') throw refuse(kind === 'phone' ? '请输入验证码' : '请输入授权码', 'code')
  if (kind === 'phone') {
    if (phone === '') throw refuse('请输入手机号', 'phone')
    await checkCode(db, phone, 'customerLogin', code)
    return { identity: null, phone, uid: null }
  }
  if (phone !== '') await checkCode(db, phone, 'customerLogin', phoneCode)
  const openid = await openidOf(db, code, kind)
  return { identity: { type: kind, openid }, phone, uid: null }
}

/** Until the end of the transaction nobody else comes by the same identity. */
const holdIdentity = (tx: Tx, { type, openid }: NonNullable<Known['identity']>) =>
  sql`select pg_advisory_xact_lock(hashtext('user identity'), hashtext(${`${type} ${openid}`}))`.execute(tx)

/** The uid of an identity, of the account it leads to now. */
async function uidOfIdentity(tx: Tx, identity: Known['identity']): Promise<number | null> {
  if (identity === null) return null
  const row = await tx
    .selectFrom('userIdentity')
    .select('uid')
    .where('type', '=', identity.type)
    .where('openid', '=', identity.openid)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return row?.uid ?? null
}

/** Of somebody who has been merged the account that was kept; 404 of who is nowhere. */
async function followMerge(tx: Tx, uid: number): Promise<number> {
  const row = await tx
    .selectFrom('user')
    .select(['id', 'lifeStatus', 'mergeToUid'])
    .where('id', '=', uid)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (row === undefined || row.lifeStatus === 2) throw notFound('用户不存在')
  return row.lifeStatus === 3 && row.mergeToUid !== null ? followMerge(tx, row.mergeToUid) : row.id
}

async function bindIdentity(tx: Tx, uid: number, identity: Known['identity']): Promise<void> {
  if (identity === null) return
  await tx
    .insertInto('userIdentity')
    .values({ uid, ...identity, bindTime: new Date() })
    .execute()
  touch(tx, 'userIdentity')
}

interface SignedIn {
  uid: number
  isNew: number
}

/** Finds the consumer who comes, or makes the row of a new one; two who come at once by one phone become one. */
async function findOrMake(
  tx: Tx,
  who: Who,
  asked: Asked,
  known: Known,
  isListed: boolean,
): Promise<SignedIn> {
  const { identity, phone } = known
  if (known.uid !== null) return { uid: await followMerge(tx, known.uid), isNew: 0 }
  if (identity !== null) await holdIdentity(tx, identity)
  if (phone !== '') await holdPhone(tx, phone)
  const byIdentity = await uidOfIdentity(tx, identity)
  const byPhone = phone === '' ? null : ((await userOfPhone(tx, phone))?.id ?? null)
  if (byIdentity !== null) {
    if (phone !== '' && byPhone !== byIdentity) await bindPhone(tx, byIdentity, phone, byPhone)
    return { uid: byIdentity, isNew: 0 }
  }
  if (byPhone !== null) {
    await bindIdentity(tx, byPhone, identity)
    return { uid: byPhone, isNew: 0 }
  }
  const channelId = who.app?.channelId ?? 1201
  const base = await memberSettings(tx, 'base', channelId)
  if (phone === '' && base.need_phone === 1) throw refuse(NEED_PHONE, 'phone')
  const { userType, storeId, source, sourceId, inviteCode, spreadUid } = asked
  const type = identity === null ? userType : identity.type === 'wechat' ? 'public' : 'routine'
  const row = await register(tx, {
    values: {
      phone,
      userType: type,
      channelId: isChannel(channelId) ? channelId : 1201,
      ...(storeId === null ? {} : { storeId }),
      source,
      sourceId,
    },
    inviteCode,
    spreadUid,
    isListed,
  })
  await bindIdentity(tx, row.id, identity)
  return { uid: row.id, isNew: 1 }
}

/** Gives somebody who is known by an identity alone the phone they have proved; 422 when another has it. */
async function bindPhone(tx: Tx, uid: number, phone: string, taken: number | null): Promise<void> {
  if (taken !== null) throw refuse(PHONE_TAKEN, 'phone')
  await lockMember(tx, uid)
  const row = await tx.selectFrom('user').select('phone').where('id', '=', uid).executeTakeFirstOrThrow()
  if (row.phone !== '') return
  await tx.updateTable('user').set({ phone }).where('id', '=', uid).execute()
  touch(tx, 'user')
  await phoneBound(tx, uid, phone)
}

type Channel = 1201 | 1202 | 1203 | 1204 | 1205
const isChannel = (id: number): id is Channel => id >= 1201 && id <= 1205

async function signIn(tx: Tx, who: Who, asked: Asked, known: Known, isListed: boolean, ip: string) {
  const { uid, isNew } = await findOrMake(tx, who, asked, known, isListed)
  await lockMember(tx, uid)
  const now = new Date()
  const row = await tx
    .updateTable('user')
    .set({ lastLoginTime: now, lastIp: ip, loginType: asked.userType, ...(isNew === 1 ? { addIp: ip } : {}) })
    .where('id', '=', uid)
    .returning(['status', 'lifeStatus', 'channelId'])
    .executeTakeFirstOrThrow()
  if (row.status === 0) throw conflict(DISABLED)
  touch(tx, 'user')
  const { single_login } = await memberSettings(tx, 'base', row.channelId)
  if (single_login === 1) await endCustomerSessions(tx, uid)
  const session = await openCustomerSession(tx, who.app?.id ?? 0, uid, ip)
  return {
    ...session,
    uid,
    isNew,
    lifeStatus: row.lifeStatus,
    eraseTime: await eraseTimeOf(tx, uid, row.lifeStatus),
  }
}

/** Until when an erasure that waits can be taken back. Members §11. */
async function eraseTimeOf(tx: Tx, uid: number, lifeStatus: number): Promise<Date | null> {
  if (lifeStatus !== 1) return null
  const row = await tx
    .selectFrom('userErase')
    .select('coolUntil')
    .where('uid', '=', uid)
    .where('eraseStatus', '=', 1)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return row?.coolUntil ?? null
}

export const loginServed: readonly Served[] = [
  own(calls.code, async (db, _who, { phone, scene }, request) => {
    await checkName(db, 1, { phone, ip: request.ip })
    await sendCode(db, phone, scene, request.ip)
    return { sent: true as const }
  }),
  own(calls.login, async (db, who, asked, request) => {
    if (who.app === undefined) throw noApp()
    const known = await whoComes(db, who, asked)
    const { identity, phone, uid } = known
    const listed = await checkName(db, 1, {
      ...(uid === null ? {} : { uid }),
      ...(phone === '' ? {} : { phone }),
      ...(identity === null ? {} : { openid: identity.openid }),
      ...(asked.device === '' ? {} : { device: asked.device }),
      ip: request.ip,
    })
    return inTransaction(db, who, (tx) => signIn(tx, who, asked, known, listed.white, request.ip))
  }),
]
