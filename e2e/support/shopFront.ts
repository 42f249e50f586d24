import { createHash, createHmac } from 'node:crypto'
import { query } from './database.ts'
import { left } from './env.ts'
import { ask, unique } from './people.ts'

/** Asks a call of the application of a shop, for the customer who is signed in there. */
type Shop = <T>(path: string, body: unknown) => Promise<T>

/** A customer of a shop front outside, signed in. */
export async function shopCustomer(uid: number): Promise<Shop> {
  const app = await ask<{ id: number; appKey: string; appSecret: string }>('POST', '/admin/open/app/save', {
    name: unique('商城'),
    channelId: 1201,
    scopes: ['member'],
  })
  const timestamp = Math.floor(Date.now() / 1000)
  const sign = createHmac('sha256', app.appSecret).update(`${app.appKey}\n${timestamp}`).digest('hex')
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${left('full')}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const { code, message, data } = await answer.json()
    if (code !== 200) throw new Error(`${path}: ${message}`)
    return data
  }
  const { accessToken } = await post('/open/token', { appKey: app.appKey, timestamp, sign })
  const customer = unique('customer')
  await query(
    `insert into "customerSession" ("tokenHash", "appId", "uid", "ip", "expireTime")
      values ($1, $2, $3, '121.40.1.7', now() + interval '1 day')`,
    [createHash('sha256').update(customer).digest('hex'), app.id, uid],
  )
  return (path, body) => post(path, body, { authorization: `Bearer ${accessToken}`, 'x-customer': customer })
}
