// Consumers of an application outside, for tests: its token, codes sent to phones, their sessions.
import { createHmac } from 'node:crypto'
import type { Answer, TestApp } from '#app/testing.ts'
import { contextOf } from '#kit/server/points.ts'

interface LoggedIn {
  customerToken: string
  uid: number
  isNew: number
  lifeStatus: number
  eraseTime: number | null
}

export interface Shoppers {
  /** of the application, with all scopes */
  access: string
  /** leaves a code for a phone, as the network would have brought it; answers it */
  code(phone: string, scene?: string): Promise<string>
  /** signs in with a phone and a fresh code */
  login(phone: string, more?: Record<string, unknown>): Promise<Answer<LoggedIn>>
  ask<T = unknown>(path: string, body: Record<string, unknown>, customerToken?: string): Promise<Answer<T>>
}

const PREFIX = '1390000'
let made = 0
/** A phone nobody has. */
export const freshPhone = (): string => `${PREFIX}${String(++made).padStart(4, '0')}`

export async function openShoppers(app: TestApp, scopes: readonly string[] = ['member']): Promise<Shoppers> {
  const token = await app.admin()
  const body = { name: `商城${Date.now()}${++made}`, channelId: 1201, scopes, rateLimit: 500 }
  const saved = await app.request<{ appKey: string; appSecret: string }>('POST', '/admin/open/app/save', {
    token,
    body,
  })
  if (saved.code !== 200) throw new Error(saved.body)
  const { appKey, appSecret } = saved.data
  const timestamp = Math.floor(Date.now() / 1000)
  const sign = createHmac('sha256', appSecret).update(`${appKey}\n${timestamp}`).digest('hex')
  const given = await app.request<{ accessToken: string }>('POST', '/open/token', {
    body: { appKey, timestamp, sign },
  })
  const access = given.data.accessToken

  const ask = <T>(path: string, input: Record<string, unknown>, customerToken = '') =>
    app.request<T>('POST', path, {
      body: input,
      headers: {
        authorization: `Bearer ${access}`,
        ...(customerToken === '' ? {} : { 'x-customer': customerToken }),
      },
    })
  const code = async (phone: string, scene = 'customerLogin'): Promise<string> => {
    const word = '123456'
    const codeHash = createHmac('sha256', contextOf(app.db).secretKey)
      .update(`sms code ${phone} ${scene} ${word}`)
      .digest('hex')
    await app.db
      .insertInto('smsCode')
      .values({ phone, scene, ip: '', codeHash, expireTime: new Date(Date.now() + 60_000), usedTime: null })
      .execute()
    return word
  }
  return {
    access,
    code,
    ask,
    login: async (phone, more = {}) =>
      ask<LoggedIn>('/open/customer/login', { kind: 'phone', phone, code: await code(phone), ...more }),
  }
}
