import { sql } from 'kysely'
import { int } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { joinRows } from '#kit/server/joins.ts'
import { namesOf } from '#kit/server/refs.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { sameAs, through } from '#kit/shared/join.ts'
import { availableOf, overdueDays } from './account.rules.ts'
import { type Holder, isHolder } from './holder.ts'

/** The company of a payer: in whose data scope its account lies. */
const ofPayer = { systemOrgId: through('payerId', 'payer', sameAs('companyId', int('单位'))) }

const columnsOf = (holder: Holder) => {
  if (holder.accountType === 1) return { uid: holder.uid }
  return holder.accountType === 2 ? { systemOrgId: holder.companyId } : { payerId: holder.payerId }
}

const ofHolder = (db: Db, holder: Holder) =>
  db.selectFrom('account').selectAll().where(isHolder(holder)).executeTakeFirst()

const idOf = async (db: Db, holder: Holder): Promise<number | undefined> =>
  (await db.selectFrom('account').select('id').where(isHolder(holder)).executeTakeFirst())?.id

/** The entity that names a holder, and its id. */
function namedBy(holder: Holder): readonly [entity: string, id: number] {
  if (holder.accountType === 1) return ['user', holder.uid]
  return holder.accountType === 2 ? ['company', holder.companyId] : ['payer', holder.payerId]
}

/** Opens the holder's account, once; answers its id, also when it was open already. Doors §4, orders §2.10. */
export async function openAccount(tx: Tx, holder: Holder, accountName = ''): Promise<number> {
  const known = await idOf(tx, holder)
  if (known !== undefined) return known
  await openAccounts(tx, [{ holder, accountName }])
  const open = await idOf(tx, holder)
  if (open === undefined) throw new Error('The account was not opened')
  return open
}

/**
 * Opens accounts for holders that have none yet, in one statement; without a name of its own an account is called like its
 * holder. Doors §4, orders §2.10.
 */
export async function openAccounts(
  tx: Tx,
  list: readonly { holder: Holder; accountName: string }[],
): Promise<void> {
  if (list.length === 0) return
  const nameless = list.filter(({ accountName }) => accountName === '').map(({ holder }) => namedBy(holder))
  const names = new Map<string, string>()
  for (const [entity, own] of Map.groupBy(nameless, ([entity]) => entity))
    for (const [id, name] of await namesOf(
      tx,
      entity,
      own.map(([, id]) => id),
    ))
      names.set(`${entity} ${id}`, name)
  const rows = list.map(({ holder, accountName }) => ({
    accountName: accountName === '' ? (names.get(namedBy(holder).join(' ')) ?? '') : accountName,
    accountType: holder.accountType,
    ...{ uid: null, systemOrgId: null, payerId: null, ...columnsOf(holder) },
  }))
  const payers = rows.filter((row) => row.accountType === 3)
  await joinRows(tx, theSystem, ofPayer, payers)
  await tx
    .insertInto('account')
    .values(
      rows.map((row) => ({
        accountNo: sql<string>`${String(row.accountType)} || lpad(nextval('"accountNo"')::text, 9, '0')`,
        ...row,
        openTime: new Date(),
        createBy: actorOf(tx).adminId || null,
      })),
    )
    // Somebody else may have opened one at the same moment.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  touch(tx, 'account')
}

/** What a payer owes on its account, in cents, as an expression over its row. */
export const USED_CREDIT_OF_PAYER = `coalesce((select greatest(0, -a."balance") from "account" a
  where a."accountType" = 3 and a."payerId" = "payer"."id"), 0)`

/**
 * What a holder has and may spend, in cents; null without an account. `creditDays` are those the company was granted: a
 * balance below zero for longer is overdue by so many days. Doors §4, orders §3.5.
 */
export async function accountOf(db: Db, holder: Holder, creditDays = 0) {
  const row = await ofHolder(db, holder)
  if (row === undefined) return null
  const { id: accountId, balance, frozen, creditLimit, negativeSince } = row
  return {
    accountId,
    balance,
    frozen,
    creditLimit,
    available: availableOf(row),
    usedCredit: Math.max(0, -balance),
    overdueDays: overdueDays(negativeSince, creditDays, new Date()),
  }
}
