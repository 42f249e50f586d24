import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/database.ts'
import { registerNow } from '../../../tests/registering.ts'
import { TABLE, testTasks } from '../../../tests/taskDefinitions.ts'
import { type Db, openDatabase, openPool } from '../database.ts'
import { exportOf, importOf } from '../fileTask.ts'
import { openSheet } from '../spreadsheet/spreadsheet.ts'
import { openZip } from '../spreadsheet/zip-read.ts'
import { folderStorage, type Storage } from '../storage.ts'
import { inTransaction } from '../transaction.ts'
import { theSystem, type Who } from '../who.ts'
import { taskFileKey } from './files.ts'
import { blameTasks, claimTask, recoverTasks, type TaskRow } from './lease.ts'
import { declareTaskLimits } from './limits.ts'
import { runFileTasks } from './run.ts'
import { nextTaskNo, startImport, startTask } from './start.ts'
import { templateOf } from './template.ts'

const WORKER = fileURLToPath(new URL('../../../tests/taskWorker.ts', import.meta.url))
const LIMITS = {
  importMaxMb: 20,
  exportMaxRows: 100_000,
  keepDays: 7,
  concurrency: 2,
  perPerson: 3,
  marked: false,
}

let db: Db
let url: string
let folder: string
let files: Storage
let close: () => Promise<void>
const children = new Set<ChildProcess>()

beforeAll(async () => {
  const database = await testDatabase()
  url = database.url
  const pool = openPool(url, 8)
  db = openDatabase(pool)
  folder = await mkdtemp(join(tmpdir(), 'ts-tasks-'))
  files = folderStorage(folder)
  await sql.raw(TABLE).execute(db)
  registerNow(db, ...testTasks({ slow: false }))
  close = async () => {
    for (const child of children) child.kill('SIGKILL')
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
afterAll(() => close())
beforeEach(async () => {
  await sql`truncate "thing", "fileTask", "fileTaskRow"`.execute(db)
})

const person = (adminId: number): Who => ({
  ...theSystem,
  all: adminId === 1,
  adminId,
  permissions: new Set(['thing:import', 'thing:export']),
})

type Cells = readonly (string | number)[]
const HEAD: Cells = ['编码', '数量']

/** Uploads a sheet as the import call does; answers the id of the task. */
async function upload(
  bizType: string,
  rows: readonly Cells[],
  options: { dryRun?: 0 | 1; skipBad?: 0 | 1; adminId?: number } = {},
): Promise<number> {
  const csv = rows.map((cells) => cells.join(',')).join('\n')
  return uploadFile(bizType, Readable.from([csv]), 'things.csv', options)
}

async function uploadFile(
  bizType: string,
  content: Readable,
  fileName: string,
  { dryRun = 0, skipBad = 0, adminId = 2 }: { dryRun?: 0 | 1; skipBad?: 0 | 1; adminId?: number } = {},
): Promise<number> {
  const definition = importOf(db, bizType)
  if (definition === undefined) throw new Error('no definition')
  const taskNo = await nextTaskNo(db)
  const sourceFile = `${taskNo}-source.${fileName.split('.').at(-1)}`
  await files.put(content, taskFileKey(sourceFile))
  const given = { fileName, sourceFile, dryRun, skipBad }
  const started = await inTransaction(db, person(adminId), (tx) =>
    startImport(tx, person(adminId), definition, taskNo, given),
  )
  return started.taskId
}

async function exportThings(params: Record<string, unknown>, adminId = 2): Promise<number> {
  const definition = exportOf(db, 'thing')
  if (definition === undefined) throw new Error('no definition')
  const who = person(adminId)
  return (await inTransaction(db, who, (tx) => startTask(tx, who, definition, params))).taskId
}

const taskOf = (id: number): Promise<TaskRow> =>
  db.selectFrom('fileTask').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Waits until a task is so, at most 20 s. */
async function until(id: number, isSo: (task: TaskRow) => boolean): Promise<TaskRow> {
  for (let tries = 0; tries < 1000; tries++) {
    const task = await taskOf(id)
    if (isSo(task)) return task
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`The task stays ${JSON.stringify(await taskOf(id))}`)
}

const ended = (task: TaskRow): boolean => task.status > 1

/** Runs a worker in this process until the task has ended. */
async function work(id: number): Promise<TaskRow> {
  const stopping = new AbortController()
  const worker = runFileTasks({ db, files, signal: stopping.signal })
  const task = await until(id, ended)
  stopping.abort()
  await worker
  expect(await taskOf(id)).toEqual(task)
  return task
}

async function sheetOf(name: string): Promise<string[][]> {
  const found = await files.get(taskFileKey(name))
  if (found === null) throw new Error(`no file ${name}`)
  const sheet = await openSheet(found.stream, { fileName: name })
  const rows: string[][] = []
  for await (const { cells } of sheet.rows()) rows.push(cells)
  await sheet.close()
  return rows
}

const codes = async (): Promise<string[]> =>
  (await sql<{ code: string }>`select "code" from "thing" order by "id"`.execute(db)).rows.map(
    (row) => row.code,
  )

const things = (count: number, first = 1): Cells[] =>
  Array.from({ length: count }, (_, index) => [`T${first + index}`, first + index])

test('headings are found by title or alias; cells come through their fields', async () => {
  const id = await upload('thing', [
    ['*物料号 ', ' 数量', '日期', '级别', '单价', '无关'],
    ['A1', '3', '2026/1/5', '重要', '12.3', 'x'],
    ['A2', '4', '2026年12月31日', '', '', ''],
  ])
  const task = await work(id)
  expect(task).toMatchObject({
    status: 2,
    total: 2,
    done: 2,
    success: 2,
    fail: 0,
    percent: 100,
    errorFile: '',
  })
  expect(task.preview?.rows).toHaveLength(2)
  expect(task.expireTime?.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  const rows = await sql`select "code", "qty", "price", "day", "level" from "thing" order by "id"`.execute(db)
  expect(rows.rows).toEqual([
    { code: 'A1', qty: 3, price: 1230, day: '2026-01-05', level: 2 },
    { code: 'A2', qty: 4, price: null, day: '2026-12-31', level: 1 },
  ])
})

test.each([
  [[['编码']], '缺少列：数量'],
  [
    [
      ['名称', '规格'],
      ['a', 'b'],
    ],
    '缺少列：编码、数量',
  ],
  [[HEAD], '文件没有数据'],
  [[HEAD, ...things(50_001)], '数据不能超过50000行'],
])('a sheet that cannot be taken says why (%#)', async (rows, message) => {
  expect(await work(await upload('thing', rows))).toMatchObject({ status: 3, message, done: 0 })
})

test('a file that is none says so', async () => {
  const id = await uploadFile('thing', Readable.from(['PK\u0003\u0004broken']), 'a.xlsx')
  expect(await work(id)).toMatchObject({ status: 3, message: '文件无法读取，请另存为 xlsx 或 csv 后重试' })
})

test('refused rows stand in a workbook that can be corrected and sent as it is', async () => {
  const id = await upload('thing', [
    ['编码', '数量', '备注'],
    ['B1', '1', '好'],
    ['', '0', '坏'],
    ['FORBIDDEN', '2', ''],
    ['EXPLODES', '2', ''],
    ['B1', '5', '重复'],
    ['B2', '6', ''],
  ])
  const task = await work(id)
  expect(task).toMatchObject({ status: 6, total: 6, done: 6, success: 2, fail: 4, percent: 100 })
  expect(await codes()).toEqual(['B1', 'B2'])
  const book = await sheetOf(task.errorFile)
  expect(book).toEqual([
    ['编码', '数量', '备注', '结果', '错误字段', '错误原因'],
    ['', '0', '坏', '失败', '编码、数量', '请输入编码；数量不能小于1'],
    ['FORBIDDEN', '2', '', '失败', '编码', '编码不可使用'],
    ['EXPLODES', '2', '', '失败', '', '编码已冻结'],
    ['B1', '5', '重复', '失败', '', '数据已存在，请勿重复提交'],
  ])
  const corrected = [
    book[0] ?? [],
    ...book.slice(1).map((cells, index) => [`C${index}`, index + 1, ...cells.slice(2)]),
  ]
  expect(await work(await upload('thing', corrected))).toMatchObject({ status: 2, success: 4, fail: 0 })
})

test('every batch stands in the operation log of the person', async () => {
  await work(await upload('thing', [HEAD, ...things(150)]))
  const logged = await sql<{ adminId: number; params: { fromRow: number; toRow: number } }>`
    select "adminId", "params" from "operLog" where "title" = '物品导入' order by "id" desc limit 2`.execute(
    db,
  )
  expect(logged.rows.map((row) => [row.adminId, row.params.fromRow, row.params.toRow])).toEqual([
    [2, 102, 151],
    [2, 2, 101],
  ])
})

test('rows that belong together are written together or not at all', async () => {
  const id = await upload('thingGroups', [
    HEAD,
    ['P1/a', 1],
    ['P1/b', 2],
    ['P1/c', 3],
    ['P2/a', 1],
    ['P2/b', 0],
    ['P3/a', 1],
  ])
  const task = await work(id)
  expect(task).toMatchObject({ status: 6, success: 4, fail: 2 })
  expect(await codes()).toEqual(['P1/a', 'P1/b', 'P1/c', 'P3/a'])
  expect((await sheetOf(task.errorFile)).slice(1).map((row) => row.at(-1))).toEqual([
    '同组的第6行有错误',
    '数量不能小于1',
  ])
})

test('as a whole: one bad row and nothing is written, unless bad rows are to be left out', async () => {
  const rows = [HEAD, ...things(120), ['X', 0], ['FORBIDDEN', 1]]
  const first = await work(await upload('thingWhole', rows))
  expect(first).toMatchObject({ status: 3, success: 0, fail: 2, message: '有2行数据有误，未导入任何数据' })
  expect(await codes()).toEqual([])
  expect(await sheetOf(first.errorFile)).toHaveLength(3)
  const second = await work(await upload('thingWhole', rows, { skipBad: 1 }))
  expect(second).toMatchObject({ status: 6, total: 122, done: 122, success: 120, fail: 2 })
  expect(await codes()).toHaveLength(120)
})

test('as a whole: a refusal in the last batch undoes the first', async () => {
  const task = await work(await upload('thingWhole', [HEAD, ...things(120), ['T1', 1]]))
  expect(task).toMatchObject({ status: 3, fail: 1, message: '有1行数据有误，未导入任何数据' })
  expect(await codes()).toEqual([])
  // The database only said that one of a hundred rows is there already; the person is told which.
  expect((await sheetOf(task.errorFile)).slice(1)).toEqual([
    ['T1', '1', '失败', '', '数据已存在，请勿重复提交'],
  ])
  const others = await work(await upload('thingWhole', [HEAD, ...things(120), ['T1', 1]], { skipBad: 1 }))
  expect(others).toMatchObject({ status: 6, success: 120, fail: 1 })
})

test('as a whole: progress goes on while the rows are written', async () => {
  const id = await upload('thingWhole', [HEAD, ...things(6000)])
  const seen = new Set<number>()
  const stopping = new AbortController()
  const worker = runFileTasks({ db, files, signal: stopping.signal })
  await until(id, (task) => {
    seen.add(task.percent)
    return ended(task)
  })
  stopping.abort()
  await worker
  // How many are seen depends on the speed of the machine; without them it stands at 50 until the end.
  expect([...seen].filter((percent) => percent > 50 && percent < 99)).not.toEqual([])
})

test('only checked: nothing is written, every refusal is told', async () => {
  const task = await work(await upload('thing', [HEAD, ...things(30), ['Y', 0]], { dryRun: 1 }))
  expect(task).toMatchObject({ status: 6, total: 31, done: 31, success: 30, fail: 1 })
  expect(await codes()).toEqual([])
  expect(await work(await upload('thing', [HEAD, ...things(3)], { dryRun: 1 }))).toMatchObject({ status: 2 })
})

test('a template says what it wants, and its example is not imported', async () => {
  const definition = importOf(db, 'thing')
  if (definition === undefined) throw new Error('no definition')
  const path = join(folder, 'template.xlsx')
  await writeFile(path, templateOf(definition))
  const sheet = await openSheet(path, { fileName: 'template.xlsx' })
  const rows: string[][] = []
  for await (const { cells } of sheet.rows()) rows.push(cells)
  await sheet.close()
  expect(rows).toEqual([
    ['*编码', '*数量', '单价', '日期', '级别'],
    ['T-示例', '1'],
  ])
  const full = [...rows, ['D1', '2']]
  expect(await work(await upload('thing', full))).toMatchObject({ status: 2, total: 1 })
  expect(await codes()).toEqual(['D1'])
})

test('an export holds what the person may see, amounts as numbers, formulas made harmless', async () => {
  const task = await work(await exportThings({ rows: 1200 }))
  expect(task).toMatchObject({ status: 2, total: 1200, done: 1200, success: 1200, percent: 100 })
  expect(task.fileSize).toBeGreaterThan(1000)
  const rows = await sheetOf(task.resultFile)
  expect(rows).toHaveLength(1201)
  expect(rows[0]).toEqual(['编码', '单价'])
  expect(rows[3]).toEqual(['=2', '0.25'])
  const chosen = await work(await exportThings({ rows: 1, columns: 'qty,code' }, 1))
  expect((await sheetOf(chosen.resultFile))[0]).toEqual(['数量', '编码'])
})

test('a marked export says who made it above its pages', async () => {
  registerNow(
    db,
    declareTaskLimits(async () => ({ marked: true })),
  )
  const task = await work(await exportThings({ rows: 1 }))
  registerNow(
    db,
    declareTaskLimits(async () => ({})),
  )
  const file = await open(join(folder, 'tasks', task.resultFile))
  const xml = await (await openZip(file, 1_000_000)).text('xl/worksheets/sheet1.xml')
  await file.close()
  expect(xml).toMatch(/<oddHeader>&amp;R员工2 system \d{4}-\d\d-\d\d \d\d:\d\d<\/oddHeader>/)
  expect(await sheetOf(task.resultFile)).toHaveLength(2)
})

test('too many rows are refused before anything starts; so is a person without the permission', async () => {
  await expect(exportThings({ rows: 100_001 })).rejects.toMatchObject({
    code: 422,
    message: '导出数据超过100000条，请缩小筛选范围',
  })
  const definition = exportOf(db, 'thing')
  if (definition === undefined) throw new Error('no definition')
  const nobody = { ...person(8), permissions: new Set<string>() }
  await expect(
    inTransaction(db, nobody, (tx) => startTask(tx, nobody, definition, { rows: 1 })),
  ).rejects.toMatchObject({ code: 403 })
})

test('permissions are those of the moment it runs', async () => {
  expect(await work(await exportThings({ rows: 1 }, 8))).toMatchObject({
    status: 3,
    message: '没有权限访问。',
  })
  expect(await work(await exportThings({ rows: 1 }, 9))).toMatchObject({
    status: 3,
    message: '账号已停用，任务不能继续',
  })
})

test('P16-23: an export cancelled half-way ends within two seconds and leaves no file', async () => {
  const id = await exportThings({ rows: 80_000, slow: true })
  const stopping = new AbortController()
  const worker = runFileTasks({ db, files, signal: stopping.signal })
  await until(id, (task) => task.percent >= 20)
  await db.updateTable('fileTask').set({ cancelAsked: 1 }).where('id', '=', id).execute()
  const asked = Date.now()
  const task = await until(id, ended)
  expect(Date.now() - asked).toBeLessThan(2000)
  stopping.abort()
  await worker
  expect(task).toMatchObject({ status: 4, resultFile: '' })
  expect(task.percent).toBeLessThan(100)
  expect(await readdir(join(folder, '.part'))).toEqual([])
  expect(await readdir(join(folder, 'tasks'))).not.toContain(`${task.taskNo}-result.xlsx`)
})

test('a stopping process gives its tasks back, and they are finished later', async () => {
  const id = await exportThings({ rows: 40_000, slow: true })
  const stopping = new AbortController()
  const worker = runFileTasks({ db, files, signal: stopping.signal })
  await until(id, (task) => task.done > 0)
  stopping.abort()
  await worker
  expect(await taskOf(id)).toMatchObject({ status: 0, leaseOwner: '', resultFile: '' })
  expect(await readdir(join(folder, '.part'))).toEqual([])
  expect(await work(id)).toMatchObject({ status: 2, done: 40_000 })
})

test('no more than a few run for one person, none twice, whoever asks', async () => {
  for (let n = 0; n < 6; n++) await exportThings({ rows: 1 })
  await exportThings({ rows: 1 }, 1)
  const claimed = await Promise.all(Array.from({ length: 7 }, () => claimTask(db, LIMITS)))
  const taken = claimed.flatMap((task) => (task === undefined ? [] : [task]))
  expect(new Set(taken.map((task) => task.id)).size).toBe(taken.length)
  expect(taken.map((task) => task.scopeAdminId).sort()).toEqual([1, 2, 2, 2])
})

test('three processes that die with a task make it fail', async () => {
  const id = await exportThings({ rows: 1 })
  for (const status of [0, 0, 3]) {
    await claimTask(db, LIMITS)
    await sql`update "fileTask" set "leaseUntil" = now() - interval '1 second'`.execute(db)
    expect(await recoverTasks(db)).toBe(1)
    expect((await taskOf(id)).status).toBe(status)
  }
  expect((await taskOf(id)).message).toBe('任务多次中断，请重试')
})

test('the only task of a worker that breaks down fails with a reason; of two each is tried again, alone', async () => {
  const started: number[] = []
  for (let n = 0; n < 3; n++) started.push(await exportThings({ rows: 1 }))
  const claim = (isIdle?: boolean) => claimTask(db, { ...LIMITS, perPerson: 9 }, isIdle)
  const [one, two] = [await claim(), await claim()]
  const worker = one?.leaseOwner.split(':')[0] ?? ''
  expect(await blameTasks(db, worker)).toBe(2)
  for (const task of [one, two])
    expect(await taskOf(task?.id ?? 0)).toMatchObject({ status: 0, attempts: 1, message: '' })
  // Beside another one only what has broken nothing is taken.
  expect((await claim(false))?.attempts).toBe(0)
  expect(await claim(false)).toBeUndefined()
  await sql`update "fileTask" set "status" = 2 where "status" = 1`.execute(db)
  const suspect = await claim(true)
  expect(suspect?.attempts).toBe(1)
  expect(await blameTasks(db, worker)).toBe(1)
  const failed = await taskOf(suspect?.id ?? 0)
  expect(failed).toMatchObject({ status: 3, attempts: 2 })
  expect(failed.message).toContain('内存不足或文件内容异常')
  await sql`update "fileTask" set "status" = 2 where "id" = any(${sql.val(started)}::int[])`.execute(db)
})

test('limits come from where they are kept', async () => {
  registerNow(
    db,
    declareTaskLimits(async () => ({ exportMaxRows: 10 })),
  )
  await expect(exportThings({ rows: 11 })).rejects.toMatchObject({
    message: '导出数据超过10条，请缩小筛选范围',
  })
  registerNow(
    db,
    declareTaskLimits(async () => ({})),
  )
})

/** Starts another process that works on the tasks. */
function startProcess(): ChildProcess {
  const child = spawn(process.execPath, [WORKER, url, folder], { stdio: ['ignore', 'inherit', 'inherit'] })
  children.add(child)
  return child
}

async function killNow(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
  children.delete(child)
}

/** As if a minute had passed: the lease of the dead process is over. */
async function passLease(): Promise<void> {
  await sql`update "fileTask" set "leaseUntil" = now() - interval '1 second' where "status" = 1`.execute(db)
  expect(await recoverTasks(db)).toBe(1)
}

test('P16-24: an import whose process is killed at about row 400 loses nothing and does nothing twice', async () => {
  const rows = [...things(1000)]
  rows[99] = ['T100', 0]
  rows[499] = ['FORBIDDEN', 1]
  rows[899] = ['EXPLODES', 1]
  const id = await upload('thing', [HEAD, ...rows])
  const child = startProcess()
  await until(id, (task) => task.done >= 400)
  await killNow(child)
  const left = await taskOf(id)
  expect(left.status).toBe(1)
  expect(left.done).toBeLessThan(1000)
  expect(await codes()).toHaveLength(left.success)
  await passLease()
  const task = await work(id)
  expect(task).toMatchObject({ status: 6, total: 1000, done: 1000, success: 997, fail: 3, attempts: 1 })
  const written = await codes()
  expect(new Set(written).size).toBe(997)
  expect(written).toEqual(
    rows.map((row) => row[0]).filter((code) => !['T100', 'FORBIDDEN', 'EXPLODES'].includes(String(code))),
  )
  const book = await sheetOf(task.errorFile)
  expect(book.slice(1).map((cells) => [cells[0], cells.at(-1)])).toEqual([
    ['T100', '数量不能小于1'],
    ['FORBIDDEN', '编码不可使用'],
    ['EXPLODES', '编码已冻结'],
  ])
  const corrected = book.map((cells, index) => (index === 0 ? cells : [`N${index}`, 5, ...cells.slice(2)]))
  expect(await work(await upload('thing', corrected))).toMatchObject({ status: 2, done: 3, success: 3 })
})

test('an import as a whole whose process is killed leaves nothing, and is done once later', async () => {
  const id = await upload('thingWhole', [HEAD, ...things(1000)])
  const child = startProcess()
  await until(id, (task) => task.percent >= 50)
  await killNow(child)
  expect(await codes()).toEqual([])
  await passLease()
  expect(await work(id)).toMatchObject({ status: 2, success: 1000, fail: 0 })
  expect(new Set(await codes()).size).toBe(1000)
})

test('P16-38: an export whose process is killed starts again and has every row once', async () => {
  const id = await exportThings({ rows: 30_000 })
  const child = startProcess()
  await until(id, (task) => task.done >= 5000)
  await killNow(child)
  expect(await taskOf(id)).toMatchObject({ status: 1, resultFile: '' })
  await passLease()
  const task = await work(id)
  expect(task).toMatchObject({ status: 2, done: 30_000 })
  const rows = await sheetOf(task.resultFile)
  expect(new Set(rows.slice(1).map((row) => row[0])).size).toBe(30_000)
})

test('memory stays flat: an export of 100 000 rows grows by less than 150 MB', async () => {
  const before = process.memoryUsage().rss
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before)
  }, 50)
  expect(await work(await exportThings({ rows: 100_000 }))).toMatchObject({ status: 2, done: 100_000 })
  clearInterval(watch)
  expect(most).toBeLessThan(150 * 1024 * 1024)
})
