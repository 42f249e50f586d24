import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { updateRow } from '#kit/server/rows.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { startOfDay } from '#kit/shared/time.ts'
import { bankLine } from './bankLine.entity.ts'
import { isOfBank } from './entries.server.ts'
import { type Day, dayOf, refreshLog } from './figures.server.ts'
import { answer, findEntry, type Line, lockAccount, matchWaiting, type Vacct } from './match.server.ts'

/** Compares yesterday. Orders §10. */
export const reconcileYesterday = async (db: Db, signal: AbortSignal): Promise<number> =>
  (await reconcile(db, startOfDay(new Date(), -1), signal)).accounts

/**
 * Compares bank and accounts on the day of a moment, one virtual account after the other, each in a transaction of its own;
 * movements that still wait for their own comparison come first.
 * Doing it again changes nothing that has not changed since. Answers how many there were, and how many differ. Orders §6.10.
 */
export async function reconcile(
  db: Db,
  moment: Date,
  signal?: AbortSignal,
): Promise<{ accounts: number; different: number }> {
  const day = dayOf(moment)
  // Which account a movement is on is told by its comparison: what has just come would be left out of the day.
  await matchWaiting(db, signal)
  const accounts = await accountsOn(db, day)
  let different = 0
  for (const account of accounts) {
    signal?.throwIfAborted()
    const result = await asSystem(db, (tx) => reconcileAccount(tx, account, day))
    if (result.different) different++
  }
  return { accounts: accounts.length, different }
}

/** The virtual accounts on which something moved that day, at the bank or with us, or that were compared before. */
async function accountsOn(db: Db, { text, from, to }: Day): Promise<Vacct[]> {
  const { rows } = await sql<Vacct>`
    select v.* from "vacct" v where v."accountId" is not null and (
      exists (select 1 from "bankLine" b where b."vacctId" = v."id" and b."isDel" = 0
        and b."tradeTime" >= ${from} and b."tradeTime" < ${to})
      or exists (select 1 from "accountEntry" e where e."accountId" = v."accountId" and ${isOfBank}
        and e."createTime" >= ${from} and e."createTime" < ${to} and e."createTime" >= v."createTime")
      or exists (select 1 from "icbcLog" l where l."vacctId" = v."id" and l."bizDate" = ${text}::date))
    order by v."id"`.execute(db)
  return rows
}

async function reconcileAccount(tx: Tx, account: Vacct, day: Day): Promise<{ different: boolean }> {
  const { rows: open } = await sql<Line>`
    select * from "bankLine" where "vacctId" = ${account.id} and "isDel" = 0 and "source" <> 3
      and "matchStatus" in (0, 2, 3) and "tradeTime" >= ${day.from} and "tradeTime" < ${day.to}
    order by "id" for update`.execute(tx)
  if (account.accountId !== null) await lockAccount(tx, account.accountId)
  for (const line of open) await decide(tx, line, account)
  for (const other of await dropAnswered(tx, account)) await refreshLog(tx, account, other)
  await addUnknown(tx, account, day)
  return refreshLog(tx, account, day.from, true)
}

/** What an undecided movement is now: an entry answers to it, one differs from it, or there is none. */
async function decide(tx: Tx, line: Line, account: Vacct): Promise<void> {
  const found = account.accountId === null ? null : await findEntry(tx, line, account.accountId)
  if (found !== null) {
    if (found.id !== line.entryId || found.amount === line.amount)
      await answer(tx, line, found, { waiting: 0 })
    return
  }
  // An entry that differs is its own as long as it stands.
  if (line.matchStatus === 2 && line.entryId !== null && (await stands(tx, line.entryId))) return
  if (line.matchStatus === 3 && line.entryId === null) return
  await updateRow(
    tx,
    bankLine,
    line,
    { matchStatus: 3, entryId: null, linkId: '', waiting: 0 },
    { anyField: true },
  )
}

async function stands(tx: Tx, entryId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from "accountEntry" e where e."id" = ${entryId} and ${isOfBank}`.execute(tx)
  return rows.length > 0
}

/** Entries that the bank did not know and that were taken back since are no difference any more; answers their days. */
async function dropAnswered(tx: Tx, account: Vacct): Promise<Date[]> {
  const { rows } = await sql<{ tradeTime: Date }>`
    update "bankLine" b set "isDel" = 1, "updateTime" = now(), "version" = b."version" + 1
    from "accountEntry" e
    where b."vacctId" = ${account.id} and b."source" = 3 and b."isDel" = 0 and b."matchStatus" = 4
      and e."id" = b."entryId" and not ${isOfBank}
    returning b."tradeTime"`.execute(tx)
  if (rows.length > 0) touch(tx, bankLine.name)
  return [...new Map(rows.map(({ tradeTime }) => [dayOf(tradeTime).text, tradeTime])).values()]
}

/** Entries of the day that no movement answers to: 我方有银行无. */
async function addUnknown(tx: Tx, account: Vacct, { from, to }: Day): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    insert into "bankLine" ("bankSerialNo", "vacctNo", "direction", "amount", "tradeTime", "purpose", "mainAccount",
      "vacctId", "companyId", "source", "matchStatus", "entryId", "linkId", "waiting")
    select e."entryNo", ${account.vacctNo}, e."pm", e."amount", e."createTime", e."title", ${account.mainAccount},
      ${account.id}, ${account.companyId}::int, 3, 4, e."id", e."linkId", 0
    from "accountEntry" e
    where e."accountId" = ${account.accountId} and ${isOfBank} and e."createTime" >= ${account.createTime}
      and e."createTime" >= ${from} and e."createTime" < ${to}
      and not exists (select 1 from "bankLine" b where b."entryId" = e."id" and b."isDel" = 0)
    on conflict ("entryId") where "isDel" = 0 do nothing`.execute(tx)
  if (numAffectedRows > 0n) touch(tx, bankLine.name)
}
