import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { Cents } from '#kit/shared/money.ts'
import { accountEntry } from './account.entity.ts'

/** What consumers have on their accounts, in cents, by uid; who has no account is missing. One query for many. */
export async function balancesOfUsers(db: Db, uids: readonly number[]): Promise<Map<number, Cents>> {
  const { rows } = await sql<{ uid: number; balance: Cents }>`
    select "uid", "balance" from "account"
    where "accountType" = 1 and "uid" = any(${sql.val([...uids])}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.uid, Number(row.balance)]))
}

/** A page of what moved on the account of a consumer, the latest first: cents with their sign, and what was left. */
export async function entriesOfUser(db: Db, uid: number, page: number, limit: number) {
  const own = db
    .selectFrom('accountEntry')
    .innerJoin('account', 'account.id', 'accountEntry.accountId')
    // It stands in the text, for the index of accounts of consumers is one of these alone.
    .where('account.accountType', '=', sql.lit(1))
    .where('account.uid', '=', uid)
  const { n } = await own.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await own
    .select([
      'accountEntry.id',
      'accountEntry.pm',
      'accountEntry.transactionType',
      'accountEntry.amount',
      'accountEntry.balance',
      'accountEntry.title',
      'accountEntry.linkId',
      'accountEntry.mark',
      'accountEntry.createTime',
    ])
    .orderBy('accountEntry.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const labels = accountEntry.shape.transactionType.choices ?? []
  const list = rows.map(({ pm, transactionType, amount, ...row }) => ({
    ...row,
    amount: pm === 1 ? amount : -amount,
    kind: labels.find((one) => one.value === transactionType)?.label ?? '',
  }))
  return { list, total: Number(n) }
}
