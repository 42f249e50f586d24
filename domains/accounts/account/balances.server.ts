import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { builtRows } from '#kit/server/textRows.ts'
import type { Cents } from '#kit/shared/money.ts'
import { accountEntry } from './account.entity.ts'

/** What consumers have on their accounts, in cents, by uid; who has no account is missing. One query for many. */
export async function balancesOfUsers(db: Db, uids: readonly number[]): Promise<Map<number, Cents>> {
  const { rows } = await sql<{ uid: number; balance: Cents }>`
    select "uid", "balance" from "account"
    where "accountType" = 1 and "uid" = any(${sql.val([...uids])}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.uid, Number(row.balance)]))
}

interface UserEntry {
  id: number
  pm: number
  transactionType: number
  amount: Cents
  balance: Cents
  title: string
  linkId: string
  mark: string
  createTime: Date
}

const ENTRY = ['pm', 'transactionType', 'amount', 'balance', 'title', 'linkId', 'mark', 'createTime'] as const

/**
 * A page of what moved on the account of a consumer, the latest first: cents with their sign, and what was left. null where the
 * user is not `seen`; that, the rows and how many there are is one statement, which answers a row where nothing has moved, too.
 */
export async function entriesOfUser(
  db: Db,
  uid: number,
  { page, limit }: { page: number; limit: number },
  seen: Expression<SqlBool>,
) {
  // The type stands in the text, for the index of accounts of consumers is one of these alone.
  const own = sql`from "accountEntry" join "account" on "account"."id" = "accountEntry"."accountId"
    where "account"."accountType" = 1 and "account"."uid" = ${uid}`
  const columns = sql.join(ENTRY.map((name) => sql.ref(`accountEntry.${name}`)))
  const told = sql.join(ENTRY.map((name) => sql.ref(`entry.${name}`)))
  const [first, ...others] = await builtRows<{ isSeen: boolean; total: number } & (UserEntry | { id: null })>(
    db,
    sql`select "head"."isSeen", "head"."total", "entry"."id", ${told}
      from (select ${seen} as "isSeen", (select count(*) ${own})::int as "total") as "head"
      left join lateral (select "accountEntry"."id", ${columns} ${own} order by "accountEntry"."id" desc
        limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}) as "entry" on "head"."isSeen"
      order by "entry"."id" desc`,
  )
  if (first === undefined || !first.isSeen) return null
  const labels = accountEntry.shape.transactionType.choices ?? []
  const list = [first, ...others].flatMap((row) => {
    if (row.id === null) return []
    const { pm, transactionType, amount, isSeen: _seen, total: _total, ...entry } = row
    const kind = labels.find((one) => one.value === transactionType)?.label ?? ''
    return [{ ...entry, amount: pm === 1 ? amount : -amount, kind }]
  })
  return { list, total: first.total }
}
