import { type Selectable, sql } from 'kysely'
import { baseForm, dictValues, passState, settingsOf } from '#domains/settings/settings.door.ts'
import { isConfigured, openidOf } from '#domains/wechat/wechat.door.ts'
import type { Db, Tables, Tx } from '#kit/server/database.ts'
import { isDemo } from '#kit/server/demo.ts'
import { decidesOwn } from '#kit/server/document.ts'
import { count } from '#kit/server/metrics.ts'
import { inNetworks } from '#kit/server/network.ts'
import { contextOf } from '#kit/server/points.ts'
import { type CallRequest, own, read, type Served } from '#kit/server/serve.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import type { OutOf } from '#kit/shared/call.ts'
import { AppError, noSession, notFound, refuse } from '#kit/shared/errors.ts'
import { maskPhone } from '#kit/shared/text.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../demo.people.ts'
import { forest, type Tree, visibleNodes, withoutEmpty } from '../menu/menu.rules.ts'
import { makeCaptcha, takeCaptcha } from './captcha.server.ts'
import { clientOf } from './client.server.ts'
import { behindFactor, factorOf, offerFactor, openTicket, readTicket, spendTicket } from './factor.server.ts'
import {
  clearFailures,
  countFailure,
  type Guard,
  readGuards,
  refuseBlocked,
  refuseLocked,
} from './guard.server.ts'
import * as calls from './login.calls.ts'
import { bindOpenid } from './openid.server.ts'
import { isPasswordExpired, passwordLeftDays } from './password.rules.ts'
import { passwordFits } from './password.server.ts'
import { personAt, readGrants } from './person.server.ts'
import { securityForm } from './security.form.ts'
import { endSessions, openSession, tokenHash } from './session.server.ts'

const CAPTCHA_AFTER = 2
const BIND_FAILED = '微信绑定失败，请稍后在个人中心重试'

type AdminRow = Selectable<Tables['admin']>
type SignedIn = OutOf<typeof calls.login>
type Channel = 'web' | 'wechat'

export const loginServed: readonly Served[] = [
  read(calls.getLoginPic, async (db) => {
    const { settings, version } = contextOf(db)
    const base = await settingsOf(db, baseForm)
    return {
      backgroundImage: base.admin_login_bg_pic,
      logo: base.site_logo_lefttop,
      loginLogo: base.site_logo_login,
      banner: base.login_banner.map((pic) => ({ pic })),
      siteName: base.site_name,
      icp: base.copyright_icp_number,
      captcha: settings.loginCaptcha,
      wechatLogin: (await isConfigured(db, 'wechat')) ? 1 : 0,
      envelope: settings.envelope,
      version,
      demo: settings.demo && (await isDemo(db)) ? { password: DEMO_PASSWORD, people: DEMO_PEOPLE } : null,
    }
  }),
  own(calls.getCaptcha, (db) => makeCaptcha(db)),
  own(calls.login, (db, _who, input, request) =>
    logged(db, request, 'web', input.account, async (attempt) => {
      const found = await checkPassword(db, input, request, attempt)
      const openid =
        input.wxCode === '' ? null : await openidOf(db, input.wxCode, 'wechat').catch(() => undefined)
      return enter(db, found, 'web', request, openid)
    }),
  ),
  own(calls.loginTotp, (db, _who, input, request) =>
    logged(db, request, 'web', '', async (attempt) => {
      const ticket = await readTicket(db, input.ticket)
      const { account } = await db
        .selectFrom('admin')
        .select('account')
        .where('id', '=', ticket.adminId)
        .executeTakeFirstOrThrow()
      attempt.adminId = ticket.adminId
      attempt.account = account
      refuseBlocked(await readGuards(db, account, request.ip))
      const person = { id: ticket.adminId, account }
      const entered = await behindFactor(db, theSystem, person, input.totp, request, async (tx, codes) => {
        await spendTicket(tx, input.ticket)
        const row = await lockEntrant(tx, ticket.adminId, request)
        return { ...(await letIn(tx, row, ticket.channel, request)), recoveryCodes: codes }
      })
      return bind(db, entered, ticket.openid === '' ? null : ticket.openid, ticket.hint)
    }),
  ),
  own(calls.socialLogin, (db, _who, { code }, request) =>
    logged(db, request, 'wechat', '', async (attempt) => {
      refuseBlocked(await readGuards(db, '', request.ip))
      const openid = await openidOf(db, code, 'wechat')
      const found = await db
        .selectFrom('admin')
        .selectAll()
        .where('openid', '=', openid)
        .where('isDel', '=', 0)
        .executeTakeFirst()
      if (found === undefined) throw notFound('该微信未绑定账号，请使用账号密码登录')
      attempt.adminId = found.id
      attempt.account = found.account
      return enter(db, found, 'wechat', request, null)
    }),
  ),
  read(calls.getAdminInfo, async (db, who, input, request) => {
    if (input.token !== '' && input.token !== request.token) throw noSession()
    const security = await settingsOf(db, securityForm)
    const row = await db
      .selectFrom('admin')
      .innerJoin('adminSession', 'adminSession.adminId', 'admin.id')
      .leftJoin('dept', 'dept.id', 'admin.deptId')
      .selectAll('admin')
      .select(['dept.deptName', 'adminSession.loginTime'])
      .where('adminSession.id', '=', who.sessionId)
      .executeTakeFirstOrThrow()
    const positions = await dictValues(db, 'sys_position')
    const permissions = [...who.permissions]
    return {
      id: row.id,
      account: row.account,
      name: row.account,
      realName: row.realName,
      avatar: row.avatar,
      introduction: row.introduction,
      email: row.email,
      phone: maskPhone(row.phone),
      roles: [...who.roles],
      permissions,
      permissionsList: permissions,
      isAgent: row.isAgent,
      isSms: row.isSms,
      deptId: row.deptId,
      deptName: row.deptName ?? '',
      position: row.position,
      positionName: positions.find((one) => one.dictValue === row.position)?.dictLabel ?? '',
      storeIds: row.storeIds,
      dataScopes: [...new Set(who.scopes.map((scope) => scope.kind))],
      level: who.level,
      pwdExpired: who.pwdExpired ? 1 : 0,
      pwdLeftDays: passwordLeftDays(row.pwdUpdateTime, security.pwd_expire_days),
      pwdWarnDays: security.pwd_warn_days,
      decidesOwn: (await decidesOwn(db, who)) ? 1 : 0,
      loginTime: toSeconds(row.loginTime),
      lastIp: row.lastIp,
      wechatBound: row.openid === '' ? 0 : 1,
    }
  }),
  read(calls.getMenus, async (db, who) => {
    const person = await personAt(db, who.adminId, who.permVersion)
    const nodes = await db.selectFrom('menu').selectAll().where('isDel', '=', 0).execute()
    const rights = { all: who.all, permissions: who.permissions, menuIds: person?.menuIds ?? new Set() }
    return withoutEmpty(forest(visibleNodes(nodes, rights))).map(menuItem)
  }),
  own(calls.logout, async (db, _who, _input, request) => {
    if (request.token === '') return
    await asSystem(db, async (tx) => {
      const session = await tx
        .selectFrom('adminSession')
        .select('id')
        .where('tokenHash', '=', tokenHash(request.token))
        .executeTakeFirst()
      if (session !== undefined) await endSessions(tx, { ids: [session.id] }, 'loggedOut')
    })
  }),
  read(calls.isLogin, async (db) => ({ isLogin: true, ...(await passState(db)) })),
]

function menuItem(node: Tree<Selectable<Tables['menu']>>): calls.MenuItem {
  const { id, pid, name, icon, component, perms, menuType, sort, routeName } = node
  const { noCache, affix, activeMenu, isShow } = node
  return {
    id,
    pid,
    name,
    icon,
    component,
    perms,
    menuType,
    sort,
    routeName,
    noCache,
    affix,
    activeMenu,
    isShow,
    childList: node.children.map(menuItem),
  }
}

interface Attempt {
  account: string
  adminId: number | null
}

/** Runs a login and keeps every refusal of it in the login log. */
async function logged(
  db: Db,
  request: CallRequest,
  channel: Channel,
  account: string,
  work: (attempt: Attempt) => Promise<SignedIn>,
): Promise<SignedIn> {
  const attempt: Attempt = { account, adminId: null }
  try {
    return await work(attempt)
  } catch (error) {
    if (error instanceof AppError) await writeLoginLog(db, attempt, request, channel, 0, error.message)
    throw error
  }
}

async function writeLoginLog(
  db: Db,
  attempt: Attempt,
  request: CallRequest,
  channel: Channel,
  result: 0 | 1,
  message: string,
): Promise<void> {
  count('login_total', { result })
  await db
    .insertInto('loginLog')
    .values({ ...attempt, ...clientOf(request), result, message, channel, requestId: request.id })
    .execute()
}

/** Steps 1 to 4 of platform §2.2: answers the person whose password it was. */
async function checkPassword(
  db: Db,
  input: { account: string; pwd: string; key: string; code: string },
  request: CallRequest,
  attempt: Attempt,
): Promise<AdminRow> {
  const guards = await readGuards(db, input.account, request.ip)
  refuseBlocked(guards)
  await checkCaptcha(db, input, guards)
  refuseLocked(guards.account)
  const found = await db
    .selectFrom('admin')
    .leftJoinLateral(
      (one) =>
        one
          .selectFrom('adminPwdHistory')
          .select(['hash', 'expireTime'])
          .whereRef('adminPwdHistory.adminId', '=', 'admin.id')
          .orderBy('adminPwdHistory.id', 'desc')
          .limit(1)
          .as('pwd'),
      (join) => join.onTrue(),
    )
    .selectAll('admin')
    .select(['pwd.hash', 'pwd.expireTime'])
    .where(sql`lower("account")`, '=', input.account.toLowerCase())
    .where('isDel', '=', 0)
    .executeTakeFirst()
  attempt.adminId = found?.id ?? null
  if ((await passwordFits(input.pwd, found?.hash ?? undefined)) && found !== undefined) {
    if (found.expireTime !== null && found.expireTime.getTime() <= Date.now())
      throw refuse('临时密码已过期，请联系管理员重新设置')
    return found
  }
  throw await asSystem(db, async (tx) =>
    countFailure(tx, input.account, request.ip, await settingsOf(tx, securityForm), '账号或密码错误'),
  )
}

async function checkCaptcha(
  db: Db,
  input: { key: string; code: string },
  guards: { account: Guard; ip: Guard },
): Promise<void> {
  const mode = contextOf(db).settings.loginCaptcha
  const failures = Math.max(guards.account.failCount, guards.ip.failCount)
  if (mode === 'off' || (mode === 'after' && failures < CAPTCHA_AFTER)) return
  if (input.key === '' || input.code === '') throw refuse('请输入正确的验证码', 'code')
  await takeCaptcha(db, input.key, input.code)
}

/** Steps 5 to 8 of platform §2.2. `openid`: to be bound; undefined when its code could not be used. */
async function enter(
  db: Db,
  found: AdminRow,
  channel: Channel,
  request: CallRequest,
  openid: string | null | undefined,
): Promise<SignedIn> {
  const hint = openid === undefined ? BIND_FAILED : ''
  const entered = await asSystem(db, async (tx) => {
    const row = await lockEntrant(tx, found.id, request)
    const factor = await factorOf(tx, row)
    if (!factor.isOn && !factor.isDemanded) return letIn(tx, row, channel, request)
    const totpSetup = factor.isOn ? null : await offerFactor(tx, row)
    const ticket = await openTicket(tx, { adminId: row.id, channel, openid: openid ?? '', hint })
    return { ...NOT_YET, ticket, totpSetup }
  })
  return entered.ticket === '' ? bind(db, entered, openid ?? null, hint) : entered
}

/** A right password alone tells nothing about the person behind the second factor. */
const NOT_YET: SignedIn = {
  token: '',
  id: 0,
  account: '',
  realName: '',
  avatar: '',
  isAgent: 0,
  isSms: 0,
  pwdExpired: 0,
  pwdLeftDays: null,
  pwdWarnDays: 0,
  hint: '',
  ticket: '',
  totpSetup: null,
  recoveryCodes: [],
}

/** Binds a social account to the person who is in; that it failed is a hint, not a refusal. */
async function bind(db: Db, entered: SignedIn, openid: string | null, hint: string): Promise<SignedIn> {
  if (openid === null) return { ...entered, hint }
  const bound = await asSystem(db, (tx) => bindOpenid(tx, entered.id, openid)).then(
    () => '',
    () => BIND_FAILED,
  )
  return { ...entered, hint: bound }
}

/** Locks who may come in: enabled, within the days of validity, with a role, from an allowed network. */
async function lockEntrant(tx: Tx, adminId: number, request: CallRequest): Promise<AdminRow> {
  const row = await tx
    .selectFrom('admin')
    .selectAll()
    .where('id', '=', adminId)
    .where('isDel', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined || row.status !== 1) throw refuse('账号已停用，请联系管理员')
  const now = Date.now()
  if ((row.validFrom?.getTime() ?? 0) > now || (row.validTo?.getTime() ?? now + 1) <= now)
    throw refuse('账号不在有效期内')
  const { rights } = await readGrants(tx, row.roles)
  if (rights.roles.length === 0) throw refuse('账号未分配角色，请联系管理员')
  if (row.ipAllow.length > 0 && !inNetworks(request.ip, row.ipAllow)) throw refuse('当前网络不允许登录')
  return row
}

async function letIn(tx: Tx, row: AdminRow, channel: Channel, request: CallRequest): Promise<SignedIn> {
  await clearFailures(tx, row.account, request.ip)
  const { token } = await openSession(tx, row.id, channel, clientOf(request))
  await tx
    .updateTable('admin')
    .set({ loginCount: sql`"loginCount" + 1`, lastIp: request.ip, lastTime: sql`now()` })
    .where('id', '=', row.id)
    .execute()
  await writeLoginLog(tx, { account: row.account, adminId: row.id }, request, channel, 1, '登录成功')
  const security = await settingsOf(tx, securityForm)
  return {
    ...NOT_YET,
    token,
    id: row.id,
    account: row.account,
    realName: row.realName,
    avatar: row.avatar,
    isAgent: row.isAgent,
    isSms: row.isSms,
    pwdExpired: isPasswordExpired(row, security.pwd_expire_days) ? 1 : 0,
    pwdLeftDays: passwordLeftDays(row.pwdUpdateTime, security.pwd_expire_days),
    pwdWarnDays: security.pwd_warn_days,
  }
}
