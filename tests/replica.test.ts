// Lists and exports of two servers read from a streaming replica of their database. Architecture §6, docs/scale.md.
import { createHash } from 'node:crypto'
import { chmod, chown, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { baseBackup } from '#kit/server/backup/base.ts'
import { openDatabase, openPool } from '#kit/server/database.ts'
import { clusterOwner } from '#kit/server/postgres/owner.ts'
import { type Postgres, startPostgres } from '#kit/server/postgres/supervisor.ts'
import { ask, firstToken, type ServerProcess, startServer, stopServer } from './server.ts'

const PASSWORD = 'Ts-first-2026'
const SLOT = 'ts_replica_test'
const LIST = '/admin/platform/type/list'
const SAVE = '/admin/platform/type/save'
const quiet = { info() {}, warn() {}, error() {} }
const WAIT = { timeout: 20_000, interval: 50 }

let root: string
let primary: Postgres
let replica: Postgres
let servers: ServerProcess[] = []
/** of the first administrator and of somebody else */
let admin: string
let other: string

function serverAt(index: number): ServerProcess {
  const server = servers[index]
  if (server === undefined) throw new Error('no server')
  return server
}

/** A copy of the running primary that follows it: what pg_basebackup -R would make. */
async function makeReplica(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const pool = openPool(primary.url, 4)
  const owner = clusterOwner(join(dataDir, 'pg'))
  const belongs = async (path: string): Promise<void> => {
    if (owner !== undefined) await chown(path, owner.uid, owner.gid)
  }
  const write = async (path: string, content: string | AsyncIterable<Buffer>): Promise<void> => {
    await writeFile(join(dataDir, path), content, { mode: 0o600 })
    await belongs(join(dataDir, path))
  }
  await pool.query('select pg_create_physical_replication_slot($1, true)', [SLOT])
  for await (const { path, kind, content } of baseBackup(openDatabase(pool)).entries) {
    if (kind === 'file') await write(path, content ?? '')
    else {
      await mkdir(join(dataDir, path), { mode: 0o700 })
      await belongs(join(dataDir, path))
    }
  }
  await pool.end()
  const { username, password, searchParams } = new URL(primary.url.replace('@/', '@localhost/'))
  const source = `host=${searchParams.get('host')} port=${searchParams.get('port')} user=${username} password=${password}`
  await write(
    'pg/postgresql.auto.conf',
    `primary_conninfo = '${source}'\nprimary_slot_name = '${SLOT}'\nwal_retrieve_retry_interval = '100ms'\n`,
  )
  await write('pg/standby.signal', '')
  await copyFile(join(root, 'primary', 'pg-password'), join(dataDir, 'pg-password'))
}

async function on(database: Postgres, text: string): Promise<object[]> {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** The replica stands still, or goes on. */
const hold = (): Promise<unknown> => on(replica, 'select pg_wal_replay_pause()')
const goOn = (): Promise<unknown> => on(replica, 'select pg_wal_replay_resume()')

async function names(server: ServerProcess, token: string): Promise<string[]> {
  const { code, data } = await ask<{ list: { dictType: string }[] }>(server, 'GET', `${LIST}?limit=1000`, {
    token,
  })
  expect(code).toBe(200)
  return data.list.map((one) => one.dictType)
}

async function totalOf(server: ServerProcess, token: string): Promise<number> {
  return (await ask<{ total: number }>(server, 'GET', LIST, { token })).data.total
}

async function save(server: ServerProcess, dictType: string): Promise<void> {
  const body = { dictName: dictType, dictType }
  expect((await ask(server, 'POST', SAVE, { token: admin, body })).message).toBe('操作成功')
}

/** A figure of /metrics; 0 where it is not there. */
async function figure(server: ServerProcess, name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}
const readThere = (server: ServerProcess) => figure(server, 'db_stale_reads_total{from="replica",why=""}')
const readHere = (server: ServerProcess, why: string) =>
  figure(server, `db_stale_reads_total{from="primary",why="${why}"}`)

async function health(server: ServerProcess) {
  const answer = await fetch(`${server.url}/readyz`)
  return { isReady: answer.ok, ...(await answer.json()) }
}

/** Reads of both people come from the replica. */
const untilFresh = (server: ServerProcess) =>
  vi.waitFor(async () => {
    const before = await readThere(server)
    for (const token of [admin, other]) await names(server, token)
    expect((await readThere(server)) - before).toBe(2)
  }, WAIT)

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ts-replica-'))
  // The databases run as somebody else when the tests run as root.
  await chmod(root, 0o711)
  primary = await startPostgres({ dataDir: join(root, 'primary'), log: quiet })
  const env = {
    TS_DATABASE_URL: primary.url,
    TS_SECRET_KEY: '3c'.repeat(32),
    TS_ADMIN_PASSWORD: PASSWORD,
  }
  const maker = await startServer(18350, join(root, 'a'), env)
  admin = await firstToken(maker, PASSWORD)
  await stopServer(maker)
  const replicaDir = join(root, 'replica')
  await makeReplica(replicaDir)
  replica = await startPostgres({ dataDir: replicaDir, log: quiet })
  const reading = { ...env, TS_DATABASE_REPLICA_URL: replica.url }
  servers = await Promise.all([
    startServer(18350, join(root, 'a'), { ...reading, TS_WORKERS: '1', TS_WORKER_IDLE: '0' }),
    startServer(18351, join(root, 'b'), reading),
  ])
  other = 'the other person'
  const hash = createHash('sha256').update(other).digest('hex')
  await on(
    primary,
    `with made as (insert into "admin" ("account", "realName", "roles", "pwdUpdateTime")
        select 'other', '另一人', "roles", now() from "admin" where "account" = 'admin' returning "id")
      insert into "adminSession" ("adminId", "tokenHash", "expireTime")
      select "id", '${hash}', now() + interval '8 hours' from made`,
  )
}, 120_000)

afterAll(async () => {
  await Promise.all(servers.map(stopServer))
  await replica?.stop()
  await primary?.stop()
  await rm(root, { recursive: true, force: true })
}, 60_000)

test('lists come from the replica, and nothing but reads goes there', async () => {
  for (const server of servers) await untilFresh(server)
  expect(await health(serverAt(0))).toEqual({ isReady: true, status: 'ok', failing: [], replica: 'fresh' })
  expect(serverAt(0).output()).toContain('只读副本可用')
  expect(await figure(serverAt(0), 'db_replica_usable')).toBe(1)
  const pool = openPool(replica.url, 1, { readOnly: true })
  await expect(pool.query('create temporary table "t" ("n" int)')).rejects.toMatchObject({ code: '25006' })
  await pool.end()
}, 60_000)

test('what a person saved is in the next list they read, on either server; others may see it a moment later', async () => {
  for (const server of servers) await untilFresh(server)
  await hold()
  try {
    const known = await totalOf(serverAt(0), other)
    await save(serverAt(0), 'own')
    const there = await readThere(serverAt(0))
    expect(await names(serverAt(0), other)).not.toContain('own')
    // Counted where the row is not yet, and kept for nobody.
    expect(await totalOf(serverAt(0), other)).toBe(known)
    expect((await readThere(serverAt(0))) - there).toBe(2)
    const own = await readHere(serverAt(0), 'own')
    expect(await totalOf(serverAt(0), admin)).toBe(known + 1)
    expect(await names(serverAt(0), admin)).toContain('own')
    expect((await readHere(serverAt(0), 'own')) - own).toBe(2)
    // The other server hears of it by a notice, which takes some milliseconds.
    await vi.waitFor(async () => expect(await names(serverAt(1), admin)).toContain('own'), WAIT)
  } finally {
    await goOn()
  }
  await untilFresh(serverAt(0))
  expect(await names(serverAt(0), other)).toContain('own')
}, 60_000)

test('an export waits for what its person saved, and is read from the replica', async () => {
  for (const server of servers) await untilFresh(server)
  const before = await readThere(serverAt(0))
  await save(serverAt(0), 'exported')
  const started = await ask<{ taskId: number }>(serverAt(0), 'POST', '/admin/platform/type/export', {
    token: admin,
  })
  const state = () =>
    ask<{ status: number; total: number }>(serverAt(0), 'GET', `/file/task/info/${started.data.taskId}`, {
      token: admin,
    })
  await vi.waitFor(async () => expect((await state()).data.status).toBe(2), WAIT)
  const [row] = await on(primary, 'select count(*)::int as "total" from "dictType" where "isDel" = 0')
  expect((await state()).data).toMatchObject(row ?? {})
  // The worker tells what it counted every five seconds.
  await vi.waitFor(async () => expect(await readThere(serverAt(0))).toBe(before + 1), WAIT)
}, 60_000)

test('one that lags too far is left alone until it has caught up', async () => {
  for (const server of servers) await untilFresh(server)
  await hold()
  try {
    // Tried again, it saves another one.
    const late = `late_${Date.now()}`
    await save(serverAt(0), late)
    await vi.waitFor(async () => expect(await names(serverAt(0), other)).toContain(late), WAIT)
    expect(await readHere(serverAt(0), 'behind')).toBeGreaterThan(0)
    await vi.waitFor(() => expect(serverAt(0).output()).toContain('只读副本落后超过5秒'), WAIT)
    await vi.waitFor(
      async () => expect(await health(serverAt(0))).toMatchObject({ isReady: true, replica: 'behind' }),
      WAIT,
    )
    expect(await figure(serverAt(0), 'db_replica_usable')).toBe(0)
    expect(await figure(serverAt(0), 'db_replica_behind_seconds')).toBeGreaterThan(5)
  } finally {
    await goOn()
  }
  await untilFresh(serverAt(0))
}, 60_000)

test('one that is away costs nobody an answer, and is read again when it is back', async () => {
  for (const server of servers) await untilFresh(server)
  let stop = false
  const codes = new Set<number>()
  const reading = (async () => {
    while (!stop) codes.add((await ask(serverAt(0), 'GET', LIST, { token: other })).code)
  })()
  await replica.stop()
  await vi.waitFor(async () => expect(await health(serverAt(0))).toMatchObject({ replica: 'away' }), WAIT)
  expect(await health(serverAt(0))).toMatchObject({ isReady: true })
  expect(serverAt(0).output()).toContain('只读副本无法访问')
  stop = true
  await reading
  expect([...codes]).toEqual([200])
  replica = await startPostgres({ dataDir: join(root, 'replica'), log: quiet })
  await untilFresh(serverAt(0))
}, 60_000)

test('a database that is no replica of this one is never read', async () => {
  const server = await startServer(18352, join(root, 'c'), {
    TS_DATABASE_URL: primary.url,
    TS_SECRET_KEY: '3c'.repeat(32),
    TS_DATABASE_REPLICA_URL: primary.url,
  })
  try {
    await vi.waitFor(() => expect(server.output()).toContain('不是此数据库的流复制备库'), WAIT)
    await names(server, admin)
    expect(await readThere(server)).toBe(0)
  } finally {
    await stopServer(server)
  }
}, 60_000)
