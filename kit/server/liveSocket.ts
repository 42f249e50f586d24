import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from './database.ts'
import { whoOf } from './dispatch.ts'
import { subscribe } from './live.ts'
import { gauge } from './metrics.ts'
import type { Notice } from './transaction.ts'
import { may, type Who } from './who.ts'

const AUTH_MS = 5000
const PING_MS = 30_000
/** close codes: no or ended session; too slow to say who it is */
const NO_SESSION = 4401
const NO_AUTH = 4408
/** close code: too many that have not said yet who they are; browsers come back by themselves */
const TOO_MANY = 1013

/** How many sockets may wait at once for their session: of one address and of all together. Decision 0047. */
export interface WaitingLimits {
  perAddress: number
  whole: number
}
// An office behind one address comes back as a whole after a restart; a session is looked up within milliseconds.
const LIMITS: WaitingLimits = { perAddress: 50, whole: 1000 }

/** Topic of the notice that a session ended; its id is that of the session. */
export const SESSION_ENDED = 'session:ended'
/** Notices between processes only; browsers never see them. */
const INTERNAL = 'work:'

const auth = z.object({ type: z.literal('auth'), token: z.string().min(1).max(200) })

/** What is used of the socket; its package brings no types. */
interface Socket {
  readonly readyState: number
  readonly OPEN: number
  send(text: string): void
  close(code: number, reason: string): void
  ping(): void
  terminate(): void
  on(event: 'close' | 'error' | 'pong', hear: () => void): void
  once(event: 'message', hear: (data: Buffer) => void): void
}

const isFor = ({ adminId, permission }: Notice, who: Who): boolean =>
  (adminId === undefined || adminId === who.adminId) && (permission === undefined || may(who, permission))

interface Listener {
  socket: Socket
  who: Who
  alive: boolean
}

/**
 * Serves the socket GET /api/live: the first message says {type: 'auth', token}, from then on the person gets
 * {topic, id} of every notice for them, for holders of a permission they hold, or for everybody. It closes with 4401 when the session ends, with 4408 when
 * nobody has signed in after 5 s, and with 1013 beyond the limits of those that have not. Platform §4.
 */
export function liveRoutes(app: FastifyInstance, db: Db, limits: WaitingLimits = LIMITS): void {
  const listeners = new Set<Listener>()
  const waiting = waitingRoom(limits)
  gauge('ws_connections', () => [[{}, listeners.size]])

  const push = (notice: Notice): void => {
    if (notice.topic.startsWith(INTERNAL)) return
    const text = JSON.stringify({ topic: notice.topic, id: notice.id })
    for (const { socket, who } of listeners) {
      if (notice.topic === SESSION_ENDED) {
        if (who.sessionId === notice.id) socket.close(NO_SESSION, 'session ended')
      } else if (isFor(notice, who)) socket.send(text)
    }
  }
  const unsubscribe = subscribe(db, push)
  const pings = setInterval(() => {
    for (const listener of listeners) {
      if (!listener.alive) listener.socket.terminate()
      listener.alive = false
      listener.socket.ping()
    }
  }, PING_MS)
  pings.unref()
  app.addHook('onClose', () => {
    unsubscribe()
    clearInterval(pings)
  })

  app.get('/api/live', { websocket: true }, (socket: Socket, request: FastifyRequest) => {
    socket.on('error', () => socket.terminate())
    const leave = waiting(request.ip)
    if (leave === null) return socket.close(TOO_MANY, 'try again later')
    const slow = setTimeout(() => socket.close(NO_AUTH, 'auth expected'), AUTH_MS)
    socket.on('close', () => {
      clearTimeout(slow)
      leave()
    })
    socket.once('message', async (data: Buffer) => {
      const who = await admit(db, data.toString())
      clearTimeout(slow)
      leave()
      // The person may have gone while the session was looked up.
      if (socket.readyState !== socket.OPEN) return
      if (who === null) return socket.close(NO_SESSION, 'no session')
      const listener = { socket, who, alive: true }
      listeners.add(listener)
      socket.on('pong', () => {
        listener.alive = true
      })
      socket.on('close', () => listeners.delete(listener))
      socket.send(JSON.stringify({ topic: 'ready' }))
    })
  })
}

/** Counts who waits, by address; the answer counts one in and gives how it is counted out again, null beyond the limits. */
function waitingRoom({ perAddress, whole }: WaitingLimits): (address: string) => (() => void) | null {
  const byAddress = new Map<string, number>()
  let all = 0
  const move = (address: string, by: number): void => {
    all += by
    const left = (byAddress.get(address) ?? 0) + by
    if (left === 0) byAddress.delete(address)
    else byAddress.set(address, left)
  }
  return (address) => {
    if (all >= whole || (byAddress.get(address) ?? 0) >= perAddress) return null
    move(address, 1)
    let isIn = true
    return () => {
      if (isIn) move(address, -1)
      isIn = false
    }
  }
}

async function admit(db: Db, message: string): Promise<Who | null> {
  try {
    return await whoOf(db, auth.parse(JSON.parse(message)).token)
  } catch {
    return null
  }
}
