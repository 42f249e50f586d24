import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDatabase, openPool } from '../database.ts'
import { type Postgres, startPostgres } from '../postgres/supervisor.ts'
import { loadSecrets } from '../secrets.ts'
import { type BackupPlace, dropOldBackups, makeBackup, saveLog, verifyBackup } from './backup.ts'
import { BACKUP_BAD, checkBackupFile } from './backupFile.ts'
import { restoreBackup } from './restore.ts'
import { lineOf } from './wal.ts'

const quiet = { info() {}, warn() {}, error() {} }
const secretKey = Buffer.alloc(32, 7)

let dataDir: string
let place: BackupPlace
let postgres: Postgres
let pool: pg.Pool
let db: Db

async function start(settings: Record<string, string> = {}): Promise<void> {
  postgres = await startPostgres({ dataDir, log: quiet, settings })
  pool = openPool(postgres.url, 4)
  db = openDatabase(pool)
}

async function stop(): Promise<void> {
  await pool.end()
  await postgres.stop()
}

async function orders(): Promise<number> {
  const rows = await sql<{ n: number }>`select count(*)::int as n from "orders"`.execute(db)
  return rows.rows[0]?.n ?? -1
}

async function databaseTime(): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as "now"`.execute(db)
  return rows[0]?.now ?? new Date()
}

const addOrders = (n: number) =>
  sql`insert into "orders" ("name") select 'order ' || i from generate_series(1, ${sql.lit(n)}) i`.execute(db)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ts-backup-'))
  await loadSecrets(dataDir, {})
  place = {
    settings: { dataDir, backupDir: join(dataDir, 'backups'), databaseUrl: undefined, secretKey: undefined },
    secretKey,
    version: '1.2.3',
  }
  await start()
  await sql`create table "schemaMigration" ("room" text, "number" integer)`.execute(db)
  await sql`insert into "schemaMigration" values ('kit', 1), ('kit', 2), ('orders', 7)`.execute(db)
  await sql`create table "orders" ("id" integer generated always as identity, "name" text)`.execute(db)
  await sql`create table "busy" ("n" integer)`.execute(db)
  await addOrders(2000)
  await mkdir(join(dataDir, 'files/2026'), { recursive: true })
  await writeFile(join(dataDir, 'files/2026/a.txt'), 'the first upload')
})

afterAll(async () => {
  await stop().catch(() => undefined)
  await rm(dataDir, { recursive: true, force: true })
})

test('P16-39: a backup made while others write is whole, and a restore brings its day back', async () => {
  let writing = true
  const writer = (async () => {
    for (let n = 0; writing; n++) await sql`insert into "busy" values (${n})`.execute(db)
  })()
  const made = await makeBackup(db, place, 'manual')
  writing = false
  await writer
  expect(made.manifest.database?.schema).toEqual({ kit: 2, orders: 7 })
  expect(made.manifest.database?.counts.orders).toEqual([2000, 2000])
  expect(made.manifest.uploads).toEqual({ files: 1, bytes: 16 })
  expect(made.manifest.encrypted).toBe(false)
  await verifyBackup(place, made.fileName)
  expect(await readdir(dataDir)).not.toContain('verify')

  // The next day: more orders, one upload gone and another one there.
  await addOrders(50)
  await rm(join(dataDir, 'files/2026/a.txt'))
  await writeFile(join(dataDir, 'files/2026/b.txt'), 'second')
  const later = await makeBackup(db, place, 'daily')
  expect(later.manifest.uploads.files).toBe(1)
  await stop()

  const file = join(dataDir, 'backups', made.fileName)
  const options = { dataDir, backupDir: place.settings.backupDir, key: null }
  let told = ''
  const restored = await restoreBackup({
    ...options,
    file,
    async prepare(url) {
      told = url
    },
  })
  expect(told).toContain('tongshang')
  expect(restored.missing).toEqual([])
  await start()
  expect(await orders()).toBe(2000)
  expect(await readdir(join(dataDir, 'files/2026'))).toEqual(['a.txt'])
  expect(await readFile(join(dataDir, 'files/2026/a.txt'), 'utf8')).toBe('the first upload')
  expect((await readdir(restored.aside)).sort()).toEqual([
    'files',
    'pg',
    'pg-password',
    'secret.check',
    'secret.key',
    'wal-line',
  ])
  expect(existsSync(join(restored.aside, 'files/2026/b.txt'))).toBe(true)
}, 60_000)

test('P16-39: one damaged byte anywhere is found and nothing is changed', async () => {
  const made = await makeBackup(db, place, 'manual')
  await stop()
  const file = join(dataDir, 'backups', made.fileName)
  const good = await readFile(file)
  const before = (await readdir(dataDir)).sort()
  for (const at of [0, 10, good.length >> 1, good.length - 60, good.length - 5, good.length - 1]) {
    const bad = Buffer.from(good)
    bad[at] = (bad[at] ?? 0) ^ 1
    await writeFile(join(dataDir, 'bad.tsbk'), bad)
    const attempt = restoreBackup({
      file: join(dataDir, 'bad.tsbk'),
      dataDir,
      backupDir: place.settings.backupDir,
      key: null,
      prepare: () => Promise.reject(new Error('must not come this far')),
    })
    await expect(attempt).rejects.toThrow(BACKUP_BAD)
  }
  await rm(join(dataDir, 'bad.tsbk'))
  expect((await readdir(dataDir)).sort()).toEqual(before)
  await start()
  expect(await orders()).toBe(2000)
}, 60_000)

test('a failing migration of the restored database leaves the present one as it is', async () => {
  const before = await orders()
  const made = await makeBackup(db, place, 'manual')
  await addOrders(1)
  await stop()
  const attempt = restoreBackup({
    file: join(dataDir, 'backups', made.fileName),
    dataDir,
    backupDir: place.settings.backupDir,
    key: null,
    prepare: () => Promise.reject(new Error('migration 8 failed')),
  })
  await expect(attempt).rejects.toThrow('migration 8 failed')
  await start()
  expect(await orders()).toBe(before + 1)
}, 60_000)

test('with the saved log a restore goes to any moment after the backup', async () => {
  const made = await makeBackup(db, place, 'manual')
  const before = await orders()
  await addOrders(10)
  // The job and a program that stops may be at it at once.
  const saved = await Promise.all([saveLog(db, place), saveLog(db, place)])
  expect(Math.max(...saved)).toBeGreaterThan(0)
  await addOrders(5)
  // The clocks of two processes may be apart on a loaded machine: the database's own counts.
  await delay(300)
  const moment = await databaseTime()
  await delay(300)
  await addOrders(100)
  await stop()
  const file = join(dataDir, 'backups', made.fileName)
  const options = { file, dataDir, backupDir: place.settings.backupDir, key: null, async prepare() {} }
  await expect(restoreBackup({ ...options, time: new Date(Date.now() + 60_000) })).rejects.toThrow(
    '没有到恢复时间',
  )
  await restoreBackup({ ...options, time: moment })
  await start()
  expect(await orders()).toBe(before + 15)
  // The restored database writes its log apart from the one it came from.
  await saveLog(db, place)
  expect(await readdir(join(dataDir, 'backups/wal'))).toHaveLength(2)
}, 60_000)

test('a segment of the log that a process died with is saved anew', async () => {
  await saveLog(db, place)
  await addOrders(1)
  const { rows } = await sql<{
    file: string
  }>`select pg_walfile_name(pg_current_wal_lsn()) as "file"`.execute(db)
  const folder = join(dataDir, 'backups/wal', await lineOf(dataDir))
  await writeFile(join(folder, `${rows[0]?.file}.part`), 'half of it')
  await saveLog(db, place)
  expect(await readdir(folder)).toContain(`${rows[0]?.file}.zst`)
})

test('log that was let go before it was saved is told once, and saving goes on', async () => {
  await stop()
  await start({ max_slot_wal_keep_size: '32MB', max_wal_size: '48MB', min_wal_size: '32MB' })
  await saveLog(db, place)
  for (let segment = 0; segment < 8; segment++) {
    await addOrders(1)
    await sql`select pg_switch_wal()`.execute(db)
  }
  await sql`checkpoint`.execute(db)
  await expect(saveLog(db, place)).rejects.toThrow('部分数据库日志在保存之前已被清除')
  await addOrders(1)
  expect(await saveLog(db, place)).toBeGreaterThan(0)
  await stop()
  await start()
}, 60_000)

test('with a key from outside nothing readable is written, and without it nothing is restored', async () => {
  const outside = { ...place, settings: { ...place.settings, secretKey: '07'.repeat(32) } }
  const before = await orders()
  const secret = `a secret ${createHash('sha256').update('x').digest('hex')}`
  await sql`insert into "orders" ("name") values (${secret})`.execute(db)
  await writeFile(join(dataDir, 'files/c.txt'), secret)
  await rm(join(dataDir, 'backups/uploads'), { recursive: true })
  const made = await makeBackup(db, outside, 'manual')
  expect(made.manifest.encrypted).toBe(true)
  await verifyBackup(outside, made.fileName)
  expect(await readdir(join(dataDir, 'backups/uploads'))).toContain('c.txt.sealed')
  expect(await readFile(join(dataDir, 'backups/uploads/c.txt.sealed'), 'latin1')).not.toContain(secret)
  await stop()
  const file = join(dataDir, 'backups', made.fileName)
  const options = { file, dataDir, backupDir: place.settings.backupDir, async prepare() {} }
  await expect(restoreBackup({ ...options, key: null })).rejects.toThrow('TS_SECRET_KEY')
  await expect(restoreBackup({ ...options, key: Buffer.alloc(32, 8) })).rejects.toThrow(BACKUP_BAD)
  await restoreBackup({ ...options, key: secretKey })
  await start()
  expect(await orders()).toBe(before + 1)
  expect(await readFile(join(dataDir, 'files/c.txt'), 'utf8')).toBe(secret)
}, 60_000)

test('an outside database saves itself; only uploads are kept', async () => {
  const away = { ...place, settings: { ...place.settings, databaseUrl: postgres.url } }
  const made = await makeBackup(db, away, 'manual')
  expect(made.manifest.database).toBeNull()
  expect(made.manifest.uploads.files).toBe(2)
  await verifyBackup(away, made.fileName)
  expect(await saveLog(db, away)).toBe(0)
})

test('what is kept no longer is removed, the newest never', async () => {
  const removed = await dropOldBackups(place, { days: 14, weeks: 8 }, new Date(Date.now() + 365 * 86_400_000))
  const left = (await readdir(join(dataDir, 'backups'))).filter((name) => name.endsWith('.tsbk'))
  expect(removed.length).toBeGreaterThan(3)
  expect(left).toHaveLength(1)
  await checkBackupFile(join(dataDir, 'backups', left[0] ?? ''))
})
