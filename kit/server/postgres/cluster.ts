import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { postgresBinaries } from './binaries.ts'
import { assertReachable, clusterOwner, type Owner } from './owner.ts'

const USER = 'tongshang'
const SOCKET_PORT = 5432
// sockaddr_un holds 104 bytes on macOS and 108 on Linux, the closing zero included.
const SOCKET_PATH_LIMIT = 103

/** Where a cluster lies, whom it belongs to and how it is reached. */
export interface Cluster {
  pgDir: string
  logFile: string
  password: string
  owner: Owner | undefined
  postgres: string
  /** Empty: listens on a loopback port instead. */
  socketDir: string
  port: number
}

/**
 * Finds the cluster in `<dataDir>/pg`, or makes it (UTF-8, locale C, checksums, scram with a random password kept
 * 0600 beside it). The programs run as an unprivileged user when we are root.
 * Throws when that user cannot reach the directories, when the password is lost, or when initdb fails.
 */
export async function openCluster(dataDirGiven: string, loopback: boolean): Promise<Cluster> {
  await mkdir(dataDirGiven, { recursive: true })
  const dataDir = await realpath(dataDirGiven)
  const pgDir = join(dataDir, 'pg')
  const owner = clusterOwner(pgDir)
  const binaries = postgresBinaries()
  if (owner !== undefined) {
    await chmod(dataDir, (await lstat(dataDir)).mode | 0o011)
    assertReachable(pgDir, owner)
    assertReachable(await realpath(binaries.postgres), owner)
  }
  const socketDir = loopback ? '' : await openSocketDir(dataDir, owner)
  const passwordFile = join(dataDir, 'pg-password')
  if (!existsSync(pgDir)) await initialize(dataDir, pgDir, passwordFile, binaries.initdb, owner)
  if (!existsSync(passwordFile)) throw new Error(`数据库口令文件丢失：${passwordFile}，请从备份中恢复该文件`)
  return {
    pgDir,
    logFile: join(dataDir, 'pg.log'),
    password: (await readFile(passwordFile, 'utf8')).trim(),
    owner,
    postgres: binaries.postgres,
    socketDir,
    port: loopback ? await freePort() : SOCKET_PORT,
  }
}

/** The address of one database of a cluster, in the form pg understands. */
export function clusterUrl({ password, socketDir, port }: Cluster, database: string): string {
  return socketDir === ''
    ? `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
    : `postgres://${USER}:${password}@/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`
}

/** What the programs need of our environment and no more: ours may hold secrets. */
export function programOptions(owner: Owner | undefined, cwd: string) {
  const names = ['PATH', 'SystemRoot', 'TEMP', 'TMPDIR']
  const env = Object.fromEntries(names.map((name) => [name, process.env[name]]))
  return { cwd, env: { ...env, LC_ALL: 'C', TZ: 'UTC' }, ...owner }
}

async function openSocketDir(dataDir: string, owner: Owner | undefined): Promise<string> {
  const beside = join(dataDir, 'run')
  const fits = Buffer.byteLength(join(beside, `.s.PGSQL.${SOCKET_PORT}.lock`)) <= SOCKET_PATH_LIMIT
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const dir = fits ? beside : join(await realpath(tmpdir()), `tongshang-${digest}`)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const found = await lstat(dir)
  const allowed = [process.getuid?.(), owner?.uid]
  // The temporary directory is open to all: a directory somebody else put there must not be trusted.
  if (!found.isDirectory() || !allowed.includes(found.uid))
    throw new Error(`目录 ${dir} 不属于本程序，请先移走`)
  if (owner !== undefined) {
    await chown(dir, owner.uid, owner.gid)
    assertReachable(join(dir, 'socket'), owner)
  }
  return dir
}

async function initialize(
  dataDir: string,
  pgDir: string,
  passwordFile: string,
  initdb: string,
  owner: Owner | undefined,
): Promise<void> {
  // Made aside and renamed: a start that is cut off leaves nothing that looks like a cluster.
  const making = join(dataDir, 'pg.making')
  const givenPassword = join(making, 'password')
  const cluster = join(making, 'pg')
  const password = randomBytes(24).toString('hex')
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { mode: 0o700 })
  await writeFile(givenPassword, password, { mode: 0o600 })
  if (owner !== undefined) {
    for (const path of [making, givenPassword]) await chown(path, owner.uid, owner.gid)
  }
  await run(
    initdb,
    [
      '-D',
      cluster,
      '-U',
      USER,
      '-E',
      'UTF8',
      '--locale=C',
      '--auth=scram-sha-256',
      '--pwfile',
      givenPassword,
    ],
    programOptions(owner, making),
  )
  await writeFile(passwordFile, password, { mode: 0o600 })
  await rename(cluster, pgDir)
  await rm(making, { recursive: true, force: true })
}

function run(program: string, args: string[], options: ReturnType<typeof programOptions>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`数据库初始化失败（${dirname(program)}）：${output}`)),
    )
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
