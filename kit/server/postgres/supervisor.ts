import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, clusterUrl, openCluster, programOptions } from './cluster.ts'
import { type Postmaster, readPostmaster } from './postmaster.ts'
import { isAlive, processCommand } from './process.ts'

const DATABASE = 'tongshang'
const USUAL_RESTARTS = 5
const RESTART_DELAY_MS = 250
const STEADY_MS = 60_000
const RECOVERY_MS = 600_000
const FAST_STOP_MS = 30_000
const QUICK_STOP_MS = 10_000
const LOG_LIMIT = 20_000_000

const SETTINGS = {
  jit: 'off',
  log_min_messages: 'log',
  max_connections: '100',
  // With the usual 1 GB an import of products brought a checkpoint every ten seconds, and after each of them every page that is
  // written goes to the log whole. Decision 0223.
  max_wal_size: '4GB',
  // Log that is not saved beside the backups is kept this long; then the disk is worth more.
  max_slot_wal_keep_size: '4GB',
  // What does not fit lies in the cache of the system, which gives it back when others need the memory.
  shared_buffers: '128MB',
  timezone: 'UTC',
  unix_socket_permissions: '0700',
  wal_level: 'replica',
  // With the usual 4 MB the rows of a word that 83,000 of 1,000,000 users have are kept page by page, and each row of the pages
  // is looked at again: 115 ms of the processor for their count instead of 50.
  work_mem: '16MB',
}
/**
 * A statement whose process has died ends within a second and frees its locks; elsewhere the server cannot look. After a
 * crash the file system is asked once to write what it holds: thousands of files one by one take seconds.
 */
const ON_LINUX =
  process.platform === 'linux'
    ? { client_connection_check_interval: '1000', recovery_init_sync_method: 'syncfs' }
    : {}
const DURABLE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }
const FORGETFUL = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

export interface PostgresOptions {
  dataDir: string
  log: { info(text: string): void; warn(text: string): void; error(text: string): void }
  /** Called once when the database died and could not be started again. */
  onExit?: (error: Error) => void
  /** How often a server that fails is started again; 5 unless given. */
  restarts?: number
  /** For tests only: loses data when the machine fails, in exchange for speed. */
  forgetful?: boolean
  /** For tests only: in place of the usual ones. */
  settings?: Readonly<Record<string, string>>
  /** Listen on a loopback port instead of a Unix socket; always so on Windows. */
  loopback?: boolean
}

export interface Postgres {
  /** Address of the database `tongshang`; stays the same when the server is restarted. */
  url: string
  /** Whether a server left over by a killed process was found running and taken over. */
  adopted: boolean
  /** Ends the server (also an adopted one): fast shutdown, after 30 s an immediate one. */
  stop(): Promise<void>
}

interface Running {
  pid: number
  exited: Promise<void>
}

/**
 * Starts the product's own PostgreSQL in `<dataDir>/pg`, making the cluster at the first start, or adopts the one
 * that outlived a killed server (architecture §6, platform §14.2). The caller holds `lockDataDir`.
 * A server that dies is started again, up to five times with growing pauses until one has run for a minute.
 * Throws when the cluster cannot be made or started; the message carries the end of `pg.log`.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { log, restarts = USUAL_RESTARTS } = options
  const opened = await openCluster(options.dataDir, options.loopback ?? process.platform === 'win32')
  const left = await findRunning(opened)
  // An adopted server keeps its address, and so does every later start of ours.
  const cluster = left === undefined ? opened : { ...opened, socketDir: left.socketDir, port: left.port }
  let stopping = false
  let failures = 0

  const launch = async (): Promise<Running> => {
    for (;;) {
      try {
        return await startServer(cluster, options)
      } catch (error) {
        if (stopping || ++failures > restarts) throw error
        log.warn(`数据库启动失败，稍后重试：${error instanceof Error ? error.message : error}`)
        await delay(RESTART_DELAY_MS * 2 ** failures)
      }
    }
  }
  let current = left === undefined ? launch() : Promise.resolve(adopt(left))
  await current
  await createDatabase(clusterUrl(cluster, 'postgres'))

  const keepRunning = async () => {
    for (;;) {
      const { pid, exited } = await current
      const since = Date.now()
      await exited
      if (stopping) return
      failures = Date.now() - since > STEADY_MS ? 1 : failures + 1
      if (failures > restarts) throw new Error(`数据库反复退出，已停止重启，原因见 ${cluster.logFile}`)
      log.warn(`数据库进程 ${pid} 意外退出，正在重新启动（第 ${failures} 次）`)
      current = delay(RESTART_DELAY_MS * 2 ** failures).then(launch)
    }
  }
  keepRunning().catch((error: unknown) => {
    if (!stopping) options.onExit?.(error instanceof Error ? error : new Error(String(error)))
  })

  return {
    url: clusterUrl(cluster, DATABASE),
    adopted: left !== undefined,
    async stop() {
      stopping = true
      const running = await current.catch(() => undefined)
      if (running !== undefined) await shutDown(running)
    },
  }
}

/** The address of the database that runs in a data directory, for whom only visits it; undefined when none runs. */
export async function findPostgres(dataDir: string): Promise<string | undefined> {
  if (!existsSync(join(dataDir, 'pg'))) return undefined
  const cluster = await openCluster(dataDir, process.platform === 'win32')
  const { socketDir, port } = (await findRunning(cluster)) ?? {}
  return socketDir === undefined || port === undefined
    ? undefined
    : clusterUrl({ ...cluster, socketDir, port }, DATABASE)
}

/** The server that a killed process left running in our cluster; anything else that `postmaster.pid` names is cleared. */
async function findRunning(cluster: Cluster): Promise<Postmaster | undefined> {
  const until = Date.now() + RECOVERY_MS
  for (;;) {
    const found = await readPostmaster(cluster.pgDir)
    if (found === undefined || !isAlive(found.pid)) return undefined
    if (processCommand(found.pid)?.includes('postgres') === false) {
      // The id belongs to another program by now. PostgreSQL itself would only see that somebody lives there.
      await rm(join(cluster.pgDir, 'postmaster.pid'), { force: true })
      return undefined
    }
    if (found.ready && (await isOurs(cluster, found))) return found
    if (Date.now() > until) throw new Error(`数据目录中的数据库进程${found.pid}没有应答`)
    await delay(50)
  }
}

async function isOurs(cluster: Cluster, found: Postmaster): Promise<boolean> {
  const { socketDir, port } = found
  const client = new pg.Client(clusterUrl({ ...cluster, socketDir, port }, 'postgres'))
  try {
    await client.connect()
    const answer = await client.query<{ dir: string }>(`select current_setting('data_directory') as dir`)
    return answer.rows[0]?.dir === cluster.pgDir
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Not our child, so its end is seen only by looking. */
function adopt({ pid }: Postmaster): Running {
  const exited = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return
      clearInterval(timer)
      resolve()
    }, 200)
    timer.unref()
  })
  return { pid, exited }
}

async function startServer(cluster: Cluster, options: PostgresOptions): Promise<Running> {
  const settings = {
    ...SETTINGS,
    ...ON_LINUX,
    ...(options.forgetful ? FORGETFUL : DURABLE),
    ...options.settings,
    port: String(cluster.port),
    listen_addresses: cluster.socketDir === '' ? '127.0.0.1' : '',
    unix_socket_directories: cluster.socketDir,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  await rotateLog(cluster.logFile)
  const logFile = openSync(cluster.logFile, 'a', 0o600)
  // Detached, with files for output: neither the end of this process nor Ctrl-C at its terminal reaches it.
  const child = spawn(cluster.postgres, ['-D', cluster.pgDir, ...args], {
    ...programOptions(cluster.owner, cluster.pgDir),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', logFile, logFile],
  })
  closeSync(logFile)
  child.unref()
  let ended = ''
  const exited = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      ended = error.message
      resolve()
    })
    child.on('exit', (code, signal) => {
      ended = `退出码 ${code ?? signal}`
      resolve()
    })
  })
  const until = Date.now() + RECOVERY_MS
  for (;;) {
    if (ended !== '') throw new Error(`数据库启动失败（${ended}）：\n${await logEnd(cluster.logFile)}`)
    const found = await readPostmaster(cluster.pgDir)
    if (child.pid !== undefined && found?.pid === child.pid && found.ready) return { pid: child.pid, exited }
    if (Date.now() > until) throw new Error(`数据库未能就绪，原因见 ${cluster.logFile}`)
    await delay(20)
  }
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

async function shutDown({ pid, exited }: Running): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', QUICK_STOP_MS],
  ] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    // The timer also keeps this process alive: a child we let go of does not.
    const impatient = new AbortController()
    const waiting = delay(patience, undefined, { signal: impatient.signal }).catch(() => undefined)
    await Promise.race([exited, waiting])
    impatient.abort()
  }
  if (isAlive(pid)) throw new Error(`数据库进程${pid}没有结束`)
}

async function rotateLog(path: string): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LOG_LIMIT) await rename(path, `${path}.1`)
}

async function logEnd(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).trimEnd().split('\n').slice(-10).join('\n')
}
