import pg from 'pg'
import { z } from 'zod'
import { onChangeBy, onTouch, touchAll } from './changes.ts'
import type { Db } from './database.ts'
import { listPoint, perDatabase, type Registration } from './points.ts'
import { CHANGED_BY, CHANNEL, type Notice } from './transaction.ts'

const notices = z.object({
  topic: z.string(),
  adminId: z.number().optional(),
  permission: z.string().optional(),
  id: z.number().optional(),
})

/** What a subscriber hears after the connection was lost and found again: notices may have been missed. */
export const LIVE_MISSED = 'work:missed'

const TABLE = 'table:'
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
const PROBE_MS = 30_000
const CONNECT_MS = 10_000

type Subscriber = (notice: Notice) => void
const ears = perDatabase(() => ({ subscribers: new Set<Subscriber>(), listening: 0 }))

/**
 * Hears every notice of every process on a database, except those about tables; answers how to stop. Must not throw.
 */
export function subscribe(db: Db, hear: Subscriber): () => void {
  const { subscribers } = ears(db)
  subscribers.add(hear)
  return () => subscribers.delete(hear)
}

type Hearer = (db: Db, notice: Notice) => void
const hearers = listPoint<Hearer>('Hearer')

/** Registers what a house does at every notice, as long as it stands. Must not throw. */
export const declareHearer = (hear: Hearer): Registration => hearers.as(hear)

function tell(db: Db, notice: Notice): void {
  for (const hear of hearers.of(db)) hear(db, notice)
  for (const hear of ears(db).subscribers) hear(notice)
}

function receive(db: Db, payload: string | undefined): void {
  const { topic, adminId, permission, id } = notices.parse(JSON.parse(payload ?? ''))
  // Also who is only told of something looks at once, and has to find it.
  if (adminId !== undefined) onChangeBy(db, adminId)
  if (topic.startsWith(TABLE)) onTouch(db, topic.slice(TABLE.length))
  else if (topic !== CHANGED_BY)
    tell(db, {
      topic,
      ...(adminId === undefined ? {} : { adminId }),
      ...(permission === undefined ? {} : { permission }),
      ...(id === undefined ? {} : { id }),
    })
}

/**
 * Whether this process hears what the others did. While it does not, nothing about sessions and rights may be kept:
 * they are read anew at each call.
 */
export const isListening = (db: Db): boolean => ears(db).listening > 0

export interface Live {
  stop(): Promise<void>
}

/**
 * Listens for the notices of all processes on one connection of its own to the address of a database, for the life of
 * the process. A lost connection is made again with growing pauses; then everything kept counts as old. Architecture §6.
 * Resolves when the first connection listens.
 */
export async function startLive(url: string, db: Db): Promise<Live> {
  let stopping = false
  let client: pg.Client | undefined
  let waiting: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    let hears = false
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      query_timeout: PROBE_MS,
      connectionTimeoutMillis: CONNECT_MS,
    })
    // A connection that breaks without a word is found out by a statement that gets no answer.
    const probe = setInterval(() => void next.query('select 1').catch(() => void next.end()), PROBE_MS)
    probe.unref()
    next.on('notification', (message) => receive(db, message.payload))
    next.on('error', () => undefined)
    next.on('end', () => {
      clearInterval(probe)
      if (!hears) return
      hears = false
      ears(db).listening -= 1
      if (!stopping) reconnect(FIRST_PAUSE_MS)
    })
    client = next
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    hears = true
    ears(db).listening += 1
    touchAll(db)
  }

  const reconnect = (pauseMs: number): void => {
    clearTimeout(waiting)
    waiting = setTimeout(async () => {
      try {
        await connect()
        tell(db, { topic: LIVE_MISSED })
      } catch {
        if (!stopping) reconnect(Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
      }
    }, pauseMs)
  }

  await connect()
  return {
    async stop() {
      stopping = true
      clearTimeout(waiting)
      await client?.end()
    },
  }
}
