import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { declareWatch, rowsWhere } from '#kit/server/home.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { accountCalls } from './account.calls.ts'
import { account } from './account.entity.ts'

/** So many hours of entries each night looks at: more than a day, so that nothing lies between two nights. */
const HOURS = 50

/**
 * Writes at each account that moved since a moment by how much it differs from its entries: its figures must be those its
 * last entry left, and each entry must follow from the one before. What was right before and follows in every step is the
 * sum of all; of an account that differed the night before all entries are looked at again. Answers how many differ now. Orders §5, frame §6.
 */
async function checkBooks(tx: Tx, since: Date): Promise<number> {
  await sql`
    with "moved" as (
      select a."id", a."balance" - coalesce(e."balance", 0) as "ofBalance", a."frozen" - coalesce(e."frozen", 0) as "ofFrozen"
      from "account" a left join lateral (select "balance", "frozen" from "accountEntry"
        where "accountId" = a."id" order by "createTime" desc, "id" desc limit 1) e on true
      where a."updateTime" >= ${since} or a."drift" <> 0
    ), "steps" as (
      select e."accountId" as "id", sum(abs(e."balance" - coalesce(b."balance", 0)
        - case when e."transactionType" in (8, 10, 11) then 0 when e."pm" = 1 then e."amount" else -e."amount" end)) as "off"
      from "accountEntry" e left join lateral (select "balance" from "accountEntry" p
        where p."accountId" = e."accountId" and (p."createTime", p."id") < (e."createTime", e."id")
        order by p."createTime" desc, p."id" desc limit 1) b on true
      where e."createTime" >= ${since} or e."accountId" in (select "id" from "account" where "drift" <> 0) group by 1
    ), "found" as (
      select "moved"."id", abs("ofBalance") + abs("ofFrozen") + coalesce("steps"."off", 0) as "drift"
      from "moved" left join "steps" using ("id")
    )
    update "account" set "drift" = "found"."drift" from "found"
    where "account"."id" = "found"."id" and "account"."drift" <> "found"."drift"`.execute(tx)
  touch(tx, account.name)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as "n" from "account" where "drift" <> 0`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Checks the accounts that moved within the last two days; answers how many differ from their entries. */
export const checkAccounts = (db: Db, now = new Date()): Promise<number> =>
  asSystem(db, (tx) => checkBooks(tx, new Date(now.getTime() - HOURS * 3_600_000)))

export const checkJob: JobDefinition = {
  name: 'accounts.accountCheck',
  title: '账户与流水核对',
  cron: '0 20 3 * * *',
  run: (db) => checkAccounts(db),
}

/** Told on the home page of whoever looks after accounts. */
export const driftWatch = declareWatch(
  'accountDrift',
  rowsWhere(
    account,
    { label: '账户与流水不符', to: '/user/account?drift=1', permission: accountCalls.list.permission },
    () => sql<SqlBool>`"account"."drift" <> 0`,
  ),
)
