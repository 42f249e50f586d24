import type { Db } from '#kit/server/database.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'
import type { Said } from './answer.ts'
import type { Message } from './message.ts'

/** Answers a message no keyword answers, or null when nobody takes it; `said` null: taken, nothing to say yet. */
type Unanswered = (db: Db, message: Message) => Promise<{ said: Said | null } | null>

const taker = singlePoint<Unanswered>('Taker of unanswered messages')

/** Registers who takes messages that no keyword answers: the chat. It has one second. Doors §3. */
export const onUnanswered = (take: Unanswered): Registration => taker.as(take)

export async function offer(db: Db, message: Message): Promise<{ said: Said | null } | null> {
  return (await taker.of(db)?.(db, message)) ?? null
}
