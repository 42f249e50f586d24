import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { dayKey, zonedTime } from '#kit/shared/time.ts'
import { type Db, openDatabase, openPool } from '../database.ts'
import { LOCKS } from '../locks.ts'
import { oneAtATime } from '../oneAtATime.ts'
import type { Settings } from '../settings.ts'
import { type ArchiveEntry, textEntry } from './archive.ts'
import {
  BACKUP_BAD,
  BACKUP_ENDING,
  BackupError,
  checkBackupFile,
  type Manifest,
  readManifest,
  unpackBackupFile,
  writeBackupFile,
} from './backupFile.ts'
import { baseBackup, countTables } from './base.ts'
import { superfluous } from './retain.ts'
import { ownerIn, scratchDir, withDatabase } from './scratch.ts'
import { dropGoneUploads, saveUploads, uploadsEntry } from './uploads.ts'
import { dropWal, lineOf, saveWal } from './wal.ts'

/** What a backup needs to know of the installation. */
export interface BackupPlace {
  settings: Pick<Settings, 'dataDir' | 'backupDir' | 'databaseUrl' | 'secretKey'>
  /** encrypts backups when it was given from outside; a key that lies beside the data would protect nothing */
  secretKey: Buffer
  version: string
}

export interface MadeBackup {
  fileName: string
  size: number
  manifest: Manifest
}

// Without these a data directory that was lost cannot be opened again.
const KEPT_FILES = ['pg-password', 'secret.key', 'secret.check']

const keyOf = (place: BackupPlace): Buffer | null =>
  place.settings.secretKey === undefined ? null : place.secretKey

/** Whether the product saves its database itself; an outside one has its own ways. Platform §14.6. */
export const savesDatabase = (settings: Pick<Settings, 'databaseUrl'>): boolean =>
  settings.databaseUrl === undefined

/** Makes a backup while the product runs: its own database, the keys, and the uploads since the last time. Platform §14.6. */
export async function makeBackup(
  db: Db,
  place: BackupPlace,
  reason: Manifest['reason'],
): Promise<MadeBackup> {
  const { dataDir, backupDir } = place.settings
  const key = keyOf(place)
  const own = savesDatabase(place.settings)
  await sweepParts(backupDir)
  const line = await lineOf(dataDir)
  const schema = await schemaOf(db)
  const base = baseBackup(db)
  const uploads = await saveUploads(join(dataDir, 'files'), backupDir, key)
  async function* entries(): AsyncGenerator<ArchiveEntry, void, void> {
    for (const name of KEPT_FILES) {
      const text = await readFile(join(dataDir, name), 'utf8').catch(() => undefined)
      if (text !== undefined) yield textEntry(name, text)
    }
    yield uploadsEntry(uploads)
    if (own) yield* base.entries
  }
  const now = new Date()
  const fileName = `tongshang-${dayKey(now)}-${clock(now)}-${reason}${BACKUP_ENDING}`
  const made = await writeBackupFile(join(backupDir, fileName), key, entries(), () => ({
    time: new Date().toISOString(),
    reason,
    version: place.version,
    database: own ? { schema, line, ...base.result() } : null,
    uploads: { files: uploads.length, bytes: uploads.reduce((sum, [, size]) => sum + size, 0) },
  }))
  return { fileName, ...made }
}

// What a backup that was cut off has left.
async function sweepParts(backupDir: string): Promise<void> {
  for (const name of await readdir(backupDir).catch(() => []))
    if (name.endsWith(`${BACKUP_ENDING}.part`)) await rm(join(backupDir, name), { force: true })
}

function clock(date: Date): string {
  const { hour, minute, second } = zonedTime(date)
  return [hour, minute, second].map((part) => String(part).padStart(2, '0')).join('')
}

async function schemaOf(db: Db): Promise<Record<string, number>> {
  const rows = await sql<{ room: string; number: number }>`
    select "room", max("number") as number from "schemaMigration" group by 1`.execute(db)
  return Object.fromEntries(rows.rows.map((row) => [row.room, row.number]))
}

/**
 * Verifies a backup by its hashes and by starting it as a second database in a temporary place and comparing the
 * row counts. Throws BackupError with the reason. Platform §14.6.
 */
export async function verifyBackup(
  place: BackupPlace,
  fileName: string,
  signal?: AbortSignal,
): Promise<void> {
  const { dataDir, backupDir } = place.settings
  const file = join(backupDir, fileName)
  const manifest = await checkBackupFile(file)
  if (manifest.database === null) return
  signal?.throwIfAborted()
  const directory = await scratchDir(dataDir, 'verify')
  try {
    await unpackBackupFile(file, directory, place.secretKey, ownerIn(dataDir))
    signal?.throwIfAborted()
    const { counts } = manifest.database
    await withDatabase(directory, (url) => compareCounts(url, counts))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Throws BackupError unless a database has the rows a manifest promises. */
export async function compareCounts(url: string, counts: Record<string, [number, number]>): Promise<void> {
  const pool = openPool(url, 1)
  try {
    const found = await countTables(openDatabase(pool), Object.keys(counts))
    for (const [table, [before, after]] of Object.entries(counts)) {
      const rows = found[table] ?? -1
      if (rows < Math.min(before, after) || rows > Math.max(before, after))
        throw new BackupError(`${BACKUP_BAD}：${table} 应有 ${after} 行，实有 ${rows} 行`)
    }
  } finally {
    await pool.end()
  }
}

/** The backups of a directory, as their manifests tell; files that are none are left out. */
export async function listBackups(backupDir: string): Promise<MadeBackup[]> {
  const found: MadeBackup[] = []
  for (const fileName of (await readdir(backupDir).catch(() => [])).sort()) {
    if (!fileName.endsWith(BACKUP_ENDING)) continue
    const path = join(backupDir, fileName)
    const manifest = await readManifest(path).catch(() => undefined)
    if (manifest !== undefined) found.push({ fileName, manifest, size: (await stat(path)).size })
  }
  return found
}

/** Removes backups, uploads and log that are kept no longer; answers the names of the backups removed. Platform §14.6. */
export async function dropOldBackups(
  place: BackupPlace,
  keep: { days: number; weeks: number },
  now: Date = new Date(),
): Promise<string[]> {
  const { dataDir, backupDir } = place.settings
  const all = (await listBackups(backupDir)).map((one) => ({ ...one, time: new Date(one.manifest.time) }))
  const old = superfluous(all, now, keep.days, keep.weeks)
  for (const one of old) await rm(join(backupDir, one.fileName), { force: true })
  const kept = all.filter((one) => !old.includes(one))
  const oldest = Math.min(now.getTime(), ...kept.map((one) => one.time.getTime()))
  await dropGoneUploads(backupDir, new Date(oldest))
  const since = new Date(now.getTime() - keep.days * 86_400_000)
  const line = await lineOf(dataDir)
  const needed = kept
    .filter((one) => one.time >= since && one.manifest.database?.line === line)
    .map((one) => one.manifest.database?.firstWal ?? '')
    .sort()
  if (needed[0] !== undefined) await dropWal(backupDir, line, needed[0], since)
  return old.map((one) => one.fileName)
}

/**
 * Saves the log of the product's own database; nothing to do with an outside one. One at a time: two would write into the same
 * file, and a program that stops saves it while the job may be at it.
 */
export async function saveLog(db: Db, place: BackupPlace): Promise<number> {
  const { dataDir, backupDir } = place.settings
  if (!savesDatabase(place.settings)) return 0
  return oneAtATime(db, LOCKS.log, (connection) => saveWal(connection, dataDir, backupDir, keyOf(place)))
}
