// The database dies under a running server. Architecture §6, platform §14.
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readPostmaster } from '#kit/server/postgres/postmaster.ts'
import { isAlive } from '#kit/server/postgres/process.ts'
import { findPostgres } from '#kit/server/postgres/supervisor.ts'
import { CHANNEL } from '#kit/server/transaction.ts'
import { multipart } from './importing.ts'
import { ask, killServer, type ServerProcess, startServer, stopServer } from './server.ts'

const PASSWORD = 'Ts-first-2026'
const AWAY = /^数据库暂时不可用，请稍后重试（\w{32}）$/
const LONGEST_MS = 10_000
const MINUTE = 60_000

let root: string
let dataDir: string
let url: string
/** the first one runs the database, the second one uses it */
let first: ServerProcess
let second: ServerProcess
let token: string

const postmaster = async (): Promise<number | undefined> => (await readPostmaster(join(dataDir, 'pg')))?.pid

async function killDatabase(): Promise<void> {
  const pid = await postmaster()
  if (pid === undefined) throw new Error('no database')
  process.kill(pid, 'SIGKILL')
}

/** Asks the database itself, on a connection of its own. */
async function rowsOf<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

interface Timed {
  status: number
  ms: number
  code: number
  message: string
  data: { id: number } | null
  text: string
}

async function call(
  server: ServerProcess,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Timed> {
  const start = performance.now()
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'x-token': token, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(2 * LONGEST_MS),
  })
  const text = await answer.text()
  return { status: answer.status, ms: performance.now() - start, text, ...JSON.parse(text) }
}

/** Success, or the one text for a database that is away; soon, and with nothing of the inside. */
function expectClear(answers: readonly Timed[]): void {
  for (const { status, ms, code, message, data, text } of answers) {
    expect(status).toBe(200)
    expect(ms).toBeLessThan(LONGEST_MS)
    if (code === 200) continue
    expect({ code, data, message }).toEqual({ code: 500, data: null, message: expect.stringMatching(AWAY) })
    expect(text).not.toMatch(/ECONN|ENOENT|socket|postgres|select|terminat|\.ts/i)
  }
}

const saveType = (server: ServerProcess, name: string) =>
  call(server, 'POST', '/admin/platform/type/save', { dictName: name, dictType: name })

async function totalOf(server: ServerProcess): Promise<number> {
  return (await ask<{ total: number }>(server, 'GET', '/admin/platform/type/list', { token })).data.total
}

/** Processes whose connection for notices is open: listening is the last thing that was said on it. */
async function listeners(): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    'select count(*)::int as n from pg_stat_activity where query = $1 and datname = current_database()',
    [`listen ${CHANNEL}`],
  )
  return row?.n ?? 0
}

const readyz = async (server: ServerProcess) => {
  const answer = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(LONGEST_MS) })
  return { status: answer.status, body: await answer.json() }
}

const untilReady = (server: ServerProcess) =>
  vi.waitFor(async () => expect((await readyz(server)).status).toBe(200), { timeout: MINUTE, interval: 100 })

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ts-outage-'))
  // The database runs as somebody else when the tests run as root.
  await chmod(root, 0o711)
  dataDir = join(root, 'data')
  const env = { TS_SECRET_KEY: '3c'.repeat(32), TS_ADMIN_PASSWORD: PASSWORD, TS_LOG_LEVEL: 'error' }
  first = await startServer(18335, dataDir, {
    ...env,
    TS_WORKERS: '1',
    // A worker that stands by hears of changes, too.
    TS_WORKER_IDLE: '0',
  })
  url = (await findPostgres(dataDir)) ?? ''
  second = await startServer(18336, join(root, 'second'), { ...env, TS_DATABASE_URL: url })
  await rowsOf('update "admin" set "pwdReset" = 0')
  const body = { account: 'admin', pwd: PASSWORD, key: '', code: '' }
  token = (await ask<{ token: string }>(first, 'POST', '/admin/login', { body })).data.token
}, 2 * MINUTE)

afterAll(async () => {
  for (const server of [second, first]) if (server !== undefined) await killServer(server)
  const left = await postmaster()
  if (left !== undefined && isAlive(left)) {
    process.kill(left, 'SIGQUIT')
    await vi.waitFor(async () => expect(await postmaster()).toBeUndefined(), {
      timeout: 20_000,
      interval: 100,
    })
  }
  await rm(root, { recursive: true, force: true })
}, MINUTE)

test(
  'a killed database comes back under running calls; what was acknowledged is there',
  async () => {
    const answers: Timed[] = []
    const acknowledged: { id: number; name: string }[] = []
    const before = await postmaster()
    let stop = false
    let count = 0
    const writer = async (server: ServerProcess): Promise<void> => {
      while (!stop) {
        const name = `outage_${++count}`
        const answer = await saveType(server, name)
        answers.push(answer)
        if (answer.data !== null) acknowledged.push({ id: answer.data.id, name })
      }
    }
    const reader = async (server: ServerProcess): Promise<void> => {
      while (!stop) answers.push(await call(server, 'GET', '/admin/platform/type/list?page=1&limit=10'))
    }
    const running = Promise.all([writer(first), writer(first), writer(second), reader(first), reader(second)])
    running.catch(() => undefined)
    const grown = (by: number) => {
      const target = acknowledged.length + by
      return vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(target), {
        timeout: MINUTE,
        interval: 20,
      })
    }
    try {
      await grown(30)
      await killDatabase()
      await vi.waitFor(() => expect(answers.some(({ code }) => code === 500)).toBe(true), {
        timeout: 20_000,
        interval: 5,
      })
      // No server was started again, and calls succeed again.
      await grown(60)
    } finally {
      stop = true
      await running
    }
    expectClear(answers)
    expect(await postmaster()).not.toBe(before)
    expect(first.child.exitCode).toBe(null)
    expect(second.child.exitCode).toBe(null)
    expect(first.output()).toContain(`数据库进程 ${before} 意外退出，正在重新启动`)

    const stored = await rowsOf<{ id: number; dictName: string }>(
      `select "id", "dictName" from "dictType" where "dictName" like 'outage\\_%' and "isDel" = 0`,
    )
    const names = new Map(stored.map((row) => [row.id, row.dictName]))
    expect(new Set(names.values()).size).toBe(stored.length)
    for (const { id, name } of acknowledged) expect(names.get(id)).toBe(name)
  },
  3 * MINUTE,
)

test(
  'the other process hears of changes again: counts and the live socket',
  async () => {
    const heard: { topic: string; id?: number }[] = []
    const socket = new WebSocket(`${second.url.replace('http', 'ws')}/api/live`)
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'auth', token })))
    socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))))
    const hears = (topic: string) =>
      vi.waitFor(() => expect(heard.map((one) => one.topic)).toContain(topic), {
        timeout: 20_000,
        interval: 50,
      })
    await hears('ready')
    await killDatabase()
    await vi.waitFor(async () => expect((await readyz(second)).status).toBe(503), {
      timeout: 20_000,
      interval: 20,
    })
    await untilReady(first)
    await untilReady(second)
    // Both servers and the worker listen again, after a pause that grew with the outage; from then on a change is
    // heard at once, and nothing counted before it is trusted.
    await vi.waitFor(async () => expect(await listeners()).toBe(3), { timeout: 20_000, interval: 100 })
    const known = await totalOf(first)
    await vi.waitFor(async () => expect(await totalOf(second)).toBe(known), { timeout: 2000, interval: 20 })
    for (let n = 1; n <= 3; n++) {
      expect((await saveType(first, `heard_${n}`)).code).toBe(200)
      await vi.waitFor(async () => expect(await totalOf(second)).toBe(known + n), {
        timeout: 2000,
        interval: 20,
      })
    }
    // The socket of the browser was never closed, and what happens through the first process reaches it.
    const started = await ask<{ taskId: number }>(first, 'POST', '/admin/storerepo/product/export', { token })
    expect(started.code).toBe(200)
    await hears(`task:${started.data.taskId}`)
    expect(socket.readyState).toBe(WebSocket.OPEN)
    socket.close()
  },
  2 * MINUTE,
)

test(
  'an import goes on when the database is back, with every row once',
  async () => {
    const STAFF = 900
    const [dept] = await rowsOf<{ name: string }>(
      'select "deptName" as "name" from "dept" order by "id" limit 1',
    )
    const [role] = await rowsOf<{ name: string }>(
      'select "roleName" as "name" from "role" order by "id" limit 1',
    )
    const lines = ['账号,姓名,手机号,部门,角色']
    for (let n = 1; n <= STAFF; n++)
      lines.push(
        `person${n},员工乙,137${String(n).padStart(8, '0')},${n === 450 ? '没有的部门' : dept?.name},${role?.name}`,
      )
    const { body, headers } = multipart('admin.csv', lines.join('\n'))
    const answer = await fetch(`${first.url}/api/file/import/upload?bizType=admin&force=1`, {
      method: 'POST',
      headers: { ...headers, 'x-token': token },
      body: new Uint8Array(body),
    })
    const { taskId } = JSON.parse(await answer.text()).data
    const task = async () =>
      (
        await rowsOf<{ status: number; done: number; success: number; fail: number }>(
          'select "status", "done", "success", "fail" from "fileTask" where "id" = $1',
          [taskId],
        )
      )[0]
    for (;;) {
      const now = await task()
      expect(now?.status).toBeLessThan(2)
      if ((now?.done ?? 0) > 0) break
      await delay(2)
    }
    await killDatabase()
    await vi.waitFor(async () => expect((await task())?.status).toBeGreaterThan(1), {
      timeout: 3 * MINUTE,
      interval: 500,
    })
    expect(await task()).toEqual({ status: 6, done: STAFF, success: STAFF - 1, fail: 1 })
    expect(await rowsOf(`select count(*)::int as n from "admin" where "account" like 'person%'`)).toEqual([
      { n: STAFF - 1 },
    ])
  },
  5 * MINUTE,
)

test(
  'a database that cannot come back: a clear text at once, readyz 503, and a clean stop',
  async () => {
    await untilReady(first)
    const pgDir = join(dataDir, 'pg')
    await killDatabase()
    await rename(pgDir, `${pgDir}.away`)
    await vi.waitFor(
      async () =>
        expect(await readyz(first)).toEqual({
          status: 503,
          body: { status: 'failing', failing: ['database'] },
        }),
      { timeout: 20_000, interval: 50 },
    )
    const answers: Timed[] = []
    for (const server of [first, second]) {
      answers.push(await saveType(server, 'never_there'))
      answers.push(await call(server, 'GET', '/admin/platform/type/list'))
      expect((await readyz(server)).status).toBe(503)
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    }
    expectClear(answers)
    expect(answers.map(({ code }) => code)).toEqual([500, 500, 500, 500])
    // It gives up in the end, says so, and still answers.
    await vi.waitFor(() => expect(first.output()).toMatch(/数据库启动失败.*\n|已停止重启/), {
      timeout: MINUTE,
      interval: 200,
    })
    expectClear([await saveType(first, 'never_there')])
    expect(await stopServer(second)).toBe(0)
    expect(await stopServer(first)).toBe(0)
  },
  3 * MINUTE,
)
