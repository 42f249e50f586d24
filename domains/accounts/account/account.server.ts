import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { type Cents, formatMoney } from '#kit/shared/money.ts'
import { dayKey } from '#kit/shared/time.ts'
import { account, accountEntry, type TransactionType } from './account.entity.ts'
import { availableOf, overdueDays, postedFigures } from './account.rules.ts'

type Account = EntityRow<typeof account>

/** Whose account: 1 of a consumer, 2 of a company, 3 of a payer. */
export type Holder =
  | { accountType: 1; uid: number }
  | { accountType: 2; companyId: number }
  | { accountType: 3; payerId: number }

export interface Posting {
  holder: Holder
  pm: 0 | 1
  transactionType: TransactionType
  /** cents, > 0 */
  amount: Cents
  source: { type: string; id: number; line?: number }
  /** number of the document */
  linkId: string
  title: string
  mark?: string
}

export interface Posted {
  entryId: number
  balance: Cents
  frozen: Cents
  available: Cents
}

const columnOf = (holder: Holder) => {
  if (holder.accountType === 1) return { column: 'uid', id: holder.uid } as const
  if (holder.accountType === 2) return { column: 'systemOrgId', id: holder.companyId } as const
  return { column: 'payerId', id: holder.payerId } as const
}

function ofHolder(db: Db, holder: Holder) {
  const { column, id } = columnOf(holder)
  return db
    .selectFrom('account')
    .selectAll()
    .where('accountType', '=', holder.accountType)
    .where(column, '=', id)
    .executeTakeFirst()
}

/** Opens the holder's account, once; answers its id, also when it was open already. Doors §4, orders §2.10. */
export async function openAccount(tx: Tx, holder: Holder, accountName = ''): Promise<number> {
  const known = await ofHolder(tx, holder)
  if (known !== undefined) return known.id
  await openAccounts(tx, [{ holder, accountName }])
  const open = await ofHolder(tx, holder)
  if (open === undefined) throw new Error('The account was not opened')
  return open.id
}

/** Opens accounts for holders that have none yet, in one statement. Doors §4, orders §2.10. */
export async function openAccounts(
  tx: Tx,
  list: readonly { holder: Holder; accountName: string }[],
): Promise<void> {
  if (list.length === 0) return
  await tx
    .insertInto('account')
    .values(
      list.map(({ holder, accountName }) => {
        const { column, id } = columnOf(holder)
        return {
          accountNo: sql<string>`${String(holder.accountType)} || lpad(nextval('"accountNo"')::text, 9, '0')`,
          accountType: holder.accountType,
          accountName,
          [column]: id,
          openTime: new Date(),
          createBy: actorOf(tx).adminId || null,
        }
      }),
    )
    // Somebody else may have opened one at the same moment.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  touch(tx, 'account')
}

/**
 * Posts one entry: 422 账户可用额度不足，可用{x}元, 409 账户已冻结 when the posting would take something away. The same
 * source and transactionType again changes nothing and answers what its first posting left. Locks the account; callers
 * that post several take the accounts in ascending order (doors §5). Doors §4, orders §2.10.
 */
export async function postAccount(tx: Tx, posting: Posting): Promise<Posted> {
  const { pm, transactionType, amount, source, linkId, title, mark = '' } = posting
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error('A posting has a whole, positive amount')
  const before = await lockAccount(tx, posting.holder)
  const line = source.line ?? 0
  const known = await tx
    .selectFrom('accountEntry')
    .selectAll()
    .where('accountId', '=', before.id)
    .where('sourceType', '=', source.type)
    .where('sourceId', '=', source.id)
    .where('sourceLine', '=', line)
    .where('transactionType', '=', transactionType)
    .executeTakeFirst()
  if (known !== undefined) {
    const { id: entryId, balance, frozen } = known
    return {
      entryId,
      balance,
      frozen,
      available: availableOf({ balance, frozen, creditLimit: before.creditLimit }),
    }
  }
  const after = postedFigures(before, pm, transactionType, amount)
  const available = availableOf(after)
  if (after.frozen < 0) throw refuse(`解冻金额不能大于冻结金额${formatMoney(before.frozen)}元`)
  if (available < availableOf(before)) {
    if (before.status === 0) throw conflict('账户已冻结')
    if (available < 0) throw refuse(`账户可用额度不足，可用${formatMoney(availableOf(before))}元`)
  }
  const { id: entryId } = await insertRow(
    tx,
    accountEntry,
    {
      entryNo: await nextEntryNo(tx),
      accountId: before.id,
      pm,
      transactionType,
      amount,
      balance: after.balance,
      frozen: after.frozen,
      title,
      linkId,
      sourceType: source.type,
      sourceId: source.id,
      sourceLine: line,
      mark,
      operator: actorOf(tx).adminId || null,
    },
    { anyScope: true },
  )
  const negativeSince = after.balance >= 0 ? null : (before.negativeSince ?? new Date())
  await updateRow(tx, account, before, { ...after, negativeSince })
  return { entryId, balance: after.balance, frozen: after.frozen, available }
}

async function lockAccount(tx: Tx, holder: Holder): Promise<Account> {
  const known = await ofHolder(tx, holder)
  if (known === undefined) throw conflict('账户未开通')
  return lockRow(tx, account, known.id, { anyScope: true })
}

// From a sequence of the database, for every payment takes one and nobody may wait for another.
async function nextEntryNo(tx: Tx): Promise<string> {
  const { rows } = await sql<{ value: number }>`select nextval('"accountEntryNo"') as "value"`.execute(tx)
  return `${dayKey(new Date())}${String(rows[0]?.value).padStart(8, '0')}`
}

/** What payers owe on their accounts, in cents, by payer; in one query for the pages of lists. */
export async function usedCreditOfPayers(db: Db, payerIds: readonly number[]): Promise<Map<number, Cents>> {
  const { rows } = await sql<{ id: number; used: Cents }>`
    select "payerId" as "id", greatest(0, -"balance") as "used" from "account"
    where "accountType" = 3 and "payerId" = any(${sql.val([...payerIds])}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.used]))
}

/**
 * What a holder has and may spend; null without an account. `creditDays` are those the company was granted: a balance
 * below zero for longer is overdue by so many days. Doors §4, orders §3.5.
 */
export async function accountOf(db: Db, holder: Holder, creditDays = 0) {
  const row = await ofHolder(db, holder)
  if (row === undefined) return null
  const { id: accountId, balance, frozen, creditLimit, negativeSince } = row
  return {
    accountId,
    balance,
    frozen,
    creditLimit,
    available: availableOf(row),
    usedCredit: Math.max(0, -balance),
    overdueDays: overdueDays(negativeSince, creditDays, new Date()),
  }
}
