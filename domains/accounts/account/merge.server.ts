import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import type { Cents } from '#kit/shared/money.ts'
import { account } from './account.entity.ts'
import { FREEZE, TRANSFER, UNFREEZE } from './account.rules.ts'
import { openAccount } from './account.server.ts'
import { postAccount } from './post.server.ts'

const SOURCE = 'mergeUser'

/**
 * Moves all that one consumer's balance account holds to that of another, as a pair of entries 14 合并转移, with what is
 * frozen of it; the account given up is frozen and its applications for withdrawal follow. Nothing the second time, or
 * where the first has no account. Answers the cents moved. Doors §3 declareMerge, members §10.3.
 */
export async function mergeAccounts(tx: Tx, fromUid: number, toUid: number): Promise<Cents> {
  const from = await tx
    .selectFrom('account')
    .select('id')
    .where('accountType', '=', 1)
    .where('uid', '=', fromUid)
    .executeTakeFirst()
  if (from === undefined) return 0
  const toId = await openAccount(tx, { accountType: 1, uid: toUid })
  // Both in ascending order, whoever merges what into what.
  await sql`select "id" from "account" where "id" in (${from.id}, ${toId}) order by "id" for no key update`.execute(
    tx,
  )
  const before = await lockRow(tx, account, from.id, { anyScope: true })
  const { balance, frozen } = before
  const source = { type: SOURCE, id: fromUid }
  const told = { linkId: String(fromUid), title: '用户合并' }
  const post = (accountId: number, pm: 0 | 1, transactionType: 10 | 11 | 14, amount: Cents) =>
    amount > 0
      ? postAccount(tx, { holder: { accountId }, pm, transactionType, amount, source, ...told })
      : null
  if (before.status === 0 && balance > 0)
    await updateRow(tx, account, before, { status: 1 }, { anyField: true })
  await post(from.id, 1, UNFREEZE, frozen)
  await post(from.id, 0, TRANSFER, balance)
  await post(toId, 1, TRANSFER, balance)
  await post(toId, 0, FREEZE, frozen)
  await sql`update "withdraw" set "uid" = ${toUid}, "accountId" = ${toId}, "updateTime" = now(), "version" = "version" + 1
    where "accountId" = ${from.id}`.execute(tx)
  const now = await lockRow(tx, account, from.id, { anyScope: true })
  await updateRow(tx, account, now, { status: 0, statusReason: '用户已合并' }, { anyField: true })
  return balance
}
