import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, processStart } from './process.ts'

interface Holder {
  pid: number
  start?: string
}

export interface DataDirLock {
  /** Gives the directory free; does nothing when it was taken over meanwhile. */
  release(): Promise<void>
}

/**
 * One server owns a data directory (platform §14.2): writes `server.lock` with this process's id. The lock of a
 * dead process is taken over, also when its id is in use again by another program.
 * Throws 数据目录正被进程{pid}使用 while another server lives.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, 'server.lock')
  const mine = JSON.stringify({ pid: process.pid, start: processStart(process.pid) })
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(aside, mine, { mode: 0o600, flag: 'wx' })
  try {
    // Linking a finished file is atomic: nobody ever reads a lock that is there but not yet written.
    while (!(await linkNew(aside, path))) await removeStale(path)
  } finally {
    await rm(aside, { force: true })
  }
  return {
    async release() {
      if ((await readText(path)) === mine) await rm(path, { force: true })
    },
  }
}

async function removeStale(path: string): Promise<void> {
  const text = await readText(path)
  if (text === undefined) return
  const holder = parseHolder(text)
  if (holder !== undefined && isHolding(holder)) throw new Error(`数据目录正被进程${holder.pid}使用`)
  // Two starters may judge the same stale lock: only the one that moved exactly what it judged may go on.
  const moved = `${path}.stale.${process.pid}`
  try {
    await rename(path, moved)
  } catch {
    return
  }
  if ((await readText(moved)) !== text) await linkNew(moved, path)
  await rm(moved, { force: true })
}

function isHolding(holder: Holder): boolean {
  if (!isAlive(holder.pid)) return false
  const start = processStart(holder.pid)
  return start === undefined || holder.start === undefined || start === holder.start
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number')
      return
    return 'start' in value && typeof value.start === 'string'
      ? { pid: value.pid, start: value.start }
      : { pid: value.pid }
  } catch {
    return undefined
  }
}

async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return undefined
  }
}
