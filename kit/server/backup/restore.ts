import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dayKey, zonedTime } from '#kit/shared/time.ts'
import { compareCounts } from './backup.ts'
import { BACKUP_BAD, BackupError, checkBackupFile, type Manifest, unpackBackupFile } from './backupFile.ts'
import { endServer, ownerIn, scratchDir, withDatabase } from './scratch.ts'
import { restoreUploads, UPLOADS_LIST } from './uploads.ts'
import { clearWalSettings, knownLine, layOutWal, newLine, writeLine } from './wal.ts'

export interface RestoreOptions {
  file: string
  dataDir: string
  /** where the copies of uploads and the saved log lie */
  backupDir: string
  /** the key given from outside; null when there is none */
  key: Buffer | null
  /** goes on behind the backup up to this moment */
  time?: Date
  /** brings the restored database to this program: migrations, sessions ended. A throw leaves everything as it was */
  prepare(url: string): Promise<void>
}

export interface Restored {
  manifest: Manifest
  /** where the data that was there before lies now */
  aside: string
  /** uploads nobody has a copy of */
  missing: string[]
}

const NO_LOG = '保存的日志没有到恢复时间为止，未做任何改动'

// What belongs to an installation's state; the rest of the data directory (logs, sockets, backups) stays.
const PARTS = ['pg', 'pg-password', 'secret.key', 'secret.check', 'files', 'wal-line']

/**
 * Restores a backup while the server is stopped; the caller holds the data directory's lock. Everything is laid out,
 * started and compared in a directory aside, and only then changes places with the present data, which is kept.
 * Throws BackupError 备份文件校验失败 and has changed nothing. Platform §14.6.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, dataDir, backupDir, time } = options
  const manifest = await checkBackupFile(file)
  if (manifest.encrypted && options.key === null)
    throw new BackupError('备份已加密，请设置备份时的 TS_SECRET_KEY')
  if (time !== undefined && (manifest.database === null || time < new Date(manifest.time)))
    throw new BackupError('恢复时间须在备份之后，且备份须包含数据库')
  const key = options.key ?? Buffer.alloc(0)
  const making = await scratchDir(dataDir, 'restoring')
  try {
    const owner = ownerIn(dataDir)
    await unpackBackupFile(file, making, key, owner)
    const listFile = join(making, UPLOADS_LIST)
    const presentFiles = join(dataDir, 'files')
    const list = await readFile(listFile, 'utf8')
    const missing = await restoreUploads(list, { backupDir, presentFiles }, join(making, 'files'), key)
    if (manifest.database !== null) {
      await endServer(dataDir)
      const { line, firstWal, counts } = manifest.database
      const pgDir = join(making, 'pg')
      if (time !== undefined) {
        const presentPgDir = (await knownLine(dataDir)) === line ? join(dataDir, 'pg') : null
        await layOutWal({ pgDir, owner }, { backupDir, line, firstWal, presentPgDir }, key, time)
      }
      const finish = async (url: string): Promise<void> => {
        if (time === undefined) await compareCounts(url, counts)
        await options.prepare(url)
      }
      await withDatabase(making, finish, time === undefined ? BACKUP_BAD : NO_LOG)
      if (time !== undefined) await clearWalSettings(pgDir)
      await writeLine(making, newLine())
    }
    const aside = join(dataDir, `before-restore-${stamp()}`)
    await changePlaces(dataDir, making, aside)
    return { manifest, aside, missing }
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

function stamp(): string {
  const now = new Date()
  const { hour, minute, second } = zonedTime(now)
  return `${dayKey(now)}${[hour, minute, second].map((part) => String(part).padStart(2, '0')).join('')}`
}

async function changePlaces(dataDir: string, making: string, aside: string): Promise<void> {
  await mkdir(aside, { mode: 0o700 })
  const done: [from: string, to: string][] = []
  const move = async (from: string, to: string): Promise<void> => {
    if (!existsSync(from)) return
    await rename(from, to)
    done.push([from, to])
  }
  try {
    for (const name of PARTS) {
      if (!existsSync(join(making, name))) continue
      await move(join(dataDir, name), join(aside, name))
      await move(join(making, name), join(dataDir, name))
    }
  } catch (error) {
    for (const [from, to] of done.reverse()) await rename(to, from)
    throw error
  }
}
