import type { Db, Tx } from '#kit/server/database.ts'
import { attempt, inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'

/** A user with whom something could not be done, and why. */
export interface Refused {
  uid: number
  reason: string
}

/**
 * Does something with some users in one transaction; where it is refused for one of them, with each by itself. Answers who
 * was refused, and why. Members §2.3, §4.4.
 */
export function trySome(
  db: Db,
  who: Who,
  uids: readonly number[],
  work: (tx: Tx, uids: readonly number[]) => Promise<unknown>,
): Promise<Refused[]> {
  return inTransaction(db, who, async (tx) => {
    if ((await attempt(tx, () => work(tx, uids))).reason === undefined) return []
    const refused: Refused[] = []
    for (const uid of uids) {
      const { reason } = await attempt(tx, () => work(tx, [uid]))
      if (reason !== undefined) refused.push({ uid, reason })
    }
    return refused
  })
}
