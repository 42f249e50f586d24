// What the tests of the bank begin with: payers with virtual accounts, what the bank says, what people entered.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { testApp } from '#app/testing.ts'
import { postAccount } from '#domains/accounts/account/post.server.ts'
import { matchWaiting } from '#domains/accounts/bank/match.server.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { importFile, startWorker } from './importing.ts'
import { openPartners } from './partners.ts'

export const HEAD = '/admin/cust/vacct/head'
export const LOG = '/admin/icbc/vacct/log'
export const MAIN = '4402029109000000001'

interface OpenedVacct {
  id: number
  vacctNo: string
  payerId: number
  accountId: number
  companyId: number
}

/** A movement as it travels. */
interface WireLine {
  bankSerialNo: string
  vacctNo: string
  direction?: 0 | 1
  amount: string
  tradeTime?: number
  peerName?: string
  purpose?: string
}

export async function openBank() {
  const app = await testApp()
  const token = await app.admin()
  const partners = await openPartners(app)
  const stopWorker = startWorker(app)
  let made = 0

  const post = <T = { id: number }>(path: string, body: unknown = {}, as = token) =>
    app.request<T>('POST', path, { token: as, body })
  const get = <T = { list: Record<string, unknown>[]; total: number }>(
    path: string,
    query: Record<string, string | number> = {},
    as = token,
  ) => app.request<T>('GET', path, { token: as, query })

  const now = () => toSeconds(new Date())
  const wire = (line: WireLine) => ({
    direction: 1,
    tradeTime: now(),
    peerName: '好邻居',
    purpose: '货款',
    ...line,
  })

  return {
    app,
    token,
    partners,
    post,
    get,
    /** a number of the bank that nobody has used */
    number: () => `44020291${String(++made).padStart(5, '0')}`,
    serial: () => `S${String(++made).padStart(8, '0')}`,
    /** a payer of a new company with a virtual account; open unless `status` says otherwise */
    async vacct({ status = 1 }: { status?: 0 | 1 } = {}): Promise<OpenedVacct> {
      const companyId = await partners.company()
      const payerId = await partners.payer(companyId)
      const vacctNo = `44020291${String(++made).padStart(5, '0')}`
      const saved = await post(`${HEAD}/save`, {
        vacctNo,
        vacctName: `户名${made}`,
        mainAccount: MAIN,
        payerId,
      })
      if (saved.code !== 200) throw new Error(saved.body)
      const { id } = saved.data
      if (status === 1) await post(`${HEAD}/update/status/${id}`, { status: 1 })
      const row = await app.db
        .selectFrom('vacct')
        .select('accountId')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return { id, vacctNo, payerId, companyId, accountId: row.accountId ?? 0 }
    },
    /** cents on an account */
    async balance(accountId: number): Promise<number> {
      const row = await app.db
        .selectFrom('account')
        .select('balance')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      return row.balance
    },
    /** a top-up that somebody entered and another one approved */
    topUp: (accountId: number, amount: number, bankSerialNo = '') =>
      asSystem(app.db, async (tx) => {
        const { rows } = await sql<{ id: number }>`
          insert into "ctRecord" ("recordSn", "accountId", "accountType", "amount", "bankSerialNo", "auditStatus")
          values (${`CZT${++made}`}, ${accountId}, 3, ${amount}, ${bankSerialNo}, 1) returning "id"`.execute(
          tx,
        )
        const id = rows[0]?.id ?? 0
        const { entryId } = await postAccount(tx, {
          holder: { accountId },
          pm: 1,
          transactionType: 1,
          amount,
          source: { type: 'ctRecord', id },
          linkId: `CZT${made}`,
          title: '账户充值',
        })
        await sql`update "ctRecord" set "entryId" = ${entryId} where "id" = ${id}`.execute(tx)
        return { id, entryId }
      }),
    /** takes a top-up back */
    reverseTopUp: (accountId: number, amount: number, reverseOf: number) =>
      asSystem(app.db, async (tx) => {
        const { rows } = await sql<{ id: number }>`
          insert into "ctRecord" ("recordSn", "accountId", "accountType", "transactionType", "amount", "reverseOf", "auditStatus")
          values (${`CZR${++made}`}, ${accountId}, 3, 6, ${amount}, ${reverseOf}, 1) returning "id"`.execute(
          tx,
        )
        const id = rows[0]?.id ?? 0
        const { entryId } = await postAccount(tx, {
          holder: { accountId },
          pm: 0,
          transactionType: 6,
          amount,
          source: { type: 'ctRecord', id },
          linkId: `CZR${made}`,
          title: '充值冲正',
        })
        await sql`update "ctRecord" set "entryId" = ${entryId} where "id" = ${id}`.execute(tx)
      }),
    /** an application of the bank, with a token */
    async bankApp(scopes: readonly string[] = ['bank']): Promise<string> {
      const saved = await post<{ appKey: string; appSecret: string }>('/admin/open/app/save', {
        name: `银行${++made}`,
        channelId: 1201,
        scopes,
      })
      const { appKey, appSecret } = saved.data
      const timestamp = now()
      const sign = createHmac('sha256', appSecret).update(`${appKey}\n${timestamp}`).digest('hex')
      const given = await app.request<{ accessToken: string }>('POST', '/open/token', {
        body: { appKey, timestamp, sign },
      })
      return given.data.accessToken
    },
    wire,
    /** what the interface of the bank tells */
    tell: <T = { accepted: number; duplicated: number }>(access: string, lines: readonly WireLine[]) =>
      app.request<T>('POST', '/open/bank/icbc/notify', {
        headers: { authorization: `Bearer ${access}` },
        body: { lines: lines.map(wire) },
      }),
    /** what a sheet of the bank tells */
    bring: (lines: readonly (WireLine & { at?: string })[], as = token) =>
      importFile(app, as, 'bankLine', { name: 'bank.csv', content: sheetOf(lines) }),
    compare: () => matchWaiting(app.db),
    line: (bankSerialNo: string) =>
      app.db
        .selectFrom('bankLine')
        .selectAll()
        .where('bankSerialNo', '=', bankSerialNo)
        .where('isDel', '=', 0)
        .executeTakeFirstOrThrow(),
    async close() {
      await stopWorker()
      await app.close()
    },
  }
}
export type Bank = Awaited<ReturnType<typeof openBank>>

const SHEET_HEAD = '银行流水号,虚拟账号,借贷,金额,交易时间,对方户名,摘要'

function sheetOf(lines: readonly (WireLine & { at?: string })[]): string {
  const today = new Date().toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }).slice(0, 10)
  return [
    SHEET_HEAD,
    ...lines.map(
      ({ bankSerialNo, vacctNo, direction = 1, amount, at, peerName = '好邻居', purpose = '货款' }) =>
        [
          bankSerialNo,
          vacctNo,
          direction === 1 ? '入账' : '出账',
          amount,
          at ?? `${today} 00:00:10`,
          peerName,
          purpose,
        ].join(),
    ),
  ].join('\n')
}
