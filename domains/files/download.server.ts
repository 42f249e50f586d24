import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { fileGuardOf } from '#kit/server/fileTask.ts'
import { read, type Served } from '#kit/server/serve.ts'
import { taskFileKey } from '#kit/server/tasks/files.ts'
import type { TaskRow } from '#kit/server/tasks/lease.ts'
import type { BinaryAnswer } from '#kit/shared/binary.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { notFound, refuse } from '#kit/shared/errors.ts'
import type { attachment } from './attachment.entity.ts'
import { filesGround, keyOf } from './files.storage.ts'
import { extensionOf } from './fileTypes.ts'
import { openKey, zipAnswer } from './named.server.ts'
import { isOwn, mayRead } from './rights.ts'
import { FILE_GONE, selectFiles } from './selection.ts'
import { isSigned } from './signed.ts'
import { download, downloadResource, downloadZip, viewFile } from './task.calls.ts'

const MOST_FILES = 200
const MOST_BYTES = 500 * 1024 * 1024

/** The name a person gets a task's file under. */
function shownName(task: TaskRow, name: string): string {
  if (name === task.errorFile) return `${task.bizName}-错误数据.xlsx`
  return task.fileName || name
}

const FILES = ['resultFile', 'errorFile', 'sourceFile'] as const

async function findTaskFile(db: Db, name: string): Promise<TaskRow | undefined> {
  return db
    .selectFrom('fileTask')
    .selectAll()
    .where((where) => where.or(FILES.map((column) => where(column, '=', name))))
    .executeTakeFirst()
}

async function forget(db: Db, task: TaskRow, name: string): Promise<void> {
  await filesGround(db).storage.remove(taskFileKey(name))
  const gone = FILES.filter((column) => task[column] === name).map((column) => [column, ''])
  await db.updateTable('fileTask').set(Object.fromEntries(gone)).where('id', '=', task.id).execute()
}

/** Opens an attachment under the name a person gave it. */
function openAttachment(db: Db, row: EntityRow<typeof attachment>, inline: boolean): Promise<BinaryAnswer> {
  const extension = extensionOf(row.attDir)
  const name = extensionOf(row.name) === extension ? row.name : `${row.name}.${extension}`
  return openKey(db, keyOf(row.attDir), name, inline)
}

export const downloadServed: Served[] = [
  read(download, async (db, who, input, request) => {
    // Only names that a task carries are known; a path of any kind is nobody's name.
    const task = await findTaskFile(db, input.fileName)
    if (task === undefined || !isOwn(who, task)) throw notFound(FILE_GONE)
    const { id: taskId, scopeAdminId: ownerId, bizType } = task
    await fileGuardOf(db, bizType)?.(db, who, { taskId, ownerId, ip: request.ip })
    const answer = await openKey(db, taskFileKey(input.fileName), shownName(task, input.fileName))
    await db
      .updateTable('fileTask')
      .set({ downloadCount: sql`"downloadCount" + 1` })
      .where('id', '=', task.id)
      .execute()
    if (input.delete === 'true' || input.delete === '1') {
      const body = answer.body
      if (!(body instanceof Uint8Array))
        body.once('close', () => void forget(db, task, input.fileName).catch(() => undefined))
    }
    return answer
  }),
  read(downloadResource, async (db, who, { resource }) => {
    const row = await db
      .selectFrom('attachment')
      .selectAll()
      .where('attDir', '=', resource)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    if (row === undefined || !mayRead(row, who)) throw notFound(FILE_GONE)
    return openAttachment(db, row, false)
  }),
  read(downloadZip, async (db, who, input) => {
    const { parts, bytes } = await selectFiles(db, who, input)
    if (parts.length > MOST_FILES || bytes > MOST_BYTES) throw refuse('文件过多，请使用打包任务下载')
    return zipAnswer(parts, '文件打包.zip')
  }),
  read(viewFile, async (db, _who, { attId, expires, sign }) => {
    if (!isSigned(db, attId, expires, sign)) throw notFound(FILE_GONE)
    const row = await db
      .selectFrom('attachment')
      .selectAll()
      .where('id', '=', attId)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    if (row === undefined) throw notFound(FILE_GONE)
    return openAttachment(db, row, true)
  }),
]
