import { sql } from 'kysely'
import { enqueueAll } from '#domains/sap/sap.door.ts'
import { settingsOf } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { insertRows } from '#kit/server/rows.ts'
import { asSystem } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { addMoney, type Cents, formatMoney } from '#kit/shared/money.ts'
import { formatDate, startOfDay, toSeconds } from '#kit/shared/time.ts'
import { accountForm } from '../account/account.config.server.ts'
import { ACCOUNT_TYPES, type AccountType, ZFLAGS } from '../account/account.entity.ts'
import { balanceDaily } from './balanceDaily.entity.ts'

export type Daily = EntityRow<typeof balanceDaily>

/** A day of the server's zone: yyyy-MM-dd, and the moments between which it lies. */
interface Day {
  bizDate: string
  from: Date
  to: Date
}

/** The day so many days after that of a moment. */
function dayAfter(moment: Date, move: number): Day {
  const from = startOfDay(moment, move)
  return { bizDate: formatDate(toSeconds(from)), from, to: startOfDay(moment, move + 1) }
}

/** The day of a batch. */
export const dayOf = ({ bizTime }: Pick<Daily, 'bizTime'>): Day => dayAfter(bizTime, 0)

/** Batch of a day and a type of accounts: day, type, run. Orders §2.10. */
const batchOf = (bizDate: string, accountType: AccountType): string =>
  `${bizDate.replaceAll('-', '')}${accountType}001`

const FLAG_OF_ENTRY = sql`"zflag" is not null`

const signed = sql`case when "pm" = 1 then "amount" else -"amount" end`

/** What accounts of a type had before a moment: the last closed day before it and what moved since. */
async function openingOf(db: Db, accountType: AccountType, { bizDate, from }: Day): Promise<Cents> {
  const last = await db
    .selectFrom('balanceDaily')
    .select(['bizTime', 'closingBalance'])
    .where('accountType', '=', accountType)
    .where('bizDate', '<', bizDate)
    .orderBy('bizDate', 'desc')
    .limit(1)
    .executeTakeFirst()
  const since = last === undefined ? null : dayOf(last).to
  const { rows } = await sql<{ moved: Cents }>`
    select coalesce(sum(${signed}), 0)::bigint as "moved" from "accountEntry"
    where "accountType" = ${accountType} and ${FLAG_OF_ENTRY} and "createTime" < ${from}
      and (${since}::timestamptz is null or "createTime" >= ${since})`.execute(db)
  return addMoney(last?.closingBalance ?? 0, rows[0]?.moved ?? 0)
}

interface Line {
  zflag: number
  accountNum: number
  entryNum: number
  amount: Cents
}

/** The figures of a day of one type of accounts, a line for each flag. Orders §4.7. */
export async function figuresOf(db: Db, accountType: AccountType, day: Day) {
  const { rows } = await sql<Line>`
    select "zflag", count(distinct "accountId")::int as "accountNum", count(*)::int as "entryNum",
      sum(${signed})::bigint as "amount"
    from "accountEntry"
    where "accountType" = ${accountType} and ${FLAG_OF_ENTRY} and "createTime" >= ${day.from} and "createTime" < ${day.to}
    group by 1`.execute(db)
  const openingBalance = await openingOf(db, accountType, day)
  const closingBalance = addMoney(openingBalance, ...rows.map((row) => row.amount))
  return ZFLAGS.map(({ value: zflag }) => {
    const { accountNum = 0, entryNum = 0, amount = 0 } = rows.find((row) => row.zflag === zflag) ?? {}
    return { zflag, accountNum, entryNum, amount, openingBalance, closingBalance }
  })
}

/** Hands lines of batches to SAP; those on which nothing moved have nothing to tell. Orders §7.3. */
export async function pushDaily(tx: Tx, rows: readonly Daily[]): Promise<void> {
  await enqueueAll(
    tx,
    rows.map((row) => ({
      bizType: balanceDaily.name,
      bizId: row.id,
      bizSn: `${row.zbatch}-${row.zflag}`,
      action: 'create' as const,
      payload: {
        head: {
          ...{ zbatch: row.zbatch, zflag: row.zflag, bizDate: row.bizDate, accountType: row.accountType },
          ...{ accountNum: row.accountNum, entryNum: row.entryNum },
          openingBalance: formatMoney(row.openingBalance),
          amount: formatMoney(row.amount),
          closingBalance: formatMoney(row.closingBalance),
        },
      },
      lacking: row.entryNum === 0 ? '当日没有发生额，无需推送' : '',
    })),
  )
}

/** Closes a day of one type of accounts; false when somebody has closed it. */
async function closeOne(tx: Tx, accountType: AccountType, day: Day): Promise<boolean> {
  // Of two that close the same day the second finds it done.
  await sql`select pg_advisory_xact_lock(hashtext(${`balanceDaily ${accountType}`}))`.execute(tx)
  const known = await tx
    .selectFrom('balanceDaily')
    .select('id')
    .where('accountType', '=', accountType)
    .where('bizDate', '=', day.bizDate)
    .limit(1)
    .executeTakeFirst()
  if (known !== undefined) return false
  const { bizDate } = day
  const figures = await figuresOf(tx, accountType, day)
  const zbatch = batchOf(bizDate, accountType)
  const made = await insertRows(
    tx,
    balanceDaily,
    figures.map((line) => ({ ...line, zbatch, bizDate, bizTime: day.from, accountType })),
  )
  if ((await settingsOf(tx, accountForm)).balance_auto_push === 1) await pushDaily(tx, made)
  return true
}

/** So many days that were missed are made up for; the opening of the first of them holds what moved before. */
const MOST_DAYS = 366

/** The first day of a type of accounts that is not closed: behind the last closed one, else the day before `now`. */
async function firstOpen(db: Db, accountType: AccountType, now: Date): Promise<Day> {
  const last = await db
    .selectFrom('balanceDaily')
    .select('bizTime')
    .where('accountType', '=', accountType)
    .orderBy('bizDate', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return dayAfter(now, -1)
  const next = dayAfter(last.bizTime, 1)
  const earliest = dayAfter(now, -MOST_DAYS)
  return next.from < earliest.from ? earliest : next
}

/**
 * Closes every day before today that is still open, a transaction for each day and type of accounts; a day on which the
 * product stood still is made up for. Run twice it closes nothing more. Answers how many it closed. Orders §4.7, §10.
 */
export async function closeDays(db: Db, now = new Date(), signal?: AbortSignal): Promise<number> {
  const today = startOfDay(now)
  let closed = 0
  for (const { value: accountType } of ACCOUNT_TYPES)
    for (let day = await firstOpen(db, accountType, now); day.from < today; day = dayAfter(day.from, 1)) {
      signal?.throwIfAborted()
      if (await asSystem(db, (tx) => closeOne(tx, accountType, day))) closed += 1
    }
  return closed
}
