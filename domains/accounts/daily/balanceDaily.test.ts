import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { startOfDay } from '#kit/shared/time.ts'
import type { TransactionType } from '../account/account.entity.ts'
import { openAccount } from '../account/account.server.ts'
import { postAccount } from '../account/post.server.ts'
import { setAccountSetting } from '../account/testing.ts'
import { closeDays } from './close.server.ts'

const DAILY = '/admin/balance/account/daily'
const NOW = new Date('2026-11-20T16:30:00Z')

let app: TestApp
let clerk: Person

beforeAll(async () => {
  app = await testApp()
  clerk = await app.person({
    permissions: ['list', 'info', 'push', 'recompute'].map((one) => `admin:balance:account:daily:${one}`),
  })
  // Whether it is pushed by itself is asked where it matters.
  await autoPush('0')
})
afterAll(() => app.close())

const autoPush = (value: '0' | '1') => setAccountSetting(app.db, 'balance_auto_push', value)

let serial = 0
/** Posts as if so many days before today. */
async function posted(
  companyId: number,
  days: number,
  pm: 0 | 1,
  transactionType: TransactionType,
  amount: number,
) {
  const holder = { accountType: 2, companyId } as const
  const { entryId } = await asSystem(app.db, async (tx) => {
    await openAccount(tx, holder)
    return postAccount(tx, {
      ...{ holder, pm, transactionType, amount, linkId: 'T', title: '测试' },
      source: { type: 'test', id: ++serial },
    })
  })
  const at = new Date(startOfDay(NOW, -days).getTime() + 12 * 3_600_000)
  await sql`update "accountEntry" set "createTime" = ${at} where "id" = ${entryId}`.execute(app.db)
}

const get = <T = Record<string, unknown>>(path: string, query = {}) =>
  app.request<T>('GET', `${DAILY}/${path}`, { token: clerk.token, query })
const post = (path: string, body: unknown = {}) =>
  app.request('POST', `${DAILY}/${path}`, { token: clerk.token, body })

interface Line {
  id: number
  zbatch: string
  zflag: number
  amount: string
  entryNum: number
  openingBalance: string
  closingBalance: string
  isMayPushSap: number
}
const linesOf = async (accountType = 2) =>
  (await get<{ list: Line[] }>('list', { accountType, dateLimit: '2026-11-20,2026-11-20' })).data.list.sort(
    (a, b) => a.zflag - b.zflag,
  )

test('O §4.7, O §13-28: the day is closed once: four flags, opening and closing agree, and after the push it stands', async () => {
  await posted(1, 3, 1, 1, 1_000_000)
  for (const amount of [300_000, 200_000]) await posted(1, 1, 1, 1, amount)
  await posted(2, 1, 1, 3, 12_000)
  await posted(1, 1, 0, 2, 140_000)
  await posted(1, 1, 0, 5, 2000)
  // Credit and freezing leave the balance alone, and today belongs to tomorrow.
  await posted(1, 1, 1, 8, 5000)
  await posted(1, 1, 0, 10, 5000)
  await posted(1, 0, 1, 1, 777)
  // The closed day before, from which the opening is taken.
  await closeDays(app.db, new Date(NOW.getTime() - 24 * 3_600_000))
  await Promise.all([closeDays(app.db, NOW), closeDays(app.db, NOW)])
  expect(await closeDays(app.db, NOW)).toBe(0)
  const lines = await linesOf()
  expect(new Set(lines.map((line) => line.zbatch))).toEqual(new Set(['202611202001']))
  expect(lines.map(({ zflag, amount, entryNum }) => [zflag, amount, entryNum])).toEqual([
    [1, '5000.00', 2],
    [2, '-1400.00', 1],
    [3, '120.00', 1],
    [4, '-20.00', 1],
  ])
  for (const line of lines)
    expect([line.openingBalance, line.closingBalance]).toEqual(['10000.00', '13700.00'])
  const { rows } = await sql<{ sum: number }>`select sum("balance")::bigint as "sum" from "account"
    where "accountType" = 2`.execute(app.db)
  expect(rows[0]?.sum).toBe(1_370_000 + 777)

  // What came late is taken up by 重算, until the batch was pushed.
  await posted(2, 1, 1, 3, 1)
  const first = lines[0]
  expect((await post('recompute', { id: first?.id })).code).toBe(200)
  expect((await linesOf()).map((line) => line.closingBalance)).toEqual(Array(4).fill('13700.01'))
  expect((await post('push', { ids: lines.map((line) => line.id).join(',') })).code).toBe(200)
  const late = await post('recompute', { id: first?.id })
  expect([late.code, late.message]).toEqual([409, '已推送SAP，不能重算'])
  expect((await post('push', { ids: String(first?.id) })).code).toBe(409)
})

test('O §6.10: the entries of a line of a batch', async () => {
  const info = await get('info', { zbatch: '202611202001', zflag: 1 })
  expect(info.data).toMatchObject({ bizDate: '2026-11-20', amount: '5000.00' })
  const { data } = await get<{ list: { amount: string; accountNo: string }[]; total: number }>('entry/list', {
    zbatch: '202611202001',
    zflag: 1,
  })
  expect(data.list.map((row) => row.amount).sort()).toEqual(['2000.00', '3000.00'])
  const none = await get<{ total: number }>('entry/list', {
    zbatch: '202611202001',
    zflag: 1,
    accountNo: 'X',
  })
  expect(none.data.total).toBe(0)
  expect((await get('info', { zbatch: '299911202001', zflag: 1 })).code).toBe(404)
  const totals = await get('totals', { accountType: 2, dateLimit: '2026-11-20,2026-11-20' })
  expect(totals.data).toEqual({ entryNum: 6, amount: '3700.01' })
})

test('O §7.3: days that were missed are made up for, and go to SAP by themselves', async () => {
  await autoPush('1')
  const later = new Date(NOW.getTime() + 3 * 24 * 3_600_000)
  // Three days of three kinds of accounts.
  expect(await closeDays(app.db, later)).toBe(9)
  const { rows } = await sql<{ bizSn: string }>`select "bizSn" from "sapOutbox"
    where "bizType" = 'balanceDaily' and "bizSn" like '20261121%'`.execute(app.db)
  expect(rows.map((row) => row.bizSn)).toEqual(['202611212001-1'])
  const { rows: quiet } = await sql<{
    text: string
  }>`select distinct "sapDescription" as "text" from "balanceDaily"
    where "bizDate" = '2026-11-22'`.execute(app.db)
  expect(quiet).toEqual([{ text: '当日没有发生额，无需推送' }])
})
