import type { Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import { refuse } from '#kit/shared/errors.ts'
import type { LevelFacts } from '../level/levels.server.ts'
import type { Member } from '../level/member.server.ts'
import { vipOrder } from './membership.entity.ts'
import { livingPaid, refreshPaid } from './paid.server.ts'
import { completeOrder, PREFIX, type Snapshot } from './vipOrder.server.ts'

/**
 * Gives a locked user days of a paid level by hand, or ends what they have of it (level null), with the reason. Members §2.6.
 */
export async function givePaidDays(
  tx: Tx,
  member: Member,
  level: LevelFacts | null,
  days: number,
  reason: string,
): Promise<void> {
  const now = new Date()
  if (level === null) {
    for (const row of await livingPaid(tx, member.id))
      await tx
        .updateTable('userPaidMember')
        .set({ status: 2, ...(row.startTime <= now ? { endTime: now } : {}) })
        .where('id', '=', row.id)
        .execute()
    touch(tx, 'userPaidMember')
    await refreshPaid(tx, member, now, { changeType: 4, mark: reason, sourceId: `hand-${now.getTime()}` })
    return
  }
  if (days < 1) throw refuse('请输入天数', 'days')
  const plan: Snapshot = {
    ...{ planName: `手工开通${days}天`, unit: 1, num: days, price: 0, giftDays: 0 },
    ...{ giftExperience: 0, giftIntegral: 0, giftCouponIds: [] },
  }
  const order = await insertRow(tx, vipOrder, {
    orderNo: await nextNumber(tx, PREFIX),
    ...{ uid: member.id, levelId: level.id, planId: 0, planName: plan.planName, plan },
    ...{ payPrice: 0, source: 2, status: 0, mark: reason },
  })
  await completeOrder(tx, order, { payType: '', time: now })
}
