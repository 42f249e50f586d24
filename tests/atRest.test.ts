// A worker process is there when there is work, and only then. Decision 0099.
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadSheet } from './importing.ts'
import { ask, firstToken, type ServerProcess, startServer, stopServer } from './server.ts'

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
  token = await firstToken(server, PASSWORD)
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

const upload = (code: string): Promise<number> =>
  uploadSheet(server, token, 'unit', ['单位代码,单位名称', `${code},静止${code}`])

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
