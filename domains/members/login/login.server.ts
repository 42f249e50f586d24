import { sql } from 'kysely'
import { endCustomerSessions, openCustomerSession } from '#domains/access/access.door.ts'
import { payerOpenId } from '#domains/accounts/accounts.door.ts'
import { checkCode, sendCode } from '#domains/settings/settings.door.ts'
import { personOf } from '#domains/wechat/wechat.door.ts'
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
import { appleSubject, takeToken } from './apple.server.ts'
import { openLoginCalls as calls, type LoginKind } from './login.calls.ts'
import { phoneBound, register } from './register.server.ts'

type Asked = InOf<typeof calls.login>

interface Identity {
  type: 'wechat' | 'routine' | 'unionid' | 'alipay' | 'apple'
  openid: string
}

/** By what somebody is known, found out before anything is written. */
interface Known {
  /** the one they come by, and one that accounts of the same platform share */
  identities: Identity[]
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
    return { identities: [], phone: '', uid }
  }
  if (code === '') throw refuse(kind === 'phone' ? '请输入验证码' : '请输入授权码', 'code')
  if (kind === 'phone') {
    if (phone === '') throw refuse('请输入手机号', 'phone')
    await checkCode(db, phone, 'customerLogin', code)
    return { identities: [], phone, uid: null }
  }
  if (phone !== '') await checkCode(db, phone, 'customerLogin', phoneCode)
  if (kind === 'apple')
    return { identities: [{ type: kind, openid: await appleSubject(db, code) }], phone, uid: null }
  if (kind === 'alipay') {
    const openid = await payerOpenId(db, kind, code)
    return { identities: [{ type: kind, openid }], phone, uid: null }
  }
  const { openid, unionid } = await personOf(db, code, kind)
  const shared: Identity[] = unionid === '' ? [] : [{ type: 'unionid', openid: unionid }]
  return { identities: [{ type: kind, openid }, ...shared], phone, uid: null }
}

/**
 * Until the end of the transaction nobody else comes by the same identities. What several accounts share is held first, so
 * that two who come by both of them do not wait for each other.
 */
async function holdIdentities(tx: Tx, identities: readonly Identity[]): Promise<void> {
  for (const { type, openid } of identities.toReversed())
    await sql`select pg_advisory_xact_lock(hashtext('user identity'), hashtext(${`${type} ${openid}`}))`.execute(
      tx,
    )
}

/** Which uid an identity leads to; null where nobody has come by it. */
async function uidOfIdentity(tx: Tx, { type, openid }: Identity): Promise<number | null> {
  const row = await tx
    .selectFrom('userIdentity')
    .select('uid')
    .where('type', '=', type)
    .where('openid', '=', openid)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return row?.uid ?? null
}

/** The uid of the first identity that is known: the one they come by before one it shares with others. */
async function uidOfAny(tx: Tx, identities: readonly Identity[]): Promise<number | null> {
  for (const one of identities) {
    const uid = await uidOfIdentity(tx, one)
    if (uid !== null) return uid
  }
  return null
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

/** Binds what is not bound yet; what leads to somebody else stays theirs. */
async function bindIdentities(tx: Tx, uid: number, identities: readonly Identity[]): Promise<void> {
  for (const one of identities) {
    if ((await uidOfIdentity(tx, one)) !== null) continue
    await tx
      .insertInto('userIdentity')
      .values({ uid, ...one, bindTime: new Date() })
      .execute()
    touch(tx, 'userIdentity')
  }
}

/** Where who comes by a platform is; others say it themselves. */
const TERMINAL_OF: Readonly<Partial<Record<LoginKind, Asked['userType']>>> = {
  wechat: 'public',
  routine: 'routine',
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
  const { identities, phone } = known
  if (known.uid !== null) return { uid: await followMerge(tx, known.uid), isNew: 0 }
  await holdIdentities(tx, identities)
  if (phone !== '') await holdPhone(tx, phone)
  const byIdentity = await uidOfAny(tx, identities)
  const byPhone = phone === '' ? null : ((await userOfPhone(tx, phone))?.id ?? null)
  if (byIdentity !== null) {
    if (phone !== '' && byPhone !== byIdentity) await bindPhone(tx, byIdentity, phone, byPhone)
    await bindIdentities(tx, byIdentity, identities)
    return { uid: byIdentity, isNew: 0 }
  }
  if (byPhone !== null) {
    await bindIdentities(tx, byPhone, identities)
    return { uid: byPhone, isNew: 0 }
  }
  const channelId = who.app?.channelId ?? 1201
  const base = await memberSettings(tx, 'base', channelId)
  if (phone === '' && base.need_phone === 1) throw refuse(NEED_PHONE, 'phone')
  const { userType, storeId, source, sourceId, inviteCode, spreadUid } = asked
  const type = TERMINAL_OF[asked.kind] ?? userType
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
  await bindIdentities(tx, row.id, identities)
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
    const { identities, phone, uid } = known
    const [identity] = identities
    const listed = await checkName(db, 1, {
      ...(uid === null ? {} : { uid }),
      ...(phone === '' ? {} : { phone }),
      ...(identity === undefined ? {} : { openid: identity.openid }),
      ...(asked.device === '' ? {} : { device: asked.device }),
      ip: request.ip,
    })
    return inTransaction(db, who, async (tx) => {
      if (asked.kind === 'apple') await takeToken(tx, asked.code)
      return signIn(tx, who, asked, known, listed.white, request.ip)
    })
  }),
]
