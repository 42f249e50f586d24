import { accountOf, openAccount, postAccount } from '#domains/accounts/accounts.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import type { Cents } from '#kit/shared/money.ts'

const MERGED = 14

/** Money that is frozen belongs to something that is under way. Members §10.3. */
export async function refuseHeldMoney(db: Db, from: number, to: number): Promise<string | null> {
  for (const uid of [from, to]) {
    const held = await accountOf(db, { accountType: 1, uid })
    if (held !== null && held.frozen !== 0) return `用户${uid}有冻结中的余额`
  }
  return null
}

/**
 * Moves the balance of one consumer to another by a pair of entries (合并转移), so that both histories add up; cents that
 * moved. The smaller account is taken first (doors §5, 12). Members §10.3.
 */
export async function mergeAccounts(tx: Tx, from: number, to: number): Promise<Cents> {
  const source = await accountOf(tx, { accountType: 1, uid: from })
  if (source === null || source.balance === 0) return 0
  await openAccount(tx, { accountType: 1, uid: to })
  const amount = Math.abs(source.balance)
  const isDebt = source.balance < 0
  const post = (uid: number, pm: 0 | 1, other: number) =>
    postAccount(tx, {
      holder: { accountType: 1, uid },
      pm,
      transactionType: MERGED,
      amount,
      source: { type: 'merge', id: from, line: to },
      linkId: `merge-${from}-${to}`,
      title: pm === 1 ? `用户${other}合并转入` : `合并转出到用户${other}`,
    })
  const out = () => post(from, isDebt ? 1 : 0, to)
  const into = () => post(to, isDebt ? 0 : 1, from)
  const target = await accountOf(tx, { accountType: 1, uid: to })
  if (source.accountId < (target?.accountId ?? 0)) {
    await out()
    await into()
  } else {
    await into()
    await out()
  }
  return source.balance
}
