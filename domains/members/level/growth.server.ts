import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#kit/server/database.ts'
import type { Consumer } from '#kit/server/room.ts'
import { splitMoney } from '#kit/shared/money.ts'
import { memberSettings } from '../config/config.server.ts'
import { postExperience } from './experience.server.ts'
import { backOf } from './level.rules.ts'
import { presentUid } from './member.server.ts'

/** A line of an order as its events tell it: q in thousandths of the base unit, paid in cents. Doors §6. */
const line = z.object({ lineId: z.number(), q: z.number(), paid: z.number().default(0) })
const orderEvent = z.object({
  orderSubSn: z.string().optional(),
  orderSn: z.string().optional(),
  uid: z.number().nullable(),
  lines: z.array(line),
})
const refundEvent = z.object({
  refundSn: z.string(),
  uid: z.number().nullable(),
  to: z.number(),
  lines: z.array(z.object({ lineId: z.number(), q: z.number() })),
})

/** refundStatus of an after-sale whose money has gone back. Specification 3 §4. */
const REFUNDED = 3

/**
 * The growth of an order: of the goods paid, without freight, times the ratio, whole; each line keeps its part, so that a
 * refund of some of its pieces takes back theirs. Members §3.3, §12.
 */
export async function growByOrder(tx: Tx, payload: unknown): Promise<void> {
  const { orderSubSn, orderSn, uid: of, lines } = orderEvent.parse(payload)
  const uid = await presentUid(tx, of)
  const linkId = orderSubSn ?? orderSn ?? ''
  const paid = lines.reduce((sum, one) => sum + one.paid, 0)
  if (uid === null || linkId === '' || paid <= 0) return
  const { exp_order_ratio } = await memberSettings(tx, 'growth')
  // Cents times hundredths: whole numbers all the way.
  const total = Math.floor((paid * Math.round(exp_order_ratio * 100)) / 10_000)
  const parts = splitMoney(
    total,
    lines.map((one) => one.paid),
  )
  let amount = 0
  for (const [at, { lineId, q }] of [...lines.entries()].sort(([, a], [, b]) => a.lineId - b.lineId)) {
    const part = parts[at] ?? 0
    const { rows } = await sql<{ refundQty: number }>`
      insert into "growthLine" as g ("lineId", "uid", "linkId", "qty", "total")
      values (${lineId}, ${uid}, ${linkId}, ${q}, ${part})
      on conflict ("lineId") do update set "uid" = excluded."uid", "linkId" = excluded."linkId",
        "qty" = excluded."qty", "total" = excluded."total" where g."linkId" = ''
      returning "refundQty"`.execute(tx)
    const [kept] = rows
    // Gained before, by the same order at another of its steps.
    if (kept !== undefined) amount += part - backOf(part, 0, kept.refundQty, q)
  }
  await postExperience(tx, { uid, amount, linkType: 'order', linkId, title: `订单${linkId}` })
}

/** Pieces that were given back take back their part of the growth, the last piece the rest. Members §3.3. */
export async function shrinkByRefund(tx: Tx, payload: unknown): Promise<void> {
  const { refundSn, uid: of, to, lines } = refundEvent.parse(payload)
  const uid = await presentUid(tx, of)
  if (uid === null || to !== REFUNDED) return
  let amount = 0
  for (const { lineId, q } of [...lines].sort((a, b) => a.lineId - b.lineId)) {
    const { rows } = await sql<{ qty: number; total: number; refundQty: number }>`
      insert into "growthLine" as g ("lineId", "uid", "refundQty") values (${lineId}, ${uid}, ${q})
      on conflict ("lineId") do update set "refundQty" = g."refundQty" + excluded."refundQty"
      returning "qty", "total", "refundQty"`.execute(tx)
    const [kept] = rows
    if (kept !== undefined && kept.qty > 0) amount += backOf(kept.total, kept.refundQty - q, q, kept.qty)
  }
  await postExperience(tx, {
    ...{ uid, amount: -amount, linkType: 'order', linkId: refundSn },
    title: `退款${refundSn}`,
  })
}

const EVENT_OF = { 1: 'order.paid', 2: 'order.received', 3: 'order.finished' } as const

const byOrder = (step: 1 | 2 | 3): Consumer => ({
  name: 'members.growth',
  event: EVENT_OF[step],
  from: 'orders',
  async handle(tx, payload) {
    const { exp_order_time } = await memberSettings(tx, 'growth')
    if (exp_order_time === step) await growByOrder(tx, payload)
  },
})

const replyEvent = z.object({
  replyId: z.number(),
  uid: z.number().nullable(),
  orderLineId: z.number().nullable(),
})

/** Growth follows orders, refunds and comments. Members §3.3, doors §6. */
export const growthConsumers: readonly Consumer[] = [
  byOrder(1),
  byOrder(2),
  byOrder(3),
  {
    name: 'members.growth',
    event: 'refund.changed',
    from: 'orders',
    handle: shrinkByRefund,
  },
  {
    name: 'members.growth',
    event: 'reply.created',
    from: 'catalog',
    async handle(tx, payload) {
      const { uid: of, orderLineId, replyId } = replyEvent.parse(payload)
      const uid = await presentUid(tx, of)
      const { exp_reply } = await memberSettings(tx, 'growth')
      if (uid === null || exp_reply === 0) return
      // Once for a line of an order, however often its comment is written anew.
      const linkId = orderLineId === null ? `reply-${replyId}` : `line-${orderLineId}`
      await postExperience(tx, { uid, amount: exp_reply, linkType: 'reply', linkId, title: '商品评价' })
    },
  },
  {
    name: 'members.growth',
    event: 'reply.removed',
    from: 'catalog',
    async handle(tx, payload) {
      const { uid: of, orderLineId, replyId } = replyEvent.parse(payload)
      const uid = await presentUid(tx, of)
      if (uid === null) return
      const linkId = orderLineId === null ? `reply-${replyId}` : `line-${orderLineId}`
      const given = await tx
        .selectFrom('userExperienceRecord')
        .select('experience')
        .where('uid', '=', uid)
        .where('linkType', '=', 'reply')
        .where('linkId', '=', linkId)
        .where('type', '=', 1)
        .executeTakeFirst()
      if (given === undefined) return
      await postExperience(tx, {
        ...{ uid, amount: -given.experience, linkType: 'reply', linkId },
        title: '评价因违规删除',
      })
    },
  },
]
