import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataDir } from './lock.ts'
import { readPostmaster } from './postmaster.ts'
import { isAlive } from './process.ts'
import { type Postgres, startPostgres } from './supervisor.ts'

const HOLDER = fileURLToPath(new URL('../../../tests/hold-postgres.ts', import.meta.url))
const quiet = { info() {}, warn() {}, error() {} }

let dataDir: string
let holder: ChildProcess | undefined
let running: Postgres | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ts-pg-'))
})

afterEach(async () => {
  holder?.kill('SIGKILL')
  await running?.stop()
  const left = await postmasterPid()
  if (left !== undefined) process.kill(left, 'SIGQUIT')
  await rm(dataDir, { recursive: true, force: true })
  holder = undefined
  running = undefined
})

async function postmasterPid(): Promise<number | undefined> {
  return (await readPostmaster(join(dataDir, 'pg')))?.pid
}

async function holdElsewhere(): Promise<{ url: string; adopted: boolean }> {
  holder = spawn(process.execPath, [HOLDER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (holder.stdout === null) throw new Error('no output')
  for await (const line of createInterface(holder.stdout)) return JSON.parse(line)
  throw new Error('the holder ended early')
}

async function killHolder(): Promise<void> {
  if (holder === undefined) return
  const ended = once(holder, 'exit')
  holder.kill('SIGKILL')
  await ended
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const answer = await client.query({ text: sql, rowMode: 'array' })
    return answer.rows[0]?.[0]
  } finally {
    await client.end()
  }
}

test('a database that outlived a killed server is adopted with its rows, and stopped', async () => {
  const first = await holdElsewhere()
  expect(first.adopted).toBe(false)
  await ask(first.url, 'create table kept (n int)')
  await ask(first.url, 'insert into kept values (7)')
  await expect(lockDataDir(dataDir)).rejects.toThrow(`数据目录正被进程${holder?.pid}使用`)
  const pid = await postmasterPid()

  await killHolder()
  const lock = await lockDataDir(dataDir)
  running = await startPostgres({ dataDir, log: quiet })
  expect(running.adopted).toBe(true)
  expect(await postmasterPid()).toBe(pid)
  expect(running.url).toBe(first.url)
  expect(await ask(running.url, 'select n from kept')).toBe(7)

  await running.stop()
  expect(pid !== undefined && isAlive(pid)).toBe(false)
  await lock.release()
  await lockDataDir(dataDir)
})

test('the database is durable, in UTF-8 and UTC, and keeps its password to itself', async () => {
  running = await startPostgres({ dataDir, log: quiet })
  expect(await ask(running.url, 'show fsync')).toBe('on')
  expect(await ask(running.url, 'show synchronous_commit')).toBe('on')
  expect(await ask(running.url, 'show server_encoding')).toBe('UTF8')
  expect(await ask(running.url, 'show timezone')).toBe('UTC')
  expect(await ask(running.url, 'show listen_addresses')).toBe('')
  await expect(ask(running.url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
})

test('a database that dies is started again at the same address', async () => {
  running = await startPostgres({ dataDir, log: quiet })
  const pid = await postmasterPid()
  if (pid === undefined) throw new Error('not running')
  process.kill(pid, 'SIGKILL')
  const { url } = running
  await expect.poll(() => ask(url, 'select 1').catch(() => undefined), { timeout: 15_000 }).toBe(1)
  expect(await postmasterPid()).not.toBe(pid)
})

test('stopping is waited for also by a process that has nothing else to do', async () => {
  const program = `
    import { startPostgres } from ${JSON.stringify(new URL('./supervisor.ts', import.meta.url).href)}
    const { stop } = await startPostgres({ dataDir: process.argv[1], log: console })
    await stop()
    console.log('stopped')`
  holder = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (holder.stdout === null) throw new Error('no output')
  expect(await text(holder.stdout)).toBe('stopped\n')
  expect(await postmasterPid()).toBeUndefined()
})

test('leftovers of a crash do not block: dead process, and an id that another program got', async () => {
  running = await startPostgres({ dataDir, log: quiet })
  const pid = await postmasterPid()
  if (pid === undefined) throw new Error('not running')
  const pidFile = await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')
  await running.stop()
  for (const leftover of [String(pid), String(process.pid)]) {
    await writeFile(join(dataDir, 'pg', 'postmaster.pid'), pidFile.replace(String(pid), leftover))
    running = await startPostgres({ dataDir, log: quiet })
    expect(running.adopted).toBe(false)
    await running.stop()
  }
})

test('without sockets it listens on a loopback port', async () => {
  running = await startPostgres({ dataDir, log: quiet, loopback: true })
  expect(running.url).toMatch(/@127\.0\.0\.1:\d+\/tongshang$/)
  expect(await ask(running.url, 'select 1')).toBe(1)
})

test('a directory too deep for a socket path gets its socket elsewhere', async () => {
  await chmod(dataDir, 0o755)
  running = await startPostgres({ dataDir: join(dataDir, 'd'.repeat(90)), log: quiet })
  const socketDir = new URLSearchParams(running.url.split('?')[1]).get('host') ?? ''
  expect(socketDir).not.toContain(dataDir)
  expect(await ask(running.url, 'select 1')).toBe(1)
  await running.stop()
  await rm(socketDir, { recursive: true })
})

test.runIf(process.getuid?.() === 0)('started by root, a closed directory above is named', async () => {
  await expect(startPostgres({ dataDir: join(dataDir, 'inside'), log: quiet })).rejects.toThrow(
    `无法进入目录 ${dataDir}（`,
  )
})

test('the lock of a dead process or of a reused process id is taken over, that of a living one is not', async () => {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(ended, 'exit')
  for (const stale of [{ pid: ended.pid }, { pid: process.pid, start: '1' }, 'not json']) {
    await writeFile(join(dataDir, 'server.lock'), JSON.stringify(stale))
    const lock = await lockDataDir(dataDir)
    await expect(lockDataDir(dataDir)).rejects.toThrow(`数据目录正被进程${process.pid}使用`)
    await lock.release()
  }
})
