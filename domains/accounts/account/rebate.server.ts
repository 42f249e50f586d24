import type { Db, Tx } from '#kit/server/database.ts'
import type { Grant, GrantSource } from '#kit/server/grant.ts'
import type { Cents } from '#kit/shared/money.ts'
import { availableOf } from './account.rules.ts'
import { postAccount } from './post.server.ts'

const REBATE = 12
const GRANTED = 'grant'
const TAKEN = 'grantBack'

/** Entries of grants name their source with its type before it, so that kinds of grants never meet. */
const sourceType = (way: string, source: GrantSource): string => `${way}.${source.type}`

/** Money given to companies by name (返利): cents into the CT account of the company. Doors §3. */
export const accountGrant: Grant = {
  async grant(tx, to, amount, source) {
    const { entryId } = await postAccount(tx, {
      holder: { accountType: 2, companyId: to },
      opens: true,
      pm: 1,
      transactionType: REBATE,
      amount,
      source: { ...source, type: sourceType(GRANTED, source) },
      linkId: source.no,
      title: source.title,
    })
    return entryId
  },
  async takeBack(tx, source) {
    let taken = 0
    for (const { companyId, amount } of await grantedBy(tx, source))
      taken += await takeFrom(tx, companyId, amount, source)
    return taken
  },
  async balances(db, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('account')
      .select(['systemOrgId', 'balance'])
      .where('accountType', '=', 2)
      .where('systemOrgId', 'in', [...ids])
      .execute()
    return new Map(rows.map((row) => [row.systemOrgId ?? 0, row.balance]))
  },
}

/** Companies a source has given to, in the order their accounts are locked in. */
async function grantedBy(db: Db, source: GrantSource): Promise<{ companyId: number; amount: Cents }[]> {
  const rows = await db
    .selectFrom('accountEntry')
    .innerJoin('account', 'account.id', 'accountEntry.accountId')
    .select(['account.systemOrgId', 'accountEntry.amount'])
    .where('accountEntry.sourceType', '=', sourceType(GRANTED, source))
    .where('accountEntry.sourceId', '=', source.id)
    .where('accountEntry.sourceLine', '=', source.line)
    .orderBy('account.id')
    .execute()
  return rows.map(({ systemOrgId, amount }) => ({ companyId: systemOrgId ?? 0, amount }))
}

/** As much as has not been spent; nothing the second time. */
async function takeFrom(tx: Tx, companyId: number, amount: Cents, source: GrantSource): Promise<Cents> {
  const row = await tx
    .selectFrom('account')
    .selectAll()
    .where('accountType', '=', 2)
    .where('systemOrgId', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const known = await tx
    .selectFrom('accountEntry')
    .select('id')
    .where('accountId', '=', row.id)
    .where('sourceType', '=', sourceType(TAKEN, source))
    .where('sourceId', '=', source.id)
    .where('sourceLine', '=', source.line)
    .executeTakeFirst()
  const left = Math.min(amount, Math.max(0, availableOf({ ...row, creditLimit: 0 })))
  if (known !== undefined || left === 0) return 0
  await postAccount(tx, {
    holder: { accountType: 2, companyId },
    pm: 0,
    transactionType: REBATE,
    amount: left,
    source: { ...source, type: sourceType(TAKEN, source) },
    linkId: source.no,
    title: `收回${source.title}`,
  })
  return left
}
