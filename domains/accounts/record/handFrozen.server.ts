import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { Cents } from '#kit/shared/money.ts'

/** What people have frozen of an account by hand and not given free again. */
export async function frozenByHand(db: Db, accountId: number): Promise<Cents> {
  const { rows } = await sql<{ left: Cents }>`
    select coalesce(sum(case when "transactionType" = 10 then "amount" else -"amount" end), 0)::bigint as "left"
    from "ctRecord" where "accountId" = ${accountId} and "transactionType" in (10, 11) and "auditStatus" = 1
      and "isDel" = 0`.execute(db)
  return rows[0]?.left ?? 0
}
