// A file that breaks the process that works on it: real processes, real lack of memory. Architecture §4, platform §10.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadSheet } from './importing.ts'
import { ask, firstToken, type ServerProcess, startServer, stopServer } from './server.ts'

const PORT = 18380
const PASSWORD = 'Ts-first-2026'
const BREAKING = fileURLToPath(new URL('breakWorker.mjs', import.meta.url))
const MINUTE = 60_000

interface Task {
  id: number
  status: number
  message: string
  attempts: number
  success: number
  done: number
}

let root: string
let server: ServerProcess
let token: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ts-broken-'))
  // The database runs as somebody else when the tests run as root.
  await chmod(root, 0o711)
  server = await startServer(PORT, join(root, 'data'), {
    TS_WORKERS: '1',
    TS_ADMIN_PASSWORD: PASSWORD,
    NODE_OPTIONS: `--import ${pathToFileURL(BREAKING)}`,
  })
  token = await firstToken(server, PASSWORD)
}, 2 * MINUTE)

afterAll(async () => {
  if (server !== undefined) await stopServer(server)
  await rm(root, { recursive: true, force: true })
}, MINUTE)

const upload = (code: string, name: string): Promise<number> =>
  uploadSheet(server, token, 'unit', ['单位代码,单位名称', `${code},${name}`])

/** A task as its owner sees it among their uploads. */
async function taskOf(id: number): Promise<Task> {
  const { data } = await ask<{ list: Task[] }>(server, 'GET', '/file/import/list?limit=20', { token })
  const task = data.list.find((one) => one.id === id)
  if (task === undefined) throw new Error('no task')
  return task
}

const endOf = async (id: number): Promise<Task> => {
  await expect
    .poll(async () => (await taskOf(id)).status, { timeout: MINUTE, interval: 200 })
    .toBeGreaterThan(1)
  return taskOf(id)
}

const breakdowns = (): number => server.output().match(/JavaScript heap out of memory/g)?.length ?? 0

test(
  'a task that breaks its worker fails at once with a reason, and the next worker does not take it',
  async () => {
    const bad = await endOf(await upload('B1', '撑破内存一'))
    expect(bad).toMatchObject({ status: 3, success: 0 })
    expect(bad.message).toContain('内存不足或文件内容异常')
    expect(bad.message).toContain('请检查文件、拆分后重新上传')
    expect(breakdowns()).toBe(1)
    // The next worker does what follows, and only that.
    expect(await endOf(await upload('G1', '好单位一'))).toMatchObject({ status: 2, success: 1 })
    expect(await taskOf(bad.id)).toEqual(bad)
    expect(breakdowns()).toBe(1)
  },
  3 * MINUTE,
)

test(
  'what runs beside it is tried again and done; the one to blame is found',
  async () => {
    const before = breakdowns()
    const good = await upload('G2', '慢慢来')
    await expect.poll(async () => (await taskOf(good)).status, { timeout: MINUTE, interval: 50 }).toBe(1)
    const bad = await upload('B2', '撑破内存二')
    expect(await endOf(good)).toMatchObject({ status: 2, success: 1 })
    const failed = await endOf(bad)
    expect(failed.status).toBe(3)
    expect(failed.message).toContain('内存不足或文件内容异常')
    // Once beside the other, once alone.
    expect(breakdowns() - before).toBe(2)
  },
  4 * MINUTE,
)
