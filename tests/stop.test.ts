// What is left of the processes of the product when one of them is stopped or killed. Platform §14.5.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readPostmaster } from '#kit/server/postgres/postmaster.ts'
import { isAlive } from '#kit/server/postgres/process.ts'
import { startPostgres } from '#kit/server/postgres/supervisor.ts'
import { launchServer, startServer, stopServer } from './server.ts'

const PORT = 18360
const SOON_MS = 2000
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const quiet = { info() {}, warn() {}, error() {} }

let root: string
let dataDir: string

const postmaster = async (): Promise<number | undefined> => (await readPostmaster(join(dataDir, 'pg')))?.pid

/** The processes whose parent, or whose process group, is the one given. */
function processesBy(what: 'ppid' | 'pgid', wanted: number | undefined): number[] {
  return execFileSync('ps', ['-eo', `pid=,${what}=`], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, of]) => (pid !== undefined && of === wanted ? [pid] : []))
}

/** The workers of a server: its children but for the database. */
async function workersOf(server: number | undefined): Promise<number[]> {
  const database = await postmaster()
  return processesBy('ppid', server).filter((pid) => pid !== database)
}

async function msUntilGone(pids: readonly number[]): Promise<number> {
  const start = Date.now()
  while (pids.some(isAlive) && Date.now() - start < 20_000) await delay(20)
  return Date.now() - start
}

/** How many pieces of the log of the database have been saved. */
async function savedLogs(): Promise<number> {
  const names = await readdir(join(dataDir, 'backups', 'wal'), { recursive: true }).catch(() => [])
  return names.filter((name) => name.includes('.zst')).length
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ts-stop-'))
  // The database runs as somebody else when the tests run as root.
  await chmod(root, 0o711)
  dataDir = join(root, 'data')
})
afterAll(async () => {
  const left = await postmaster()
  if (left !== undefined && isAlive(left)) {
    process.kill(left, 'SIGQUIT')
    await vi.waitFor(() => expect(isAlive(left)).toBe(false), { timeout: 20_000 })
  }
  await rm(root, { recursive: true, force: true })
})

test('workers end with their killed server, also while they start', async () => {
  const server = await startServer(PORT, dataDir, { TS_WORKERS: '2', TS_WORKER_IDLE: '0' })
  const starting = await workersOf(server.child.pid)
  expect(starting).toHaveLength(2)
  server.child.kill('SIGKILL')
  expect(await msUntilGone(starting)).toBeLessThan(SOON_MS)

  const again = await startServer(PORT, dataDir, { TS_WORKERS: '1', TS_WORKER_IDLE: '0' })
  const [worker = 0] = await workersOf(again.child.pid)
  // It has written the schedule by now.
  await delay(5000)
  expect(isAlive(worker)).toBe(true)
  again.child.kill('SIGKILL')
  expect(await msUntilGone([worker])).toBeLessThan(SOON_MS)
}, 90_000)

test('a worker in the middle of a long calculation ends with its server', async () => {
  const busy = fileURLToPath(new URL('busyWorker.ts', import.meta.url))
  const code = `require('node:child_process').spawn(process.execPath, [${JSON.stringify(busy)}], { stdio: 'inherit' })`
  const server = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const worker = Number(String((await once(server.stdout, 'data'))[0]))
  await delay(1000)
  expect(isAlive(worker)).toBe(true)
  server.kill('SIGKILL')
  expect(await msUntilGone([worker])).toBeLessThan(SOON_MS)
}, 30_000)

test('an orderly stop saves the log of the database', async () => {
  const before = await savedLogs()
  const server = await startServer(PORT, dataDir)
  expect(await stopServer(server)).toBe(0)
  expect(await savedLogs()).toBeGreaterThan(before)
  expect(await postmaster()).toBeUndefined()
}, 60_000)

test('a second signal while stopping waits for nobody, and stops the database all the same', async () => {
  const server = await startServer(PORT, dataDir, {
    TS_WORKERS: '1',
    TS_WORKER_IDLE: '0',
    TS_TRUST_PROXY: 'loopback',
  })
  const workers = await workersOf(server.child.pid)
  server.child.kill('SIGTERM')
  await vi.waitFor(() => expect(server.output()).toContain('正在停止'), { timeout: 5000, interval: 10 })
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(1)
  expect(await msUntilGone(workers)).toBeLessThan(SOON_MS)
  expect(await postmaster()).toBeUndefined()
  expect(await readdir(dataDir)).not.toContain('server.lock')
}, 60_000)

test('a signal that follows a SIGHUP is the first one', async () => {
  const server = await startServer(PORT, dataDir, {
    TS_WORKERS: '1',
    TS_WORKER_IDLE: '0',
    TS_TRUST_PROXY: 'loopback',
  })
  server.child.kill('SIGHUP')
  await vi.waitFor(() => expect(server.output()).toContain('正在停止'), { timeout: 5000, interval: 10 })
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
  expect(await postmaster()).toBeUndefined()
}, 60_000)

test('a signal during the start stops what the start has opened', async () => {
  const postgres = await startPostgres({ dataDir, log: quiet })
  await postgres.stop()
  const server = launchServer(PORT, dataDir)
  await vi.waitFor(async () => expect(await postmaster()).toBeDefined(), { timeout: 30_000, interval: 10 })
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(await postmaster()).toBeUndefined()
}, 60_000)

/** `npm start` in a process group of its own, as a shell with job control starts it; ready when this returns. */
async function npmStart() {
  // Without looking after the packages, which the tests stand on.
  const ending = join(root, `end-${Date.now()}`)
  // What the start script ends with is lost behind npm and its shell.
  const code = `import { writeFileSync } from 'node:fs'
    import { run24 } from '${ROOT}scripts/bootstrap.mjs'
    process.on('exit', (code) => writeFileSync('${ending}', String(code)))
    run24('${ROOT}scripts/serve.ts')`
  await writeFile(join(root, 'start.mjs'), code)
  await writeFile(join(root, 'package.json'), JSON.stringify({ scripts: { start: 'node start.mjs' } }))
  const npm = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: {
      ...process.env,
      TS_PORT: String(PORT),
      TS_HOST: '127.0.0.1',
      TS_DATA_DIR: dataDir,
      TS_WORKERS: '1',
      TS_WORKER_IDLE: '0',
    },
  })
  let output = ''
  npm.stdout.on('data', (part) => {
    output += part
  })
  const ready = () =>
    fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(ready, { timeout: 40_000, interval: 100 }).toBe(true)
  return { npm, output: () => output, endedWith: () => readFile(ending, 'utf8').catch(() => '') }
}

test('npm start: Ctrl-C, which goes to every process of the terminal, ends everything once and in order', async () => {
  const { npm, output, endedWith } = await npmStart()
  const tree = processesBy('pgid', npm.pid)
  // npm, the start script, the server and its worker; a shell may stand between.
  expect(tree.length).toBeGreaterThanOrEqual(4)
  const ended = once(npm, 'exit')
  process.kill(-(npm.pid ?? 0), 'SIGINT')
  // By the signal, as shells report it, where one stands between; else in order.
  expect([0, 130, 'SIGINT']).toContain((await ended).find((one) => one !== null))
  await expect.poll(postmaster, { timeout: 20_000, interval: 100 }).toBeUndefined()
  await expect.poll(() => readdir(dataDir), { timeout: 10_000 }).not.toContain('server.lock')
  expect(output().match(/正在停止/g)).toHaveLength(1)
  expect(output()).toContain('已停止')
  // A second signal that counts makes it 1: then neither calls, workers nor the saving of the log are waited for.
  await expect.poll(endedWith, { timeout: 5000 }).toBe('0')
  expect(await msUntilGone(tree)).toBeLessThan(SOON_MS)
}, 90_000)

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'npm start: %s to npm ends everything, in order',
  async (signal) => {
    const { npm, endedWith } = await npmStart()
    npm.kill(signal)
    await expect.poll(postmaster, { timeout: 20_000, interval: 100 }).toBeUndefined()
    await expect.poll(() => readdir(dataDir), { timeout: 10_000 }).not.toContain('server.lock')
    await expect.poll(endedWith, { timeout: 5000 }).toBe('0')
  },
  90_000,
)
