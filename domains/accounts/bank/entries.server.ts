import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { Cents } from '#kit/shared/money.ts'

/** Where entries made of movements come from, and where those that undo them do. */
export const POSTED = 'bankLine'
export const REVERSED = 'bankLine.reverse'
/** Top-ups and what takes them back (ctRecord). */
const RECORD = 'ctRecord'
/** 银行入账 */
export const BANK_ENTRY = 7

/** Of an entry `e` that a movement made: it was taken back, or takes one back. Both are as if there had been nothing. */
const isReversed = sql<boolean>`(e."sourceType" = ${sql.lit(REVERSED)}
  or e."sourceType" = ${sql.lit(POSTED)} and exists (select 1 from "accountEntry" r
    where r."sourceType" = ${sql.lit(REVERSED)} and r."sourceId" = e."sourceId"
      and r."sourceLine" = e."sourceLine" and r."transactionType" = ${sql.lit(BANK_ENTRY)}
      and r."accountId" = e."accountId"))`

/** The same of one that a top-up made; but where the bank knew of the top-up, it must know of what takes it back. */
const isReversedRecord = sql<boolean>`(e."sourceType" = ${sql.lit(RECORD)} and exists (select 1 from "ctRecord" c
    join "ctRecord" o on o."id" = coalesce(c."reverseOf", c."id")
    join "ctRecord" r on r."reverseOf" = o."id" and r."isDel" = 0 and r."entryId" is not null
    where c."id" = e."sourceId" and not exists (select 1 from "bankLine" b
      where b."entryId" = o."entryId" and b."isDel" = 0 and b."source" <> 3 and b."matchStatus" = 1)))`

/**
 * Of an entry `e`: the bank must know it as well — 充值, 充值冲正, 银行入账, 提现. Orders and their refunds move money
 * within the accounts alone. Decision 0148.
 */
export const isOfBank = sql<boolean>`(e."transactionType" in (1, 6, 7, 9) and not ${isReversed} and not ${isReversedRecord})`

/** The number at the bank that an entry `e` was entered with; '' without one. */
export const serialOfEntry = sql<string>`coalesce((select c."bankSerialNo" from "ctRecord" c
  where e."sourceType" = ${sql.lit(RECORD)} and c."id" = e."sourceId"), '')`

/** Of an entry `e`: a movement of the bank answers to it. */
export const isAnswered = sql<boolean>`exists (select 1 from "bankLine" b
  where b."entryId" = e."id" and b."isDel" = 0 and b."source" <> 3)`

export interface Found {
  id: number
  amount: Cents
  linkId: string
}

interface Asked {
  bankSerialNo: string
  direction: 0 | 1
  amount: Cents
  /** of the movement */
  day: { from: Date; to: Date }
}

/**
 * The entry of an account that a movement answers to: entered with its number; else of its direction, amount and day
 * and without a number of its own; else entered with its number but another amount. Orders §6.10.
 */
export async function entryFor(
  tx: Tx,
  accountId: number,
  { bankSerialNo, direction, amount, day }: Asked,
): Promise<Found | null> {
  const isSerial = sql<boolean>`lower(${serialOfEntry}) = lower(${bankSerialNo})`
  const { rows } = await sql<Found>`
    select e."id", e."amount", e."linkId" from "accountEntry" e
    where e."accountId" = ${accountId} and e."pm" = ${direction} and ${isOfBank} and not ${isAnswered}
      and (${isSerial} or ${serialOfEntry} = '' and e."amount" = ${amount}
        and e."createTime" >= ${day.from} and e."createTime" < ${day.to})
    order by ${isSerial} and e."amount" = ${amount} desc, e."amount" = ${amount} desc, e."id" limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

/**
 * What people call the document that names a movement and is not decided yet, e.g. 充值单CZ…: its money is not put on an
 * account beside it. Null: there is none.
 */
export async function waitingFor(tx: Tx, bankSerialNo: string): Promise<string | null> {
  if (bankSerialNo === '') return null
  const { rows } = await sql<{ name: string }>`
    select '充值单' || "recordSn" as "name" from "ctRecord"
    where lower("bankSerialNo") = lower(${bankSerialNo}) and "bankSerialNo" <> '' and "isDel" = 0
      and "entryId" is null and "auditStatus" <> 2
    union all
    select '支付流水' || "flowNo" from "payment"
    where "bankSerialNo" = ${bankSerialNo} and "bankSerialNo" <> '' and "direction" = 1
      and "status" in (1, 4) and "status" = 4
    limit 1`.execute(tx)
  return rows[0]?.name ?? null
}
