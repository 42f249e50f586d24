import { z } from 'zod'
import { text } from '#kit/fields/shared.ts'
import { type Answer, answerOf, get, type OutOf, post } from '#kit/shared/call.ts'
import { PASSWORD_MAX } from './password.rules.ts'

const bit = z.union([z.literal(0), z.literal(1)])

/** Platform §2.1. */
export const getLoginPic = get('/admin/getLoginPic', {
  title: '登录页',
  permission: 'public',
  answer: answerOf(
    z.object({
      backgroundImage: z.string(),
      logo: z.string(),
      loginLogo: z.string(),
      banner: z.array(z.object({ pic: z.string() })),
      siteName: z.string(),
      icp: z.string(),
      captcha: z.enum(['always', 'after', 'off']),
      wechatLogin: bit,
      envelope: z.enum(['off', 'optional', 'required']),
      version: z.string(),
      /** whom a newcomer may sign in as, in a demonstration alone; null: this is none */
      demo: z
        .object({
          password: z.string(),
          people: z.array(z.object({ realName: z.string(), account: z.string(), role: z.string() })),
        })
        .nullable(),
    }),
  ),
})

export const getCaptcha = get('/admin/validate/code/get', {
  title: '获取验证码',
  permission: 'public',
  perMinute: 30,
  answer: answerOf(z.object({ key: z.string(), code: z.string() })),
})

const signedIn = answerOf(
  z.object({
    token: z.string(),
    id: z.number(),
    account: z.string(),
    realName: z.string(),
    avatar: z.string(),
    isAgent: bit,
    isSms: bit,
    pwdExpired: bit,
    /** null: the password never ends */
    pwdLeftDays: z.number().nullable(),
    /** days before its end from which a person is reminded */
    pwdWarnDays: z.number(),
    /** something to tell that did not stop the login */
    hint: z.string(),
    /** not '': no session yet, the dynamic password is asked for with this ticket */
    ticket: z.string(),
    /** for a person who must have a dynamic password and has none yet: what their application reads */
    totpSetup: z.object({ secret: z.string(), uri: z.string() }).nullable(),
    /** shown once, when the dynamic password was set up with this login */
    recoveryCodes: z.array(z.string()),
  }),
)

/** What a login answers. Platform §2.1. */
export type SignedIn = OutOf<typeof login>

export const login = post('/admin/login', {
  title: '登录',
  permission: 'public',
  input: {
    account: text('用户名', { required: true, max: 32 }),
    pwd: text('密码', { required: true, max: PASSWORD_MAX }),
    key: text('验证码', { max: 64 }),
    code: text('验证码', { max: 10 }),
    wxCode: text('微信授权码', { max: 200 }),
  },
  answer: signedIn,
})

export const loginTotp = post('/admin/login/totp', {
  title: '动态口令登录',
  permission: 'public',
  perMinute: 60,
  quiet: true,
  input: {
    ticket: text('登录凭据', { required: true, max: 64 }),
    totp: text('动态口令', { required: true, max: 20 }),
  },
  answer: signedIn,
})

export const socialLogin = get('/admin/authorize/login', {
  title: '微信登录',
  permission: 'public',
  change: true,
  perMinute: 20,
  input: {
    code: text('授权码', { required: true, max: 200 }),
    state: text('状态', { max: 200 }),
  },
  answer: signedIn,
})

export const getAdminInfo = get('/admin/getAdminInfoByToken', {
  title: '当前用户',
  permission: 'login',
  withExpiredPassword: true,
  input: { token: text('会话', { max: 64 }) },
  answer: answerOf(
    z.object({
      id: z.number(),
      account: z.string(),
      name: z.string(),
      realName: z.string(),
      avatar: z.string(),
      introduction: z.string(),
      email: z.string(),
      phone: z.string(),
      roles: z.array(z.string()),
      permissions: z.array(z.string()),
      permissionsList: z.array(z.string()),
      isAgent: bit,
      isSms: bit,
      deptId: z.number().nullable(),
      deptName: z.string(),
      position: z.string(),
      positionName: z.string(),
      storeIds: z.array(z.number()),
      dataScopes: z.array(z.number()),
      level: z.number(),
      pwdExpired: bit,
      pwdLeftDays: z.number().nullable(),
      pwdWarnDays: z.number(),
      /** may decide documents of their own making */
      decidesOwn: bit,
      loginTime: z.number(),
      lastIp: z.string(),
      wechatBound: bit,
    }),
  ),
})

/** A node of the sidebar and of the routes. */
export interface MenuItem {
  id: number
  pid: number
  name: string
  icon: string
  component: string
  perms: string
  menuType: string
  sort: number
  routeName: string
  noCache: 0 | 1
  affix: 0 | 1
  activeMenu: string
  isShow: 0 | 1
  childList: MenuItem[]
}

const menuItems: Answer<MenuItem[]> = {
  kind: 'data',
  json: {
    type: 'array',
    description:
      'nodes with id, pid, name, icon, component, perms, menuType, sort, routeName, noCache, affix, activeMenu, isShow, childList',
    items: { type: 'object' },
  },
  encode: (items) => items,
}

export const getMenus = get('/admin/getMenus', {
  title: '当前用户菜单',
  permission: 'login',
  withExpiredPassword: true,
  answer: menuItems,
})

export const logout = get('/admin/logout', {
  title: '退出登录',
  // Ending what has already ended is no refusal, so no session is asked for.
  permission: 'public',
  change: true,
})

export const isLogin = get('/admin/pass/isLogin', {
  title: '登录状态',
  permission: 'login',
  withExpiredPassword: true,
  // Of the account at the platform that sells services: whether it can be used, and which it is.
  answer: answerOf(
    z.object({
      isLogin: z.boolean(),
      status: z.boolean(),
      info: z.object({ account: z.string(), phone: z.string() }).nullable(),
    }),
  ),
})
