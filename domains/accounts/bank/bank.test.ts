import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDate, toSeconds } from '#kit/shared/time.ts'
import { type Bank, HEAD, LOG, MAIN, openBank } from '../../../tests/bank.ts'
import { reconcile } from './reconcile.server.ts'

let bank: Bank
let access: string
beforeAll(async () => {
  bank = await openBank()
  access = await bank.bankApp()
})
afterAll(() => bank.close())

const today = () => formatDate(toSeconds(new Date()))
const noon = () => Math.floor(Date.now() / 1000)

async function logOf(vacctId: number) {
  const { data } = await bank.get(`${LOG}/list`, { account: vacctId })
  return data.list[0]
}
const events = (bankLineId: number) =>
  bank.app.db
    .selectFrom('outbox')
    .select('payload')
    .where('event', '=', 'bank.lineReceived')
    .where('key', '=', String(bankLineId))
    .execute()

test('O §2.10: a payer has one virtual account, in the scope of its company, and a number means one of them', async () => {
  const one = await bank.vacct({ status: 0 })
  const { data } = await bank.get<Record<string, unknown>>(`${HEAD}/info/${one.id}`)
  expect(data).toMatchObject({ status: 0, companyId: one.companyId, balance: '0.00', openTime: null })
  const other = { vacctName: '另一户', mainAccount: MAIN }
  const twice = await bank.post(`${HEAD}/save`, { ...other, vacctNo: bank.number(), payerId: one.payerId })
  expect([twice.code, twice.data]).toEqual([
    422,
    [{ field: 'payerId', message: `该付款方已有虚拟账号${one.vacctNo}` }],
  ])
  const payerId = await bank.partners.payer(one.companyId)
  const taken = await bank.post(`${HEAD}/save`, { ...other, vacctNo: one.vacctNo, payerId })
  expect([taken.code, taken.data]).toEqual([422, [{ field: 'vacctNo', message: '虚拟账号已存在' }]])
  const wrong = await bank.post(`${HEAD}/save`, { ...other, vacctNo: '12#', payerId })
  expect([wrong.code, wrong.data]).toEqual([422, [{ field: 'vacctNo', message: '虚拟账号格式不正确' }]])
  await bank.post(`${HEAD}/update/status/${one.id}`, { status: 1 })
  const again = await bank.post(`${HEAD}/update/status/${one.id}`, { status: 1 })
  expect([again.code, again.message]).toEqual([409, '当前状态为正常，不能启用'])
  const gone = await bank.post(`${HEAD}/delete/${one.id}`)
  expect([gone.code, gone.message]).toEqual([409, '请先停用虚拟账户'])
})

test('O §2.10: accounts, movements and comparisons are seen within the data scope of their company alone', async () => {
  const mine = await bank.vacct()
  const foreign = await bank.vacct()
  const serial = bank.serial()
  await bank.tell(access, [{ bankSerialNo: serial, vacctNo: foreign.vacctNo, amount: '10.00' }])
  await bank.compare()
  const { id } = await bank.line(serial)
  const person = await bank.app.person({
    permissions: [
      'admin:cust:vacct:head:list',
      'admin:cust:vacct:head:info',
      'admin:cust:vacct:list',
      'admin:cust:vacct:info',
      'admin:icbc:vacct:log:list',
      'admin:icbc:vacct:log:post',
      'admin:icbc:vacct:log:reverse',
      'admin:icbc:vacct:log:candidate',
    ],
    dataScope: 7,
    scopeIds: { companyIds: [mine.companyId] },
  })
  const seen = await bank.get(`${HEAD}/list`, {}, person.token)
  expect(seen.data.list.map((row) => row.id)).toEqual([mine.id])
  expect((await bank.get('/admin/cust/vacct/list', {}, person.token)).data.total).toBe(0)
  expect((await bank.get(`${LOG}/list`, {}, person.token)).data.total).toBe(0)
  for (const answer of [
    await bank.get(`${HEAD}/info/${foreign.id}`, {}, person.token),
    await bank.get(`/admin/cust/vacct/info/${id}`, {}, person.token),
    await bank.get(`${LOG}/candidate/${id}`, {}, person.token),
    await bank.post(`${LOG}/post/${id}`, {}, person.token),
    await bank.post(`${LOG}/reverse/${id}`, { remark: '误记' }, person.token),
  ])
    expect([answer.code, answer.message]).toEqual([404, '数据不存在'])
  // Without the right: refused, whatever the row.
  const denied = await bank.post(`${LOG}/ignore/${id}`, { remark: '误记' }, person.token)
  expect([denied.code, denied.message]).toEqual([403, '没有权限访问。'])
})

test('O §12-11: what the bank tells of an open account is on it once, whoever tells it how often', async () => {
  const { vacctNo, accountId } = await bank.vacct()
  const serial = bank.serial()
  const line = { bankSerialNo: serial, vacctNo, amount: '5000.00', tradeTime: noon() }
  expect((await bank.tell(access, [line])).data).toEqual({ accepted: 1, duplicated: 0 })
  expect((await bank.tell(access, [line, line])).data).toEqual({ accepted: 0, duplicated: 2 })
  await Promise.all([bank.compare(), bank.compare(), bank.compare()])
  expect(await bank.balance(accountId)).toBe(500_000)
  const stored = await bank.line(serial)
  expect(stored).toMatchObject({ matchStatus: 1, isPosted: 1, source: 1, mainAccount: MAIN })
  const { data } = await bank.get('/admin/cust/vacct/list', { vacctNo })
  expect(data.list).toMatchObject([{ entryNo: expect.stringMatching(/^\d{16}$/), entryAmount: '5000.00' }])
  expect(await events(stored.id)).toEqual([])
  const entries = await bank.app.db
    .selectFrom('accountEntry')
    .selectAll()
    .where('accountId', '=', accountId)
    .execute()
  expect(entries).toMatchObject([{ transactionType: 7, pm: 1, amount: 500_000, linkId: serial }])
})

test('O §8: the same movement through sheet and interface at once is stored and posted once', async () => {
  const { vacctNo, accountId } = await bank.vacct()
  const at = `${today()} 00:00:10`
  const tradeTime = Math.floor(new Date(`${today()}T00:00:10+08:00`).getTime() / 1000)
  const serials = Array.from({ length: 5 }, () => bank.serial())
  const lines = serials.map((bankSerialNo) => ({ bankSerialNo, vacctNo, amount: '100.00' }))
  const results = await Promise.all([
    bank.bring(lines.map((line) => ({ ...line, at }))),
    ...lines.map((line) => bank.tell(access, [{ ...line, tradeTime }])),
    bank.tell(
      access,
      lines.map((line) => ({ ...line, tradeTime })),
    ),
  ])
  expect(results[0]).toMatchObject({ status: 2, fail: 0 })
  for (const told of results.slice(1)) expect(told).toMatchObject({ code: 200 })
  await Promise.all([bank.compare(), bank.compare()])
  // What a sheet brought first and the bank then said itself is posted as well.
  expect(await bank.balance(accountId)).toBe(50_000)
  const { rows } = {
    rows: await bank.app.db.selectFrom('bankLine').selectAll().where('vacctNo', '=', vacctNo).execute(),
  }
  expect(rows).toHaveLength(5)
  expect(rows.every((row) => row.matchStatus === 1 && row.source === 1)).toBe(true)
})

test('O §11: a number that is stored with other content is refused, through both ways, and nothing of it is kept', async () => {
  const { vacctNo, accountId } = await bank.vacct()
  const [serial, fresh] = [bank.serial(), bank.serial()]
  const line = { bankSerialNo: serial, vacctNo, amount: '20.00', tradeTime: noon() }
  await bank.tell(access, [line])
  const clash = await bank.tell<{ field: string; message: string }[]>(access, [
    { bankSerialNo: fresh, vacctNo, amount: '1.00' },
    { ...line, amount: '20.01' },
  ])
  expect([clash.code, clash.data]).toEqual([
    409,
    [{ field: 'lines.1.bankSerialNo', message: '银行流水号已存在且内容不一致' }],
  ])
  expect(await bank.bring([{ ...line, amount: '20.01' }])).toMatchObject({ status: 3, success: 0 })
  await bank.compare()
  expect(await bank.balance(accountId)).toBe(2000)
  await expect(bank.line(fresh)).rejects.toThrow()
})

test('O §8: what an application tells is checked at its place, and needs the scope bank', async () => {
  const wrong = await bank.tell<{ field: string; message: string }[]>(access, [
    { bankSerialNo: '', vacctNo: '4#', amount: '0.00', tradeTime: 5 },
  ])
  expect(wrong.code).toBe(422)
  expect(wrong.data).toEqual([
    { field: 'lines.0.bankSerialNo', message: '请输入银行流水号' },
    { field: 'lines.0.vacctNo', message: '虚拟账号格式不正确' },
    { field: 'lines.0.amount', message: '金额不能小于0.01' },
    { field: 'lines.0.tradeTime', message: '交易时间格式不正确' },
  ])
  const none = await bank.tell<{ field: string; message: string }[]>(access, [])
  expect([none.code, none.data]).toEqual([422, [{ field: 'lines', message: '流水至少1行' }]])
  const other = await bank.tell(await bank.bankApp(['order']), [])
  expect(other.code).toBe(403)
})

test('Doors §6: what belongs to no open account is told to other rooms, waits, and is compared once the account opens', async () => {
  const { id, vacctNo, accountId } = await bank.vacct({ status: 0 })
  const [early, unknown] = [bank.serial(), bank.serial()]
  await bank.tell(access, [
    { bankSerialNo: early, vacctNo, amount: '30.00' },
    { bankSerialNo: unknown, vacctNo: bank.number(), amount: '40.00', purpose: 'DD20270305000001' },
  ])
  await bank.compare()
  expect(await bank.line(early)).toMatchObject({ matchStatus: 0, vacctId: id })
  const lost = await bank.line(unknown)
  expect(lost).toMatchObject({ matchStatus: 0, vacctId: null })
  expect(await events(lost.id)).toEqual([
    { payload: { bankLineId: lost.id, vacctNo: lost.vacctNo, amount: 4000, purpose: 'DD20270305000001' } },
  ])
  await bank.post(`${HEAD}/update/status/${id}`, { status: 1 })
  await bank.compare()
  expect(await bank.balance(accountId)).toBe(3000)
  expect(await bank.line(early)).toMatchObject({ matchStatus: 1, isPosted: 1 })
})

test('O §13-24: a file of three against two of ours: matched, another amount, unknown to us; then posted twice as one entry', async () => {
  const { id, vacctNo, accountId } = await bank.vacct()
  const [same, other, alone] = [bank.serial(), bank.serial(), bank.serial()]
  await bank.topUp(accountId, 500_000, same)
  await bank.topUp(accountId, 125_000, other)
  expect(
    await bank.bring([
      { bankSerialNo: same, vacctNo, amount: '5000.00' },
      { bankSerialNo: other, vacctNo, amount: '1200.00' },
      { bankSerialNo: alone, vacctNo, amount: '88.00' },
    ]),
  ).toMatchObject({ status: 2, success: 3 })
  await bank.compare()
  expect((await logOf(id))?.status).toBe(0)
  const run = await bank.post<{ accounts: number; different: number }>(`${LOG}/run`, { bizDate: today() })
  expect(run.code).toBe(200)
  const states = async () => [
    (await bank.line(same)).matchStatus,
    (await bank.line(other)).matchStatus,
    (await bank.line(alone)).matchStatus,
  ]
  expect(await states()).toEqual([1, 2, 3])
  expect(await logOf(id)).toMatchObject({
    bizDate: today(),
    bankIn: '6288.00',
    ourIn: '6250.00',
    bankClosing: '6288.00',
    ourClosing: '6250.00',
    diffAmount: '38.00',
    diffCount: 2,
    status: 2,
  })
  expect(await bank.balance(accountId)).toBe(625_000)
  const lineId = (await bank.line(alone)).id
  const posted = await Promise.all([bank.post(`${LOG}/post/${lineId}`), bank.post(`${LOG}/post/${lineId}`)])
  expect(posted.map((one) => one.code).sort()).toEqual([200, 409])
  expect(posted.find((one) => one.code === 409)?.message).toBe('当前状态为已匹配，不能补记入账')
  expect(await bank.balance(accountId)).toBe(633_800)
  expect(await logOf(id)).toMatchObject({ ourIn: '6338.00', diffAmount: '-50.00', diffCount: 1, status: 2 })
  // Once the wrong one is taken back and the right one entered, the day is settled.
  const topped = await bank.app.db
    .selectFrom('ctRecord')
    .select('id')
    .where('bankSerialNo', '=', other)
    .executeTakeFirstOrThrow()
  await bank.reverseTopUp(accountId, 125_000, topped.id)
  await reconcile(bank.app.db, new Date())
  expect(await states()).toEqual([1, 3, 1])
  await bank.post(`${LOG}/post/${(await bank.line(other)).id}`)
  expect(await logOf(id)).toMatchObject({
    bankIn: '6288.00',
    ourIn: '6288.00',
    diffAmount: '0.00',
    diffCount: 0,
    status: 3,
  })
  expect(await bank.balance(accountId)).toBe(628_800)
})

test('O §6.10: a comparison takes in what has just come and was not compared yet, unless that is too much', async () => {
  const { id, vacctNo } = await bank.vacct()
  const serial = bank.serial()
  await bank.tell(access, [{ bankSerialNo: serial, vacctNo, amount: '88.00', direction: 0 }])
  expect((await bank.line(serial)).vacctId).toBeNull()
  const run = () => bank.post<{ different: number }>(`${LOG}/run`, { bizDate: today() })
  expect((await run()).data.different).toBeGreaterThan(0)
  expect(await logOf(id)).toMatchObject({ bankOut: '88.00', diffCount: 1, status: 2 })
  await sql`insert into "bankLine" ("bankSerialNo", "vacctNo", "direction", "amount", "tradeTime", "mainAccount", "waiting")
    select 'MANY' || n, '0', 1, 100, now(), ${MAIN}, 1 from generate_series(1, 1001) n`.execute(bank.app.db)
  const many = await run()
  expect([many.code, many.message]).toEqual([409, '还有1001条银行流水正在匹配，请稍后再对账'])
  await sql`delete from "bankLine" where "bankSerialNo" like 'MANY%'`.execute(bank.app.db)
})

test('O §10: the comparison changes nothing when it runs again or twice at once, and finds what only we know', async () => {
  const { id, vacctNo, accountId } = await bank.vacct()
  const { entryId } = await bank.topUp(accountId, 7000)
  await Promise.all([reconcile(bank.app.db, new Date()), reconcile(bank.app.db, new Date())])
  const unknown = { matchStatus: 4, entryId, source: 3, amount: 7000, direction: 1 }
  const lines = () =>
    bank.app.db.selectFrom('bankLine').selectAll().where('vacctId', '=', id).where('isDel', '=', 0).execute()
  expect(await lines()).toMatchObject([unknown])
  const before = await logOf(id)
  const { vacctName } = (await bank.get<{ vacctName: string }>(`${HEAD}/info/${id}`)).data
  const named = await bank.get(`${LOG}/list`, { keywords: vacctName })
  expect(named.data.list.map((row) => row.vacctId)).toContain(id)
  expect(before).toMatchObject({
    ourIn: '70.00',
    bankIn: '0.00',
    diffAmount: '-70.00',
    diffCount: 1,
    status: 2,
  })
  await reconcile(bank.app.db, new Date())
  expect(await logOf(id)).toMatchObject({ diffCount: 1, status: 2 })
  // The bank knows it after all, without our number: it is answered, and not posted again.
  const serial = bank.serial()
  await bank.tell(access, [{ bankSerialNo: serial, vacctNo, amount: '70.00' }])
  await bank.compare()
  expect(await lines()).toMatchObject([{ bankSerialNo: serial, matchStatus: 1, isPosted: 0, entryId }])
  expect(await bank.balance(accountId)).toBe(7000)
  expect(await logOf(id)).toMatchObject({ diffAmount: '0.00', diffCount: 0, status: 1 })
  const late = await bank.post(`${LOG}/run`, { bizDate: '2999-01-01' })
  expect([late.code, late.data]).toEqual([422, [{ field: 'bizDate', message: '对账日期不能晚于今天' }]])
})
