import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Postgres, startPostgres } from '#kit/server/postgres/supervisor.ts'
import { ask, type ServerProcess, startServer, stopServer } from './server.ts'

const PASSWORD = 'Ts-first-2026'
const quiet = { info() {}, warn() {}, error() {} }

let root: string
let postgres: Postgres
let client: pg.Client
let servers: ServerProcess[] = []
let admin: string

const first = (): ServerProcess => serverAt(0)
const second = (): ServerProcess => serverAt(1)

function serverAt(index: number): ServerProcess {
  const server = servers[index]
  if (server === undefined) throw new Error('no server')
  return server
}

async function signIn(server: ServerProcess, account: string): Promise<string> {
  const body = { account, pwd: PASSWORD, key: '', code: '' }
  const answer = await ask<{ token: string }>(server, 'POST', '/admin/login', { body })
  expect(answer.message).toBe('操作成功')
  return answer.data.token
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ts-two-'))
  // The database runs as somebody else when the tests run as root.
  await chmod(root, 0o711)
  postgres = await startPostgres({ dataDir: join(root, 'database'), log: quiet, forgetful: true })
  client = new pg.Client(postgres.url)
  await client.connect()
  const env = {
    TS_DATABASE_URL: postgres.url,
    TS_SECRET_KEY: '3c'.repeat(32),
    TS_ADMIN_PASSWORD: PASSWORD,
    TS_WORKERS: '1',
    // Runs of every two seconds are counted: the start of a worker takes longer.
    TS_WORKER_IDLE: '0',
  }
  // Together, on an empty database: one of them migrates and seeds, the other waits for it.
  servers = await Promise.all([
    startServer(18300, join(root, 'a'), env),
    startServer(18301, join(root, 'b'), env),
  ])
  await client.query('update "admin" set "pwdReset" = 0')
  admin = await signIn(first(), 'admin')
}, 60_000)

afterAll(async () => {
  await Promise.all(servers.map(stopServer))
  await client?.end()
  await postgres?.stop()
  await rm(root, { recursive: true, force: true })
}, 60_000)

let auditors = 0

// The other process hears of it by a notice, which takes some milliseconds (decision 0080).
test('a right taken away through one process is gone within a second in the other', async () => {
  auditors += 1
  const node = await client.query<{ id: number }>(
    `select "id" from "menu" where "systemKey" = 'monitor.log' and "isDel" = 0`,
  )
  const role = { roleName: `审计${auditors}`, roleCode: `auditor${auditors}`, dataScope: 1, level: 10 }
  const rules = String(node.rows[0]?.id)
  const made = await ask<{ id: number }>(first(), 'POST', '/admin/system/role/save', {
    token: admin,
    body: { ...role, rules },
  })
  expect(made.message).toBe('操作成功')
  const dept = await client.query<{ id: number }>('select "id" from "dept" order by "id" limit 1')
  const body = {
    account: `auditor${auditors}`,
    pwd: PASSWORD,
    realName: '审计员',
    roles: String(made.data.id),
    phone: `1380000000${auditors}`,
    deptId: dept.rows[0]?.id,
  }
  const saved = await ask(first(), 'POST', '/admin/system/admin/save', { token: admin, body })
  expect(saved.message).toBe('操作成功')
  await client.query('update "admin" set "pwdReset" = 0')
  const token = await signIn(second(), body.account)
  const read = () => ask(second(), 'GET', '/admin/log/login/list', { token })
  expect((await read()).code).toBe(200)
  const off = await ask(first(), 'GET', `/admin/system/role/updateStatus?id=${made.data.id}&status=0`, {
    token: admin,
  })
  expect(off.message).toBe('操作成功')
  const until = Date.now() + 1000
  while ((await read()).code !== 403 && Date.now() < until) await delay(20)
  expect((await read()).code).toBe(403)
})

test('both answer a list with the same total within a second of a save', async () => {
  const total = async (server: ServerProcess): Promise<number> =>
    (await ask<{ total: number }>(server, 'GET', '/admin/platform/type/list', { token: admin })).data.total
  const before = await total(second())
  // Asked for again, so that both have the count in memory.
  expect(await total(first())).toBe(before)
  for (let n = 1; n <= 3; n++) {
    const body = { dictName: `字典${n}`, dictType: `two_processes_${n}` }
    expect((await ask(first(), 'POST', '/admin/platform/type/save', { token: admin, body })).code).toBe(200)
  }
  const until = Date.now() + 1000
  while ((await total(second())) !== before + 3 && Date.now() < until) await delay(20)
  expect(await total(second())).toBe(before + 3)
  expect(await total(first())).toBe(before + 3)
})

test('a schedule runs once for both, each time once', async () => {
  const planned = () =>
    client.query(
      `update "scheduleJob" set "cron" = '*/2 * * * * *', "nextTime" = null, "status" = 0 where "name" = 'kit.sweep'`,
    )
  const since = new Date()
  // Those that have ended: one that is under way has no status yet.
  const runs = async () =>
    (
      await client.query<{ plannedTime: Date; status: number }>(
        `select l."plannedTime", l."status" from "scheduleJobLog" l join "scheduleJob" j on j."id" = l."jobId"
        where j."name" = 'kit.sweep' and l."plannedTime" > $1 order by 1`,
        [since],
      )
    ).rows
  // The workers write the schedule when they have started.
  while ((await planned()).rowCount === 0) await delay(200)
  await vi.waitFor(async () => expect((await runs()).length).toBeGreaterThanOrEqual(4), {
    timeout: 60_000,
    interval: 500,
  })
  await client.query(`update "scheduleJob" set "status" = 1 where "name" = 'kit.sweep'`)
  const found = await runs()
  const times = found.map((row) => row.plannedTime.getTime())
  expect(new Set(found.slice(0, -1).map((row) => row.status))).toEqual(new Set([1]))
  // A time that a slow machine came too late for is left out, never run twice.
  expect(times.slice(1).every((time, index) => time - (times[index] ?? 0) >= 2000)).toBe(true)
  expect(times.every((time) => time % 2000 === 0)).toBe(true)
}, 90_000)
