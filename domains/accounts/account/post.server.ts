import { CompiledQuery, sql } from 'kysely'
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

/** An account as a posting left it, and the entry it made; null where that source had made one before. */
interface Moved extends Figures {
  id: number
  accountNo: string
  accountType: AccountType
  uid: number | null
  systemOrgId: number | null
  payerId: number | null
  negativeSince: Date | null
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
 * ascending order (doors §5). One statement moves the figures where they may be moved and enters what they are then.
 * The counts of lists are not told of it (touch): every payment posts, and a notice makes commits wait for each other.
 * Doors §4, orders §2.10.
 */
export async function postAccount(tx: Tx, posting: Posting): Promise<Posted> {
  const { pm, transactionType, amount } = posting
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error('A posting has a whole, positive amount')
  const by = movesOf(pm, transactionType, amount)
  const moved = (await move(tx, posting, by)) ?? (await moveLocked(tx, posting, by))
  if (!('id' in moved)) return moved
  const { id, entryId, accountNo, balance, frozen, creditLimit } = moved
  if (entryId === null) return moveBack(tx, posting, by, moved)
  if (actorOf(tx).adminId !== 0)
    recordChange(tx, {
      type: 'account',
      id,
      title: accountNo,
      before: {
        balance: balance - by.balance,
        frozen: frozen - by.frozen,
        creditLimit: creditLimit - by.creditLimit,
      },
      after: { balance, frozen, creditLimit },
    })
  if (TOLD.has(transactionType))
    await emit(tx, 'account.moved', entryId, {
      entryId,
      accountType: moved.accountType,
      uid: moved.uid,
      companyId: moved.systemOrgId,
      payerId: moved.payerId,
      transactionType,
      amount: pm === 1 ? amount : -amount,
    })
  return { entryId, balance, frozen, available: availableOf(moved) }
}

/** Whether the posting takes away from what can be spent. */
const takes = (by: Figures): boolean => by.balance - by.frozen + by.creditLimit < 0

// An account that somebody else is moving is waited for, and looked at anew as they left it, before it is moved. A source that
// was entered before, also by them, meets the unique key of the entries.
const statementFor = (isHolder: string): string => `
  with "moved" as (
    update "account" set "balance" = "balance" + $2::bigint, "frozen" = "frozen" + $3::bigint,
      "creditLimit" = "creditLimit" + $4::bigint,
      "negativeSince" = case when "balance" + $2::bigint >= 0 then null else coalesce("negativeSince", now()) end,
      "updateTime" = now(), "updateBy" = $16::int, "version" = "version" + 1
    where ${isHolder} and "frozen" + $3::bigint >= 0 and ($17::boolean or ("status" = 1
      and "balance" + $2::bigint - "frozen" - $3::bigint + least("creditLimit" + $4::bigint, $18::bigint) >= 0))
    returning "id", "accountNo", "accountType", "uid", "systemOrgId", "payerId", "balance", "frozen", "creditLimit",
      old."negativeSince"
  ), "entry" as (
    insert into "accountEntry" ("entryNo", "accountId", "accountType", "pm", "transactionType", "zflag", "amount", "balance",
      "frozen", "title", "linkId", "sourceType", "sourceId", "sourceLine", "mark", "operator", "createBy", "createTime")
    select $5::text || lpad(nextval('"accountEntryNo"')::text, 8, '0'), "id", "accountType", $6::smallint, $7::smallint,
      $8::smallint, $9::bigint, "balance", "frozen", $10::text, $11::text, $12::text, $13::bigint,
      $14::int, $15::text, $16::int, $16::int, clock_timestamp()
    from "moved"
    on conflict ("sourceType", "sourceId", "sourceLine", "transactionType", "accountId") do nothing
    returning "id"
  )
  select "id", "accountNo", "accountType", "uid", "systemOrgId", "payerId", "balance", "frozen", "creditLimit", "negativeSince",
    (select "id" from "entry") as "entryId"
  from "moved"`

/** What names a holder, by its kind. */
const HOLDERS = {
  0: '"id" = $1',
  1: '"accountType" = 1 and "uid" = $1',
  2: '"accountType" = 2 and "systemOrgId" = $1',
  3: '"accountType" = 3 and "payerId" = $1',
} as const

/** Made once for each way to name a holder: to put it together costs as much as the rest of a posting in this process. */
const STATEMENTS = {
  0: statementFor(HOLDERS[0]),
  1: statementFor(HOLDERS[1]),
  2: statementFor(HOLDERS[2]),
  3: statementFor(HOLDERS[3]),
} as const

/** The number that names a holder in the statement of its kind. */
function numberOf(holder: Posting['holder']): readonly [kind: keyof typeof STATEMENTS, id: number] {
  if ('accountId' in holder) return [0, holder.accountId]
  if (holder.accountType === 1) return [1, holder.uid]
  return holder.accountType === 2 ? [2, holder.companyId] : [3, holder.payerId]
}

/** Moves and enters; undefined where there is no account or it does not let itself be moved. */
async function move(tx: Tx, posting: Posting, by: Figures): Promise<Moved | undefined> {
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
  const { rows } = await tx.executeQuery<Moved>(CompiledQuery.raw(STATEMENTS[kind], parameters))
  return rows[0]
}

/** The figures as they were before the source was entered a second time, and what its first posting left. */
async function moveBack(tx: Tx, posting: Posting, by: Figures, moved: Moved): Promise<Posted> {
  await sql`update "account" set "balance" = "balance" - ${by.balance}, "frozen" = "frozen" - ${by.frozen},
    "creditLimit" = "creditLimit" - ${by.creditLimit}, "negativeSince" = ${moved.negativeSince}, "version" = "version" - 1
    where "id" = ${moved.id}`.execute(tx)
  const posted = await postedBefore(tx, posting, {
    id: moved.id,
    creditLimit: moved.creditLimit - by.creditLimit,
  })
  if (posted === null) throw new Error('The entry that a posting met is not there')
  return posted
}

/** An account that is locked, to see why it was not moved. */
interface Held extends Figures {
  id: number
  status: 0 | 1
}

/**
 * What the first statement did not move: an account that is opened now, one that others have moved meanwhile, so that it can
 * be; what the first posting of the source left; or the refusal.
 */
async function moveLocked(tx: Tx, posting: Posting, by: Figures): Promise<Moved | Posted> {
  const { holder, opens = false } = posting
  let held = await lock(tx, holder)
  if (held === undefined && opens && !('accountId' in holder)) {
    await openAccounts(tx, [{ holder, accountName: '' }])
    held = await lock(tx, holder)
  }
  if (held === undefined) throw conflict('账户未开通')
  const posted = await postedBefore(tx, posting, held)
  if (posted !== null) return posted
  refuseIfNot(held, by, posting)
  const moved = await move(tx, posting, by)
  if (moved === undefined) throw new Error('An account that may be moved was not')
  return moved
}

async function lock(tx: Tx, holder: Posting['holder']): Promise<Held | undefined> {
  const [kind, id] = numberOf(holder)
  const { rows } = await tx.executeQuery<Held>(
    CompiledQuery.raw(
      `select "id", "balance", "frozen", "creditLimit", "status" from "account" where ${HOLDERS[kind]} for no key update`,
      [id],
    ),
  )
  return rows[0]
}

async function postedBefore(
  tx: Db,
  { source, transactionType }: Posting,
  held: Pick<Held, 'id' | 'creditLimit'>,
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

/** Refuses what the account does not allow, as the condition of the statement does. */
function refuseIfNot(held: Held, by: Figures, { credit }: Posting): void {
  if (held.frozen + by.frozen < 0) throw refuse(`解冻金额不能大于冻结金额${formatMoney(held.frozen)}元`)
  if (!takes(by)) return
  if (held.status === 0) throw conflict('账户已冻结')
  const usable = (figures: Figures): Cents =>
    availableOf({
      ...figures,
      creditLimit: Math.min(figures.creditLimit, credit ?? Number.POSITIVE_INFINITY),
    })
  if (usable(movedFigures(held, by)) < 0)
    throw refuse(`账户可用额度不足，可用${formatMoney(Math.max(0, usable(held)))}元`)
}
