import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { grantOf } from '#kit/server/grant.ts'
import { asSystem } from '#kit/server/transaction.ts'
import type { TransactionType } from './account.entity.ts'
import { overdueDays } from './account.rules.ts'
import { accountOf, openAccount } from './account.server.ts'
import { checkAccounts } from './check.server.ts'
import type { Holder } from './holder.ts'
import { mergeAccounts } from './merge.server.ts'
import { postAccount } from './post.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const company = (companyId: number): Holder => ({ accountType: 2, companyId })
let last = 0
const post = (holder: Holder, pm: 0 | 1, transactionType: TransactionType, amount: number, id = ++last) =>
  asSystem(app.db, (tx) =>
    postAccount(tx, {
      holder,
      pm,
      transactionType,
      amount,
      source: { type: 'test', id },
      linkId: `T${id}`,
      title: '测试',
    }),
  )
const open = (holder: Holder) => asSystem(app.db, (tx) => openAccount(tx, holder, '测试账户'))
const of = (holder: Holder) => accountOf(app.db, holder)

test('O §2.10: an account is opened once per holder, whoever asks at the same time', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => open(company(1))))
  expect(new Set(ids).size).toBe(1)
  expect(await open({ accountType: 3, payerId: 1 })).not.toBe(ids[0])
  expect(await of({ accountType: 1, uid: 1 })).toBeNull()
  await expect(post({ accountType: 1, uid: 1 }, 1, 1, 100)).rejects.toThrow('账户未开通')
})

test('O §2.10: a posting opens the account of its holder where it may, once for all that post at the same time', async () => {
  const holder = company(44)
  const postOpening = (id: number) =>
    asSystem(app.db, (tx) =>
      postAccount(tx, {
        holder,
        opens: true,
        pm: 1,
        transactionType: 1,
        amount: 100,
        source: { type: 'opening', id },
        linkId: `E${id}`,
        title: '测试',
      }),
    )
  await Promise.all(Array.from({ length: 8 }, (_, id) => postOpening(id)))
  await postOpening(0)
  expect(await of(holder)).toMatchObject({ balance: 800, available: 800 })
})

test('O §2.10: the same source posts once and answers what it left', async () => {
  await open(company(2))
  const first = await post(company(2), 1, 1, 10_000, 900_001)
  expect(first).toMatchObject({ balance: 10_000, frozen: 0, available: 10_000 })
  await post(company(2), 0, 2, 2500)
  expect(await post(company(2), 1, 1, 10_000, 900_001)).toEqual(first)
  expect(await of(company(2))).toMatchObject({ balance: 7500, available: 7500 })
})

test('O §5: nothing is spent beyond balance, credit and what is frozen', async () => {
  const holder = company(3)
  await open(holder)
  await post(holder, 1, 1, 1000)
  await expect(post(holder, 0, 2, 1001)).rejects.toThrow('账户可用额度不足，可用10.00元')
  await post(holder, 1, 8, 500)
  expect(await post(holder, 0, 2, 1300)).toMatchObject({ balance: -300, available: 200 })
  expect(await of(holder)).toMatchObject({ usedCredit: 300, creditLimit: 500 })
  // A limit that is used already cannot be taken away.
  await expect(post(holder, 0, 8, 400)).rejects.toThrow('账户可用额度不足，可用2.00元')
  await post(holder, 1, 7, 800)
  await post(holder, 0, 10, 600)
  expect(await of(holder)).toMatchObject({ balance: 500, frozen: 600, available: 400, usedCredit: 0 })
  await expect(post(holder, 1, 11, 700)).rejects.toThrow('解冻金额不能大于冻结金额6.00元')
  await post(holder, 1, 11, 600)
  expect(await of(holder)).toMatchObject({ balance: 500, frozen: 0 })
})

test('O §13-16: of two that pay 900.00 at once with 1000.00 and a credit of 500.00 one is paid', async () => {
  const holder = company(14)
  await open(holder)
  await post(holder, 1, 1, 100_000)
  await post(holder, 1, 8, 50_000)
  const [one, two] = await Promise.allSettled([post(holder, 0, 2, 90_000), post(holder, 0, 2, 90_000)])
  const refused = [one, two].find((result) => result?.status === 'rejected')
  expect(refused?.status === 'rejected' && refused.reason.message).toBe('账户可用额度不足，可用600.00元')
  expect(await of(holder)).toMatchObject({ balance: 10_000, available: 60_000 })
})

test('the entries of an account are counted anew after each posting', async () => {
  const holder = company(310)
  const accountId = await open(holder)
  const token = await app.admin()
  const counted = async (more: Record<string, string> = {}) =>
    (await app.request('GET', '/admin/ct/account/record/list', { token, query: { accountId, ...more } })).data
      .total
  await post(holder, 1, 1, 1000)
  expect(await counted()).toBe(1)
  await post(holder, 0, 2, 100)
  expect([await counted(), await counted(), await counted({ typeEnum: '2' })]).toEqual([2, 2, 1])
  await post(holder, 0, 2, 100)
  expect([await counted(), await counted({ typeEnum: '2' })]).toEqual([3, 2])
})

test('O §2.10: a frozen account takes money in and gives none', async () => {
  const holder = company(4)
  const id = await open(holder)
  await post(holder, 1, 1, 1000)
  await app.db.updateTable('account').set({ status: 0 }).where('id', '=', id).execute()
  await expect(post(holder, 0, 2, 1)).rejects.toThrow('账户已冻结')
  await expect(post(holder, 0, 10, 1)).rejects.toThrow('账户已冻结')
  expect(await post(holder, 1, 3, 50)).toMatchObject({ balance: 1050 })
})

test('O §5: 20 connections spend from an account for 10: exactly ten succeed', async () => {
  const holder = company(5)
  await open(holder)
  await post(holder, 1, 1, 1000)
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => post(holder, 0, 2, 100)))
  expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(10)
  expect(await of(holder)).toMatchObject({ balance: 0, available: 0 })
})

test('O §5: after any postings balance and frozen are the sums of their entries', async () => {
  const types: readonly TransactionType[] = [1, 2, 3, 8, 10, 11]
  for (const id of [11, 12]) await open(company(id))
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(
          fc.constantFrom(11, 12),
          fc.constantFrom<0 | 1>(0, 1),
          fc.constantFrom(...types),
          fc.integer({ min: 1, max: 500 }),
        ),
        { maxLength: 10 },
      ),
      async (postings) => {
        await Promise.allSettled(
          postings.map(([id, pm, type, amount]) => post(company(id), pm, type, amount)),
        )
      },
    ),
    { numRuns: 15 },
  )
  const { rows } = await sql<{ ok: boolean }>`
    select a."balance" = coalesce(sum(case when e."transactionType" in (8, 10, 11) then 0
        when e."pm" = 1 then e."amount" else -e."amount" end), 0)
      and a."frozen" = coalesce(sum(case e."transactionType" when 10 then e."amount" when 11 then -e."amount" else 0 end), 0)
      and a."balance" - a."frozen" + a."creditLimit" >= 0 as "ok"
    from "account" a left join "accountEntry" e on e."accountId" = a."id" group by a."id"`.execute(app.db)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.every((row) => row.ok)).toBe(true)
})

test('O §3.5: a posting may be told how much of the credit it can use: none of it for 预付', async () => {
  const holder = company(7)
  await open(holder)
  await post(holder, 1, 1, 1000)
  await post(holder, 1, 8, 5000)
  const pay = (amount: number, credit: number) =>
    asSystem(app.db, (tx) =>
      postAccount(tx, {
        ...{ holder, pm: 0, transactionType: 2, amount, credit, linkId: 'T', title: '测试' },
        source: { type: 'test', id: ++last },
      }),
    )
  await expect(pay(1001, 0)).rejects.toThrow('账户可用额度不足，可用10.00元')
  await expect(pay(2001, 1000)).rejects.toThrow('账户可用额度不足，可用20.00元')
  expect(await pay(2000, 1000)).toMatchObject({ balance: -1000 })
  await expect(pay(1, 0)).rejects.toThrow('账户可用额度不足，可用0.00元')
})

test('O §5: of 20 that post the same source at once one moves the account, and all are told the same', async () => {
  const holder = company(8)
  await open(holder)
  await post(holder, 1, 1, 500)
  const told = await Promise.all(Array.from({ length: 20 }, () => post(holder, 0, 2, 100, 900_100)))
  expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(await of(holder)).toMatchObject({ balance: 400 })
  // Also once it could not be paid any more.
  await post(holder, 0, 2, 400)
  expect(await post(holder, 0, 2, 100, 900_100)).toEqual(told[0])
})

test('O §2.10: a source that is posted again leaves the account as it was, also what is below zero since when', async () => {
  const holder = company(15)
  const id = await open(holder)
  const row = () =>
    app.db
      .selectFrom('account')
      .select(['balance', 'frozen', 'creditLimit', 'negativeSince', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const credit = await post(holder, 1, 8, 1000, 900_200)
  await post(holder, 1, 1, 100, 900_201)
  await post(holder, 0, 2, 300)
  await app.db
    .updateTable('account')
    .set({ negativeSince: new Date('2026-01-05T00:00:00Z') })
    .where('id', '=', id)
    .execute()
  const before = await row()
  expect(before).toMatchObject({ balance: -200, creditLimit: 1000 })
  // The first would lift the balance to zero if it were posted again, the second the limit.
  const large = await post(holder, 1, 1, 500, 900_202)
  await post(holder, 0, 2, 500)
  await app.db
    .updateTable('account')
    .set({ negativeSince: before.negativeSince })
    .where('id', '=', id)
    .execute()
  expect(await post(holder, 1, 1, 500, 900_202)).toEqual(large)
  expect(await post(holder, 1, 8, 1000, 900_200)).toEqual({ ...credit, available: 1000 })
  expect(await row()).toEqual({ ...before, version: before.version + 2 })
})

test('O §5: what is spent waits for the money that another transaction is bringing', async () => {
  const holder = company(16)
  await open(holder)
  let arrived = (): void => undefined
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const bringing = asSystem(app.db, async (tx) => {
    const source = { type: 'bringing', id: 1 }
    await postAccount(tx, {
      holder,
      pm: 1,
      transactionType: 1,
      amount: 1000,
      source,
      linkId: 'B1',
      title: '测试',
    })
    await arrival
  })
  const spending = post(holder, 0, 2, 600)
  await new Promise((resolve) => setTimeout(resolve, 50))
  arrived()
  await bringing
  expect(await spending).toMatchObject({ balance: 400, available: 400 })
})

test('Members §10.3: what a merged consumer has goes over with what is frozen of it, once', async () => {
  const [from, to] = [
    { accountType: 1, uid: 31 },
    { accountType: 1, uid: 32 },
  ] as const
  const merge = () => asSystem(app.db, (tx) => mergeAccounts(tx, 31, 32))
  expect(await merge()).toBe(0)
  await open(from)
  await post(from, 1, 1, 1000)
  await post(from, 0, 10, 300)
  expect(await merge()).toBe(1000)
  expect(await merge()).toBe(0)
  expect(await of(from)).toMatchObject({ balance: 0, frozen: 0 })
  expect(await of(to)).toMatchObject({ balance: 1000, frozen: 300, available: 700 })
  await expect(post(from, 0, 2, 1)).rejects.toThrow('账户已冻结')
})

test('Doors §6: entries of top-ups are told, those of payments are not', async () => {
  const holder = company(9)
  await open(holder)
  const { entryId } = await post(holder, 1, 1, 700)
  await post(holder, 0, 2, 100)
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select "payload" from "outbox" where "event" = 'account.moved' and "payload"->>'companyId' = '9'`.execute(
    app.db,
  )
  expect(rows.map((row) => row.payload)).toEqual([
    { entryId, accountType: 2, uid: null, companyId: 9, payerId: null, transactionType: 1, amount: 700 },
  ])
})

test('Frame §6: the nightly check tells an account that is not what its entries say, until it is again', async () => {
  const holder = company(10)
  const id = await open(holder)
  await post(holder, 1, 1, 1000)
  await post(holder, 0, 10, 100)
  await post(holder, 1, 8, 50)
  expect(await checkAccounts(app.db)).toBe(0)
  const drift = async () =>
    (await app.db.selectFrom('account').select('drift').where('id', '=', id).executeTakeFirstOrThrow()).drift
  await sql`update "account" set "balance" = "balance" + 7, "updateTime" = now() where "id" = ${id}`.execute(
    app.db,
  )
  expect([await checkAccounts(app.db), await drift()]).toEqual([1, 7])
  await sql`update "account" set "balance" = "balance" - 7 where "id" = ${id}`.execute(app.db)
  expect([await checkAccounts(app.db), await drift()]).toEqual([0, 0])
  await sql`update "accountEntry" set "balance" = 999 where "accountId" = ${id} and "transactionType" = 1`.execute(
    app.db,
  )
  expect(await checkAccounts(app.db)).toBe(1)
  await sql`update "accountEntry" set "balance" = 1000 where "accountId" = ${id} and "transactionType" = 1`.execute(
    app.db,
  )
  expect(await checkAccounts(app.db)).toBe(0)
})

test('O §3.5: a balance below zero is overdue after the days of credit', async () => {
  const day = 86_400_000
  const now = new Date('2026-11-21T12:00:00Z')
  expect(overdueDays(null, 30, now)).toBe(0)
  expect(overdueDays(new Date(now.getTime() - 30 * day), 30, now)).toBe(0)
  expect(overdueDays(new Date(now.getTime() - 33.5 * day), 30, now)).toBe(3)
  const holder = company(6)
  const id = await open(holder)
  await post(holder, 1, 8, 1000)
  await post(holder, 0, 2, 400)
  const since = async () =>
    (
      await app.db
        .selectFrom('account')
        .select('negativeSince')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).negativeSince
  const first = await since()
  expect(first).not.toBeNull()
  await post(holder, 0, 2, 100)
  expect(await since()).toEqual(first)
  await post(holder, 1, 3, 500)
  expect(await since()).toBeNull()
})

test('Doors §3: a rebate is given once per source and taken back as far as it is unspent', async () => {
  const rebate = grantOf(app.db, 'account')
  const source = { type: 'equityIssue', id: 7, line: 1, no: 'QY1', title: '月度返利' }
  const give = () => asSystem(app.db, async (tx) => rebate?.grant(tx, 20, 173_250, source))
  expect(await give()).toBe(await give())
  expect(await rebate?.balances(app.db, [20, 21])).toEqual(new Map([[20, 173_250]]))
  // What is spent is not taken out of the company's credit.
  await post(company(20), 1, 8, 500_000)
  await post(company(20), 0, 2, 100_000)
  const back = () => asSystem(app.db, async (tx) => rebate?.takeBack(tx, source))
  expect(await back()).toBe(73_250)
  expect(await back()).toBe(0)
  expect(await of(company(20))).toMatchObject({ balance: 0 })
})
