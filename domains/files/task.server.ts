import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import {
  allFileTasks,
  type ImportDefinition,
  type ImportSource,
  importOf,
  sourceOf,
} from '#kit/server/fileTask.ts'
import { answerPage, conditionsOf, type ListOptions } from '#kit/server/list.ts'
import { writeOperLog } from '#kit/server/log.ts'
import { deleteRow, lockRow, restoreRow, updateRow } from '#kit/server/rows.ts'
import { type CallRequest, change, own, read, type Served } from '#kit/server/serve.ts'
import { offeredTicks, ticksOf } from '#kit/server/tasks/asked.ts'
import { removeTaskFiles, taskFileKey } from '#kit/server/tasks/files.ts'
import { type FileHeadings, fileHeadings } from '#kit/server/tasks/headings.ts'
import type { TaskRow } from '#kit/server/tasks/lease.ts'
import { taskLimits } from '#kit/server/tasks/limits.ts'
import { checkHeadings, isRequired, placeOf, present } from '#kit/server/tasks/sheet.ts'
import { nextTaskNo, type StartedTask, startImport, startTask, TASKS_TOPIC } from '#kit/server/tasks/start.ts'
import { templateExport, templateParams } from '#kit/server/tasks/templateRun.ts'
import { afterCommit, inTransaction, notice } from '#kit/server/transaction.ts'
import { demand, may, type Who } from '#kit/server/who.ts'
import type { Call, Paging } from '#kit/shared/call.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { FAILED, fileTask, taskStates } from '#kit/shared/fileTask.entity.ts'
import { asRecord } from '#kit/shared/record.ts'
import { canDo, stateLabel } from '#kit/shared/states.ts'
import { filesGround } from './files.storage.ts'
import { extensionOf } from './fileTypes.ts'
import { matched, readMapping, rememberedMapping, rememberMapping } from './mapping.server.ts'
import { startPack } from './pack.server.ts'
import { isOwn } from './rights.ts'
import { takeSheet, templateAnswer } from './takeSheet.server.ts'
import {
  cancelTask,
  deleteTask,
  exportCounts,
  exportForImport,
  exportTasks,
  exportTypes,
  importCounts,
  importHeadings,
  importTasks,
  importTemplate,
  importTypes,
  packFiles,
  recoverTask,
  retryTask,
  TASK_ALL,
  taskInfo,
  uploadImport,
} from './task.calls.ts'
import { inFolder, type Spooled } from './upload.server.ts'

const SHOWN_ERRORS = 100

/** Everything but what only the page of one task shows. */
const LISTED = Object.keys(fileTask.all).filter((name) => name !== 'preview' && name !== 'params')

type Asked = Paging & { isDel: 0 | 1 | null }

/** Imports or the other tasks, those of the person unless they may see all. */
function ownTasks(who: Who, { isDel }: Asked, imports: boolean): ListOptions {
  const where = [imports ? sql<boolean>`"fileTask"."kind" = 1` : sql<boolean>`"fileTask"."kind" <> 1`]
  if (!may(who, TASK_ALL)) where.push(sql<boolean>`"fileTask"."scopeAdminId" = ${who.adminId}`)
  return { where, isDel: isDel ?? 0 }
}

async function countTasks(db: Db, who: Who, input: Asked, imports: boolean): Promise<Record<string, number>> {
  const options = ownTasks(who, input, imports)
  const asked = { ...input, status: '' }
  let query = db.selectFrom('fileTask').select(['status', sql<number>`count(*)::integer`.as('count')])
  for (const condition of await conditionsOf(db, who, fileTask, asked, options))
    query = query.where(condition)
  const rows = await query.groupBy('status').execute()
  const all = rows.reduce((sum, row) => sum + row.count, 0)
  return { '': all, ...Object.fromEntries(rows.map((row) => [String(row.status), row.count])) }
}

/** How many imports of a person failed within the last week and were neither tried again nor deleted. */
export async function failedImports(db: Db, adminId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as "n" from "fileTask"
    where "scopeAdminId" = ${adminId} and "isDel" = 0 and "kind" = 1 and "status" = ${sql.lit(FAILED)}
      and "createTime" > now() - interval '7 days'`.execute(db)
  return rows[0]?.n ?? 0
}

const listTasks = (db: Db, who: Who, input: Asked, imports: boolean) =>
  answerPage(db, who, fileTask, (imports ? importTasks : exportTasks).answer, input, {
    ...ownTasks(who, input, imports),
    columns: LISTED,
  })

/** Reads an own task for change; 404 for others'. */
async function lockOwn(tx: Tx, who: Who, id: number): Promise<TaskRow> {
  const task = await lockRow(tx, fileTask, id, { deleted: true })
  if (!isOwn(who, task)) throw notFound()
  return task
}

function guard(action: 'cancel' | 'retry' | 'remove', task: TaskRow): void {
  if (canDo(taskStates, action, task.status)) return
  const state = stateLabel(taskStates, task.status)
  throw conflict(`任务当前状态为${state}，不能${taskStates.actions[action].label}`)
}

function tell(tx: Tx, task: TaskRow): void {
  notice(tx, { topic: `task:${task.id}`, adminId: task.scopeAdminId, id: task.id })
}

const seconds = (time: Date | null): number | null =>
  time === null ? null : Math.floor(time.getTime() / 1000)

async function cancel(tx: Tx, who: Who, id: number): Promise<void> {
  const task = await lockOwn(tx, who, id)
  guard('cancel', task)
  // One that runs is left by its worker at the next batch.
  const values = task.status === 0 ? { status: 4 as const, endTime: new Date() } : { cancelAsked: 1 as const }
  await updateRow(tx, fileTask, task, values)
  tell(tx, task)
}

async function retry(tx: Tx, who: Who, id: number): Promise<void> {
  const task = await lockOwn(tx, who, id)
  guard('retry', task)
  if (task.kind === 1 && task.sourceFile === '') throw refuse('源文件已清理，请重新上传')
  // A row-wise import goes on behind what it has written; everything else begins anew.
  const goesOn = task.lastRow > 0
  await updateRow(tx, fileTask, task, {
    status: 0,
    message: '',
    cancelAsked: 0,
    attempts: 0,
    resultFile: '',
    errorFile: '',
    startTime: null,
    endTime: null,
    expireTime: null,
    isDel: 0,
    ...(goesOn ? {} : { done: 0, success: 0, fail: 0, percent: 0 }),
  })
  notice(tx, { topic: TASKS_TOPIC })
  tell(tx, task)
}

async function remove(tx: Tx, who: Who, id: number): Promise<void> {
  const task = await lockOwn(tx, who, id)
  guard('remove', task)
  if (task.isDel === 0) return deleteRow(tx, fileTask, task)
  await tx.deleteFrom('fileTask').where('id', '=', id).execute()
  afterCommit(tx, () => removeTaskFiles(filesGround(tx).storage, task))
}

async function recover(tx: Tx, who: Who, id: number): Promise<void> {
  const task = await lockOwn(tx, who, id)
  if (task.isDel === 0) throw conflict('任务不在回收站，不能恢复')
  await restoreRow(tx, fileTask, task)
}

/** Does something with each of the tasks, in the order of their ids, so that two people never wait crosswise. */
async function each(
  tx: Tx,
  who: Who,
  ids: readonly number[],
  act: (tx: Tx, who: Who, id: number) => Promise<void>,
): Promise<void> {
  for (const id of [...ids].sort((a, b) => a - b)) await act(tx, who, id)
}

function definitionFor(db: Db, who: Who, bizType: string): ImportDefinition {
  const definition = importOf(db, bizType)
  if (definition === undefined) throw refuse('任务类型不存在', 'bizType')
  demand(who, definition.permission)
  return definition
}

const REPEAT = '该文件已导入过，是否继续'

async function askRepeat(db: Db, sha256: string, bizType: string): Promise<void> {
  const same = await db
    .selectFrom('fileTask')
    .select(['taskNo'])
    .where('sha256', '=', sha256)
    .where('bizType', '=', bizType)
    .where('dryRun', '=', 0)
    .where('status', 'in', [0, 1, 2, 6])
    .where('createTime', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst()
  if (same !== undefined) throw conflict(REPEAT, { reason: 'repeat', taskNo: same.taskNo })
}

/** What is wrong with the headings is said at once, before anything is queued. */
function headingsIn({ sheetName, sheets = [] }: ImportDefinition, file: Spooled): Promise<FileHeadings> {
  const { path, fileName } = file
  return fileHeadings({ path, fileName, sheetName, others: sheets.map(({ name }) => name) })
}

/**
 * Takes the sheet of a multipart request and queues its import: 422 when there is none, it is too large or lacks
 * columns, 409 该文件已导入过 unless forced. `call` and `input` stand in the operation log. Platform §10.
 */
export async function takeImport(
  db: Db,
  who: Who,
  call: Call,
  input: { dryRun: 0 | 1; skipBad: 0 | 1; force: 0 | 1; mapping: string; ticks: string },
  bizType: string,
  request: CallRequest,
): Promise<StartedTask> {
  const definition = definitionFor(db, who, bizType)
  const { importMaxMb } = await taskLimits(db)
  const mapping = readMapping(definition, input.mapping)
  return inFolder(async (folder) => {
    const start = Date.now()
    const file = await takeSheet(request, folder, importMaxMb)
    checkHeadings(definition, await headingsIn(definition, file), mapping)
    const { dryRun, skipBad, force } = input
    if (dryRun !== 1 && force !== 1) await askRepeat(db, file.sha256, bizType)
    const taskNo = await nextTaskNo(db)
    const sourceFile = `${taskNo}-source.${extensionOf(file.fileName)}`
    await filesGround(db).storage.put(file.path, taskFileKey(sourceFile))
    return inTransaction(db, who, async (tx) => {
      const task = await startImport(tx, who, definition, taskNo, {
        fileName: file.fileName,
        sourceFile,
        fileSize: file.size,
        sha256: file.sha256,
        dryRun,
        skipBad,
        params: { mapping, ticks: ticksOf(definition, input.ticks) },
      })
      await rememberMapping(tx, who, bizType, mapping)
      await writeOperLog(tx, call, { ...input, fileName: file.fileName }, request, start)
      return task
    })
  })
}

/** The filters of a list out of their JSON, as its own call reads them; 422 when they cannot be read. */
function readFilters({ schema }: ImportSource, text: string): Record<string, unknown> {
  if (schema === undefined) return {}
  let given: unknown
  try {
    given = text === '' ? {} : JSON.parse(text)
  } catch {
    throw refuse('筛选条件格式不正确', 'filters')
  }
  return asRecord(schema.parse(given))
}

export const taskServed: Served[] = [
  read(exportTasks, (db, who, input) => listTasks(db, who, input, false)),
  read(importTasks, (db, who, input) => listTasks(db, who, input, true)),
  read(exportCounts, (db, who, input) => countTasks(db, who, input, false)),
  read(importCounts, (db, who, input) => countTasks(db, who, input, true)),
  own(uploadImport, (db, who, input, request) =>
    takeImport(db, who, uploadImport, input, input.bizType, request),
  ),
  own(importHeadings, async (db, who, { bizType }, request) => {
    const definition = definitionFor(db, who, bizType)
    const { importMaxMb } = await taskLimits(db)
    const remembered = await rememberedMapping(db, who, bizType)
    return inFolder(async (folder) => {
      const file = await takeSheet(request, folder, importMaxMb)
      const headings = present((await headingsIn({ ...definition, sheets: [] }, file)).first)
      const columns = matched(definition, headings, remembered)
      return { headings, columns, ticks: offeredTicks(definition) }
    })
  }),
  read(importTemplate, async (db, who, { bizType }) => {
    const definition = definitionFor(db, who, bizType)
    return templateAnswer(definition)
  }),
  read(importTypes, async (db, who) =>
    allFileTasks(db).flatMap((definition) =>
      definition.kind === 'import' && may(who, definition.permission)
        ? [
            {
              bizType: definition.bizType,
              title: definition.title,
              mode: definition.mode,
              exports: may(who, definition.source.permission),
              columns: definition.columns.map((column) => ({
                title: column.title,
                required: isRequired(column),
              })),
            },
          ]
        : [],
    ),
  ),
  read(exportTypes, async (db, who) =>
    allFileTasks(db).flatMap(({ kind, bizType, title, permission }) =>
      kind !== 'import' && may(who, permission) ? [{ bizType, title }] : [],
    ),
  ),
  read(taskInfo, async (db, who, { id }) => {
    const task = await db.selectFrom('fileTask').selectAll().where('id', '=', id).executeTakeFirst()
    if (task === undefined || !isOwn(who, task)) throw notFound()
    const errors = await db
      .selectFrom('fileTaskRow')
      .select(['rowNo', 'bizKey', 'field', 'message'])
      .where('taskId', '=', id)
      .orderBy('rowNo')
      .limit(SHOWN_ERRORS)
      .execute()
    const definition = importOf(db, task.bizType)
    return {
      ...task,
      resultName: task.resultFile,
      errorName: task.errorFile,
      createTime: seconds(task.createTime) ?? 0,
      startTime: seconds(task.startTime),
      endTime: seconds(task.endTime),
      expireTime: seconds(task.expireTime),
      errors: errors.map((one) => ({ ...one, ...placeOf(definition, one.rowNo) })),
      notes: task.notes.map(({ column, ...one }) => ({
        field: column,
        ...one,
        ...placeOf(definition, one.rowNo),
      })),
    }
  }),
  change(exportForImport, (tx, who, { bizType, filters, list }) => {
    const importing = importOf(tx, bizType)
    const source = importing && sourceOf(importing, list)
    if (importing === undefined || source === undefined) throw refuse('任务类型不存在', 'bizType')
    const params = templateParams(list, readFilters(source, filters))
    return startTask(tx, who, templateExport(importing, source), params)
  }),
  change(cancelTask, (tx, who, { id }) => each(tx, who, id, cancel)),
  change(retryTask, (tx, who, { id }) => each(tx, who, id, retry)),
  change(deleteTask, (tx, who, { id }) => each(tx, who, id, remove)),
  change(recoverTask, (tx, who, { id }) => each(tx, who, id, recover)),
  change(packFiles, startPack),
]

const expired = (db: Db) =>
  db.selectFrom('fileTask').where('expireTime', '<', sql<Date>`now()`).where('status', 'in', [2, 3, 4, 6])

/** Whether any task has been kept long enough. */
export const areExpired = async (db: Db): Promise<boolean> =>
  (await expired(db).select('id').limit(1).executeTakeFirst()) !== undefined

/** Ends the time of files nobody fetched any more: rows stay, files go. Platform §10, job file.expire. */
export async function expireTasks(db: Db, signal: AbortSignal): Promise<number> {
  const due = await expired(db)
    .select(['id', 'status', 'sourceFile', 'resultFile', 'errorFile'])
    .limit(1000)
    .execute()
  let done = 0
  for (const task of due) {
    if (signal.aborted) break
    await removeTaskFiles(filesGround(db).storage, task)
    await db
      .updateTable('fileTask')
      .set({
        sourceFile: '',
        resultFile: '',
        errorFile: '',
        expireTime: null,
        ...(task.status === 2 || task.status === 6 ? { status: 5 as const } : {}),
      })
      .where('id', '=', task.id)
      .execute()
    done += 1
  }
  return done
}
