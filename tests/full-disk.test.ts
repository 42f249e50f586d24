// A disk without room: a real small one where this machine lets us mount it, and one that fails on the way.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDatabase, openPool } from '#kit/server/database.ts'
import { exportOf, importOf } from '#kit/server/fileTask.ts'
import { folderStorage, type Storage } from '#kit/server/storage.ts'
import { storeWritten, taskFileKey } from '#kit/server/tasks/files.ts'
import { type TaskRow, TaskStop } from '#kit/server/tasks/lease.ts'
import { runFileTasks } from '#kit/server/tasks/run.ts'
import { nextTaskNo, startImport, startTask } from '#kit/server/tasks/start.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { testDatabase } from './database.ts'
import { registerNow } from './registering.ts'
import { TABLE, testTasks } from './taskDefinitions.ts'

const who = { ...theSystem, adminId: 1 }
const MB = 1024 * 1024

let db: Db
let folder: string
let disk: string
let close: () => Promise<void>

/** Why no small disk can be mounted here, or '' when one can be. */
const reason = mountRefusal()

function mountRefusal(): string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'mounting needs root on Linux'
  try {
    // In a name space of its own, so that nothing stays when this succeeds.
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt'], {
      stdio: 'pipe',
    })
    return ''
  } catch (error) {
    return `mount is refused: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  }
}

beforeAll(async () => {
  const database = await testDatabase()
  const pool = openPool(database.url, 8)
  db = openDatabase(pool)
  folder = await mkdtemp(join(tmpdir(), 'ts-disk-'))
  disk = await mkdtemp(join(tmpdir(), 'ts-small-'))
  await sql.raw(TABLE).execute(db)
  registerNow(db, ...testTasks({ slow: false }))
  if (reason === '') execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk])
  close = async () => {
    if (reason === '') execFileSync('umount', [disk])
    await pool.end()
    await database.drop()
    for (const path of [folder, disk]) await rm(path, { recursive: true, force: true })
  }
})
afterAll(() => close())

async function startExport(rows: number): Promise<number> {
  const definition = exportOf(db, 'thing')
  if (definition === undefined) throw new Error('no definition')
  return (await inTransaction(db, who, (tx) => startTask(tx, who, definition, { rows }))).taskId
}

async function startThings(files: Storage, sheet: string): Promise<{ taskId: number; taskNo: string }> {
  const definition = importOf(db, 'thing')
  if (definition === undefined) throw new Error('no definition')
  const taskNo = await nextTaskNo(db)
  const sourceFile = `${taskNo}-source.csv`
  await files.put(Readable.from([sheet]), taskFileKey(sourceFile))
  const given = { fileName: 'things.csv', sourceFile }
  return inTransaction(db, who, (tx) => startImport(tx, who, definition, taskNo, given))
}

/** Runs file tasks on a storage until this one has ended. */
async function work(id: number, files: Storage): Promise<TaskRow> {
  const stopping = new AbortController()
  const worker = runFileTasks({ db, files, signal: stopping.signal })
  try {
    await expect.poll(async () => (await taskOf(id)).status, { timeout: 25_000 }).toBeGreaterThan(1)
    return await taskOf(id)
  } finally {
    stopping.abort()
    await worker
  }
}

const taskOf = (id: number): Promise<TaskRow> =>
  db.selectFrom('fileTask').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** All files below a folder, half written ones too. */
async function filesIn(root: string): Promise<string[]> {
  const found = await readdir(root, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** A storage whose disk is full after so many bytes. */
function fullAfter(bytes: number): Storage {
  const usual = folderStorage(join(folder, 'full-after'))
  return {
    ...usual,
    put(stream, key) {
      let written = 0
      const filling = async function* (): AsyncGenerator<Buffer> {
        for await (const chunk of stream) {
          written += chunk.length
          if (written > bytes)
            throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
          yield chunk
        }
      }
      return usual.put(Readable.from(filling()), key)
    },
  }
}

test('an export whose disk is full on the way fails with a clear text and leaves no file', async () => {
  const task = await work(await startExport(20_000), fullAfter(100_000))
  expect(task).toMatchObject({ status: 3, resultFile: '', message: '存储空间不足' })
  expect(await filesIn(folder)).toEqual([])
  // The reason is no secret and no fault of the program: nothing for the error log.
  expect(await sql`select 1 from "errorLog" where "requestId" = ${task.taskNo}`.execute(db)).toMatchObject({
    rows: [],
  })
  expect(await work(await startExport(10), fullAfter(100_000))).toMatchObject({ status: 2, done: 10 })
})

test('an export is not begun on a disk that is nearly full', async () => {
  const nearlyFull = folderStorage(join(folder, 'nearly-full'), async () => 0.04)
  const task = await work(await startExport(10), nearlyFull)
  expect(task).toMatchObject({ status: 3, resultFile: '', message: '存储空间不足' })
})

test('an error workbook that finds no room fails the import with the same text', async () => {
  const good = folderStorage(join(folder, 'import'))
  const { taskId } = await startThings(good, '编码,数量\nA1,none\n')
  const task = await work(taskId, { ...fullAfter(100), get: good.get })
  expect(task).toMatchObject({ status: 3, success: 0, errorFile: '', message: '存储空间不足' })
  expect(await filesIn(join(folder, 'full-after', '.part'))).toEqual([])
})

test('a writer that gives up and closes its target is heard with its own reason', async () => {
  const files = folderStorage(join(folder, 'given-up'))
  const giveUp = storeWritten(files, 'x.zip', async (target) => {
    target.write('half')
    target.destroy()
    throw new TaskStop('cancelled')
  })
  await expect(giveUp).rejects.toMatchObject({ name: 'TaskStop', why: 'cancelled' })
  expect(await filesIn(join(folder, 'given-up'))).toEqual([])
})

test('a database that cannot write fails the import clearly, under the number in the error log', async () => {
  await sql
    .raw(`create function "noRoom"() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/5/1"' using errcode = '53100'; end $$`)
    .execute(db)
  await sql`create trigger "noRoom" before insert on "thing" for each row execute function "noRoom"()`.execute(
    db,
  )
  const files = folderStorage(join(folder, 'import'))
  const { taskId, taskNo } = await startThings(files, '编码,数量\nA1,1\n')
  const task = await work(taskId, files)
  expect(task).toMatchObject({ status: 3, success: 0, message: `存储空间不足，请联系管理员（${taskNo}）` })
  const logged = await db.selectFrom('errorLog').select('message').where('requestId', '=', taskNo).execute()
  expect(logged).toMatchObject([{ message: expect.stringContaining('could not extend') }])
})

// The reason stands in the name, so that a run that skips them says why.
const suffix = reason === '' ? '' : ` (skipped: ${reason})`

test.skipIf(reason !== '')(
  `a real disk of 1 MB refuses an upload that does not fit and keeps none of it${suffix}`,
  async () => {
    const files = folderStorage(join(disk, 'files'))
    const big = function* () {
      for (let n = 0; n < 64; n++) yield Buffer.alloc(MB / 16, n)
    }
    await expect(files.put(Readable.from(big()), 'public/big.bin')).rejects.toMatchObject({
      code: 422,
      message: '存储空间不足',
    })
    expect(await filesIn(disk)).toEqual([])
    expect(await files.put(Readable.from(['fits']), 'public/small.txt')).toBe(4)
    await writeFile(join(disk, 'filler'), Buffer.alloc(MB - 40_000))
    await expect(files.put(Readable.from(['x']), 'public/more.txt')).rejects.toMatchObject({
      message: '存储空间不足',
    })
    for (const name of ['filler', 'files']) await rm(join(disk, name), { recursive: true })
  },
)

test.skipIf(reason !== '')(
  `an export larger than a real disk ends clearly and leaves it empty${suffix}`,
  async () => {
    const files = folderStorage(join(disk, 'files'))
    const task = await work(await startExport(100_000), files)
    expect(task).toMatchObject({ status: 3, resultFile: '', message: '存储空间不足' })
    expect(await filesIn(disk)).toEqual([])
  },
)
