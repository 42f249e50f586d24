import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'

/** Types of accounts. The index on whose they are holds those of one type. */
const COMPANY = 2
const PAYER = 3

/** What companies owe on their own accounts and those of their payers, in cents, by company. Catalog §6.1. */
export async function usedCredits(db: Db, companyIds: readonly number[]): Promise<Map<number, number>> {
  if (companyIds.length === 0) return new Map()
  const ids = sql.val([...companyIds])
  const { rows } = await sql<{ id: number; used: number }>`
    select "id", sum(greatest(0, -"balance"))::bigint as "used" from (
      select "systemOrgId" as "id", "balance" from "account"
      where "systemOrgId" = any(${ids}::int[]) and "accountType" = ${sql.lit(COMPANY)} and "isDel" = 0
      union all
      select p."companyId", a."balance" from "payer" p join "account" a on a."payerId" = p."id" and a."accountType" = ${sql.lit(PAYER)}
      where p."companyId" = any(${ids}::int[]) and p."isDel" = 0 and a."isDel" = 0
    ) as held group by 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row.used]))
}

/** The same as an expression for the rows of a list of companies. */
export const USED_CREDIT_WITHIN = `select coalesce(sum(greatest(0, -held."balance")), 0)::bigint from (
  select a."balance" from "account" a
  where a."systemOrgId" = "company"."id" and a."accountType" = ${COMPANY} and a."isDel" = 0
  union all
  select a."balance" from "payer" p join "account" a on a."payerId" = p."id" and a."accountType" = ${PAYER}
  where p."companyId" = "company"."id" and p."isDel" = 0 and a."isDel" = 0) as held`
