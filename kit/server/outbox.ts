import { sql } from 'kysely'
import { trust } from '#kit/shared/loose.ts'
import { sendWrite } from './connection.ts'
import { type Db, jsonb, type Tx } from './database.ts'
import { noteQueueWait } from './metrics.ts'
import { namedPoint, type Registration } from './points.ts'
import { errorText, RETRY_PAUSE } from './retry.ts'
import type { Consumer } from './room.ts'
import { asSystem, notice } from './transaction.ts'

/** Topic of the notice that wakes the deliverers. */
export const OUTBOX_TOPIC = 'work:outbox'

const events = namedPoint<readonly string[]>('Event')
const consumers = namedPoint<Consumer>('Consumer')

/** Declares an event and the fields of its payload; the first one is its key. Doors §6. */
export const declareEvent = (event: string, fields: readonly string[]): Registration =>
  events.as(event, fields)

const nameOf = (event: string, consumer: string): string => `${consumer} of ${event}`

/** Registers a consumer (RoomServer.consumers); the same name twice for one event throws. */
export const declareConsumer = (consumer: Consumer): Registration =>
  consumers.as(nameOf(consumer.event, consumer.name), consumer)

const consumersOf = (db: Db, event: string): Consumer[] =>
  [...consumers.all(db).values()].filter((one) => one.event === event)

/** Refuses a start with consumers of events nobody declares; called when every room has registered. Doors §6. */
export function checkConsumers(db: Db): void {
  for (const { event } of consumers.all(db).values())
    if (events.of(db, event) === undefined)
      throw new Error(`Nobody declares event ${event}, but it has a consumer`)
}

/**
 * Writes an event in the emitter's transaction, with one delivery per consumer. Deliveries of one consumer and key
 * keep the order of the emits as long as the emitter holds the lock of the key's row. Doors §6.
 */
export async function emit(
  tx: Tx,
  event: string,
  key: string | number,
  payload: Record<string, unknown>,
): Promise<void> {
  const fields = events.of(tx, event)
  if (fields === undefined) throw new Error(`Event ${event} is not declared`)
  const unknown = Object.keys(payload).filter((name) => !fields.includes(name))
  const missing = fields.filter((name) => payload[name] === undefined)
  if (unknown.length > 0 || missing.length > 0)
    throw new Error(`Event ${event}: unknown ${unknown.join(', ')}; missing ${missing.join(', ')}`)
  const waiting = consumersOf(tx, event).map(({ name }) => name)
  const written = sql`with "made" as (
      insert into "outbox" ("event", "key", "payload") values (${event}, ${String(key)}, ${jsonb(payload)}) returning "id", "key")
    insert into "outboxDelivery" ("eventId", "consumer", "key")
    select "made"."id", "consumer", "made"."key" from "made", unnest(${sql.val(waiting)}::text[]) as "consumer"`
  await sendWrite(tx, written.compile(tx))
  if (waiting.length === 0) return
  notice(tx, { topic: OUTBOX_TOPIC })
}

interface Due {
  eventId: number
  consumer: string
  event: string
  payload: Record<string, unknown>
  createTime: Date
  nextTime: Date
}

/**
 * Delivers one event that is due; answers false when there is none. Handling and marking it done share a transaction,
 * so the effect happens once; a failure is tried again with growing pauses, and later events of the key wait for it. Says when
 * it has taken one.
 */
export async function deliverOne(db: Db, taken = (): void => undefined): Promise<boolean> {
  let due: Due | undefined
  try {
    await asSystem(db, async (tx) => {
      due = await takeDue(tx)
      if (due === undefined) return
      taken()
      const { eventId, consumer: name, event } = due
      const consumer = consumers.of(tx, nameOf(event, name))
      if (consumer === undefined) throw new Error(`Consumer ${name} of ${event} is gone`)
      noteQueueWait((Date.now() - due.nextTime.getTime()) / 1000, { queue: 'outbox' })
      await consumer.handle(tx, { ...due.payload, eventId, time: due.createTime })
      const done = tx
        .updateTable('outboxDelivery')
        .set({ status: 1, doneTime: sql`now()`, error: '' })
        .where('eventId', '=', eventId)
        .where('consumer', '=', name)
      await sendWrite(tx, done.compile())
    })
  } catch (error) {
    if (due === undefined) throw error
    await postpone(db, due, error)
  }
  return due !== undefined
}

/** Of a delivery `d`: its time has come, and no earlier one of its consumer and key waits. */
export function deliveryIsDue(db: Db) {
  const names = [...consumers.all(db).values()].map((consumer) => consumer.name)
  return sql<boolean>`d."status" = 0 and d."nextTime" <= now() and d."consumer" = any(${sql.val(names)}::text[])
    and not exists (select 1 from "outboxDelivery" e where e."consumer" = d."consumer" and e."key" = d."key"
      and e."status" = 0 and e."eventId" < d."eventId")`
}

async function takeDue(tx: Tx): Promise<Due | undefined> {
  const rows = await sql<Due>`
    select d."eventId", d."consumer", o."event", o."payload", o."createTime", d."nextTime"
    from "outboxDelivery" d join "outbox" o on o."id" = d."eventId"
    where ${deliveryIsDue(tx)}
    order by d."nextTime", d."eventId" limit 1 for update of d skip locked`.execute(trust(tx))
  return rows.rows[0]
}

// In a transaction of its own: the handler's was rolled back, and with it the lock.
async function postpone(db: Db, due: Due, error: unknown): Promise<void> {
  await sql`update "outboxDelivery"
    set "attempts" = "attempts" + 1, "error" = ${errorText(error)}, "nextTime" = now() + ${RETRY_PAUSE}
    where "eventId" = ${due.eventId} and "consumer" = ${due.consumer} and "status" = 0`.execute(db)
}
