import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '#kit/server/transaction.ts'
import { type PayApp, payApp, trouble } from '../../../tests/payments.ts'
import { openAccount } from '../account/account.server.ts'
import { postAccount } from '../account/post.server.ts'
import { closePayments, payParams } from './outside.server.ts'
import { closeOver, queryPayments } from './payment.jobs.server.ts'

let app: PayApp
beforeAll(async () => {
  app = await payApp()
})
afterAll(() => app.stop())

const NEVER = new AbortController().signal
const rowOf = (flowNo: string) =>
  app.db.selectFrom('payment').selectAll().where('flowNo', '=', flowNo).executeTakeFirstOrThrow()
const logsOf = (flowNo: string) =>
  app.db.selectFrom('notifyLog').selectAll().where('flowNo', '=', flowNo).orderBy('id').execute()
const started = async (price: number) => {
  const bizId = await app.order(price)
  const { flowNo, paymentId } = await app.begin(bizId, price)
  await payParams(app.db, flowNo)
  return { bizId, flowNo, paymentId }
}
const tellOld = (flowNo: string) =>
  app.db
    .updateTable('payment')
    .set({ createTime: new Date(Date.now() - 300_000) })
    .where('flowNo', '=', flowNo)
    .execute()

test('O §13-5: a notification that comes three times at once pays once, and is answered as taken each time', async () => {
  const { bizId, flowNo } = await started(14_769)
  app.fake.pay(flowNo)
  expect(await app.fake.tell(flowNo, { times: 3 })).toEqual({ status: 200, text: '{"code":"SUCCESS"}' })
  expect(await rowOf(flowNo)).toMatchObject({ status: 1, amount: 14_769, transactionId: `T${flowNo}` })
  expect(await app.sample(bizId)).toMatchObject({ paid: 14_769, told: ['paid 14769 0'] })
  expect(await app.exceptions(flowNo)).toEqual([])
  const told = (await logsOf(flowNo)).filter(({ kind }) => kind === 1)
  expect(told.map(({ result }) => result).sort()).toEqual([
    '支付成功',
    '重复通知，已处理过',
    '重复通知，已处理过',
  ])
  expect(told.every(({ verified, raw }) => verified === 1 && raw.includes(flowNo))).toBe(true)
})

test('O §3.5: one open payment for each payable and way; another amount or a time that is over takes its place', async () => {
  const bizId = await app.order(500)
  const first = await app.begin(bizId, 500)
  expect(await app.begin(bizId, 500)).toEqual(first)
  const crowd = await Promise.all(Array.from({ length: 6 }, () => app.begin(bizId, 500)))
  expect(new Set(crowd.map(({ flowNo }) => flowNo))).toEqual(new Set([first.flowNo]))
  const less = await app.begin(bizId, 400)
  expect(less.flowNo).not.toBe(first.flowNo)
  expect((await rowOf(first.flowNo)).status).toBe(3)
  await expect(app.begin(bizId, 501)).rejects.toThrow('支付金额不能大于5.00元')
  await expect(app.begin(999_999, 1)).rejects.toThrow('数据不存在')
})

test('O §3.5: what was closed here and paid there all the same is taken in', async () => {
  const { bizId, flowNo } = await started(800)
  await app.begin(bizId, 700)
  expect((await rowOf(flowNo)).status).toBe(3)
  app.fake.pay(flowNo)
  await app.fake.tell(flowNo)
  expect(await app.sample(bizId)).toMatchObject({ paid: 800 })
  const open = await app.db
    .selectFrom('payment')
    .select('id')
    .where('bizId', '=', bizId)
    .where('bizType', '=', 'sample')
    .where('status', '=', 0)
    .execute()
  expect(open).toEqual([])
  await expect(app.begin(bizId, 1)).rejects.toThrow('当前状态为已支付，不能支付')
})

test('O §3.5: a wrong signature changes nothing, is answered as failure and counted as one exception', async () => {
  const { bizId, flowNo } = await started(300)
  app.fake.pay(flowNo)
  for (let time = 0; time < 3; time++)
    expect((await app.fake.tell(flowNo, { key: 'somebody else' })).status).toBe(400)
  expect(await app.sample(bizId)).toMatchObject({ paid: 0, told: [] })
  expect((await rowOf(flowNo)).status).toBe(0)
  expect(await app.exceptions(flowNo)).toMatchObject([{ type: 5, status: 0, times: 3 }])
  const forged = (await logsOf(flowNo)).filter(({ verified }) => verified === 0)
  expect(forged).toHaveLength(3)
  for (const body of ['', 'not json', '{"event":"payment"}'])
    expect((await app.request('POST', '/open/payment/notify/weixin', { body })).status).toBe(400)
  expect(await app.exceptions('')).toMatchObject([{ type: 5, times: 3 }])
  expect((await app.request('POST', '/open/payment/notify/nobody', { body: '{}' })).status).toBe(404)
})

test('O §3.5: an unknown number is an exception once, and taken', async () => {
  const { bizId, flowNo } = await started(300)
  app.fake.pay(flowNo)
  // The gateway knows a number that the product does not.
  await app.db
    .updateTable('payment')
    .set({ flowNo: `${flowNo}X` })
    .where('flowNo', '=', flowNo)
    .execute()
  expect((await app.fake.tell(flowNo, { times: 2 })).status).toBe(200)
  expect(await app.exceptions(flowNo)).toMatchObject([{ type: 4, status: 0, times: 2 }])
  expect(await app.sample(bizId)).toMatchObject({ paid: 0 })
})

test('O §13-6: another amount waits as an exception, the order stays unpaid', async () => {
  const { bizId, flowNo } = await started(14_769)
  app.fake.pay(flowNo, '147.68')
  await app.fake.tell(flowNo, { times: 2 })
  expect(await rowOf(flowNo)).toMatchObject({ status: 4, receivedAmount: 14_768 })
  expect(await app.exceptions(flowNo)).toMatchObject([{ type: 2, status: 0 }])
  expect(await app.sample(bizId)).toMatchObject({ paid: 0 })
  await expect(app.begin(bizId, 14_769)).rejects.toThrow('有一笔支付待确认，不能再次支付')
  expect(await closePayments(app.db, 'sample', bizId)).toBe('unknown')
})

test('O §3.5: money for what is closed or paid already comes into the books with an exception', async () => {
  const late = await started(600)
  await sql`update "samplePaid" set "closed" = true where "id" = ${late.bizId}`.execute(app.db)
  app.fake.pay(late.flowNo)
  await app.fake.tell(late.flowNo)
  expect((await rowOf(late.flowNo)).status).toBe(1)
  expect(await app.exceptions(late.flowNo)).toMatchObject([{ type: 3 }])

  const bizId = await app.order(600)
  const one = await app.begin(bizId, 600)
  const other = await app.begin(bizId, 600, { payType: 'alipay', payChannel: 'alipay' })
  for (const { flowNo } of [one, other]) {
    await payParams(app.db, flowNo)
    app.fake.pay(flowNo)
  }
  await Promise.all([one, other].map(({ flowNo }) => app.fake.tell(flowNo)))
  expect(await app.sample(bizId)).toMatchObject({ paid: 600 })
  const found = [...(await app.exceptions(one.flowNo)), ...(await app.exceptions(other.flowNo))]
  expect(found).toMatchObject([{ type: 1, status: 0 }])
  expect((await rowOf(one.flowNo)).status + (await rowOf(other.flowNo)).status).toBe(2)
})

test('O §13-4: closing and notification at once end in paid or closed, never both', async () => {
  for (let round = 0; round < 8; round++) {
    const { bizId, flowNo } = await started(1000)
    app.fake.pay(flowNo)
    const [end] = await Promise.all([closePayments(app.db, 'sample', bizId), app.fake.tell(flowNo)])
    expect(end).toBe('paid')
    expect(await app.sample(bizId)).toMatchObject({ paid: 1000, told: ['paid 1000 0'] })
    const kept = await app.exceptions(flowNo)
    expect(kept.filter(({ type }) => type !== 6)).toEqual([])
  }
  const unpaid = await started(1000)
  expect(await closePayments(app.db, 'sample', unpaid.bizId)).toBe('closed')
  expect((await rowOf(unpaid.flowNo)).status).toBe(3)
  expect(app.fake.orders.get(unpaid.flowNo)?.state).toBe('closed')
  const silent = await started(1000)
  app.fake.failNext = 2
  expect(await closePayments(app.db, 'sample', silent.bizId)).toBe('unknown')
  expect((await rowOf(silent.flowNo)).status).toBe(0)
})

test('O §10: what nobody told of is asked for: paid once, kept as 掉单补单', async () => {
  const { bizId, flowNo } = await started(900)
  await tellOld(flowNo)
  app.fake.pay(flowNo)
  await Promise.all([queryPayments(app.db, NEVER), queryPayments(app.db, NEVER), app.fake.tell(flowNo)])
  expect(await app.sample(bizId)).toMatchObject({ paid: 900, told: ['paid 900 0'] })
  expect((await rowOf(flowNo)).status).toBe(1)
  const lost = await started(900)
  await tellOld(lost.flowNo)
  app.fake.pay(lost.flowNo)
  await queryPayments(app.db, NEVER)
  expect(await app.exceptions(lost.flowNo)).toMatchObject([{ type: 6, status: 2 }])
  expect(await app.sample(lost.bizId)).toMatchObject({ paid: 900 })
})

test('O §10: payments whose time is over are closed at their provider first', async () => {
  const { flowNo } = await started(100)
  const other = await started(100)
  app.fake.pay(other.flowNo)
  await app.db
    .updateTable('payment')
    .set({ expireTime: new Date(Date.now() - 1000) })
    .where('flowNo', 'in', [flowNo, other.flowNo])
    .execute()
  await closeOver(app.db, NEVER)
  expect((await rowOf(flowNo)).status).toBe(3)
  expect((await rowOf(other.flowNo)).status).toBe(1)
  await expect(payParams(app.db, flowNo)).rejects.toThrow('该笔支付已关闭，请重新发起')
})

test('O §3.5: what cannot be written is kept in its words, answered as failure and taken in when it is told again', async () => {
  const { bizId, flowNo } = await started(700)
  app.fake.pay(flowNo)
  trouble.next = () => Promise.reject(new Error('The disk is full'))
  expect((await app.fake.tell(flowNo)).status).toBe(400)
  expect(await app.sample(bizId)).toMatchObject({ paid: 0, told: [] })
  expect((await logsOf(flowNo)).at(-1)).toMatchObject({ verified: 1, result: '处理失败，等待渠道重发' })
  expect((await app.fake.tell(flowNo)).status).toBe(200)
  expect(await app.sample(bizId)).toMatchObject({ paid: 700 })
})

test('O §13-16: two payments from a CT account that holds one of them: one succeeds, the other says what is left', async () => {
  const companyId = 501
  await asSystem(app.db, async (tx) => {
    const accountId = await openAccount(tx, { accountType: 2, companyId }, '远洋')
    const holder = { accountId }
    const more = { pm: 1 as const, linkId: 'T', title: '测试' }
    await postAccount(tx, {
      ...more,
      holder,
      transactionType: 1,
      amount: 100_000,
      source: { type: 'test', id: 1 },
    })
    await postAccount(tx, {
      ...more,
      holder,
      transactionType: 8,
      amount: 50_000,
      source: { type: 'test', id: 2 },
    })
  })
  const orders = await Promise.all([app.order(90_000, { companyId }), app.order(90_000, { companyId })])
  const ends = await Promise.allSettled(
    orders.map((bizId) =>
      app.begin(bizId, 90_000, { payType: 'ctAccount', payChannel: 'admin', expireTime: null }),
    ),
  )
  expect(ends.filter((one) => one.status === 'fulfilled')).toMatchObject([{ value: { status: 1 } }])
  const refused = ends.find((one) => one.status === 'rejected')
  expect(String(refused?.reason)).toContain('账户可用额度不足，可用600.00元')
  const paid = await Promise.all(orders.map((id) => app.sample(id)))
  expect(paid.map((one) => one.paid).sort((a, b) => a - b)).toEqual([0, 90_000])
  const left = await app.order(20_000, { companyId, credit: 0 })
  // 预付: its credit counts for nothing.
  await expect(
    app.begin(left, 20_000, { payType: 'ctAccount', payChannel: 'admin', expireTime: null }),
  ).rejects.toThrow('账户可用额度不足，可用100.00元')
})

test('O §3.5: a balance that has been below zero too long grants no credit', async () => {
  const companyId = 502
  const accountId = await asSystem(app.db, async (tx) => {
    const id = await openAccount(tx, { accountType: 2, companyId }, '近海')
    const more = { holder: { accountId: id }, pm: 1 as const, linkId: 'T', title: '测试' }
    await postAccount(tx, { ...more, transactionType: 8, amount: 50_000, source: { type: 'test', id: 3 } })
    await postAccount(tx, {
      ...more,
      pm: 0,
      transactionType: 2,
      amount: 10_000,
      source: { type: 'test', id: 4 },
    })
    return id
  })
  await app.db
    .updateTable('account')
    .set({ negativeSince: new Date(Date.now() - 33.5 * 86_400_000) })
    .where('id', '=', accountId)
    .execute()
  const bizId = await app.order(100, { companyId, credit: 50_000 })
  await expect(
    app.begin(bizId, 100, { payType: 'ctAccount', payChannel: 'admin', expireTime: null }),
  ).rejects.toThrow('账期已逾期3天，不能使用授信')
})

test('O §3.5: nothing to pay is paid at once; a provider nobody has set is refused by its name', async () => {
  const bizId = await app.order(0)
  expect(
    await app.begin(bizId, 0, { payType: 'zeroPay', payChannel: 'open', expireTime: null }),
  ).toMatchObject({
    status: 1,
  })
  await expect(app.begin(await app.order(5), 5, { payType: 'zeroPay' })).rejects.toThrow('支付金额格式不正确')
})
