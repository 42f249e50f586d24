// A refund note that an approval process decides. Doors §7.5, Orders §3.7.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/testing.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { type PayApp, payApp } from '../../../tests/payments.ts'
import { lineJson, task } from '../../../tests/processJson.ts'
import { deploy } from '../../../tests/workflow.ts'
import { accountOf, openAccount } from '../account/account.server.ts'
import { createRefundNote } from './create.server.ts'

let app: PayApp
let maker: Person
let judge: Person
beforeAll(async () => {
  app = await payApp()
  const tasks = ['agree', 'reject'].map((one) => `admin:workflow:task:${one}`)
  const codes = ['list', 'info', 'examine', 'submit', 'void'].map((one) => `admin:order:refundNote:${one}`)
  maker = await app.person({ permissions: codes })
  judge = await app.person({ permissions: [...tasks, ...codes] })
  await deploy(app, lineJson('refundCheck', [task('check', `user:${judge.adminId}`)]))
  const bound = await app.request('POST', '/admin/workflow/definition/binding/save', {
    token: await app.admin(),
    body: { businessType: 'refundNote', processName: 'refundCheck', condition: 'amount >= 10' },
  })
  expect(bound.message).toBe('操作成功')
})
afterAll(() => app.stop())

const COMPANY = 611
let source = 0
async function make(amount: number): Promise<{ id: number; bizId: number }> {
  const bizId = await app.order(amount, { companyId: COMPANY })
  const who = { ...theSystem, adminId: maker.adminId, realName: maker.account }
  const id = await inTransaction(app.db, who, async (tx) => {
    await openAccount(tx, { accountType: 2, companyId: COMPANY }, '远洋')
    return createRefundNote(tx, {
      bizType: 'sample',
      bizId,
      refundType: 4,
      amount,
      refundWay: 3,
      source: { type: 'test', id: ++source },
    })
  })
  return { id, bizId }
}
const noteOf = (id: number) =>
  app.db.selectFrom('refundNote').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
async function taskOf(id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select t."id" from "processTask" t
    join "processInstance" i on i."id" = t."instanceId"
    where t."state" = 'open' and i."businessType" = 'refundNote' and i."businessId" = ${id}`.execute(app.db)
  return rows[0]?.id ?? 0
}
const act = (action: string, taskId: number, body: object = {}) =>
  app.request('POST', `/admin/workflow/task/${action}/${taskId}`, { token: judge.token, body })
const balance = async () => (await accountOf(app.db, { accountType: 2, companyId: COMPANY }))?.balance ?? 0

test('W §3.11: a process decides a refund note, and its money is in the account with the last decision', async () => {
  const { id, bizId } = await make(5000)
  expect(await noteOf(id)).toMatchObject({ auditStatus: 3, status: 0 })
  const direct = await app.request('POST', `/admin/order/refundNote/examine/${id}`, {
    token: judge.token,
    body: { version: (await noteOf(id)).version, auditStatus: 1 },
  })
  expect(direct.message).toBe('当前状态为审核中，不能通过')
  const before = await balance()
  expect((await act('agree', await taskOf(id), { comment: '同意' })).message).toBe('操作成功')
  expect(await noteOf(id)).toMatchObject({ auditStatus: 1, status: 3, auditBy: judge.adminId })
  expect(await balance()).toBe(before + 5000)
  expect((await app.sample(bizId)).told).toEqual(['done 5000'])
})

test('W §3.11: what the process rejects is over, and what is below its condition is decided by one person', async () => {
  const { id } = await make(3000)
  expect((await act('reject', await taskOf(id), { comment: '金额有误' })).message).toBe('操作成功')
  expect(await noteOf(id)).toMatchObject({ auditStatus: 2, status: 5, dropped: 1 })
  const small = await make(900)
  expect(await noteOf(small.id)).toMatchObject({ auditStatus: 0 })
})

test('Doors §5: a process and somebody who works on the order do not lock each other out', async () => {
  const notes = await Promise.all(Array.from({ length: 4 }, () => make(2000)))
  const before = await balance()
  await Promise.all(
    notes.map(async ({ id, bizId }) => {
      const taskId = await taskOf(id)
      await Promise.all([
        act('agree', taskId, { comment: '同意' }),
        app.begin(bizId, 2000),
        app.begin(bizId, 1000, { payType: 'alipay', payChannel: 'alipay' }),
      ])
    }),
  )
  for (const { id } of notes) expect((await noteOf(id)).status).toBe(3)
  expect(await balance()).toBe(before + 8000)
})
