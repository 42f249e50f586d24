import { sql } from 'kysely'
import { accountOf, mergeAccounts } from '#domains/accounts/accounts.door.ts'
import {
  type ConsumerErase,
  type ConsumerMerge,
  declareErase,
  declareMerge,
  keepsRows,
  movesUid,
  staysWith,
} from '#kit/server/consumers.ts'
import { formatMoney } from '#kit/shared/money.ts'

// The ledgers of money belong to the room below, which knows nothing of consumers becoming one or being forgotten.

const balance: ConsumerMerge = {
  title: '余额(元)',
  async merge(tx, from, to) {
    return Number(formatMoney(await mergeAccounts(tx, from, to)))
  },
}

/** Money that is on its way keeps both apart until it has arrived. */
const payments: ConsumerMerge = {
  ...movesUid('payment', '支付记录'),
  async refuses(db, from, to) {
    const { rows } =
      await sql`select 1 from "payment" where "uid" in (${from}, ${to}) and "status" in (0, 4) limit 1`.execute(
        db,
      )
    return rows.length > 0 ? '有进行中的支付' : null
  },
}

const account: ConsumerErase = {
  title: '余额账户',
  async guards(db, uid) {
    const held = await accountOf(db, { accountType: 1, uid })
    const sum = (held?.balance ?? 0) + (held?.frozen ?? 0)
    return sum === 0 ? [] : [{ text: `余额${formatMoney(sum)}元`, to: `/user/detail/${uid}` }]
  },
  async erase(tx, uid) {
    const done = await tx
      .updateTable('account')
      .set({ accountName: '' })
      .where('accountType', '=', 1)
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
    return Number(done.numUpdatedRows)
  },
}

const count = async (
  db: Parameters<NonNullable<ConsumerErase['guards']>>[0],
  table: string,
  uid: number,
  states: readonly number[],
) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as "n" from ${sql.table(table)}
    where "uid" = ${uid} and "status" = any(${sql.val([...states])}::int[])`.execute(db)
  return rows[0]?.n ?? 0
}

/** Sums, dates and numbers of documents stay in the books; whose names and accounts these were no longer does. Decision 0161. */
const forgets = (table: string, title: string, names: readonly string[]): ConsumerErase => ({
  title,
  async erase(tx, uid) {
    const blank = sql.join(names.map((name) => sql`${sql.ref(name)} = ''`))
    const isAny = sql.join(
      names.map((name) => sql`${sql.ref(name)} <> ''`),
      sql` or `,
    )
    const done =
      await sql`update ${sql.table(table)} set ${blank} where "uid" = ${uid} and (${isAny})`.execute(tx)
    return Number(done.numAffectedRows ?? 0)
  },
})
const PAYEE = ['payeeName', 'payeeAccount', 'payeeBank']

const withdrawals: ConsumerErase = {
  ...forgets('withdraw', '提现收款人', PAYEE),
  async guards(db, uid) {
    const n = await count(db, 'withdraw', uid, [0])
    return n === 0 ? [] : [{ text: `审核中的提现${n}笔`, to: '/user/account?tab=withdraw' }]
  },
}

const refunds: ConsumerErase = {
  ...forgets('refundNote', '退款收款人', PAYEE),
  async guards(db, uid) {
    const n = await count(db, 'refundNote', uid, [0, 1, 2, 4])
    return n === 0 ? [] : [{ text: `未完成的退款${n}笔`, to: '/order/refundNote' }]
  },
}

const paid: ConsumerErase = {
  ...forgets('payment', '付款户名', ['payerName']),
  async guards(db, uid) {
    const n = await count(db, 'payment', uid, [0, 4])
    return n === 0 ? [] : [{ text: `进行中的支付${n}笔` }]
  },
}

/** What becomes of money: balances go by pairs of entries; vouchers of payments stay, as the law asks (decision 0161). Members §10.3, §10.4. */
export const moneyOfConsumers = [
  declareMerge('account', balance),
  declareErase('account', account),
  // Applications for withdrawal follow their account (mergeAccounts).
  declareMerge('withdraw', staysWith('提现记录')),
  declareErase('withdraw', withdrawals),
  declareMerge('payment', payments),
  declareErase('payment', paid),
  declareMerge('recharge', movesUid('recharge', '充值单')),
  declareErase('recharge', keepsRows('充值单')),
  declareMerge('refundNote', movesUid('refundNote', '退款单')),
  declareErase('refundNote', refunds),
]
