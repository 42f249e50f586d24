import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chown, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Owner } from '../postgres/owner.ts'
import { sealFile, unsealFile, writeStream } from './sealedFile.ts'

const FOLDER = 'wal'
const LINE_FILE = 'wal-line'
const SLOT = 'tongshang_log'
const SEGMENT = /^[0-9A-F]{24}$/
const PACKED = /^([0-9A-F]{24})\.zst(\.sealed)?$/

/**
 * The name of this database's history, made at first use. After a restore the log goes on with the same numbers but
 * another content, so a restored database gets a new one and keeps its log apart.
 */
export async function lineOf(dataDir: string): Promise<string> {
  const path = join(dataDir, LINE_FILE)
  const known = await readFile(path, 'utf8').catch(() => '')
  if (known !== '') return known.trim()
  const line = newLine()
  await writeFile(path, line, { mode: 0o600 })
  return line
}

export const newLine = (): string => randomBytes(8).toString('hex')

/** The name of the history under a directory; '' when it has none. */
export function knownLine(dataDir: string): Promise<string> {
  return readFile(join(dataDir, LINE_FILE), 'utf8').then(
    (text) => text.trim(),
    () => '',
  )
}

export const writeLine = (dataDir: string, line: string): Promise<void> =>
  writeFile(join(dataDir, LINE_FILE), line, { mode: 0o600 })

/** Told once, where the server had to give up the log that was not copied yet; what follows is copied all the same. */
const LOST =
  '部分数据库日志在保存之前已被清除（短时间内写入过多），无法恢复到这一段时间，下一次备份之后恢复正常'

/**
 * Copies the finished log segments beside the backups, so that a restore can go to any moment up to the last copy.
 * A slot keeps the server from recycling what is not copied yet, up to some GB. Answers how many were copied; throws once
 * when some were recycled before. Platform §14.6.
 */
export async function saveWal(
  db: Db,
  dataDir: string,
  backupDir: string,
  key: Buffer | null,
): Promise<number> {
  const folder = join(backupDir, FOLDER, await lineOf(dataDir))
  await mkdir(folder, { recursive: true })
  const isKept = await ensureSlot(db)
  await sql`select pg_switch_wal()`.execute(db)
  const place = await sql<{ file: string; start: string; dir: string }>`
    select o.file_name as file, (lsn - o.file_offset)::text as start,
      current_setting('data_directory') as dir
    from pg_current_wal_flush_lsn() as lsn, pg_walfile_name_offset(lsn) as o`.execute(db)
  const { file, start, dir } = place.rows[0] ?? { file: '', start: '', dir: '' }
  // One that a process has died with is not among them: only what is whole has its name.
  const saved = new Set((await readdir(folder)).flatMap((name) => PACKED.exec(name)?.[1] ?? []))
  const finished = (await readdir(join(dir, 'pg_wal'))).filter(
    (name) => SEGMENT.test(name) && name < file && !saved.has(name),
  )
  for (const name of finished.sort())
    await packSegment(join(dir, 'pg_wal', name), join(folder, name), key).catch((error: unknown) => {
      // Nothing has kept those from before the new slot, so they go at any time.
      if (isKept || !isGone(error)) throw error
    })
  await sql`select pg_replication_slot_advance(${SLOT}, ${start}::pg_lsn)`.execute(db)
  if (!isKept) throw new Error(LOST)
  return finished.length
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Makes the slot where it is not there; false where the server has let go of the log it was to keep. */
async function ensureSlot(db: Db): Promise<boolean> {
  const found = await sql<{ lost: boolean }>`select "wal_status" is not distinct from 'lost' as lost
    from pg_replication_slots where "slot_name" = ${SLOT}`.execute(db)
  if (found.rows[0]?.lost) await sql`select pg_drop_replication_slot(${SLOT})`.execute(db)
  if (found.rows[0]?.lost !== false)
    await sql`select pg_create_physical_replication_slot(${SLOT}, true)`.execute(db)
  return found.rows[0]?.lost !== true
}

async function packSegment(from: string, to: string, key: Buffer | null): Promise<void> {
  const part = `${to}.part`
  await pipeline(createReadStream(from), createZstdCompress(), (packed: AsyncIterable<Buffer>) =>
    key === null ? writeStream(part, packed) : sealFile(packed, part, key),
  )
  await rename(part, key === null ? `${to}.zst` : `${to}.zst.sealed`)
}

/** Removes log that no backup needs: of this history before a segment, of others when nobody wrote there since a day. */
export async function dropWal(
  backupDir: string,
  line: string,
  firstNeeded: string,
  before: Date,
): Promise<void> {
  const root = join(backupDir, FOLDER)
  for (const history of await readdir(root).catch(() => [])) {
    const folder = join(root, history)
    if (history !== line && (await stat(folder)).mtime < before) {
      await rm(folder, { recursive: true, force: true })
      continue
    }
    for (const name of await readdir(folder))
      if (history === line && name.slice(0, 24) < firstNeeded) await rm(join(folder, name), { force: true })
  }
}

/**
 * Lays the saved log of a history from a segment on into a cluster, and what the present cluster has beyond it, and
 * tells the server to stop at a time. Without the right moment in the log its start fails.
 */
export async function layOutWal(
  target: { pgDir: string; owner: Owner | undefined },
  from: { backupDir: string; line: string; firstWal: string; presentPgDir: string | null },
  key: Buffer,
  time: Date,
): Promise<void> {
  const wal = join(target.pgDir, 'pg_wal')
  const folder = join(from.backupDir, FOLDER, from.line)
  for (const file of await readdir(folder).catch(() => [])) {
    const [, name = '', sealed] = PACKED.exec(file) ?? []
    if (name < from.firstWal) continue
    const source = sealed ? unsealFile(join(folder, file), key) : createReadStream(join(folder, file))
    await pipeline(Readable.from(source), createZstdDecompress(), (plain: AsyncIterable<Buffer>) =>
      writeStream(join(wal, name), plain),
    )
  }
  const present = from.presentPgDir === null ? '' : join(from.presentPgDir, 'pg_wal')
  const there = new Set(await readdir(wal))
  for (const name of present === '' ? [] : await readdir(present).catch(() => []))
    if (SEGMENT.test(name) && name >= from.firstWal && !there.has(name))
      await copyFile(join(present, name), join(wal, name))
  const settings = join(target.pgDir, 'postgresql.auto.conf')
  const signal = join(target.pgDir, 'recovery.signal')
  // All segments lie in pg_wal already; a command is demanded all the same, and this one says "not there".
  // hot_standby: a server that answers while it is still on the way to the moment would be taken for ready, stopped
  // before it has left the old history, and go on to its end at the next start.
  const conf = {
    restore_command: 'exit 1',
    recovery_target_time: time.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_target_action: 'promote',
    hot_standby: 'off',
  }
  await writeFile(
    settings,
    Object.entries(conf)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  )
  await writeFile(signal, '')
  if (target.owner === undefined) return
  const { uid, gid } = target.owner
  for (const path of [settings, signal, ...(await readdir(wal)).map((name) => join(wal, name))])
    await chown(path, uid, gid)
}

/** Takes back what `layOutWal` told the server, so that later starts are usual ones. */
export async function clearWalSettings(pgDir: string): Promise<void> {
  await writeFile(join(pgDir, 'postgresql.auto.conf'), '')
}
