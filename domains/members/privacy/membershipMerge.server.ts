import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

const DAY_MS = 86_400_000
const CONVERTED = 4

/**
 * Periods of paid membership of one consumer follow those of the other, with the days that are left of them; nothing is added
 * to a permanent one. Answers how many. Members §10.3, invariant 2.
 */
export async function mergeMemberships(tx: Tx, from: number, to: number): Promise<number> {
  const rows = await tx
    .selectFrom('userPaidMember')
    .selectAll()
    .where('uid', 'in', [from, to])
    .where('status', 'in', [0, 1])
    .orderBy('startTime')
    .orderBy('id')
    .forUpdate()
    .execute()
  const now = new Date()
  const kept = rows.filter((row) => row.uid === to)
  let isForEver = kept.some((row) => row.endTime === null)
  let end = kept.reduce(
    (latest, row) => (row.endTime !== null && row.endTime > latest ? row.endTime : latest),
    now,
  )
  let moved = 0
  for (const row of rows.filter((one) => one.uid === from)) {
    moved++
    if (isForEver) {
      await tx
        .updateTable('userPaidMember')
        .set({ uid: to, status: CONVERTED })
        .where('id', '=', row.id)
        .execute()
      continue
    }
    const begun = row.startTime > now ? row.startTime : now
    const startTime = kept.length === 0 && moved === 1 ? row.startTime : new Date(end.getTime() + 1000)
    const isNow = startTime <= now || end <= now
    if (row.endTime === null) {
      isForEver = true
      await tx
        .updateTable('userPaidMember')
        .set({ uid: to, startTime: isNow ? now : startTime, status: isNow ? 1 : 0 })
        .where('id', '=', row.id)
        .execute()
      continue
    }
    const days = Math.max(0, Math.ceil((row.endTime.getTime() - begun.getTime()) / DAY_MS))
    const endTime = kept.length === 0 && moved === 1 ? row.endTime : new Date(end.getTime() + days * DAY_MS)
    await tx
      .updateTable('userPaidMember')
      .set({ uid: to, startTime, endTime, status: isNow ? 1 : 0 })
      .where('id', '=', row.id)
      .execute()
    end = endTime
  }
  const { numAffectedRows } =
    await sql`update "userPaidMember" set "uid" = ${to} where "uid" = ${from}`.execute(tx)
  return moved + Number(numAffectedRows ?? 0)
}
