import { CompiledQuery } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import { actorOf, recordChange } from '#kit/server/transaction.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { type Cents, formatMoney } from '#kit/shared/money.ts'
import { dayKey } from '#kit/shared/time.ts'
import type { AccountType, TransactionType } from './account.entity.ts'
import { availableOf, type Figures, movedFigures, movesOf, zflagOf } from './account.rules.ts'
import { openAccounts } from './account.server.ts'
import type { Holder } from './holder.ts'

export interface Posting {
  /** or the account itself, where its id is known */
  holder: Holder | { accountId: number }
  /** opens the account of the holder where there is none yet */
  opens?: boolean
  pm: 0 | 1
  transactionType: TransactionType
  /** cents, > 0 */
  amount: Cents
  source: { type: string; id: number; line?: number }
  /** number of the document */
  linkId: string
  title: string
  mark?: string
  /** cents of its credit that this posting may use at most, by the terms of the holder: 0 for 预付; all of it unless given */
  credit?: Cents
}

export interface Posted {
  entryId: number
  balance: Cents
  frozen: Cents
  available: Cents
}

/** An account as a posting found it, and the entry it made. */
interface Held extends Figures {
  id: number
  accountNo: string
  accountType: AccountType
  uid: number | null
  systemOrgId: number | null
  payerId: number | null
  status: 0 | 1
  entryId: number | null
}

/** Told of entries that people and other rooms hear of. Doors §6. */
export const movedEvent = declareEvent('account.moved', [
  'entryId',
  'accountType',
  'uid',
  'companyId',
  'payerId',
  'transactionType',
  'amount',
])
const TOLD: ReadonlySet<TransactionType> = new Set([1, 6, 7, 9, 12])

/**
 * Posts one entry: 422 账户可用额度不足，可用{x}元, 409 账户已冻结 when the posting would take something away, 409
 * 账户未开通 without an account. The same source and transactionType again changes nothing and answers what its first
 * posting left. Locks the account until the end of the transaction; callers that post several take the accounts in
 * ascending order (doors §5). One statement: it locks the row, enters what may be entered and moves the figures by it.
 * The counts of lists are not told of it (touch): every payment posts, and a notice makes commits wait for each other.
 * Doors §4, orders §2.10.
 */
export async function postAccount(tx: Tx, posting: Posting): Promise<Posted> {
  const { pm, transactionType, amount } = posting
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error('A posting has a whole, positive amount')
  const by = movesOf(pm, transactionType, amount)
  const held = (await enter(tx, posting, by)) ?? (await enterOpened(tx, posting, by))
  if (held === undefined) throw conflict('账户未开通')
  if (held.entryId === null) return (await postedBefore(tx, posting, held)) ?? refuseWhy(held, by, posting)
  const after = movedFigures(held, by)
  const who = actorOf(tx)
  if (who.adminId !== 0)
    recordChange(tx, {
      type: 'account',
      id: held.id,
      title: held.accountNo,
      before: { balance: held.balance, frozen: held.frozen, creditLimit: held.creditLimit },
      after: { ...after },
    })
  if (TOLD.has(transactionType))
    await emit(tx, 'account.moved', held.entryId, {
      entryId: held.entryId,
      accountType: held.accountType,
      uid: held.uid,
      companyId: held.systemOrgId,
      payerId: held.payerId,
      transactionType,
      amount: pm === 1 ? amount : -amount,
    })
  return {
    entryId: held.entryId,
    balance: after.balance,
    frozen: after.frozen,
    available: availableOf(after),
  }
}

/** Whether the posting takes away from what can be spent. */
const takes = (by: Figures): boolean => by.balance - by.frozen + by.creditLimit < 0

// The lock comes first and answers the row as it is then; the entry is made of it, and the figures move by the entry. A
// source that was entered before, also by somebody who was still at it when this began, meets the unique key and moves nothing.
// The account takes the figures of the entry, not a difference: the database holds its checks against the row as the statement
// began to see it before it looks for the one that is locked.
const statementFor = (isHolder: string): string => `
  with "held" as materialized (
    select "id", "accountNo", "accountType", "uid", "systemOrgId", "payerId", "balance", "frozen", "creditLimit", "status",
      "negativeSince"
    from "account" where ${isHolder} for no key update
  ), "entry" as (
    insert into "accountEntry" ("entryNo", "accountId", "accountType", "pm", "transactionType", "zflag", "amount", "balance",
      "frozen", "title", "linkId", "sourceType", "sourceId", "sourceLine", "mark", "operator", "createBy", "createTime")
    select $5::text || lpad(nextval('"accountEntryNo"')::text, 8, '0'), "id", "accountType", $6::smallint, $7::smallint,
      $8::smallint, $9::bigint, "balance" + $2::bigint, "frozen" + $3::bigint, $10::text, $11::text, $12::text, $13::bigint,
      $14::int, $15::text, $16::int, $16::int, clock_timestamp()
    from "held"
    where "frozen" + $3::bigint >= 0 and ($17::boolean or ("status" = 1
      and "balance" + $2::bigint - "frozen" - $3::bigint + least("creditLimit" + $4::bigint, $18::bigint) >= 0))
    on conflict ("sourceType", "sourceId", "sourceLine", "transactionType", "accountId") do nothing
    returning "id", "accountId", "balance", "frozen"
  ), "moved" as (
    update "account" set "balance" = "entry"."balance", "frozen" = "entry"."frozen",
      "creditLimit" = "held"."creditLimit" + $4::bigint,
      "negativeSince" = case when "entry"."balance" >= 0 then null else coalesce("held"."negativeSince", now()) end,
      "updateTime" = now(), "updateBy" = $16::int, "version" = "account"."version" + 1
    from "entry" join "held" on "held"."id" = "entry"."accountId" where "account"."id" = "entry"."accountId"
  )
  select "held"."id", "held"."accountNo", "held"."accountType", "held"."uid", "held"."systemOrgId", "held"."payerId",
    "held"."balance", "held"."frozen", "held"."creditLimit", "held"."status", (select "id" from "entry") as "entryId"
  from "held"`

/** Made once for each way to name a holder: to put it together costs as much as the rest of a posting in this process. */
const STATEMENTS = {
  0: statementFor('"id" = $1'),
  1: statementFor('"accountType" = 1 and "uid" = $1'),
  2: statementFor('"accountType" = 2 and "systemOrgId" = $1'),
  3: statementFor('"accountType" = 3 and "payerId" = $1'),
} as const

/** The number that names a holder in the statement of its kind. */
function numberOf(holder: Posting['holder']): readonly [kind: keyof typeof STATEMENTS, id: number] {
  if ('accountId' in holder) return [0, holder.accountId]
  if (holder.accountType === 1) return [1, holder.uid]
  return holder.accountType === 2 ? [2, holder.companyId] : [3, holder.payerId]
}

async function enter(tx: Tx, posting: Posting, by: Figures): Promise<Held | undefined> {
  const { holder, pm, transactionType, amount, source, linkId, title, mark = '', credit = null } = posting
  const [kind, id] = numberOf(holder)
  const parameters = [
    ...[
      id,
      by.balance,
      by.frozen,
      by.creditLimit,
      dayKey(new Date()),
      pm,
      transactionType,
      zflagOf(transactionType),
    ],
    ...[amount, title, linkId, source.type, source.id, source.line ?? 0, mark, actorOf(tx).adminId || null],
    ...[!takes(by), credit],
  ]
  const { rows } = await tx.executeQuery<Held>(CompiledQuery.raw(STATEMENTS[kind], parameters))
  return rows[0]
}

/** Opens the account and posts on it, where the posting says so. */
async function enterOpened(tx: Tx, posting: Posting, by: Figures): Promise<Held | undefined> {
  const { holder, opens = false } = posting
  if (!opens || 'accountId' in holder) return undefined
  await openAccounts(tx, [{ holder, accountName: '' }])
  return enter(tx, posting, by)
}

async function postedBefore(
  tx: Db,
  { source, transactionType }: Posting,
  held: Held,
): Promise<Posted | null> {
  const known = await tx
    .selectFrom('accountEntry')
    .select(['id', 'balance', 'frozen'])
    .where('sourceType', '=', source.type)
    .where('sourceId', '=', source.id)
    .where('sourceLine', '=', source.line ?? 0)
    .where('transactionType', '=', transactionType)
    .where('accountId', '=', held.id)
    .executeTakeFirst()
  if (known === undefined) return null
  const { id: entryId, balance, frozen } = known
  return {
    entryId,
    balance,
    frozen,
    available: availableOf({ balance, frozen, creditLimit: held.creditLimit }),
  }
}

function refuseWhy(held: Held, by: Figures, { credit = held.creditLimit }: Posting): never {
  if (held.frozen + by.frozen < 0) throw refuse(`解冻金额不能大于冻结金额${formatMoney(held.frozen)}元`)
  if (held.status === 0) throw conflict('账户已冻结')
  const creditLimit = Math.min(held.creditLimit, credit)
  const available = Math.max(0, availableOf({ ...held, creditLimit }))
  throw refuse(`账户可用额度不足，可用${formatMoney(available)}元`)
}
