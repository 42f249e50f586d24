import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/testing.ts'
import { type PayApp, payApp } from '../../../tests/payments.ts'
import { payParams } from './outside.server.ts'

const CODE = 'admin:order:payment'
const PATH = '/admin/order/payment'

let app: PayApp
let clerk: Person
let chief: Person
beforeAll(async () => {
  app = await payApp()
  const permissions = ['log:list', 'log:info', 'log:query', 'voucher', 'confirm', 'pay'].map(
    (one) => `${CODE}:${one}`,
  )
  clerk = await app.person({ permissions })
  chief = await app.person({ permissions })
})
afterAll(() => app.stop())

const post = (who: Person, path: string, body: object) =>
  app.request('POST', `${PATH}/${path}`, { token: who.token, body })
const rowOf = (id: number) =>
  app.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const byHand = async (price: number, payType: 'bank' | 'offline') => {
  const bizId = await app.order(price)
  const { paymentId } = await app.begin(bizId, price, { payType, payChannel: 'admin', expireTime: null })
  return { bizId, id: paymentId }
}

test('O §3.1: a transfer is confirmed by somebody else than who uploaded its voucher', async () => {
  const { bizId, id } = await byHand(12_300, 'bank')
  expect((await post(chief, `confirm/${id}`, { version: 1 })).message).toBe('请先上传付款凭证')
  expect(await post(clerk, 'voucher', { id, version: 1 })).toMatchObject({
    code: 422,
    data: [
      { field: 'payerName', message: '请输入付款户名' },
      { field: 'voucher', message: '请选择凭证' },
    ],
  })
  const voucher = { payerName: '远洋食品', bankSerialNo: 'B1', voucher: ['/upload/v.jpg'] }
  expect((await post(clerk, 'voucher', { id, version: 1, ...voucher })).code).toBe(200)
  const { version } = await rowOf(id)
  expect((await post(clerk, `confirm/${id}`, { version })).message).toBe('不能确认自己上传的凭证')
  const both = await Promise.all([1, 2].map(() => post(chief, `confirm/${id}`, { version })))
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
  expect(await app.sample(bizId)).toMatchObject({ paid: 12_300, told: ['paid 12300 0'] })
  const other = await byHand(100, 'bank')
  expect(await post(clerk, 'voucher', { id: other.id, version: 1, ...voucher })).toMatchObject({
    code: 422,
    data: [{ field: 'bankSerialNo', message: '银行流水号已存在' }],
  })
  await post(clerk, 'voucher', { id: other.id, version: 1, ...voucher, bankSerialNo: 'B2' })
  const waiting = await rowOf(other.id)
  expect(
    (await post(chief, `voucher/reject/${other.id}`, { version: waiting.version, reason: '看不清' })).code,
  ).toBe(200)
  expect(await rowOf(other.id)).toMatchObject({ status: 0, voucher: [], failReason: '看不清' })
  const cash = await byHand(50, 'offline')
  expect((await post(chief, `confirm/${cash.id}`, { version: 1 })).code).toBe(200)
  expect(await app.sample(cash.bizId)).toMatchObject({ paid: 50 })
})

test('O §11: a bank number is used once over payments and top-ups, also at the same moment', async () => {
  const token = await app.admin()
  const made = await app.request<{ id: number }>('POST', '/admin/system/org/save', {
    token,
    body: {
      ...{ orgName: '单号公司', orgType: '6', channelIds: [1202], districtId: 350100, address: '建设路1号' },
      ...{ contactName: '王一', contactPhone: '13800000001' },
    },
  })
  const account = await app.request<{ id: number }>('POST', '/admin/ct/account/save', {
    token,
    body: { accountType: 2, holderId: made.data.id },
  })
  const topUp = (bankSerialNo: string) =>
    app.request<{ id: number; version: number }>('POST', '/admin/ct/account/record/topUp', {
      token,
      body: {
        accountId: account.data.id,
        amount: '1.00',
        payType: 'bank',
        payTime: 1_770_000_000,
        bankSerialNo,
      },
    })
  const slip = { payerName: '远洋食品', voucher: ['/upload/v.jpg'] }
  const send = async (bankSerialNo: string) => {
    const { id } = await byHand(100, 'bank')
    return { id, answer: await post(clerk, 'voucher', { id, version: 1, ...slip, bankSerialNo }) }
  }
  const taken = { code: 422, data: [{ field: 'bankSerialNo', message: '银行流水号已存在' }] }
  const record = await topUp('Once1')
  expect(record.code).toBe(200)
  expect((await send('oNCE1')).answer).toMatchObject(taken)
  const paid = await send('Once2')
  expect(paid.answer.code).toBe(200)
  expect(await topUp('once2')).toMatchObject(taken)
  // A payment that is refused gives it back.
  const { version } = await rowOf(paid.id)
  await post(chief, `voucher/reject/${paid.id}`, { version, reason: '看不清' })
  const free = await topUp('once2')
  expect(free.code).toBe(200)
  const both = await Promise.all([topUp('Once3'), send('Once3').then((one) => one.answer)])
  expect(both.map(({ code }) => code).sort()).toEqual([200, 422])
  const { rows } =
    await sql`select "number" from "bankNumber" where "number" like 'once%' order by 1`.execute(app.db)
  expect(rows).toEqual(['once1', 'once2', 'once3'].map((number) => ({ number })))
})

test('O §6.5: 查询渠道 takes in what was paid there, and shows what was said word for word', async () => {
  const bizId = await app.order(880)
  const { flowNo, paymentId } = await app.begin(bizId, 880)
  await payParams(app.db, flowNo)
  const query = () =>
    app.request<{ message: string }>('GET', `${PATH}/log/query/${paymentId}`, { token: clerk.token })
  expect((await query()).data).toEqual({ message: '渠道显示未支付' })
  app.fake.pay(flowNo)
  app.fake.failNext = 1
  expect((await query()).code).toBe(409)
  expect((await query()).data).toEqual({ message: '支付成功' })
  expect((await query()).message).toBe('该笔流水没有需要查询的结果')
  const notices = await app.request('GET', `${PATH}/log/notify/list`, {
    token: clerk.token,
    query: { paymentId },
  })
  expect(notices.data.total).toBe(4)
  const info = await app.request<Record<string, unknown>>('GET', `${PATH}/log/info/${paymentId}`, {
    token: clerk.token,
  })
  expect(info.data).toMatchObject({
    flowNo,
    bizTypeName: '样单',
    bizPage: `/sample/${bizId}`,
    status: 1,
    askable: 0,
  })
  const list = await app.request('GET', `${PATH}/log/list`, {
    token: clerk.token,
    query: { keywords: flowNo },
  })
  expect(list.data.list).toMatchObject([{ flowNo, direction: 1, amount: '8.80' }])
})

test('O §7.2: 代支付 takes the money from the account of the customer', async () => {
  const bizId = await app.order(100, { companyId: 701 })
  const { sn } = await app.sample(bizId)
  const pay = (body: object) =>
    post(clerk, 'pay', { bizType: 'sample', orderSn: sn, payType: 'ctAccount', ...body })
  expect((await pay({ orderSn: 'YD0' })).data).toEqual([{ field: 'orderSn', message: '样单不存在' }])
  expect((await pay({ payType: 'weixin' })).message).toBe('支付方式格式不正确')
  expect((await pay({})).message).toBe('账户未开通')
})

test('O §8: people with a data scope see the payments of their companies alone', async () => {
  const mine = await app.order(100, { companyId: 801 })
  const { paymentId } = await app.begin(mine, 100)
  const other = await app.person({
    permissions: [`${CODE}:log:list`, `${CODE}:log:info`],
    dataScope: 7,
    scopeIds: { companyIds: [802] },
  })
  const seen = await app.request('GET', `${PATH}/log/info/${paymentId}`, { token: other.token })
  expect(seen.code).toBe(404)
  const list = await app.request('GET', `${PATH}/log/list`, { token: other.token })
  expect(list.data.total).toBe(0)
})
