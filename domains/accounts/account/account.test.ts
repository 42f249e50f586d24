import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { grantOf } from '#kit/server/grant.ts'
import { asSystem } from '#kit/server/transaction.ts'
import type { TransactionType } from './account.entity.ts'
import { overdueDays } from './account.rules.ts'
import { accountOf, type Holder, openAccount, postAccount } from './account.server.ts'

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
  await post(company(20), 0, 2, 100_000)
  const back = () => asSystem(app.db, async (tx) => rebate?.takeBack(tx, source))
  expect(await back()).toBe(73_250)
  expect(await back()).toBe(0)
  expect(await of(company(20))).toMatchObject({ balance: 0 })
})
