import type { Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import { levelCache } from '../level/levels.server.ts'
import { lockMember } from '../level/member.server.ts'
import { livingPaid, refreshPaid } from './paid.server.ts'
import { dayOf, daysBetween, endAfter, lengthOf } from './period.rules.ts'

/**
 * Puts the periods of two locked users behind each other, higher levels first: what is left of each is kept to the day, and
 * a permanent one stands alone at its grade. Answers how many went over. Members §10.3.
 */
export async function mergePeriods(tx: Tx, from: number, to: number): Promise<number> {
  const now = new Date()
  const given = await livingPaid(tx, from)
  await tx.updateTable('userPaidMember').set({ uid: to }).where('uid', '=', from).execute()
  await tx.updateTable('vipOrder').set({ uid: to }).where('uid', '=', from).execute()
  touch(tx, 'userPaidMember')
  if (given.length > 0) {
    const levels = await levelCache.read(tx)
    const gradeOf = (id: number): number => levels.get(id)?.grade ?? 0
    const all = (await livingPaid(tx, to)).sort(
      (a, b) => gradeOf(b.levelId) - gradeOf(a.levelId) || a.startTime.getTime() - b.startTime.getTime(),
    )
    let start = now
    let isForEver = false
    for (const row of all) {
      if (isForEver) {
        await tx.updateTable('userPaidMember').set({ status: 4 }).where('id', '=', row.id).execute()
        continue
      }
      if (row.endTime === null) {
        isForEver = true
        await tx
          .updateTable('userPaidMember')
          .set({ startTime: start, status: 0 })
          .where('id', '=', row.id)
          .execute()
        continue
      }
      const days =
        row.startTime > now
          ? lengthOf({ startTime: row.startTime, endTime: row.endTime })
          : daysBetween(now, row.endTime)
      const anchor = dayOf(new Date(start.getTime() - 1000))
      const endTime = endAfter(anchor, 0, days)
      await tx
        .updateTable('userPaidMember')
        .set({ anchor, months: 0, days, startTime: start, endTime, status: 0 })
        .where('id', '=', row.id)
        .execute()
      start = new Date(endTime.getTime() + 1000)
    }
  }
  const occasion = { changeType: 10, mark: `合并用户${from}`, sourceId: `merge-${from}-${to}` } as const
  await refreshPaid(tx, await lockMember(tx, from), now, occasion)
  await refreshPaid(tx, await lockMember(tx, to), now, occasion)
  return given.length
}
