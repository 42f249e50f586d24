import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import { monthKey } from '#kit/shared/time.ts'
import type { EquityCode } from './equity.rules.ts'
import { bestOf } from './equity.rules.ts'
import { levelCache } from './levels.server.ts'
import { lockMember } from './member.server.ts'
import { getMemberTerms } from './terms.server.ts'

/** What a benefit is used for. */
export interface EquitySource {
  type: string
  id: string
}

/** Benefits that may be used so many times a month. */
const COUNTED: ReadonlySet<EquityCode> = new Set([9])

/**
 * Uses a benefit of a user once for a source; true again for the same source, false when they have it not or used it up
 * this month. Locks the user. Doors §4, Members §3.2.
 */
export async function useEquity(
  tx: Tx,
  uid: number,
  code: EquityCode,
  { type, id }: EquitySource,
): Promise<boolean> {
  await lockMember(tx, uid)
  const used = await tx
    .selectFrom('equityUse')
    .select('id')
    .where('uid', '=', uid)
    .where('equityCode', '=', code)
    .where('sourceType', '=', type)
    .where('sourceId', '=', id)
    .executeTakeFirst()
  if (used !== undefined) return true
  const now = new Date()
  const terms = await getMemberTerms(tx, uid, now)
  const most = bestOf(terms.equities, code)
  if (!terms.equities.some((one) => one.equityCode === code)) return false
  const month = monthKey(now)
  if (COUNTED.has(code)) {
    const { n } = await tx
      .selectFrom('equityUse')
      .select((of) => of.fn.countAll<number>().as('n'))
      .where('uid', '=', uid)
      .where('equityCode', '=', code)
      .where('month', '=', month)
      .executeTakeFirstOrThrow()
    if (Number(n) >= most) return false
  }
  const levels = await levelCache.read(tx)
  const ids = [terms.paidLevelId, terms.levelId, terms.customerLevelId]
  const holder = ids.find(
    (one) =>
      one !== null &&
      levels.get(one)?.equities.some((equity) => equity.equityCode === code && Number(equity.value) === most),
  )
  await tx
    .insertInto('equityUse')
    .values({
      uid,
      levelId: holder ?? terms.levelId ?? 0,
      equityCode: code,
      sourceType: type,
      sourceId: id,
      month,
      usedTime: sql<Date>`now()`,
    })
    .execute()
  touch(tx, 'equityUse')
  return true
}

/** Gives back what a source has used of benefits; answers how many. Doors §4. */
export async function giveEquity(tx: Tx, { type, id }: EquitySource): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('equityUse')
    .where('sourceType', '=', type)
    .where('sourceId', '=', id)
    .executeTakeFirstOrThrow()
  touch(tx, 'equityUse')
  return Number(numDeletedRows)
}
