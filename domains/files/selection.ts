import type { Db } from '#kit/server/database.ts'
import { fileGuardOf } from '#kit/server/fileTask.ts'
import { taskFileKey } from '#kit/server/tasks/files.ts'
import type { Who } from '#kit/server/who.ts'
import { notFound, refuse } from '#kit/shared/errors.ts'
import { filesGround, keyOf } from './files.storage.ts'
import { isOwn, mayRead } from './rights.ts'
import type { ZipPart } from './zip.ts'

/** Files a person chose to have together, and how big they are. */
export interface Selection {
  parts: ZipPart[]
  bytes: number
}

export const FILE_GONE = '文件不存在'

/** The chosen attachments and results of tasks; 404 文件不存在 when the person may not read one of them. */
export async function selectFiles(
  db: Db,
  who: Who,
  input: { ids: number[]; taskIds: number[] },
): Promise<Selection> {
  const { ids, taskIds } = input
  const attachments =
    ids.length === 0
      ? []
      : await db.selectFrom('attachment').selectAll().where('id', 'in', ids).where('isDel', '=', 0).execute()
  const tasks =
    taskIds.length === 0
      ? []
      : await db.selectFrom('fileTask').selectAll().where('id', 'in', taskIds).execute()
  if (tasks.some((task) => fileGuardOf(db, task.bizType) !== undefined)) throw refuse('所选文件只能单独下载')
  const readable = [
    ...attachments
      .filter((row) => mayRead(row, who))
      .map((row) => ({ name: row.name, key: keyOf(row.attDir), size: row.attSize })),
    ...tasks
      .filter((task) => isOwn(who, task) && task.resultFile !== '')
      .map((task) => ({
        name: task.fileName || task.resultFile,
        key: taskFileKey(task.resultFile),
        size: task.fileSize,
      })),
  ]
  if (readable.length === 0 || readable.length < ids.length + taskIds.length) throw notFound(FILE_GONE)
  const { storage } = filesGround(db)
  return {
    bytes: readable.reduce((sum, file) => sum + file.size, 0),
    parts: readable.map(({ name, key }) => ({
      name,
      open: async () => (await storage.get(key))?.stream ?? null,
    })),
  }
}
