import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#kit/server/database.ts'
import type { Consumer } from '#kit/server/room.ts'
import { presentUid } from '../level/member.server.ts'
import { advance, retreat } from './progress.server.ts'

// Tasks follow what happens elsewhere. Members §3.6, doors §6.

const NAME = 'members.task'
const REFUNDED = 3

const finished = z.object({
  orderSubSn: z.string(),
  uid: z.number().nullable(),
  lines: z.array(z.object({ lineId: z.number(), paid: z.number() })),
  time: z.date(),
})

/** A finished order counts for tasks with what was paid and not given back before. */
export async function countOrder(tx: Tx, payload: unknown): Promise<void> {
  const { orderSubSn, uid: of, lines, time } = finished.parse(payload)
  const uid = await presentUid(tx, of)
  if (uid === null) return
  let net = 0
  for (const { lineId, paid } of [...lines].sort((a, b) => a.lineId - b.lineId)) {
    const { rows } = await sql<{ refunded: number }>`
      insert into "taskOrderLine" as l ("lineId", "uid", "orderSubSn", "paid")
      values (${lineId}, ${uid}, ${orderSubSn}, ${paid})
      on conflict ("lineId") do update set "uid" = excluded."uid", "orderSubSn" = excluded."orderSubSn",
        "paid" = excluded."paid" returning "refunded"`.execute(tx)
    net += Math.max(0, paid - (rows[0]?.refunded ?? 0))
  }
  if (net <= 0) return
  const step = { uid, sourceType: 'order', sourceId: orderSubSn, now: time }
  await advance(tx, { ...step, taskType: 9 })
  await advance(tx, { ...step, taskType: 11 })
  await advance(tx, { ...step, taskType: 10, amount: net / 100 })
}

const refunded = z.object({
  uid: z.number().nullable(),
  to: z.number(),
  lines: z.array(z.object({ lineId: z.number(), amount: z.number() })),
})

/** What was given back of orders is taken off what they counted. */
export async function countRefund(tx: Tx, payload: unknown): Promise<void> {
  const { uid: of, to, lines } = refunded.parse(payload)
  const uid = await presentUid(tx, of)
  if (uid === null || to !== REFUNDED) return
  const byOrder = new Map<string, number>()
  for (const { lineId, amount } of [...lines].sort((a, b) => a.lineId - b.lineId)) {
    const { rows } = await sql<{ orderSubSn: string }>`
      insert into "taskOrderLine" as l ("lineId", "uid", "refunded") values (${lineId}, ${uid}, ${amount})
      on conflict ("lineId") do update set "refunded" = l."refunded" + excluded."refunded"
      returning "orderSubSn"`.execute(tx)
    const order = rows[0]?.orderSubSn ?? ''
    if (order !== '') byOrder.set(order, (byOrder.get(order) ?? 0) + amount)
  }
  for (const [orderSubSn, cents] of byOrder) {
    const { rows } = await sql<{ left: number }>`
      select coalesce(sum(greatest(0, "paid" - "refunded")), 0)::int8 as "left" from "taskOrderLine"
      where "orderSubSn" = ${orderSubSn}`.execute(tx)
    await retreat(tx, { uid, orderSubSn, amount: cents / 100, whole: (rows[0]?.left ?? 0) === 0 })
  }
}

const fan = z.object({ openid: z.string(), uid: z.number().nullable(), time: z.date() })
const reply = z.object({ replyId: z.number(), uid: z.number().nullable(), time: z.date() })
const visited = z.object({
  uid: z.number(),
  day: z.string(),
  productIds: z.array(z.number()),
  time: z.date(),
})

export const taskConsumers: readonly Consumer[] = [
  { name: NAME, event: 'order.finished', from: 'orders', handle: countOrder },
  { name: NAME, event: 'refund.changed', from: 'orders', handle: countRefund },
  {
    name: NAME,
    event: 'fan.subscribed',
    from: 'wechat',
    async handle(tx, payload) {
      const { uid: of, openid, time } = fan.parse(payload)
      const uid = await presentUid(tx, of)
      if (uid !== null)
        await advance(tx, { uid, taskType: 3, sourceType: 'fan', sourceId: openid, now: time })
    },
  },
  {
    name: NAME,
    event: 'reply.created',
    from: 'catalog',
    async handle(tx, payload) {
      const { uid: of, replyId, time } = reply.parse(payload)
      const uid = await presentUid(tx, of)
      if (uid !== null)
        await advance(tx, { uid, taskType: 12, sourceType: 'reply', sourceId: String(replyId), now: time })
    },
  },
  {
    name: NAME,
    event: 'user.visited',
    from: 'statistics',
    async handle(tx, payload) {
      const { uid: of, day, productIds, time } = visited.parse(payload)
      const uid = await presentUid(tx, of)
      if (uid === null) return
      for (const productId of new Set(productIds))
        await advance(tx, {
          ...{ uid, taskType: 6, sourceType: 'visit', sourceId: `${day}-${productId}`, now: time },
          productId,
        })
    },
  },
]

/** The profile of a user has changed: what is filled in and bound counts once. Members §3.6, types 1 and 2. */
export async function countProfile(tx: Tx, uid: number, now = new Date()): Promise<void> {
  const row = await tx
    .selectFrom('user')
    .select(['nickname', 'avatar', 'sex', 'birthday', 'phone'])
    .where('id', '=', uid)
    .executeTakeFirstOrThrow()
  const source = { uid, sourceType: 'profile', sourceId: 'once', now }
  const isFull = row.nickname !== '' && row.avatar !== '' && row.sex !== 0 && row.birthday !== null
  if (isFull) await advance(tx, { ...source, taskType: 1 })
  if (row.phone !== '') await advance(tx, { ...source, taskType: 2 })
}
