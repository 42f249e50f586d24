import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { makeCompany } from '../../parties/level/testing.ts'
import { accountOf, openAccount } from '../account/account.server.ts'
import { postAccount } from '../account/post.server.ts'
import { setAccountSetting } from '../account/testing.ts'

const RECORD = '/admin/ct/account/record'
const CT = '/admin/ct/account'

let app: TestApp
/** tops up */
let cashier: Person
/** decides, and may top up as well */
let first: Person
let second: Person
let serial = 0

beforeAll(async () => {
  app = await testApp()
  const codes = (...names: string[]) => names.map((name) => `admin:ct:account:${name}`)
  cashier = await app.person({
    permissions: codes(
      'record:topUp',
      'record:document:list',
      'record:info',
      'record:update',
      'record:submit',
      'info',
    ),
  })
  const finance = {
    permissions: codes(
      ...[
        'record:topUp',
        'record:examine',
        'record:reverse',
        'record:save',
        'record:submit',
        'record:info',
        'info',
      ],
      ...[
        'update:credit',
        'freeze',
        'unfreeze',
        'update:status',
        'record:list',
        'record:document:list',
        'save',
      ],
    ),
  }
  first = await app.person(finance)
  second = await app.person(finance)
})
afterAll(() => app.close())

const post = <T = { id: number; recordSn: string; auditStatus: number }>(
  path: string,
  body: unknown,
  by: Person = cashier,
) => app.request<T>('POST', path, { token: by.token, body })
const get = <T = Record<string, unknown>>(path: string, query = {}, by: Person = first) =>
  app.request<T>('GET', path, { token: by.token, query })

/** A CT account of a company of its own. */
async function account(): Promise<{ id: number; companyId: number }> {
  const { companyId } = await makeCompany(app, `测试${++serial}`)
  const id = await asSystem(app.db, (tx) => openAccount(tx, { accountType: 2, companyId }))
  return { id, companyId }
}
const figures = (companyId: number) => accountOf(app.db, { accountType: 2, companyId })

const form = (accountId: number, more = {}) => ({
  accountId,
  amount: '5000.00',
  payType: 'bank',
  payTime: 1_764_000_000,
  bankSerialNo: `B${++serial}`,
  ...more,
})
const examine = (id: number, by: Person, auditStatus = 1, opinion = '') =>
  post(`${RECORD}/examine/${id}`, { auditStatus, opinion }, by)

test('O §13-17: a top-up waits for somebody else, and enters once', async () => {
  const { id, companyId } = await account()
  const made = await post(`${RECORD}/topUp`, form(id), first)
  expect(made.data).toMatchObject({ auditStatus: 0, amount: '5000.00', transactionType: 1 })
  expect(made.data.recordSn).toMatch(/^CZ\d{14}$/)
  expect(await figures(companyId)).toMatchObject({ balance: 0 })
  const own = await examine(made.data.id, first)
  expect([own.code, own.message]).toEqual([422, '不能审核自己提交的单据'])
  const two = await Promise.all([examine(made.data.id, second), examine(made.data.id, second)])
  expect(two.map((one) => one.code).sort()).toEqual([200, 409])
  expect(await figures(companyId)).toMatchObject({ balance: 500_000 })
  const { list } = (await get<{ list: unknown[] }>(`${RECORD}/list`, { accountId: id })).data
  expect(list).toHaveLength(1)
  expect(list[0]).toMatchObject({
    pm: 1,
    transactionType: 1,
    amount: '5000.00',
    balance: '5000.00',
    linkId: made.data.recordSn,
  })
})

test('O §6.10: without the audit a top-up enters at once; it is told to SAP', async () => {
  const { id, companyId } = await account()
  await setAccountSetting(app.db, 'ct_topup_audit', '0')
  const made = await post(`${RECORD}/topUp`, form(id))
  expect(made.data).toMatchObject({ auditStatus: 1, isMayPushSap: 1 })
  expect(await figures(companyId)).toMatchObject({ balance: 500_000 })
  const { rows } = await sql<{ payload: { head: object } }>`
    select "payload" from "sapOutbox" where "bizType" = 'topUp' and "bizId" = ${made.data.id}`.execute(app.db)
  expect(rows[0]?.payload.head).toMatchObject({
    amount: '5000.00',
    companyCode: expect.stringContaining('KH测试'),
  })
  await setAccountSetting(app.db, 'ct_topup_audit', '1')
})

test('O §11: wrong top-ups are refused at their fields', async () => {
  const { id } = await account()
  const fault = async (more: object) => {
    const { code, message, data } = await post<{ field: string }[]>(`${RECORD}/topUp`, form(id, more))
    return [code, message, data[0]?.field]
  }
  expect(await fault({ amount: '0.00' })).toEqual([422, '金额格式不正确', 'amount'])
  expect(await fault({ amount: '100000000.00' })).toEqual([422, '金额格式不正确', 'amount'])
  expect(await fault({ amount: '1.234' })).toEqual([422, '金额格式不正确', 'amount'])
  expect(await fault({ bankSerialNo: '' })).toEqual([422, '请输入银行流水号', 'bankSerialNo'])
  const taken = form(id)
  expect((await post(`${RECORD}/topUp`, taken)).code).toBe(200)
  expect(await fault({ bankSerialNo: taken.bankSerialNo })).toEqual([422, '银行流水号已存在', 'bankSerialNo'])
  expect((await post(`${RECORD}/topUp`, form(id, { payType: 'cash', bankSerialNo: '' }))).code).toBe(200)
})

test('O §7.1: the same Idempotency-Key tops up once', async () => {
  const { id } = await account()
  const body = form(id)
  const ask = () =>
    app.request<{ id: number }>('POST', `${RECORD}/topUp`, {
      token: cashier.token,
      body,
      headers: { 'idempotency-key': 'once' },
    })
  const [one, two] = await Promise.all([ask(), ask()])
  expect([one.code, two.code]).toEqual([200, 200])
  expect(one.data.id).toBe(two.data.id)
})

test('O §6.10: a rejected top-up is mended by its maker and handed in again', async () => {
  const { id, companyId } = await account()
  const made = (await post(`${RECORD}/topUp`, form(id))).data
  expect((await examine(made.id, second, 2)).message).toBe('请输入驳回原因')
  expect((await examine(made.id, second, 2, '金额不符')).code).toBe(200)
  const { version } = (await get<{ version: number }>(`${RECORD}/info/${made.id}`)).data
  expect((await post(`${RECORD}/update`, { id: made.id, version, amount: '4999.00', submit: 1 })).code).toBe(
    200,
  )
  expect((await examine(made.id, second)).code).toBe(200)
  expect(await figures(companyId)).toMatchObject({ balance: 499_900 })
})

test('O §6.10: a top-up is reversed once, by two people, as far as it is unspent', async () => {
  const { id, companyId } = await account()
  const made = (await post(`${RECORD}/topUp`, form(id))).data
  const early = await post(`${RECORD}/reverse/${made.id}`, { reason: '重复' }, first)
  expect([early.code, early.message]).toEqual([409, '充值单未审核通过，不能冲正'])
  await examine(made.id, second)
  const back = await post(`${RECORD}/reverse/${made.id}`, { reason: '重复' }, first)
  expect(back.code).toBe(200)
  expect((await post(`${RECORD}/reverse/${made.id}`, { reason: '重复' }, second)).code).toBe(409)
  expect((await examine(back.data.id, first)).code).toBe(422)
  await asSystem(app.db, (tx) =>
    postAccount(tx, {
      ...{
        holder: { accountType: 2, companyId },
        pm: 0,
        transactionType: 2,
        amount: 1,
        linkId: 'T',
        title: '支付',
      },
      source: { type: 'test', id: made.id },
    }),
  )
  const short = await examine(back.data.id, second)
  expect([short.code, short.message]).toEqual([422, '账户可用额度不足，可用4999.99元'])
  await asSystem(app.db, (tx) =>
    postAccount(tx, {
      ...{
        holder: { accountType: 2, companyId },
        pm: 1,
        transactionType: 3,
        amount: 1,
        linkId: 'T',
        title: '退款',
      },
      source: { type: 'test', id: made.id },
    }),
  )
  expect((await examine(back.data.id, second)).code).toBe(200)
  expect(await figures(companyId)).toMatchObject({ balance: 0 })
  const { rows } = await sql<{
    amount: string
  }>`select "payload"->'head'->>'amount' as "amount" from "sapOutbox"
    where "bizType" = 'topUp' and "bizId" in (${made.id}, ${back.data.id}) order by "id"`.execute(app.db)
  expect(rows.map((row) => row.amount)).toEqual(['5000.00', '-5000.00'])
})

test('O §6.10: credit changes by a decision and leaves the balance alone', async () => {
  const { id, companyId } = await account()
  const asked = await post(`${CT}/update/credit/${id}`, { creditLimit: '500.00', reason: '新客户' }, first)
  expect(await figures(companyId)).toMatchObject({ creditLimit: 0 })
  expect((await examine(asked.data.id, second)).code).toBe(200)
  expect(await figures(companyId)).toMatchObject({ balance: 0, creditLimit: 50_000, available: 50_000 })
  const less = await post(`${CT}/update/credit/${id}`, { creditLimit: '200.00', reason: '降额' }, first)
  await examine(less.data.id, second)
  expect(await figures(companyId)).toMatchObject({ creditLimit: 20_000 })
  expect(
    (await post(`${CT}/update/credit/${id}`, { creditLimit: '200.00', reason: '同' }, first)).message,
  ).toBe('授信额度没有变化')
  const consumer = await asSystem(app.db, (tx) => openAccount(tx, { accountType: 1, uid: 99 }))
  expect(
    (await post(`${CT}/update/credit/${consumer}`, { creditLimit: '1.00', reason: '试' }, first)).message,
  ).toBe('只有CT账户可以调整授信')
})

test('O §6.10: an adjustment goes both ways and is a document', async () => {
  const { id, companyId } = await account()
  const save = (typeEnum: number, amount: string) =>
    post(
      `${RECORD}/save`,
      { accountId: id, transactionType: 5, typeEnum, amount, remark: '尾差', submit: 1 },
      first,
    )
  await examine((await save(1, '10.00')).data.id, second)
  await examine((await save(2, '3.00')).data.id, second)
  expect(await figures(companyId)).toMatchObject({ balance: 700 })
  const wrong = await post(`${RECORD}/save`, { accountId: id, transactionType: 6, amount: '1.00' }, first)
  expect([wrong.code, wrong.message]).toEqual([422, '业务类型格式不正确'])
})

test('O §6.10: amounts are frozen and given free by hand, what withdrawals hold is not', async () => {
  const { id, companyId } = await account()
  await examine((await post(`${RECORD}/topUp`, form(id))).data.id, second)
  const holder = { accountType: 2, companyId } as const
  await asSystem(app.db, (tx) =>
    postAccount(tx, {
      ...{ holder, pm: 0, transactionType: 10, amount: 1000, linkId: 'TX1', title: '提现冻结' },
      source: { type: 'withdraw', id: 1 },
    }),
  )
  expect((await post(`${CT}/freeze/${id}`, { amount: '5000.00', reason: '争议' }, first)).message).toBe(
    '账户可用额度不足，可用4990.00元',
  )
  expect((await post(`${CT}/freeze/${id}`, { amount: '100.00', reason: '争议' }, first)).code).toBe(200)
  expect(await figures(companyId)).toMatchObject({ balance: 500_000, frozen: 11_000, available: 489_000 })
  expect((await post(`${CT}/unfreeze/${id}`, { amount: '105.00', reason: '解决' }, first)).message).toBe(
    '解冻金额不能大于人工冻结的100.00元',
  )
  expect((await post(`${CT}/unfreeze/${id}`, { amount: '100.00', reason: '解决' }, first)).code).toBe(200)
  expect(await figures(companyId)).toMatchObject({ frozen: 1000 })
})

test('O §6.10: a frozen account takes money in and gives none', async () => {
  const { id } = await account()
  expect((await post(`${CT}/update/status/${id}`, { status: 0 }, first)).message).toBe('请输入冻结原因')
  expect((await post(`${CT}/update/status/${id}`, { status: 0, reason: '欠款' }, first)).code).toBe(200)
  expect((await post(`${CT}/update/status/${id}`, { status: 0, reason: '欠款' }, first)).code).toBe(409)
  const made = (await post(`${RECORD}/topUp`, form(id))).data
  expect((await examine(made.id, second)).code).toBe(200)
  expect((await post(`${CT}/freeze/${id}`, { amount: '1.00', reason: '试' }, first)).message).toBe(
    '账户已冻结',
  )
  const { data } = await get(`${CT}/info/${id}`)
  expect(data).toMatchObject({
    status: 0,
    statusReason: '欠款',
    balance: '5000.00',
    monthIn: '5000.00',
    monthOut: '0.00',
  })
  expect(data.curve).toEqual([{ day: expect.any(String), balance: '5000.00' }])
})

test('O §7.1: a company without an account answers null; one is opened by hand, once', async () => {
  const { companyId } = await makeCompany(app, `无户${++serial}`)
  expect((await get(`${CT}/info/by/systemOrg/${companyId}`)).data).toBeNull()
  const open = () => post(`${CT}/save`, { accountType: 2, holderId: companyId }, first)
  expect((await open()).code).toBe(200)
  expect((await open()).message).toBe('账户已开通')
  expect((await get(`${CT}/info/by/systemOrg/${companyId}`)).data).toMatchObject({
    accountName: `无户${serial}`,
    balance: '0.00',
    entries: [],
  })
})

test('Platform §6.2: who sees some companies sees their accounts, entries and documents alone', async () => {
  const [own, other] = [await account(), await account()]
  for (const { id } of [own, other])
    await examine((await post(`${RECORD}/topUp`, form(id), first)).data.id, second)
  const seller = await app.person({
    permissions: [
      'list',
      'info',
      'ct:account:record:list',
      'ct:account:record:document:list',
      'ct:account:info',
    ].map((code) => (code.startsWith('ct') ? `admin:${code}` : `admin:account:${code}`)),
    dataScope: 7,
    scopeIds: { companyIds: [own.companyId] },
  })
  const listed = await get<{ list: { id: number }[] }>('/admin/account/list', {}, seller)
  expect(listed.data.list.map((row) => row.id)).toEqual([own.id])
  expect((await get(`${CT}/info/${other.id}`, {}, seller)).code).toBe(404)
  expect((await get(`${RECORD}/list`, { accountId: own.id }, seller)).code).toBe(200)
  expect((await get(`${RECORD}/list`, { accountId: other.id }, seller)).code).toBe(404)
  const documents = await get<{ list: { accountId: number }[] }>(`${RECORD}/document/list`, {}, seller)
  expect(documents.data.list.map((row) => row.accountId)).toEqual([own.id])
})
