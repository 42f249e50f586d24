import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { registerNow } from '../../tests/registering.ts'
import { type Db, openDatabase, openPool } from './database.ts'
import { checkConsumers, declareConsumer, declareEvent, deliverOne, emit } from './outbox.ts'
import { asSystem } from './transaction.ts'

let db: Db
let close: () => Promise<void>
let failures = 0

beforeAll(async () => {
  const database = await testDatabase()
  const pool = openPool(database.url, 8)
  db = openDatabase(pool)
  close = async () => {
    await pool.end()
    await database.drop()
  }
  await sql`create table "heard" ("consumer" text, "orderId" integer, "step" integer, "n" serial)`.execute(db)
  registerNow(db, declareEvent('test.moved', ['orderId', 'step']))
  for (const name of ['one', 'two'])
    registerNow(
      db,
      declareConsumer({
        name,
        event: 'test.moved',
        async handle(tx, { orderId, step, eventId, time }) {
          expect(typeof eventId).toBe('number')
          expect(time).toBeInstanceOf(Date)
          await sql`insert into "heard" ("consumer", "orderId", "step")
          values (${name}, ${Number(orderId)}, ${Number(step)})`.execute(tx)
          // The effect is written before the failure: it must be undone with it.
          if (name === 'two' && orderId === 3 && failures++ < 2) throw new Error('not yet')
        },
      }),
    )
})
afterAll(() => close())

/** Delivers until nothing is due, without waiting for the pauses after failures. */
async function deliverAll(): Promise<void> {
  // Rows that another deliverer holds are left to it: waiting for each other's rows would end in a deadlock.
  while (await deliverOne(db))
    await sql`update "outboxDelivery" d set "nextTime" = now() from (
      select "eventId", "consumer" from "outboxDelivery" where "status" = 0 for update skip locked) free
      where d."eventId" = free."eventId" and d."consumer" = free."consumer"`.execute(db)
}

test('an event comes with its transaction or not at all', async () => {
  await expect(
    asSystem(db, async (tx) => {
      await emit(tx, 'test.moved', 9, { orderId: 9, step: 1 })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await deliverOne(db)).toBe(false)
})

test('a payload is what its event declares', async () => {
  await expect(asSystem(db, (tx) => emit(tx, 'test.moved', 1, { orderId: 1 }))).rejects.toThrow(
    'missing step',
  )
  await expect(
    asSystem(db, (tx) => emit(tx, 'test.moved', 1, { orderId: 1, step: 1, more: 1 })),
  ).rejects.toThrow('unknown more')
  await expect(asSystem(db, (tx) => emit(tx, 'test.unheard', 1, {}))).rejects.toThrow('not declared')
})

test('two deliverers at once: every consumer hears each event once, in order per key, in spite of failures', async () => {
  const orders = [1, 2, 3, 4, 5]
  const steps = [1, 2, 3, 4, 5, 6]
  for (const step of steps)
    await asSystem(db, async (tx) => {
      for (const orderId of orders) await emit(tx, 'test.moved', orderId, { orderId, step })
    })
  await Promise.all([deliverAll(), deliverAll(), deliverAll()])
  await deliverAll()
  expect(failures).toBeGreaterThan(2)
  for (const consumer of ['one', 'two'])
    for (const orderId of orders) {
      const heard = await sql<{ step: number }>`select "step" from "heard"
        where "consumer" = ${consumer} and "orderId" = ${orderId} order by "n"`.execute(db)
      expect(heard.rows.map((row) => row.step)).toEqual(steps)
    }
  const left = await db
    .selectFrom('outboxDelivery')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('status', '=', 0)
    .executeTakeFirstOrThrow()
  expect(left.n).toBe(0)
})

test('a consumer of an event nobody declares stops the start', () => {
  checkConsumers(db)
  registerNow(db, declareConsumer({ name: 'lost', event: 'test.nobody', handle: async () => undefined }))
  expect(() => checkConsumers(db)).toThrow('test.nobody')
})
