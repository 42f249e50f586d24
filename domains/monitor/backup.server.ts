import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { retentionForm, settingsOf } from '#domains/settings/settings.door.ts'
import {
  dropOldBackups,
  listBackups,
  type MadeBackup,
  makeBackup,
  saveLog,
  savesDatabase,
  verifyBackup,
} from '#kit/server/backup/backup.ts'
import { BackupError, type Manifest } from '#kit/server/backup/backupFile.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import { answerPage } from '#kit/server/list.ts'
import { LOCKS } from '#kit/server/locks.ts'
import { oneAtATime } from '#kit/server/oneAtATime.ts'
import { contextOf } from '#kit/server/points.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { demandAdmin } from '#kit/server/who.ts'
import { cut } from '#kit/shared/characters.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound } from '#kit/shared/errors.ts'
import { backupCalls as calls } from './backup.calls.ts'
import { backup } from './backup.entity.ts'
import './monitor.tables.ts'

type Backup = EntityRow<typeof backup>

const REASONS = { daily: 1, manual: 2, migration: 3 } as const
const HOURS_S = 4 * 3600
const NOT_WHOLE = '备份尚未完成'

/** The columns of a backup that was made. */
function columnsOf(fileName: string, manifest: Manifest, size: number): Partial<Backup> {
  return {
    fileName,
    kind: manifest.database === null ? 2 : 1,
    reason: REASONS[manifest.reason],
    status: 1,
    size,
    appVersion: manifest.version,
    manifest: { ...manifest },
    message: '',
  }
}

async function patchRow(db: Db, id: number, values: Partial<Backup>): Promise<void> {
  await asSystem(db, async (tx) => {
    await updateRow(tx, backup, await lockRow(tx, backup, id), values)
  })
}

/** Backups run one at a time in the whole house: they share a place to verify in. */
const alone = <T>(db: Db, work: () => Promise<T>): Promise<T> => oneAtATime(db, LOCKS.backup, work)

/** Makes the backup of a row that waits for it and verifies it; a failure is kept in the row and thrown. */
async function fulfil(db: Db, id: number, reason: Manifest['reason'], signal?: AbortSignal): Promise<string> {
  return alone(db, async () => {
    await closeDead(db, id)
    let made: MadeBackup
    try {
      made = await makeBackup(db, contextOf(db), reason)
    } catch (error) {
      await patchRow(db, id, { status: 2, message: textOf(error) })
      throw error
    }
    await patchRow(db, id, columnsOf(made.fileName, made.manifest, made.size))
    await verifyRow(db, id, made.fileName, signal)
    return made.fileName
  })
}

/** Nobody else makes a backup now, so what seems to be under way and waits for no job has died. */
async function closeDead(db: Db, own: number): Promise<void> {
  await sql`update "backup" b set "status" = 2, "message" = '进程中断', "updateTime" = now()
    where "status" = 0 and "id" <> ${own} and not exists (select 1 from "job" j
      where j."name" = 'backup.create' and j."status" in (0, 1) and (j."params" ->> 'id')::int = b."id")`.execute(
    db,
  )
}

async function verifyRow(db: Db, id: number, fileName: string, signal?: AbortSignal): Promise<void> {
  try {
    await verifyBackup(contextOf(db), fileName, signal)
    await patchRow(db, id, { verifyTime: new Date(), result: 1, message: '' })
  } catch (error) {
    // Whatever is wrong with the machine says nothing about the file.
    if (!(error instanceof BackupError)) throw error
    await patchRow(db, id, { verifyTime: new Date(), result: 2, message: textOf(error) })
    throw error
  }
}

const textOf = (error: unknown): string => cut(error instanceof Error ? error.message : String(error), 500)

/** What the product saves itself: its own database, and uploads in its data directory. */
function savedHere(db: Db): { database: boolean; files: boolean } {
  const { settings } = contextOf(db)
  return { database: savesDatabase(settings), files: settings.s3Url === undefined }
}

const hasSomething = (db: Db): boolean => Object.values(savedHere(db)).includes(true)

function newColumns(db: Db, reason: Manifest['reason']): Partial<Backup> {
  return { reason: REASONS[reason], kind: savesDatabase(contextOf(db).settings) ? 1 : 2 }
}

/** Makes and verifies a backup now; the row tells how it went. Answers the file's name. Platform §14.6. */
export async function backupNow(db: Db, reason: Manifest['reason'], signal?: AbortSignal): Promise<string> {
  const row = await asSystem(db, (tx) => insertRow(tx, backup, newColumns(tx, reason)))
  return fulfil(db, row.id, reason, signal)
}

/** Saves the log of the product's own database as it stands, for a stop after which nobody saves it. Platform §14.5. */
export async function saveLogNow(db: Db): Promise<void> {
  await saveLog(db, contextOf(db))
}

/** The backup before a migration. Its row is written by recordBackups, when the table is as this program knows it. */
export async function backupBeforeMigration(db: Db): Promise<void> {
  if (savesDatabase(contextOf(db).settings)) await makeBackup(db, contextOf(db), 'migration')
}

/**
 * Brings the table in line with the directory: a restored database does not know the backups made after its own,
 * and files may have been removed by hand.
 */
export async function recordBackups(db: Db): Promise<void> {
  const place = contextOf(db)
  const files = await listBackups(place.settings.backupDir)
  const rows = await db
    .selectFrom('backup')
    .selectAll()
    .where('isDel', '=', 0)
    .where('status', '=', 1)
    .execute()
  const known = new Set(rows.map((row) => row.fileName))
  const there = new Set(files.map((file) => file.fileName))
  for (const { fileName, manifest, size } of files)
    if (!known.has(fileName))
      await asSystem(db, (tx) => insertRow(tx, backup, columnsOf(fileName, manifest, size)))
  // Servers that share an outside database each have a directory of their own.
  if (!savesDatabase(place.settings)) return
  for (const row of rows) if (!there.has(row.fileName)) await removeRow(db, row.id)
}

async function removeRow(db: Db, id: number): Promise<void> {
  await asSystem(db, async (tx) => deleteRow(tx, backup, await lockRow(tx, backup, id)))
}

async function dropOld(db: Db): Promise<void> {
  const set = await settingsOf(db, retentionForm)
  const keep = { days: set.backup_keep_days, weeks: set.backup_keep_weeks }
  const dropped = await dropOldBackups(contextOf(db), keep)
  if (dropped.length === 0) return
  const rows = await db
    .selectFrom('backup')
    .select('id')
    .where('isDel', '=', 0)
    .where('fileName', 'in', dropped)
    .execute()
  for (const row of rows) await removeRow(db, row.id)
}

const daily = {
  name: 'backup.daily',
  title: '每日备份',
  cron: '0 30 2 * * *',
  timeoutSec: HOURS_S,
  async run(db, _params, signal) {
    if (!hasSomething(db)) return 0
    await backupNow(db, 'daily', signal)
    await dropOld(db)
    return 1
  },
} satisfies JobDefinition

// What the row tells already need not be tried again; what was cut off must be.
const rowTells = (signal: AbortSignal) => (error: unknown) => {
  if (signal.aborted || !(error instanceof BackupError)) throw error
}

export const backupJobs: readonly JobDefinition[] = [
  daily,
  {
    name: 'backup.log',
    title: '保存数据库日志',
    cron: '30 */5 * * * *',
    light: true,
    run: (db) => saveLog(db, contextOf(db)),
  },
  {
    name: 'backup.create',
    title: '立即备份',
    timeoutSec: HOURS_S,
    async run(db, { id }, signal) {
      await fulfil(db, Number(id), 'manual', signal).catch(rowTells(signal))
      return 1
    },
  },
  {
    name: 'backup.verify',
    title: '校验备份',
    timeoutSec: HOURS_S,
    async run(db, { id }, signal) {
      const { fileName } = await db
        .selectFrom('backup')
        .select('fileName')
        .where('id', '=', Number(id))
        .executeTakeFirstOrThrow()
      await alone(db, () => verifyRow(db, Number(id), fileName, signal)).catch(rowTells(signal))
      return 1
    },
  },
]

export const servedBackup: readonly Served[] = [
  read(calls.list, (db, who, input) => answerPage(db, who, backup, calls.list.answer, input)),
  read(calls.place, async (db) => savedHere(db)),
  change(calls.create, async (tx) => {
    if (!hasSomething(tx)) throw conflict('数据库与文件均在外部，请使用其自身的备份')
    const running = await tx
      .selectFrom('job')
      .select('id')
      .where('name', '=', 'backup.create')
      .where('status', 'in', [0, 1])
      .executeTakeFirst()
    if (running !== undefined) throw conflict('已有备份正在进行')
    const row = await insertRow(tx, backup, newColumns(tx, 'manual'))
    await enqueueJob(tx, 'backup.create', { id: row.id })
    return { id: row.id }
  }),
  change(calls.verify, async (tx, _who, { id }) => {
    const row = await lockRow(tx, backup, id)
    if (row.status !== 1) throw conflict(NOT_WHOLE)
    await updateRow(tx, backup, row, { result: 0, message: '' })
    await enqueueJob(tx, 'backup.verify', { id }, { uniqueKey: `backup.verify:${id}` })
  }),
  change(calls.download, async (tx, who, { id }) => {
    demandAdmin(who, '仅管理员角色可以下载备份')
    const row = await readRow(tx, who, backup, id)
    if (row.status !== 1) throw conflict(NOT_WHOLE)
    const path = join(contextOf(tx).settings.backupDir, basename(row.fileName))
    await access(path).catch(() => {
      throw notFound('备份文件不在本服务器上')
    })
    return {
      body: createReadStream(path),
      fileName: row.fileName,
      contentType: 'application/octet-stream',
      headers: { 'Content-Length': String(row.size) },
    }
  }),
]

/** Puts a time of the environment into the schedule; it wins over what a person has set. Platform §14.2. */
export async function scheduleBackup(tx: Tx, cron: string): Promise<void> {
  if (cron === daily.cron) return
  await tx
    .insertInto('scheduleJob')
    .values({
      name: daily.name,
      title: daily.title,
      cron,
      timeoutSec: HOURS_S,
      nextTime: null,
      lastTime: null,
      lastStatus: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .where('seeded', '=', 1)
        .doUpdateSet({ cron, nextTime: null })
        .where('scheduleJob.cron', '<>', cron),
    )
    .execute()
}
