import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '#kit/server/transaction.ts'
import { type Bank, LOG, openBank } from '../../../tests/bank.ts'
import { claimBankLine } from './claim.server.ts'
import { reconcile } from './reconcile.server.ts'

let bank: Bank
let access: string
beforeAll(async () => {
  bank = await openBank()
  access = await bank.bankApp()
})
afterAll(() => bank.close())

async function logOf(vacctId: number) {
  const { data } = await bank.get(`${LOG}/list`, { account: vacctId })
  return data.list[0]
}
test('O §6.10: a movement is assigned, matched by one of two at once, taken back, ignored and restored', async () => {
  const { id, vacctNo, accountId } = await bank.vacct()
  const serial = bank.serial()
  await bank.bring([
    { bankSerialNo: serial, vacctNo: bank.number(), amount: '15.00', at: '2026-11-02 10:00:00' },
  ])
  await bank.compare()
  const lineId = (await bank.line(serial)).id
  const early = await bank.post(`${LOG}/post/${lineId}`)
  expect([early.code, early.message]).toEqual([409, '请先指定虚拟账户'])
  expect((await bank.post(`${LOG}/assign/${lineId}`, { vacctId: id, remark: '账号写错' })).code).toBe(200)
  expect(await bank.line(serial)).toMatchObject({ vacctId: id, matchStatus: 0, handleRemark: '账号写错' })
  const wrong = await bank.topUp(accountId, 1600)
  const right = await bank.topUp(accountId, 1500)
  const misfit = await bank.post(`${LOG}/match/${lineId}`, { entryId: wrong.entryId })
  expect([misfit.code, misfit.data]).toEqual([
    422,
    [{ field: 'entryId', message: '账户流水的借贷或金额与银行流水不一致' }],
  ])
  const both = await Promise.all(
    [1, 2].map(() => bank.post(`${LOG}/match/${lineId}`, { entryId: right.entryId })),
  )
  expect(both.map((one) => one.code).sort()).toEqual([200, 409])
  expect(await bank.line(serial)).toMatchObject({ matchStatus: 1, isPosted: 0, entryId: right.entryId })
  const notPosted = await bank.post(`${LOG}/reverse/${lineId}`, { remark: '误记' })
  expect([notPosted.code, notPosted.message]).toEqual([409, '该流水不是由银行流水入账，不能冲正'])
  const second = bank.serial()
  await bank.bring([{ bankSerialNo: second, vacctNo, amount: '15.00', at: '2026-11-03 10:00:00' }])
  await bank.compare()
  const other = (await bank.line(second)).id
  const taken = await bank.post(`${LOG}/match/${other}`, { entryId: right.entryId })
  expect([taken.code, taken.message]).toEqual([409, '该账户流水已与其他银行流水匹配'])
  const noReason = await bank.post(`${LOG}/unmatch/${lineId}`, {})
  expect([noReason.code, noReason.data]).toEqual([422, [{ field: 'remark', message: '请输入取消原因' }]])
  expect((await bank.post(`${LOG}/unmatch/${lineId}`, { remark: '配错' })).code).toBe(200)
  expect(await bank.line(serial)).toMatchObject({ matchStatus: 0, entryId: null, handleRemark: '配错' })
  expect((await bank.post(`${LOG}/ignore/${lineId}`, { remark: '重复推送' })).code).toBe(200)
  const ignored = await bank.post(`${LOG}/post/${lineId}`)
  expect([ignored.code, ignored.message]).toEqual([409, '当前状态为已忽略，不能补记入账'])
  expect((await bank.post(`${LOG}/restore/${lineId}`)).code).toBe(200)
  expect(await bank.line(serial)).toMatchObject({ matchStatus: 0 })
  expect(await bank.balance(accountId)).toBe(3100)
})

test('O §6.10: what was posted is taken back once, and can be posted again; not beyond what is there', async () => {
  const { id, vacctNo, accountId } = await bank.vacct()
  const serial = bank.serial()
  await bank.tell(access, [{ bankSerialNo: serial, vacctNo, amount: '60.00' }])
  await bank.compare()
  const { id: lineId } = await bank.line(serial)
  const reverse = () => bank.post(`${LOG}/reverse/${lineId}`, { remark: '银行退回' })
  const both = await Promise.all([reverse(), reverse()])
  expect(both.map((one) => one.code).sort()).toEqual([200, 409])
  expect(await bank.balance(accountId)).toBe(0)
  await bank.compare()
  expect(await bank.balance(accountId)).toBe(0)
  // Both entries are as if there had been none: the comparison knows nothing of them.
  await reconcile(bank.app.db, new Date())
  expect(await logOf(id)).toMatchObject({
    bankIn: '60.00',
    ourIn: '0.00',
    ourOut: '0.00',
    diffCount: 1,
    status: 2,
  })
  expect((await bank.post(`${LOG}/post/${lineId}`)).code).toBe(200)
  expect(await bank.balance(accountId)).toBe(6000)
  await bank.app.db.updateTable('account').set({ balance: 1000 }).where('id', '=', accountId).execute()
  const short = await reverse()
  expect([short.code, short.message]).toEqual([422, '账户可用额度不足，可用10.00元'])
  expect(await bank.line(serial)).toMatchObject({ matchStatus: 1, isPosted: 1 })
})

test('O §11: money that a waiting top-up names is not posted beside it, by the bank or by hand', async () => {
  const { vacctNo, accountId } = await bank.vacct()
  const serial = bank.serial()
  await bank.app.db
    .insertInto('ctRecord')
    .values({
      recordSn: `CZW${serial}`,
      accountId,
      accountType: 3,
      amount: 9000,
      bankSerialNo: serial,
      auditStatus: 0,
    })
    .execute()
  await bank.tell(access, [{ bankSerialNo: serial, vacctNo, amount: '90.00' }])
  await bank.compare()
  const line = await bank.line(serial)
  expect(line).toMatchObject({ matchStatus: 0 })
  const posted = await bank.post(`${LOG}/post/${line.id}`)
  expect([posted.code, posted.message]).toEqual([409, `充值单CZW${serial}已登记该银行流水，请先处理该单`])
  expect(await bank.balance(accountId)).toBe(0)
})

test('O §11: a top-up answers to the movement it names, and one whose money is used already is refused', async () => {
  const mine = await bank.vacct()
  const foreign = await bank.vacct()
  const token = bank.token
  await bank.post('/admin/system/config/save/form', {
    id: 214,
    fields: [{ name: 'ct_topup_audit', value: '0' }],
  })
  const topUp = (accountId: number, bankSerialNo: string, amount: string) =>
    bank.post(
      '/admin/ct/account/record/topUp',
      { accountId, amount, payType: 'bank', payTime: Math.floor(Date.now() / 1000), bankSerialNo },
      token,
    )
  const [sheet, posted] = [bank.serial(), bank.serial()]
  await bank.bring([{ bankSerialNo: sheet, vacctNo: mine.vacctNo, amount: '33.00' }])
  await bank.tell(access, [{ bankSerialNo: posted, vacctNo: mine.vacctNo, amount: '44.00' }])
  await bank.compare()
  const wrong = await topUp(foreign.accountId, sheet, '33.00')
  expect([wrong.code, wrong.data]).toEqual([
    422,
    [{ field: 'bankSerialNo', message: `该银行流水属于虚拟账号${mine.vacctNo}` }],
  ])
  const twice = await topUp(mine.accountId, posted, '44.00')
  expect([twice.code, twice.data]).toEqual([422, [{ field: 'bankSerialNo', message: '银行流水号已存在' }]])
  expect((await topUp(mine.accountId, sheet, '33.00')).code).toBe(200)
  expect(await bank.line(sheet)).toMatchObject({ matchStatus: 1, isPosted: 0 })
  expect(await bank.balance(mine.accountId)).toBe(7700)
})

test('O §3.5: a payment takes the movement it is confirmed with, once and for its amount', async () => {
  const serial = bank.serial()
  await bank.tell(access, [{ bankSerialNo: serial, vacctNo: bank.number(), amount: '66.00' }])
  await bank.compare()
  const claim = (linkId: string, amount = 6600) =>
    asSystem(bank.app.db, (tx) => claimBankLine(tx, { by: { bankSerialNo: serial }, amount, linkId }))
  await expect(claim('ZF1', 6601)).rejects.toThrow('银行流水金额为66.00元，与收款金额不一致')
  await expect(claim('ZF1', 6599)).rejects.toThrow('银行流水金额为66.00元，与收款金额不一致')
  const results = await Promise.allSettled([claim('ZF1'), claim('ZF2')])
  expect(results.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  const line = await bank.line(serial)
  expect(await claim(line.linkId)).toBe(line.id)
  expect(line).toMatchObject({ matchStatus: 1, entryId: null })
  const unmatch = await bank.post(`${LOG}/unmatch/${line.id}`, { remark: '配错' })
  expect([unmatch.code, unmatch.message]).toEqual([409, `该流水已用于单据${line.linkId}，不能取消匹配`])
  expect(
    await asSystem(bank.app.db, (tx) =>
      claimBankLine(tx, { by: { bankSerialNo: 'NONE' }, amount: 1, linkId: 'ZF3' }),
    ),
  ).toBeNull()
})

test('screens §6: what waits for a decision stands on the home of who may see it, and a movement is found by its number', async () => {
  const serial = bank.serial()
  const home = async (token = bank.token) => {
    const { data } = await bank.get<{ todos: { key: string; n: number; to: string }[] }>(
      '/admin/home/cards',
      {},
      token,
    )
    return data.todos.find((one) => one.key === 'bankLine')
  }
  const before = (await home())?.n ?? 0
  await bank.tell(access, [{ bankSerialNo: serial, vacctNo: bank.number(), amount: '5.00' }])
  await bank.compare()
  expect(await home()).toMatchObject({ n: before + 1, to: '/user/bankLine?matchStatus=0,2,3,4' })
  const other = await bank.app.person({ permissions: ['admin:cust:vacct:head:list'] })
  expect(await home(other.token)).toBeUndefined()
  const counts = await bank.get<Record<string, number>>('/admin/cust/vacct/counts', {})
  expect(counts.data['0,2,3,4']).toBe(before + 1)
  const found = await bank.get<{ type: string; records: { code: string; page: string }[] }[]>(
    '/admin/search',
    {
      keywords: serial,
    },
  )
  const { id } = await bank.line(serial)
  expect(JSON.stringify(found.data)).toContain(`/user/bankLine/info/${id}`)
})

test('O §9: a sheet that is brought in again passes over what is there, and says so', async () => {
  const { vacctNo, accountId } = await bank.vacct()
  const serial = bank.serial()
  const lines = [{ bankSerialNo: serial, vacctNo, amount: '9.00' }]
  const other = bank.serial()
  expect(await bank.bring(lines)).toMatchObject({ status: 2, success: 1 })
  const again = await bank.bring([...lines, { bankSerialNo: other, vacctNo, amount: '8.00' }])
  expect(again).toMatchObject({ status: 2, success: 2 })
  const { noteCount, notes } = await bank.app.db
    .selectFrom('fileTask')
    .select(['noteCount', 'notes'])
    .where('id', '=', again.id)
    .executeTakeFirstOrThrow()
  expect(noteCount).toBe(1)
  expect(JSON.stringify(notes)).toContain('已存在，跳过')
  expect(await bank.bring([...lines, ...lines])).toMatchObject({ status: 3 })
  await bank.compare()
  expect(await bank.balance(accountId)).toBe(0)
})
