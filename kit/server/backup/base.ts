import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'
import { type ArchiveEntry, readExactly, textEntry } from './archive.ts'

// What a server makes anew at its start, as PostgreSQL's own manual lists it for file-system backups.
const EMPTY_DIRS = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pgsql_tmp.*|pg_internal\.init.*)$/
/** Copied last, so that it is never older than the files it describes. */
const CONTROL = 'global/pg_control'
const COUNTED = 20

export interface BaseBackup {
  entries: AsyncIterable<ArchiveEntry>
  /** complete when the last entry has been read */
  result(): { counts: Record<string, [number, number]>; firstWal: string }
}

/**
 * Reads a running cluster while everybody goes on working: backup start, copy, backup stop, then the log written
 * meanwhile, kept from recycling by a temporary slot. The entries lie under pg/. Platform §14.6.
 */
export function baseBackup(db: Db): BaseBackup {
  let counts: Record<string, [number, number]> = {}
  let firstWal = ''
  async function* entries(): AsyncGenerator<ArchiveEntry, void, void> {
    const session = await holdSession(db)
    const connection = session.db
    const slot = `ts_backup_${process.pid}_${Date.now()}`
    let finished = false
    try {
      await sql`set statement_timeout = 0`.execute(connection)
      await sql`select pg_create_physical_replication_slot(${slot}, true, true)`.execute(connection)
      const start = await one(
        connection,
        sql<{ wal: string; dir: string }>`select pg_walfile_name(pg_backup_start('tongshang', true)) as wal,
          current_setting('data_directory') as dir`,
      )
      firstWal = start.wal
      yield { path: 'pg', size: 0, kind: 'dir' }
      yield* copyTree(start.dir, '')
      yield* copyFile(start.dir, CONTROL)
      const tables = await largestTables(connection)
      const before = await countTables(connection, tables)
      const stop = await one(
        connection,
        sql<{ wal: string; label: string }>`
          select pg_walfile_name(lsn) as wal, labelfile as label from pg_backup_stop(false)`,
      )
      const after = await countTables(connection, tables)
      counts = Object.fromEntries(tables.map((table) => [table, [before[table] ?? 0, after[table] ?? 0]]))
      yield textEntry('pg/backup_label', stop.label)
      yield* copyWal(start.dir, start.wal, stop.wal)
      await sql`select pg_drop_replication_slot(${slot})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
      finished = true
    } finally {
      // A session in the middle of a backup is of no use to anybody else; ending it ends the backup and the slot.
      if (!finished)
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection).catch(() => undefined)
      session.free()
    }
  }
  return { entries: entries(), result: () => ({ counts, firstWal }) }
}

/** A connection for as long as the backup takes: start and stop must come from one session. */
function holdSession(db: Db): Promise<{ db: Db; free(): void }> {
  return new Promise((resolve, reject) => {
    const hold = (connection: Db): Promise<void> =>
      new Promise((free) => {
        resolve({ db: connection, free })
      })
    db.connection().execute(hold).catch(reject)
  })
}

async function* copyTree(root: string, folder: string): AsyncGenerator<ArchiveEntry, void, void> {
  const items = await readdir(join(root, folder), { withFileTypes: true }).catch(gone)
  for (const item of items ?? []) {
    const path = folder === '' ? item.name : `${folder}/${item.name}`
    if (LEFT_OUT.test(item.name) || path === CONTROL) continue
    if (item.isDirectory()) {
      yield { path: `pg/${path}`, size: 0, kind: 'dir' }
      if (EMPTY_DIRS.has(path)) {
        // The archive status of segments belongs to the server that wrote them.
        if (path === 'pg_wal') yield { path: 'pg/pg_wal/archive_status', size: 0, kind: 'dir' }
        continue
      }
      yield* copyTree(root, path)
    } else if (item.isFile()) yield* copyFile(root, path)
  }
}

// Tables are dropped and files removed while the copy runs; the log knows.
async function* copyFile(root: string, path: string): AsyncGenerator<ArchiveEntry, void, void> {
  const found = await stat(join(root, path)).catch(gone)
  if (found === undefined) return
  yield {
    path: `pg/${path}`,
    size: found.size,
    kind: 'file',
    content: readOrZeros(join(root, path), found.size),
  }
}

async function* readOrZeros(path: string, size: number): AsyncGenerator<Buffer, void, void> {
  try {
    yield* readExactly(path, size)
  } catch (error) {
    gone(error)
    // Removed between the look and the opening: what is promised must still be delivered.
    for (let left = size; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536))
  }
}

function gone(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

async function* copyWal(root: string, first: string, last: string): AsyncGenerator<ArchiveEntry, void, void> {
  const names = (await readdir(join(root, 'pg_wal'))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  )
  for (const name of names.sort()) yield* copyFile(root, `pg_wal/${name}`)
}

/** The tables with the most rows, by what the statistics believe. */
async function largestTables(db: Db): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select "relname" as name from pg_stat_user_tables where "schemaname" = 'public'
    order by "n_live_tup" desc, "relname" limit ${COUNTED}`.execute(db)
  return tables.rows.map((row) => row.name)
}

/** The rows of tables by name; a table that is not there has -1. */
export async function countTables(db: Db, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const there = await one(db, sql<{ oid: string | null }>`select to_regclass(${`"${table}"`})::text as oid`)
    counts[table] =
      there.oid === null
        ? -1
        : (await one(db, sql<{ n: number }>`select count(*)::int8 as n from ${sql.table(table)}`)).n
  }
  return counts
}

async function one<T>(db: Db, query: RawBuilder<T>): Promise<T> {
  const row = (await query.execute(db)).rows[0]
  if (row === undefined) throw new Error('no row')
  return row
}
