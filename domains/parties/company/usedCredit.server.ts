/** Types of accounts. The index on whose they are holds those of one type. */
const COMPANY = 2
const PAYER = 3

/** What a company owes on its own account and those of its payers, in cents, as an expression over its row. Catalog §6.1. */
export const USED_CREDIT = `select coalesce(sum(greatest(0, -held."balance")), 0)::bigint from (
  select a."balance" from "account" a
  where a."systemOrgId" = "company"."id" and a."accountType" = ${COMPANY} and a."isDel" = 0
  union all
  select a."balance" from "payer" p join "account" a on a."payerId" = p."id" and a."accountType" = ${PAYER}
  where p."companyId" = "company"."id" and p."isDel" = 0 and a."isDel" = 0) as held`
