import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noSession } from '#kit/shared/errors.ts'
import { testDatabase } from '../../tests/database.ts'
import { registerNow } from '../../tests/registering.ts'
import { tableVersion } from './changes.ts'
import { type Db, openDatabase, openPool } from './database.ts'
import { declareSession } from './dispatch.ts'
import { buildHttp } from './http.ts'
import { LIVE_MISSED, type Live, startLive, subscribe } from './live.ts'
import { liveRoutes, SESSION_ENDED } from './liveSocket.ts'
import { asSystem, type Notice, notice, touch } from './transaction.ts'
import { theSystem } from './who.ts'

let db: Db
let live: Live
let app: FastifyInstance
let address: string
let close: () => Promise<void>
const heard: Notice[] = []

beforeAll(async () => {
  const database = await testDatabase()
  const pool = openPool(database.url, 4)
  db = openDatabase(pool)
  live = await startLive(database.url, db)
  subscribe(db, (one) => heard.push(one))
  registerNow(
    db,
    declareSession(async (_db, token) => {
      const found = /^person(\d)session(\d)$/.exec(token)
      if (found === null) throw noSession()
      const isFirst = found[1] === '1'
      return {
        ...theSystem,
        all: false,
        permissions: new Set(isFirst ? ['first:examine'] : []),
        adminId: Number(found[1]),
        sessionId: Number(found[2]),
      }
    }),
  )
  app = await buildHttp({
    db,
    settings: { envelope: 'off', bodyLimitMb: 1, trustProxy: [], logLevel: 'silent', previewHosts: [] },
    fallbackKey: '',
    served: [],
  })
  liveRoutes(app, db)
  address = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  close = async () => {
    await live.stop()
    await pool.end()
    await database.drop()
  }
})
afterAll(() => close())

/** Waits until something is so, at most three seconds. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < 300; tries++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(isSo()).toBe(true)
}

interface Listening {
  socket: WebSocket
  messages: { topic: string; id?: number }[]
  closed: number | null
}

function connect(first?: string, at = address): Listening {
  const socket = new WebSocket(`${at}/api/live`)
  const listening: Listening = { socket, messages: [], closed: null }
  socket.onopen = () => first !== undefined && socket.send(first)
  socket.onmessage = ({ data }) => listening.messages.push(JSON.parse(String(data)))
  socket.onclose = ({ code }) => {
    listening.closed = code
  }
  return listening
}

const signIn = (token: string) => connect(JSON.stringify({ type: 'auth', token }))
const tell = (what: Notice) => asSystem(db, async (tx) => notice(tx, what))

test('a notice of a transaction reaches every process, one undone reaches nobody; tables grow older', async () => {
  await asSystem(db, async (tx) => {
    notice(tx, { topic: 'never' })
    throw new Error('undone')
  }).catch(() => undefined)
  const before = tableVersion(db, ['thing'])
  await asSystem(db, async (tx) => {
    notice(tx, { topic: 'happened', adminId: 3, id: 7 })
    touch(tx, 'thing')
  })
  // Once by this process itself, once by the notice as every other process hears it.
  await until(() => tableVersion(db, ['thing']) === before + 2)
  expect(heard).toEqual([{ topic: 'happened', adminId: 3, id: 7 }])
})

test('notices go with the commit, whatever is in them; a commit that is refused says nothing', async () => {
  const topic = `it's a \\ "word"; rollback`
  await asSystem(db, async (tx) => notice(tx, { topic, id: 1 }))
  await until(() => heard.some((one) => one.topic === topic))
  await sql`create table "late" ("id" int primary key, "of" int references "late" deferrable initially deferred)`.execute(
    db,
  )
  const refused = asSystem(db, async (tx) => {
    await sql`insert into "late" values (1, 2)`.execute(tx)
    notice(tx, { topic: 'refused' })
  })
  await expect(refused).rejects.toThrow('late_of_fkey')
  await asSystem(db, async (tx) => {
    await sql`insert into "late" values (1, 1)`.execute(tx)
    notice(tx, { topic: 'taken' })
  })
  await until(() => heard.some((one) => one.topic === 'taken'))
  expect(heard.map((one) => one.topic)).not.toContain('refused')
})

test('a person hears what is for them or for everybody, never what is between processes', async () => {
  const one = signIn('person1session1')
  const two = signIn('person2session2')
  await until(() => one.messages.length === 1 && two.messages.length === 1)
  await tell({ topic: 'work:job' })
  await tell({ topic: 'task:5', adminId: 1, id: 5 })
  await tell({ topic: 'shop', id: 6 })
  await until(() => one.messages.length === 3 && two.messages.length === 2)
  expect(one.messages).toEqual([{ topic: 'ready' }, { topic: 'task:5', id: 5 }, { topic: 'shop', id: 6 }])
  expect(two.messages).toEqual([{ topic: 'ready' }, { topic: 'shop', id: 6 }])
  await tell({ topic: SESSION_ENDED, id: 2 })
  await until(() => two.closed === 4401)
  expect(one.closed).toBe(null)
  one.socket.close()
})

test('a notice for a permission reaches those who hold it', async () => {
  const [holder, other] = [signIn('person1session1'), signIn('person2session2')]
  await until(() => holder.messages.length === 1 && other.messages.length === 1)
  await tell({ topic: 'waiting', permission: 'first:examine' })
  await tell({ topic: 'after' })
  await until(() => other.messages.length === 2)
  const topics = (one: Listening) => one.messages.map((message) => message.topic)
  expect(topics(other)).toEqual(['ready', 'after'])
  expect(topics(holder)).toEqual(['ready', 'waiting', 'after'])
  for (const { socket } of [holder, other]) socket.close()
})

test('without a session, or without a sensible first message, the socket closes', async () => {
  const stranger = signIn('nobody')
  const babbler = connect('hello')
  await until(() => stranger.closed === 4401 && babbler.closed === 4401)
})

for (const [name, limits] of Object.entries({
  'of one address': { perAddress: 3, whole: 100 },
  'of all': { perAddress: 100, whole: 3 },
}))
  test(`sockets ${name} that have not signed in are bounded, and leave their places`, async () => {
    const small = await buildHttp({
      db,
      settings: { envelope: 'off', bodyLimitMb: 1, trustProxy: [], logLevel: 'silent', previewHosts: [] },
      fallbackKey: '',
      served: [],
    })
    liveRoutes(small, db, limits)
    const at = (await small.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
    const silent = [connect(undefined, at), connect(undefined, at), connect(undefined, at)]
    await until(() => silent.every(({ socket }) => socket.readyState === WebSocket.OPEN))
    const person = JSON.stringify({ type: 'auth', token: 'person1session1' })
    const beyond = connect(person, at)
    await until(() => beyond.closed === 1013)
    // One that signs in gives its place to the next, and so does one that goes.
    silent[0]?.socket.send(person)
    await until(() => silent[0]?.messages.length === 1)
    const next = connect(person, at)
    await until(() => next.messages.length === 1)
    // Those who say nothing are asked to go after five seconds.
    const later = silent.slice(1)
    for (let tries = 0; later.some(({ closed }) => closed === null) && tries < 60; tries++)
      await new Promise((resolve) => setTimeout(resolve, 100))
    expect(silent.map(({ closed }) => closed)).toEqual([null, 4408, 4408])
    await small.close()
  })

test('a lost connection is made again, and everything kept counts as old', async () => {
  const before = tableVersion(db, [])
  // After half a minute the connection that listens was probed, and that is its latest statement.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where (query ilike 'listen%' or query = 'select 1') and datname = current_database()`.execute(db)
  await until(() => heard.some((one) => one.topic === LIVE_MISSED))
  expect(tableVersion(db, [])).toBe(before + 1)
  await tell({ topic: 'again' })
  await until(() => heard.some((one) => one.topic === 'again'))
})

test('P16-38: at the stop sockets close with 1012, so that browsers come back', async () => {
  const one = signIn('person1session1')
  await until(() => one.messages.length === 1)
  await app.close()
  await until(() => one.closed === 1012)
})
