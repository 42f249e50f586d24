// A server that is killed between the answer of a provider and its commit. Orders §10.
import { createHash, createHmac } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Listening } from '#app/fakes/local.ts'
import { type FakePay, startFakePay } from '#app/fakes/pay.ts'
import { SANDBOX } from '#domains/accounts/payment/payment.sign.ts'
import { findPostgres } from '#kit/server/postgres/supervisor.ts'
import { ask, killServer, type ServerProcess, startServer, stopServer } from './server.ts'

const PORT = 18347
const FIRST = 'Ts-first-2026'
const PASSWORD = 'Ts-changed-2026'
const UID = 910_001

let root: string
let dataDir: string
let server: ServerProcess
let fake: FakePay & Listening
let token: string
let client: pg.Client

const start = async (): Promise<void> => {
  server = await startServer(PORT, dataDir, { TS_ADMIN_PASSWORD: FIRST, TS_SITE_URL: 'http://shop.example' })
}
const open = async (): Promise<void> => {
  client = new pg.Client(await findPostgres(dataDir))
  client.on('error', () => undefined)
  await client.connect()
}
const admin = async <T>(method: 'GET' | 'POST', path: string, body: object = {}): Promise<T> => {
  const answer = await ask<T>(server, method, path, { token, body })
  if (answer.code !== 200) throw new Error(`${path}: ${answer.message}`)
  return answer.data
}
const signIn = async (pwd: string): Promise<string> =>
  (
    await ask<{ token: string }>(server, 'POST', '/admin/login', {
      body: { account: 'admin', pwd, key: '', code: '' },
    })
  ).data.token
const one = async <T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T> => {
  const { rows } = await client.query<T>(text, values)
  const [row] = rows
  if (row === undefined) throw new Error(`Nothing is found by ${text}`)
  return row
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ts-pay-'))
  await chmod(root, 0o711)
  dataDir = join(root, 'data')
  fake = await startFakePay()
  fake.deliver = async (url, body, headers) => {
    const answer = await fetch(`${server.url}${new URL(url).pathname}`, { method: 'POST', body, headers })
    return { status: answer.status, text: await answer.text() }
  }
  await start()
  await open()
  token = await signIn(FIRST)
  await admin('POST', '/admin/login/update/password', {
    oldPassword: FIRST,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  })
  token = await signIn(PASSWORD)
  const fields = Object.entries({
    pay_weixin_open: '1',
    pay_weixin_url: fake.base,
    pay_weixin_merchant: SANDBOX.merchant,
    pay_weixin_key: SANDBOX.key,
  }).map(([name, value]) => ({ name, value }))
  await admin('POST', '/admin/system/config/save/form', { id: 79, fields })
}, 90_000)
afterAll(async () => {
  await client.end().catch(() => undefined)
  await stopServer(server)
  await fake.stop()
  await rm(root, { recursive: true, force: true })
}, 60_000)

/** A customer begins to put money into their account; the number of the payment. */
async function topUp(amount: string): Promise<string> {
  const app = await admin<{ id: number; appKey: string; appSecret: string }>('POST', '/admin/open/app/save', {
    name: `商城${amount}`,
    channelId: 1201,
    scopes: ['member'],
  })
  const timestamp = Math.floor(Date.now() / 1000)
  const sign = createHmac('sha256', app.appSecret).update(`${app.appKey}\n${timestamp}`).digest('hex')
  const key = await ask<{ accessToken: string }>(server, 'POST', '/open/token', {
    body: { appKey: app.appKey, timestamp, sign },
  })
  const customer = `customer${amount}`
  await client.query(
    `insert into "customerSession" ("tokenHash", "appId", "uid", "ip", "expireTime")
      values ($1, $2, $3, '121.40.1.7', now() + interval '1 day')`,
    [createHash('sha256').update(customer).digest('hex'), app.id, UID],
  )
  const answer = await fetch(`${server.url}/api/open/recharge/save`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key.data.accessToken}`,
      'x-customer': customer,
    },
    body: JSON.stringify({ amount, payType: 'weixin', payChannel: 'public' }),
  })
  const { code, message, data } = await answer.json()
  if (code !== 200) throw new Error(message)
  return data.flowNo
}

test('O §10: a server killed while its provider answers a refund gives the money back once', async () => {
  const flowNo = await topUp('20.00')
  fake.pay(flowNo, '19.50')
  await fake.tell(flowNo)
  const exception = await one<{ id: number; version: number }>(
    'select "id", "version" from "paymentException" where "flowNo" = $1',
    [flowNo],
  )
  await admin('POST', `/admin/order/payment/exception/handle/${exception.id}`, {
    version: exception.version,
    handleType: 2,
    handleRemark: '金额不符',
  })
  const noteOf = () =>
    one<{ id: number; version: number; status: number; outRefundNo: string }>(
      'select "id", "version", "status", "outRefundNo" from "refundNote" where "sourceId" = $1',
      [exception.id],
    )
  const note = await noteOf()
  const path = '/admin/order/refundNote'
  await admin('POST', `${path}/examine/${note.id}`, { version: note.version, auditStatus: 1 })
  const { version } = await noteOf()
  // The money is back at the provider, but its answer never arrives.
  const reached = new Promise<void>((resolve) => {
    fake.answering = () => {
      resolve()
      return new Promise(() => undefined)
    }
  })
  const asked = ask(server, 'POST', `${path}/execute/${note.id}`, { token, body: { version } }).catch(
    () => null,
  )
  await reached
  await client.end()
  await killServer(server)
  await asked
  fake.answering = null
  expect([...fake.refunds.values()]).toMatchObject([{ state: 'done', amount: '19.50' }])
  await start()
  await open()
  token = await signIn(PASSWORD)
  const running = await noteOf()
  expect(running).toMatchObject({ status: 2 })
  const execution = await one<{ id: number }>('select "id" from "payment" where "flowNo" = $1', [
    running.outRefundNo,
  ])
  const query = `/admin/order/payment/log/query/${execution.id}`
  const answers = await Promise.all(
    [1, 2, 3].map(() => ask<{ message: string }>(server, 'GET', query, { token })),
  )
  expect(answers.some(({ data }) => data?.message === '退款成功')).toBe(true)
  await fake.tellRefund(running.outRefundNo)
  expect(await noteOf()).toMatchObject({ status: 3 })
  expect(
    await one('select "refundAmount"::int as "back" from "payment" where "flowNo" = $1', [flowNo]),
  ).toEqual({
    back: 1950,
  })
  expect(fake.refunds.size).toBe(1)
}, 120_000)

test('O §3.5: a server killed while it posts a notification posts it whole when it is told again', async () => {
  const flowNo = await topUp('30.00')
  fake.pay(flowNo)
  await client.query('begin')
  await client.query(
    'select 1 from "recharge" where "rechargeSn" in (select "orderSn" from "payment" where "flowNo" = $1) for update',
    [flowNo],
  )
  const told = fake.tell(flowNo).catch(() => null)
  await expect
    .poll(async () => (await client.query(`select 1 from pg_locks where not granted`)).rowCount, {
      timeout: 10_000,
    })
    .toBeGreaterThan(0)
  await killServer(server)
  await client.query('rollback')
  await client.end()
  await told
  await start()
  await open()
  token = await signIn(PASSWORD)
  await fake.tell(flowNo, { times: 2 })
  const paid = await one<{ status: number }>('select "status" from "payment" where "flowNo" = $1', [flowNo])
  expect(paid.status).toBe(1)
  const entries = await one<{ n: number }>(
    `select count(*)::int as "n" from "accountEntry" e join "payment" p on p."orderSn" = e."linkId" where p."flowNo" = $1`,
    [flowNo],
  )
  expect(entries.n).toBe(1)
}, 120_000)
