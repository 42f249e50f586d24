import { type FakeExpress, makeFakeExpress } from './express.ts'
import { type Asked, done, listen, refused, type Told } from './listen.ts'
import type { Listening } from './local.ts'
import { type FakeSms, makeFakeSms } from './sms.ts'

interface Service {
  type: string
  open: boolean
  num: number
  surp: number
  sign?: string
  newSign?: string
  signStatus?: number
  com?: string
  tempId?: string
  siid?: string
}

export interface FakeOnepass {
  sms: FakeSms
  express: FakeExpress
  /** by account: its password and phone */
  accounts: Map<string, { password: string; phone: string }>
  services: Service[]
  /** codes that were sent, as `phone: code` */
  codes: string[]
  token: string
  answer(asked: Asked): Told
}

const CODE = '246810'
const SIGNED_OUT = 401
/** what a call of another service costs here */
const PAID: Record<string, string> = {
  'sms/send': 'sms',
  'express/trace': 'expr_query',
  'express/label': 'expr_dump',
}
const PART = 67

/** The stand-in of the platform that sells services: one account 13800000000 with Pass-2026; each code is 246810. */
export function makeFakeOnepass(): FakeOnepass {
  const fake: FakeOnepass = {
    sms: makeFakeSms(),
    express: makeFakeExpress(),
    accounts: new Map([['13800000000', { password: 'Pass-2026', phone: '13800000000' }]]),
    services: ['sms', 'copy', 'expr_query', 'expr_dump'].map((type) => ({
      type,
      open: type !== 'expr_dump',
      num: 500,
      surp: 500,
      ...(type === 'sms' ? { sign: '通商', signStatus: 1 } : {}),
    })),
    codes: [],
    token: '',
    answer,
  }
  let account = ''
  return fake

  function answer(asked: Asked): Told {
    const { path, body, token } = asked
    const text = (name: string) => String(body[name] ?? '')
    const known = fake.accounts.get(text('account'))
    if (path === 'login') {
      if (known === undefined || known.password !== text('password')) return refused('账号或密码错误')
      account = text('account')
      fake.token = `T${Date.now()}${fake.codes.length}`
      return done({ token: fake.token, account, phone: known.phone })
    }
    if (path === 'code') {
      fake.codes.push(`${text('phone')}: ${CODE}`)
      return done()
    }
    if (path === 'register') {
      if (text('code') !== CODE) return refused('验证码错误')
      if (fake.accounts.has(text('account'))) return refused('该手机号已注册', 409)
      fake.accounts.set(text('account'), { password: text('password'), phone: text('phone') })
      return done()
    }
    if (path === 'password') {
      if (text('code') !== CODE) return refused('验证码错误')
      if (known === undefined || known.phone !== text('phone')) return refused('账号或手机号不正确')
      known.password = text('password')
      fake.token = ''
      return done()
    }
    if (fake.token === '' || token !== fake.token) return refused('登录已过期，请重新登录', SIGNED_OUT)
    return signedIn(asked, text)
  }

  function signedIn({ path, body, token }: Asked, text: (name: string) => string): Told {
    const own = fake.accounts.get(account)
    const paid = fake.services.find((one) => one.type === PAID[path])
    if (path === 'info') return done({ account, phone: own?.phone ?? '', services: fake.services })
    if (path === 'verify')
      return own?.password === text('password') && account === text('account')
        ? done()
        : refused('账号或密码错误')
    if (path === 'phone') {
      if (text('code') !== CODE) return refused('验证码错误')
      if (own !== undefined) own.phone = text('phone')
      return done()
    }
    if (path === 'service/open') {
      const { type, ...facts } = body
      const service = fake.services.find((one) => one.type === type)
      if (service !== undefined) Object.assign(service, facts, { open: true })
      return service === undefined ? refused('服务不存在') : done()
    }
    if (path === 'sms/sign') {
      if (text('code') !== CODE) return refused('验证码错误')
      Object.assign(fake.services[0] ?? {}, { newSign: text('sign'), signStatus: 0 })
      return done()
    }
    const [first = '', ...rest] = path.split('/')
    const behind = first === 'sms' ? fake.sms : first === 'express' ? fake.express : undefined
    if (behind === undefined) return refused('接口不存在', 404)
    const units =
      path === 'sms/send' && text('content').length > 70 ? Math.ceil(text('content').length / PART) : 1
    if (paid !== undefined && paid.surp < units) return refused('剩余条数不足')
    const told = behind.answer({ path: rest.join('/'), body, token })
    if (paid !== undefined && 'code' in told && told.code === 200) paid.surp -= units
    return told
  }
}

/** The same on a port of its own. */
export async function startFakeOnepass(): Promise<FakeOnepass & Listening> {
  const fake = makeFakeOnepass()
  return Object.assign(fake, await listen(fake.answer))
}
