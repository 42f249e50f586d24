import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { LOCKS } from './locks.ts'
import { oneAtATime } from './oneAtATime.ts'

/** The migrations of a room: numbered SQL files in a folder, written once and never edited after they landed. */
export interface MigrationFolder {
  room: string
  folder: string
}

interface Migration {
  room: string
  number: number
  name: string
  text: string
  checksum: string
}

/** A start that must not go on because the schema does not fit; the message tells the operator why. */
export class SchemaError extends Error {
  override name = 'SchemaError'
}

async function readMigrations(folders: readonly MigrationFolder[]): Promise<Migration[]> {
  const found: Migration[] = []
  for (const { room, folder } of folders) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.sql')).sort()
    for (const name of names) {
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(text).digest('hex')
      found.push({ room, number: Number.parseInt(name, 10), name, text, checksum })
    }
  }
  return found
}

export interface MigrationState {
  room: string
  number: number
  name: string
  done: boolean
}

/** What has run and what waits; refuses a changed checksum and a database newer than the program. Platform §14.7. */
export async function migrationStatus(
  db: Db,
  folders: readonly MigrationFolder[],
): Promise<MigrationState[]> {
  await sql`create table if not exists "schemaMigration" (
    "room" text not null, "number" integer not null, "name" text not null, "checksum" text not null,
    "runTime" timestamptz not null default now(), "ms" integer not null default 0,
    primary key ("room", "number"))`.execute(db)
  const done = await sql<{ room: string; number: number; checksum: string; name: string }>`
    select "room", "number", "checksum", "name" from "schemaMigration"`.execute(db)
  const migrations = await readMigrations(folders)
  for (const row of done.rows) {
    const own = migrations.find((one) => one.room === row.room && one.number === row.number)
    if (own === undefined) {
      const highest = Math.max(
        0,
        ...migrations.filter((one) => one.room === row.room).map((one) => one.number),
      )
      throw new SchemaError(`数据库版本${row.room} ${row.number}高于程序版本${row.room} ${highest}`)
    }
    if (own.checksum !== row.checksum)
      throw new SchemaError(`结构变更文件 ${row.room}/${row.name} 与已执行的内容不一致`)
  }
  return migrations.map((one) => ({
    room: one.room,
    number: one.number,
    name: one.name,
    done: done.rows.some((row) => row.room === one.room && row.number === one.number),
  }))
}

/**
 * Runs what is missing, each file in one transaction, under a lock that other processes wait for.
 * A failing one rolls back and stops with its number. Answers how many ran.
 */
export async function migrate(
  db: Db,
  folders: readonly MigrationFolder[],
  before?: () => Promise<void>,
): Promise<number> {
  return oneAtATime(db, LOCKS.migration, async (connection) => {
    const status = await migrationStatus(connection, folders)
    const waiting = status.filter((one) => !one.done)
    if (waiting.length > 0 && waiting.length < status.length) await before?.()
    const files = await readMigrations(folders)
    for (const file of files) {
      if (!waiting.some((one) => one.room === file.room && one.number === file.number)) continue
      await runOne(connection, file)
    }
    return waiting.length
  })
}

async function runOne(connection: Db, file: Migration): Promise<void> {
  const start = Date.now()
  try {
    await connection.transaction().execute(async (tx) => {
      await sql.raw(file.text).execute(tx)
      await sql`insert into "schemaMigration" ("room", "number", "name", "checksum", "ms")
        values (${file.room}, ${file.number}, ${file.name}, ${file.checksum}, ${Date.now() - start})`.execute(
        tx,
      )
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SchemaError(`结构变更 ${file.room}/${file.name} 执行失败：${reason}`)
  }
}
