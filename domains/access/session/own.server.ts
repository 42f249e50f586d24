import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { checkCode, sendCode, settingsOf } from '#domains/settings/settings.door.ts'
import { openidOf } from '#domains/wechat/wechat.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { dateRange, pageOf } from '#kit/server/list.ts'
import { writeOperLog } from '#kit/server/log.ts'
import { contextOf } from '#kit/server/points.ts'
import { FIRST_PASSWORD_FILE } from '#kit/server/room.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { type CallRequest, change, own, read, type Served } from '#kit/server/serve.ts'
import type { Settings } from '#kit/server/settings.ts'
import { builtRows } from '#kit/server/textRows.ts'
import { actorOf, afterCommit, asSystem, inTransaction, recordChange } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf } from '#kit/shared/call.ts'
import { notFound, refuse } from '#kit/shared/errors.ts'
import { admin } from '../admin/admin.entity.ts'
import { countFailure, readGuards, refuseLocked } from './guard.server.ts'
import { bindOpenid } from './openid.server.ts'
import * as calls from './own.calls.ts'
import { passwordRules } from './password.rules.ts'
import { checkNewPassword, hashPassword, keepPassword, passwordFits } from './password.server.ts'
import { raisePermVersion } from './person.server.ts'
import { securityForm } from './security.form.ts'
import { endSessions } from './session.server.ts'

/** Own log-ins are shown as far back as this. Platform §6.5. */
const LOG_DAYS = 90
const PHONE_SCENE = 'ownPhone'
const LOGIN_COLUMNS = [
  ...(['id', 'time', 'result', 'message'] as const),
  ...(['ip', 'location', 'device', 'browser', 'os'] as const),
] as const

export const ownServed: readonly Served[] = [
  read(calls.ownSessions, async (db, who) => {
    const rows = await db
      .selectFrom('adminSession')
      .selectAll()
      .where('adminId', '=', who.adminId)
      .where('endTime', 'is', null)
      .where('expireTime', '>', sql<Date>`now()`)
      .orderBy('lastTime', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map((row) => ({ ...row, isCurrent: row.id === who.sessionId ? 1 : 0 }))
  }),
  change(calls.kickOwn, async (tx, who, { id }) => {
    const session = await tx
      .selectFrom('adminSession')
      .select('id')
      .where('id', '=', id)
      .where('adminId', '=', who.adminId)
      .executeTakeFirst()
    if (session === undefined) throw notFound()
    await endSessions(tx, { ids: [id] }, 'kicked')
  }),
  change(calls.kickOthers, async (tx, who) => {
    const ids = await endSessions(tx, { adminId: who.adminId, except: who.sessionId }, 'kicked')
    return { count: ids.length }
  }),
  read(calls.ownLogins, async (db, who, input) => {
    const range = dateRange(input.dateLimit)
    let found = db
      .selectFrom('loginLog')
      .where('adminId', '=', who.adminId)
      .where('time', '>', sql<Date>`now() - make_interval(days => ${LOG_DAYS})`)
    if (range !== null) found = found.where('time', '>=', range.from).where('time', '<', range.to)
    const counted = sql<number>`count(*) over ()::int`.as('count')
    const shown = found
      .select(LOGIN_COLUMNS)
      .select(counted)
      .orderBy('id', 'desc')
      .limit(sql.lit(input.limit))
      .offset(sql.lit((input.page - 1) * input.limit))
    const rows = await builtRows(db, shown)
    // A page behind the last one has no row that tells how many there are.
    const [any] =
      rows.length > 0 || input.page === 1
        ? rows
        : await builtRows(db, found.select(counted).limit(sql.lit(1)))
    const list = rows.map((row) => ({ ...row, result: row.result === 1 ? (1 as const) : (0 as const) }))
    return pageOf(list, any?.count ?? 0, input)
  }),
  change(calls.ownUpdate, async (tx, who, input) => {
    await updateRow(tx, admin, await lockRow(tx, admin, who.adminId), input)
    await raisePermVersion(tx)
  }),
  own(calls.ownPhoneCode, async (db, who, { phone }, request) => {
    await checkPhone(db, who, phone)
    await sendCode(db, phone, PHONE_SCENE, request.ip)
  }),
  own(calls.ownPhone, async (db, who, { phone, code }, request) => {
    const startTime = Date.now()
    await checkPhone(db, who, phone)
    await checkCode(db, phone, PHONE_SCENE, code)
    await inTransaction(db, who, async (tx) => {
      await checkPhone(tx, who, phone)
      await updateRow(tx, admin, await lockRow(tx, admin, who.adminId), { phone })
      await raisePermVersion(tx)
      await writeOperLog(tx, calls.ownPhone, { phone }, request, startTime)
    })
  }),
  own(calls.ownPassword, changeOwnPassword),
  read(calls.ownPasswordRules, async (db, who) => {
    const policy = await settingsOf(db, securityForm)
    const row = await db
      .selectFrom('admin')
      .select(['pwdReset', 'loginCount'])
      .where('id', '=', who.adminId)
      .executeTakeFirstOrThrow()
    const reset = row.loginCount > 1 ? 'reset' : 'first'
    const reason = row.pwdReset === 1 ? reset : who.pwdExpired ? 'expired' : ''
    return { reason, rules: passwordRules(policy) }
  }),
  change(calls.ownUnbind, (tx, who) => unbindOpenid(tx, who.adminId)),
  own(calls.ownBind, async (db, who, { code }, request) => {
    const startTime = Date.now()
    const openid = await openidOf(db, code, 'wechat')
    await inTransaction(db, who, async (tx) => {
      await bindOpenid(tx, who.adminId, openid)
      await writeOperLog(tx, calls.ownBind, {}, request, startTime)
    })
  }),
]

/** Another person's phone takes no code, so that it is not tried out whose it is at somebody's cost. */
async function checkPhone(db: Db, who: Who, phone: string): Promise<void> {
  const taken = await db
    .selectFrom('admin')
    .select('id')
    .where('phone', '=', phone)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (taken === undefined) return
  throw refuse(taken.id === who.adminId ? '新手机号与原手机号相同' : '手机号已存在', 'phone')
}

/** Takes the social account off a person. */
export async function unbindOpenid(tx: Tx, adminId: number): Promise<void> {
  const row = await lockRow(tx, admin, adminId)
  if (row.openid === '') throw refuse('该账号未绑定微信')
  await updateRow(tx, admin, row, { openid: '' })
}

// Opens its transactions itself: a wrong old password is counted although the call is refused.
async function changeOwnPassword(
  db: Db,
  who: Who,
  input: InOf<typeof calls.ownPassword>,
  request: CallRequest,
): Promise<void> {
  const startTime = Date.now()
  if (input.password !== input.confirmPassword) throw refuse('两次输入密码不一致', 'confirmPassword')
  refuseLocked((await readGuards(db, who.account, request.ip)).account)
  const old = await db
    .selectFrom('adminPwdHistory')
    .select('hash')
    .where('adminId', '=', who.adminId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!(await passwordFits(input.oldPassword, old?.hash)))
    throw await asSystem(db, async (tx) =>
      countFailure(tx, who.account, request.ip, await settingsOf(tx, securityForm), '原密码不正确', 'inside'),
    )
  const { phone } = await db
    .selectFrom('admin')
    .select('phone')
    .where('id', '=', who.adminId)
    .executeTakeFirstOrThrow()
  await checkNewPassword(db, input.password, { id: who.adminId, account: who.account, phone }, 'password')
  const hash = await hashPassword(input.password)
  await inTransaction(db, who, async (tx) => {
    await setPassword(tx, who.adminId, hash, 'own')
    afterCommit(tx, () => forgetFirstPassword(contextOf(tx).settings))
    await writeOperLog(tx, calls.ownPassword, {}, request, startTime)
  })
}

/** Puts a password in force: other sessions end; one set by somebody else is temporary. Platform §2.3, decision 0046. */
export async function setPassword(
  tx: Tx,
  adminId: number,
  hash: string,
  kind: 'own' | 'temporary',
): Promise<void> {
  const row = await lockRow(tx, admin, adminId)
  await keepPassword(tx, adminId, hash, kind)
  recordChange(tx, {
    type: admin.name,
    id: adminId,
    title: row.realName,
    before: { 密码: '' },
    after: { 密码: '已修改' },
  })
  const own = actorOf(tx)
  const except = own.adminId === adminId && own.sessionId !== 0 ? { except: own.sessionId } : {}
  await endSessions(tx, { adminId, ...except }, 'pwdChanged')
  await raisePermVersion(tx)
}

/** The file with the first administrator's password is worth nothing once a password was changed. Platform §14.1. */
async function forgetFirstPassword({ dataDir }: Settings): Promise<void> {
  await rm(join(dataDir, FIRST_PASSWORD_FILE), { force: true })
}
