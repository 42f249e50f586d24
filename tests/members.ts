// What the tests of levels, tasks, signs and memberships stand on: rooms above that emit orders and keep points.
import { type TestApp, testApp } from '#app/testing.ts'
import { declareGrant, type Grant } from '#kit/server/grant.ts'
import { declareEvent, deliverOne, emit } from '#kit/server/outbox.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'

const LINES = ['orderId', 'orderSubSn', 'uid', 'lines'] as const

/** A ledger of points in memory: one entry for a source and person. */
function pointsLedger() {
  const entries = new Map<string, number>()
  const keyOf = (to: number, { type, id, line }: { type: string; id: number; line: number }) =>
    `${to}:${type}:${id}:${line}`
  const grant: Grant = {
    async grant(_tx, to, n, source) {
      const key = keyOf(to, source)
      if (!entries.has(key)) entries.set(key, n)
      return entries.size
    },
    async takeBack(_tx, source) {
      let taken = 0
      for (const [key, n] of entries)
        if (key.endsWith(`:${source.type}:${source.id}:${source.line}`)) {
          taken += n
          entries.delete(key)
        }
      return taken
    },
    async balances(_db, ids) {
      const of = (id: number) =>
        [...entries].filter(([key]) => key.startsWith(`${id}:`)).reduce((sum, [, n]) => sum + n, 0)
      return new Map(ids.map((id) => [id, of(id)]))
    },
  }
  return { entries, grant }
}

const roomOf = (name: string, registers: RoomServer['registers']): RoomServer => ({
  facts: { name, layer: 90, label: name, entities: [], calls: [] },
  served: [],
  registers: registers ?? [],
})

export interface MemberHouse {
  app: TestApp
  /** entries of points by `uid:type:id:line` */
  points: Map<string, number>
  /** a user with growth that came from nowhere */
  user(experience?: number, more?: { level?: number | null; payCount?: number }): Promise<number>
  /** levels of type 1 by name, with their thresholds */
  levels(thresholds: Readonly<Record<string, number>>): Promise<Record<string, number>>
  /** writes an event and delivers everything that waits */
  tell(event: string, key: number, payload: Record<string, unknown>): Promise<void>
  deliver(): Promise<void>
  /** what is stored of a user */
  stored(uid: number): Promise<{ level: number | null; experience: number; signNum: number }>
  close(): Promise<void>
}

let made = 0

/** The product with orders and points above it. */
export async function openMembers(): Promise<MemberHouse> {
  const { entries, grant } = pointsLedger()
  const app = await testApp({}, 12, [
    roomOf('orders', [
      declareEvent('order.paid', LINES),
      declareEvent('order.received', LINES),
      declareEvent('order.finished', LINES),
      declareEvent('refund.changed', ['refundId', 'refundSn', 'uid', 'to', 'lines']),
    ]),
    roomOf('points', [declareGrant('integral', grant)]),
  ])
  const { db } = app
  const deliver = async () => {
    while (await deliverOne(db));
  }
  return {
    app,
    points: entries,
    async user(experience = 0, { level = null, payCount = 0 } = {}) {
      made += 1
      const { id } = await db
        .insertInto('user')
        .values({ userNo: `T${made}`, nickname: `会员${made}`, experience, level, payCount })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (experience > 0)
        await db
          .insertInto('userExperienceRecord')
          .values({ uid: id, linkType: 'system', linkId: 'begin', type: 1, experience, balance: experience })
          .execute()
      return id
    },
    async levels(thresholds) {
      const ids: Record<string, number> = {}
      for (const [at, [name, experience]] of Object.entries(thresholds).entries()) {
        const { id } = await db
          .insertInto('systemUserLevel')
          .values({ levelType: 1, name, grade: at + 1, experience, icon: '/x.png' })
          .returning('id')
          .executeTakeFirstOrThrow()
        ids[name] = id
      }
      return ids
    },
    async tell(event, key, payload) {
      await asSystem(db, (tx) => emit(tx, event, key, payload))
      await deliver()
    },
    deliver,
    stored: (uid) =>
      db
        .selectFrom('user')
        .select(['level', 'experience', 'signNum'])
        .where('id', '=', uid)
        .executeTakeFirstOrThrow(),
    close: () => app.close(),
  }
}
