// A worker process is there when there is work, and only then. Decision 0099.
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipart } from './importing.ts'
import { ask, type ServerProcess, startServer, stopServer } from './server.ts'

const PASSWORD = 'Ts-first-2026'
const MINUTE = 60_000

let root: string
let server: ServerProcess
let token: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ts-rest-'))
  // The database runs as somebody else when the tests run as root.
  await chmod(root, 0o711)
  server = await startServer(18440, join(root, 'data'), {
    TS_WORKERS: '1',
    TS_WORKER_IDLE: '2',
    TS_ADMIN_PASSWORD: PASSWORD,
  })
  const account = { account: 'admin', pwd: PASSWORD, key: '', code: '' }
  token = (await ask<{ token: string }>(server, 'POST', '/admin/login', { body: account })).data.token
  // The given password is a first one: it is changed before anything else is done.
  const newPwd = 'Ts-second-2026'
  const pwd = { oldPassword: PASSWORD, password: newPwd, confirmPassword: newPwd }
  expect((await ask(server, 'POST', '/admin/login/update/password', { token, body: pwd })).code).toBe(200)
}, 2 * MINUTE)

afterAll(async () => {
  if (server !== undefined) await stopServer(server)
  await rm(root, { recursive: true, force: true })
}, MINUTE)

/** The workers of the server: its children that were started from the file of workers. */
function workers(): number {
  const list = execFileSync('ps', ['-eo', 'ppid=,args='], { encoding: 'utf8' }).split('\n')
  return list.filter((line) => {
    const [, parent, command = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(parent) === server.child.pid && command.includes('workerStart.ts')
  }).length
}

async function upload(code: string): Promise<number> {
  const { body, headers } = multipart('unit.csv', `单位代码,单位名称\n${code},静止${code}\n`)
  const answer = await fetch(`${server.url}/api/file/import/upload?bizType=unit&force=1`, {
    method: 'POST',
    headers: { ...headers, 'x-token': token },
    body: new Uint8Array(body),
  })
  return JSON.parse(await answer.text()).data.taskId
}

async function statusOf(id: number): Promise<number | undefined> {
  const { data } = await ask<{ list: { id: number; status: number }[] }>(
    server,
    'GET',
    '/file/import/list?limit=20',
    { token },
  )
  return data.list.find((one) => one.id === id)?.status
}

const gone = () => expect.poll(workers, { timeout: MINUTE, interval: 100 }).toBe(0)

test(
  'at rest there is no worker; an import starts one, which ends after it, and the next one starts another',
  async () => {
    await gone()
    for (const code of ['R1', 'R2']) {
      const id = await upload(code)
      await expect.poll(workers, { timeout: MINUTE, interval: 20 }).toBe(1)
      await expect.poll(() => statusOf(id), { timeout: MINUTE, interval: 100 }).toBe(2)
      await gone()
    }
    // While it rests, the schedule goes on: what would find nothing is passed over.
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  },
  4 * MINUTE,
)
