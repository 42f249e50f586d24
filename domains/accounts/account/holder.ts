import { type RawBuilder, sql } from 'kysely'

/** Whose account: 1 of a consumer, 2 of a company, 3 of a payer. */
export type Holder =
  | { accountType: 1; uid: number }
  | { accountType: 2; companyId: number }
  | { accountType: 3; payerId: number }

/** The condition on the row of a holder; written out, so that the partial index of its type is found. */
export function isHolder(holder: Holder): RawBuilder<boolean> {
  if (holder.accountType === 1)
    return sql<boolean>`"account"."accountType" = 1 and "account"."uid" = ${holder.uid}`
  if (holder.accountType === 2)
    return sql<boolean>`"account"."accountType" = 2 and "account"."systemOrgId" = ${holder.companyId}`
  return sql<boolean>`"account"."accountType" = 3 and "account"."payerId" = ${holder.payerId}`
}
