import type { Db } from '#kit/server/database.ts'
import type { PackDefinition } from '#kit/server/fileTask.ts'
import { writeOperLog } from '#kit/server/log.ts'
import type { CallRequest } from '#kit/server/serve.ts'
import { taskFileKey } from '#kit/server/tasks/files.ts'
import { nextTaskNo, type StartedTask, startBatch } from '#kit/server/tasks/start.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { demand, type Who } from '#kit/server/who.ts'
import type { Call } from '#kit/shared/call.ts'
import { notFound, refuse } from '#kit/shared/errors.ts'
import { filesGround } from './files.storage.ts'
import { extensionOf } from './fileTypes.ts'
import { FILE_GONE } from './selection.ts'
import { inFolder, spool, tooBig } from './upload.server.ts'

const MB = 1024 * 1024

interface Batch {
  definition: PackDefinition
  extension: string
  maxMb: number
  /** refuses (AppError) a file that cannot be worked on, before anything is queued */
  check(path: string): Promise<void>
}

/**
 * Takes the one file of a multipart request and queues the work on it; its parameters are {sourceFile, fileName}. 422
 * when there is none, it is too large or of another kind. `call` stands in the operation log. Platform §10.
 */
export async function takeBatch(
  db: Db,
  who: Who,
  call: Call,
  batch: Batch,
  request: CallRequest,
): Promise<StartedTask> {
  const { definition, extension, maxMb } = batch
  demand(who, definition.permission)
  return inFolder(async (folder) => {
    const start = Date.now()
    for await (const part of request.files({ maxBytes: maxMb * MB })) {
      const file = await spool(part.stream, part.fileName, folder)
      if (part.truncated()) throw tooBig(maxMb)
      if (extensionOf(file.fileName) !== extension)
        throw refuse(`文件格式不正确, 请上传${extension}格式文件!`)
      await batch.check(file.path)
      const taskNo = await nextTaskNo(db)
      const sourceFile = `${taskNo}-source.${extension}`
      await filesGround(db).storage.put(file.path, taskFileKey(sourceFile))
      const { fileName, size, sha256 } = file
      return inTransaction(db, who, async (tx) => {
        const params = { sourceFile, fileName }
        const given = { params, fileName, sourceFile, fileSize: size, sha256 }
        const task = await startBatch(tx, who, definition, taskNo, given)
        await writeOperLog(tx, call, { fileName }, request, start)
        return task
      })
    }
    throw refuse('请选择文件')
  })
}

/** Works on the uploaded file of a task as a file of this machine; 404 when it has been cleared away. */
export async function withTaskSource<T>(
  db: Db,
  sourceFile: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const found = await filesGround(db).storage.get(taskFileKey(sourceFile))
  if (found === null) throw notFound(FILE_GONE)
  return inFolder(async (folder) => work((await spool(found.stream, sourceFile, folder)).path))
}
