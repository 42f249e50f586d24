import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/testing.ts'
import { asSystem, inTransaction } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { type PayApp, payApp } from '../../../tests/payments.ts'
import { accountOf, openAccount } from '../account/account.server.ts'
import { payParams } from '../payment/outside.server.ts'
import { queryRefunds } from '../payment/payment.jobs.server.ts'
import { createRefundNote, type NewRefundNote } from './create.server.ts'

const CODE = 'admin:order:refundNote'
const EXCEPTION = 'admin:order:payment:exception'
const NOTE = '/admin/order/refundNote'
const HANDLE = '/admin/order/payment/exception'
const NEVER = new AbortController().signal

let app: PayApp
/** asks and handles */
let clerk: Person
/** decides and carries out */
let chief: Person
beforeAll(async () => {
  app = await payApp()
  const codes = ['list', 'info', 'examine', 'execute', 'update:way', 'offline', 'void', 'submit'].map(
    (one) => `${CODE}:${one}`,
  )
  const permissions = [...codes, `${EXCEPTION}:list`, `${EXCEPTION}:handle`, `${EXCEPTION}:accept`]
  clerk = await app.person({ permissions })
  chief = await app.person({ permissions })
})
afterAll(() => app.stop())

let source = 0
const make = (asked: Omit<NewRefundNote, 'bizType' | 'source' | 'refundWay'> & Partial<NewRefundNote>) =>
  inTransaction(app.db, { ...theSystem, adminId: clerk.adminId, realName: clerk.account }, (tx) =>
    createRefundNote(tx, {
      bizType: 'sample',
      refundWay: 1,
      source: { type: 'test', id: ++source },
      ...asked,
    }),
  )
const noteOf = (id: number) =>
  app.db.selectFrom('refundNote').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const paymentOf = (id: number) =>
  app.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ask = (who: Person, path: string, body: object) => app.request('POST', path, { token: who.token, body })
const act = async (who: Person, call: string, id: number, more: object = {}) =>
  ask(who, `${NOTE}/${call}/${id}`, { version: (await noteOf(id)).version, ...more })
const approve = (id: number, who = chief) => act(who, 'examine', id, { auditStatus: 1, opinion: '' })
const exceptionOf = async (flowNo: string) => {
  const [found] = await app.exceptions(flowNo)
  if (found === undefined) throw new Error(`No exception of ${flowNo}`)
  return found
}

test('O §13-18: a refund that fails is tried again under its number and counts once, however often it is told of', async () => {
  const { bizId, paymentId } = await app.paid(9900)
  const id = await make({ bizId, refundType: 1, paymentId, amount: 5000 })
  expect((await approve(id, clerk)).message).toBe('不能审核自己提交的单据')
  expect((await approve(id)).code).toBe(200)
  expect(await noteOf(id)).toMatchObject({ status: 1, auditStatus: 1 })
  app.fake.refunding = 'failed'
  expect(await act(chief, 'execute', id)).toMatchObject({ code: 200, data: { message: '退款失败' } })
  const failed = await noteOf(id)
  expect(failed).toMatchObject({ status: 4, failReason: '商户余额不足', attempts: 1 })
  expect(failed.outRefundNo).toBe(failed.refundNoteSn)
  app.fake.refunding = 'running'
  expect((await act(chief, 'execute', id)).code).toBe(200)
  expect(await noteOf(id)).toMatchObject({ status: 2, outRefundNo: failed.outRefundNo, attempts: 2 })
  app.fake.settle(failed.outRefundNo, 'done')
  expect((await app.fake.tellRefund(failed.outRefundNo, { times: 2 })).status).toBe(200)
  app.fake.refunding = 'done'
  expect(await noteOf(id)).toMatchObject({ status: 3, failReason: '' })
  expect(await paymentOf(paymentId)).toMatchObject({ refundAmount: 5000 })
  expect(await app.sample(bizId)).toMatchObject({
    refunded: 5000,
    told: ['paid 9900 0', 'running 5000', 'failed 5000', 'running 5000', 'done 5000'],
  })
  const out = await app.db.selectFrom('payment').selectAll().where('refundNoteId', '=', id).execute()
  expect(out).toMatchObject([{ direction: 2, status: 1, amount: 5000, flowNo: failed.outRefundNo }])
})

test('O §13-7: money for a closed order is refunded by a note that somebody else decides; the exception is then done', async () => {
  const bizId = await app.order(14_769)
  const { flowNo } = await app.begin(bizId, 14_769)
  await payParams(app.db, flowNo)
  await sql`update "samplePaid" set "closed" = true where "id" = ${bizId}`.execute(app.db)
  app.fake.pay(flowNo)
  await app.fake.tell(flowNo)
  const { id, version } = await exceptionOf(flowNo)
  const body = { version, handleType: 2 }
  expect((await ask(clerk, `${HANDLE}/handle/${id}`, body)).message).toBe('请输入处理说明')
  const given = { ...body, handleRemark: '订单已取消，原路退回' }
  const both = await Promise.all([1, 2].map(() => ask(clerk, `${HANDLE}/handle/${id}`, given)))
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
  expect(await exceptionOf(flowNo)).toMatchObject({ status: 1 })
  const note = await app.db
    .selectFrom('refundNote')
    .selectAll()
    .where('sourceType', '=', 'paymentException')
    .where('sourceId', '=', id)
    .executeTakeFirstOrThrow()
  expect(note).toMatchObject({ refundType: 5, refundWay: 1, amount: 14_769, auditStatus: 0, status: 0 })
  expect((await approve(note.id, clerk)).code).toBe(422)
  await approve(note.id)
  expect((await act(chief, 'execute', note.id)).data).toEqual({ message: '退款成功' })
  expect(await noteOf(note.id)).toMatchObject({ status: 3 })
  expect(await exceptionOf(flowNo)).toMatchObject({ status: 2 })
  // It never was the order's money, so the order hears nothing and stays closed.
  expect(await app.sample(bizId)).toMatchObject({ closed: true, paid: 0, refunded: 0, told: [] })
})

test('O §13-6: 确认入账 of a shortage lowers the price; what is too much goes back by a note', async () => {
  const mispaid = async (price: number, amount: string) => {
    const bizId = await app.order(price)
    const { flowNo, paymentId } = await app.begin(bizId, price)
    await payParams(app.db, flowNo)
    app.fake.pay(flowNo, amount)
    await app.fake.tell(flowNo)
    return { bizId, flowNo, paymentId, ...(await exceptionOf(flowNo)) }
  }
  const accept = (who: Person, { id, version }: { id: number; version: number }) =>
    ask(who, `${HANDLE}/accept/${id}`, { version, handleRemark: '差额由平台承担' })
  const short = await mispaid(14_769, '147.68')
  const weak = await app.person({ permissions: [`${EXCEPTION}:list`, `${EXCEPTION}:handle`] })
  expect((await accept(weak, short)).code).toBe(403)
  expect(
    (
      await ask(clerk, `${HANDLE}/handle/${short.id}`, {
        version: short.version,
        handleType: 4,
        handleRemark: '无',
      })
    ).message,
  ).toBe('金额不符的到账请退款或确认入账')
  expect((await accept(clerk, short)).code).toBe(200)
  expect((await accept(clerk, short)).code).toBe(409)
  expect(await app.sample(short.bizId)).toMatchObject({
    price: 14_768,
    paid: 14_768,
    told: ['paid 14768 -1'],
  })
  expect(await paymentOf(short.paymentId)).toMatchObject({ status: 1 })
  expect(await exceptionOf(short.flowNo)).toMatchObject({ status: 2 })

  const much = await mispaid(1000, '10.50')
  expect((await accept(clerk, much)).code).toBe(200)
  expect(await app.sample(much.bizId)).toMatchObject({ price: 1000, paid: 1000 })
  expect(await exceptionOf(much.flowNo)).toMatchObject({ status: 1 })
  const note = await app.db
    .selectFrom('refundNote')
    .selectAll()
    .where('paymentId', '=', much.paymentId)
    .executeTakeFirstOrThrow()
  expect(note).toMatchObject({ refundType: 5, amount: 50 })
  await approve(note.id)
  await act(chief, 'execute', note.id)
  expect(await paymentOf(much.paymentId)).toMatchObject({ refundAmount: 50, status: 1 })
  expect(await exceptionOf(much.flowNo)).toMatchObject({ status: 2 })
})

test('O §3.5: what came in wrong and was refunded is told of again: nothing comes of it', async () => {
  const bizId = await app.order(900)
  const { flowNo, paymentId } = await app.begin(bizId, 900)
  await payParams(app.db, flowNo)
  app.fake.pay(flowNo, '8.00')
  await app.fake.tell(flowNo)
  const { id, version } = await exceptionOf(flowNo)
  await ask(clerk, `${HANDLE}/handle/${id}`, { version, handleType: 2, handleRemark: '少付' })
  const note = await app.db
    .selectFrom('refundNote')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow()
  await approve(note.id)
  await act(chief, 'execute', note.id)
  expect(await paymentOf(paymentId)).toMatchObject({ status: 3, refundAmount: 800 })
  expect((await app.fake.tell(flowNo)).status).toBe(200)
  expect(await paymentOf(paymentId)).toMatchObject({ status: 3 })
  expect(await app.exceptions(flowNo)).toMatchObject([{ type: 2, status: 2 }])
  // What it should have paid can be paid for again.
  expect((await app.begin(bizId, 900)).flowNo).not.toBe(flowNo)
})

test('O §3.5: money of an unknown number is related to what waits for just as much', async () => {
  const bizId = await app.order(4200)
  const { flowNo } = await app.begin(bizId, 4200)
  await payParams(app.db, flowNo)
  await app.db
    .updateTable('payment')
    .set({ flowNo: `${flowNo}X`, status: 3 })
    .where('flowNo', '=', flowNo)
    .execute()
  app.fake.pay(flowNo)
  await app.fake.tell(flowNo)
  const { id, version } = await exceptionOf(flowNo)
  const { sn } = await app.sample(bizId)
  const other = await app.sample(await app.order(4300))
  const relate = (orderSn: string, bizType = 'sample') =>
    ask(clerk, `${HANDLE}/handle/${id}`, {
      version,
      handleType: 1,
      bizType,
      orderSn,
      handleRemark: '核对一致',
    })
  expect(await relate('', 'sample')).toMatchObject({
    code: 422,
    data: [{ field: 'orderSn', message: '请输入订单号' }],
  })
  expect(await relate(sn, '')).toMatchObject({ data: [{ field: 'bizType', message: '请选择业务类型' }] })
  expect(await relate('YD0')).toMatchObject({ data: [{ field: 'orderSn', message: '样单不存在' }] })
  expect((await relate(other.sn)).message).toBe('到账金额42.00元与应付金额43.00元不一致')
  expect((await relate(sn)).code).toBe(200)
  expect(await app.sample(bizId)).toMatchObject({ paid: 4200 })
  expect(await exceptionOf(flowNo)).toMatchObject({ status: 2 })
  // Told of once more, it is known now.
  expect((await app.fake.tell(flowNo)).status).toBe(200)
  expect(await app.exceptions(flowNo)).toHaveLength(1)
})

test('O §2.5: notes of a payment never give back more than came in, also when they are asked for at once', async () => {
  const { bizId, paymentId } = await app.paid(1000)
  const crowd = await Promise.allSettled(
    Array.from({ length: 6 }, () => make({ bizId, refundType: 1, paymentId, amount: 300 })),
  )
  expect(crowd.filter((one) => one.status === 'fulfilled')).toHaveLength(3)
  await expect(make({ bizId, refundType: 1, paymentId, amount: 101 })).rejects.toThrow(
    '退款金额不能大于1.00元',
  )
  const again = {
    bizId,
    refundType: 1 as const,
    paymentId,
    amount: 100,
    source: { type: 'test', id: 70_001 },
  }
  const same = await Promise.all([make(again), make(again), make(again)])
  expect(new Set(same).size).toBe(1)
  await expect(make({ bizId, refundType: 1, paymentId, amount: 0 })).rejects.toThrow('退款金额不能小于0.01元')
})

test('O §2.5: what the product itself asks for is decided by anybody who may', async () => {
  const { bizId, paymentId } = await app.paid(200)
  const id = await asSystem(app.db, (tx) =>
    createRefundNote(tx, {
      bizType: 'sample',
      bizId,
      refundType: 4,
      paymentId,
      amount: 200,
      refundWay: 1,
      source: { type: 'test', id: 90_001 },
    }),
  )
  expect(await noteOf(id)).toMatchObject({ auditStatus: 0, createBy: null })
  expect((await approve(id, clerk)).code).toBe(200)
})

test('O §3.4: two who carry a note out at once ask the provider once', async () => {
  const { bizId, paymentId } = await app.paid(800)
  const id = await make({ bizId, refundType: 1, paymentId, amount: 800 })
  await approve(id)
  const { version } = await noteOf(id)
  const before = app.fake.asked.filter((path) => path === 'refund/create').length
  const both = await Promise.all([chief, clerk].map((who) => ask(who, `${NOTE}/execute/${id}`, { version })))
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
  expect(app.fake.asked.filter((path) => path === 'refund/create')).toHaveLength(before + 1)
  expect(await paymentOf(paymentId)).toMatchObject({ refundAmount: 800 })
})

test('O §10: an answer that is lost leaves the note running; the job finds that the money is back, once', async () => {
  const { bizId, paymentId } = await app.paid(600)
  const id = await make({ bizId, refundType: 1, paymentId, amount: 600 })
  await approve(id)
  app.fake.loseNext = 1
  expect((await act(chief, 'execute', id)).data).toEqual({ message: '渠道没有应答，稍后自动查询结果' })
  expect(await noteOf(id)).toMatchObject({ status: 2 })
  const { outRefundNo } = await noteOf(id)
  await Promise.all([
    queryRefunds(app.db, NEVER),
    queryRefunds(app.db, NEVER),
    app.fake.tellRefund(outRefundNo),
  ])
  expect(await noteOf(id)).toMatchObject({ status: 3 })
  expect(await paymentOf(paymentId)).toMatchObject({ refundAmount: 600 })
  expect(await app.sample(bizId)).toMatchObject({ refunded: 600 })
  // One that never arrived is asked for again under its number.
  const other = await app.paid(500)
  const lost = await make({ bizId: other.bizId, refundType: 1, paymentId: other.paymentId, amount: 500 })
  await approve(lost)
  app.fake.failNext = 1
  await act(chief, 'execute', lost)
  expect(await noteOf(lost)).toMatchObject({ status: 2 })
  await queryRefunds(app.db, NEVER)
  expect(await noteOf(lost)).toMatchObject({ status: 3, attempts: 1 })
})

test('O §3.7: ways into an account are done with the approval, in one transaction', async () => {
  const companyId = 601
  await inTransaction(app.db, theSystem, (tx) => openAccount(tx, { accountType: 2, companyId }, '远洋'))
  const bizId = await app.order(5000, { companyId })
  const id = await make({ bizId, refundType: 4, amount: 5000, refundWay: 3 })
  await approve(id)
  expect(await noteOf(id)).toMatchObject({ status: 3, auditStatus: 1 })
  expect(await accountOf(app.db, { accountType: 2, companyId })).toMatchObject({ balance: 5000 })
  const out = await app.db.selectFrom('payment').selectAll().where('refundNoteId', '=', id).execute()
  expect(out).toMatchObject([
    { direction: 2, status: 1, payType: 'ctAccount', accountEntryId: expect.any(Number) },
  ])
  expect((await approve(id)).code).toBe(409)
  const nobody = await make({ bizId: await app.order(100), refundType: 4, amount: 100, refundWay: 3 })
  expect((await approve(nobody)).message).toBe('没有可退入的账户，请作废后改用其他退款方式')
  expect(await noteOf(nobody)).toMatchObject({ status: 0, auditStatus: 0 })
})

test('O §6.5: a failed note changes its way only when the provider has not given it back, and is decided anew', async () => {
  const { bizId, paymentId } = await app.paid(700)
  const id = await make({ bizId, refundType: 1, paymentId, amount: 700 })
  await approve(id)
  app.fake.refunding = 'failed'
  await act(chief, 'execute', id)
  app.fake.refunding = 'done'
  const { outRefundNo } = await noteOf(id)
  const payee = { payeeName: '张三', payeeAccount: '6222021234567890', payeeBank: '工商银行' }
  expect(await act(chief, 'update/way', id, { refundWay: 5 })).toMatchObject({
    code: 422,
    data: [{ field: 'payeeName', message: '请输入收款户名' }],
  })
  expect((await act(chief, 'update/way', id, { refundWay: 5, ...payee })).code).toBe(200)
  expect(await noteOf(id)).toMatchObject({ status: 0, auditStatus: 0, refundWay: 5, payeeName: '张三' })
  expect((await approve(id)).message).toBe('不能审核自己提交的单据')
  await approve(id, await app.person({ permissions: [`${CODE}:examine`] }))
  expect((await act(chief, 'offline', id, {})).message).toBe('请选择付款凭证')
  expect((await act(chief, 'offline', id, { voucher: ['/upload/a.jpg'] })).code).toBe(200)
  expect(await noteOf(id)).toMatchObject({ status: 3, voucher: ['/upload/a.jpg'] })
  expect(await app.sample(bizId)).toMatchObject({ refunded: 700 })
  // The provider gives it back all the same: that is told, and counts for nothing.
  app.fake.settle(outRefundNo, 'done')
  expect((await app.fake.tellRefund(outRefundNo)).status).toBe(200)
  expect(await app.exceptions(outRefundNo)).toMatchObject([{ type: 7, status: 0 }])
  expect(await paymentOf(paymentId)).toMatchObject({ refundAmount: 700 })

  const late = await app.paid(300)
  const other = await make({ bizId: late.bizId, refundType: 1, paymentId: late.paymentId, amount: 300 })
  await approve(other)
  app.fake.refunding = 'failed'
  await act(chief, 'execute', other)
  app.fake.refunding = 'done'
  app.fake.settle((await noteOf(other)).outRefundNo, 'done')
  expect((await act(chief, 'update/way', other, { refundWay: 5, ...payee })).message).toBe(
    '渠道已退款成功，请刷新后查看',
  )
  expect(await noteOf(other)).toMatchObject({ status: 3 })
})

test('O §3.7: a failed note is not voided when the provider has given it back after all', async () => {
  const { bizId, paymentId } = await app.paid(300)
  const id = await make({ bizId, refundType: 1, paymentId, amount: 300 })
  await approve(id)
  app.fake.refunding = 'failed'
  await act(chief, 'execute', id)
  app.fake.refunding = 'done'
  app.fake.settle((await noteOf(id)).outRefundNo, 'done')
  expect((await act(clerk, 'void', id, { reason: '重复申请' })).message).toBe('渠道已退款成功，请刷新后查看')
  expect(await noteOf(id)).toMatchObject({ status: 3, dropped: 0 })
  expect(await paymentOf(paymentId)).toMatchObject({ refundAmount: 300 })
})

test('O §3.7: a rejected or voided note frees its payment, its exception and whoever asked', async () => {
  const { bizId, paymentId } = await app.paid(400)
  const asked = {
    bizId,
    refundType: 1 as const,
    paymentId,
    amount: 400,
    source: { type: 'test', id: 80_001 },
  }
  const id = await make(asked)
  expect((await act(chief, 'examine', id, { auditStatus: 2, opinion: '' })).message).toBe('请输入驳回原因')
  await act(chief, 'examine', id, { auditStatus: 2, opinion: '金额有误' })
  expect(await noteOf(id)).toMatchObject({ status: 5, dropped: 1, auditStatus: 2 })
  const next = await make(asked)
  expect(next).not.toBe(id)
  expect((await act(clerk, 'void', next, {})).message).toBe('请输入作废原因')
  expect((await act(clerk, 'void', next, { reason: '重复申请' })).code).toBe(200)
  expect((await act(clerk, 'void', next, { reason: '重复申请' })).message).toBe('当前状态为已作废，不能作废')
  expect((await app.sample(bizId)).told).toEqual(['paid 400 0', 'dropped 400', 'dropped 400'])
})

test('O §3.5: what came in by hand or long ago does not go back by a provider', async () => {
  const { bizId, paymentId } = await app.paid(100)
  await app.db
    .updateTable('payment')
    .set({ successTime: new Date(Date.now() - 366 * 86_400_000) })
    .where('id', '=', paymentId)
    .execute()
  await expect(make({ bizId, refundType: 1, paymentId, amount: 100 })).rejects.toThrow(
    '支付已超过365天，不能原路退回',
  )
  await expect(make({ bizId, refundType: 1, amount: 100 })).rejects.toThrow('该支付方式不能原路退回')
  expect(await make({ bizId, refundType: 1, paymentId, amount: 100, refundWay: 5 })).toBeGreaterThan(0)
})
