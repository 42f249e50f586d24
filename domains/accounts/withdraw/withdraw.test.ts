import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { openCustomerSession } from '#domains/access/access.door.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { refuse } from '#kit/shared/errors.ts'
import { bareConsumer } from '../../../tests/consumers.ts'
import { registerNow } from '../../../tests/registering.ts'
import { accountOf, openAccount } from '../account/account.server.ts'
import { postAccount } from '../account/post.server.ts'
import { declareWithdrawGuard } from './withdraw.server.ts'

const ADMIN = '/admin/account/withdraw'
const VOUCHER = ['https://files.example.com/v.png']

let app: TestApp
let clerk: Person
let access: string
let appId: number
let serial = 0

beforeAll(async () => {
  app = await testApp()
  clerk = await app.person({
    permissions: ['list', 'info', 'examine'].map((one) => `admin:account:withdraw:${one}`),
  })
  const token = await app.admin()
  const made = await app.request<{ id: number; appKey: string; appSecret: string }>(
    'POST',
    '/admin/open/app/save',
    {
      token,
      body: { name: '商城', channelId: 1201, scopes: ['member'] },
    },
  )
  const { appKey, appSecret, id } = made.data
  appId = id
  const timestamp = Math.floor(Date.now() / 1000)
  const sign = createHmac('sha256', appSecret).update(`${appKey}\n${timestamp}`).digest('hex')
  const given = await app.request<{ accessToken: string }>('POST', '/open/token', {
    body: { appKey, timestamp, sign },
  })
  access = given.data.accessToken
})
afterAll(() => app.close())

/** A consumer with so many cents, signed in at the shop. */
async function consumer(cents: number) {
  const uid = 500 + ++serial
  const holder = { accountType: 1, uid } as const
  await bareConsumer(app.db, uid)
  const session = await asSystem(app.db, async (tx) => {
    await openAccount(tx, holder)
    await postAccount(tx, {
      ...{ holder, pm: 1, transactionType: 1, amount: cents, linkId: 'T', title: '充值' },
      source: { type: 'test', id: serial },
    })
    return openCustomerSession(tx, appId, uid, '10.1.1.1')
  })
  const headers = { authorization: `Bearer ${access}`, 'x-customer': session.customerToken }
  return {
    uid,
    figures: () => accountOf(app.db, holder),
    apply: (amount: string, more: Record<string, string> = {}) =>
      app.request<{ id: number; status: number; withdrawSn: string }>('POST', '/open/withdraw/save', {
        body: { amount, method: 'bank', payeeName: '张三', payeeAccount: '6222021234567890' },
        headers: { ...headers, 'content-type': 'application/json', ...more },
      }),
    own: () =>
      app.request<{ list: { amount: string; status: number }[] }>('GET', '/open/withdraw/list', { headers }),
  }
}
const examine = (id: number, body: object) =>
  app.request('POST', `${ADMIN}/examine/${id}`, { token: clerk.token, body })

test('O §2.10: a withdrawal freezes, is paid with its voucher once, or is given back', async () => {
  const person = await consumer(10_000)
  const made = await person.apply('60.00')
  expect(made.data).toMatchObject({ status: 0, withdrawSn: expect.stringMatching(/^TX\d{14}$/) })
  expect(await person.figures()).toMatchObject({ balance: 10_000, frozen: 6000, available: 4000 })
  expect((await person.apply('40.01')).message).toBe('账户可用额度不足，可用40.00元')
  expect((await examine(made.data.id, { status: 1 })).message).toBe('请选择打款凭证')
  const two = await Promise.all([1, 2].map(() => examine(made.data.id, { status: 1, voucher: VOUCHER })))
  expect(two.map((one) => one.code).sort()).toEqual([200, 409])
  expect(await person.figures()).toMatchObject({ balance: 4000, frozen: 0 })

  const second = await person.apply('40.00')
  expect((await examine(second.data.id, { status: -1 })).message).toBe('请输入驳回原因')
  expect((await examine(second.data.id, { status: -1, opinion: '户名不符' })).code).toBe(200)
  expect(await person.figures()).toMatchObject({ balance: 4000, frozen: 0, available: 4000 })
  expect((await person.own()).data.list.map((row) => [row.amount, row.status])).toEqual([
    ['40.00', -1],
    ['60.00', 1],
  ])
  const late = await examine(second.data.id, { status: 1, voucher: VOUCHER })
  expect([late.code, late.message]).toEqual([409, '当前状态为未通过，不能通过'])
})

test('O §8: nobody sees or asks for the withdrawals of another, and the same request applies once', async () => {
  const [one, other] = [await consumer(1000), await consumer(1000)]
  const key = { 'idempotency-key': 'same' }
  const both = await Promise.all([one.apply('5.00', key), one.apply('5.00', key)])
  expect(new Set(both.map((made) => made.data.id)).size).toBe(1)
  expect(await one.figures()).toMatchObject({ frozen: 500 })
  expect((await other.own()).data.list).toEqual([])
  const anonymous = await app.request('GET', '/open/withdraw/list', {
    headers: { authorization: `Bearer ${access}` },
  })
  expect(anonymous.code).toBe(401)
})

test('Doors §3: a guard of a room above refuses before anything is frozen', async () => {
  const person = await consumer(1000)
  registerNow(
    app.db,
    declareWithdrawGuard(async (_tx, { uid }) => {
      if (uid === person.uid) throw refuse('操作异常，请联系客服')
    }),
  )
  const refused = await person.apply('1.00')
  expect([refused.code, refused.message]).toEqual([422, '操作异常，请联系客服'])
  expect(await person.figures()).toMatchObject({ frozen: 0 })
})

test('Platform §6.2: where money goes to is seen in full by who may see it', async () => {
  const person = await consumer(1000)
  const { id } = (await person.apply('1.00')).data
  const seen = await app.request<{ payeeAccount: string }>('GET', `${ADMIN}/info/${id}`, {
    token: clerk.token,
  })
  expect(seen.data.payeeAccount).toBe('****7890')
  const payer = await app.person({
    permissions: ['admin:account:withdraw:info', 'admin:account:withdraw:payee'],
  })
  const whole = await app.request<{ payeeAccount: string }>('GET', `${ADMIN}/info/${id}`, {
    token: payer.token,
  })
  expect(whole.data.payeeAccount).toBe('6222021234567890')
})
