// Imports through the front door: upload, a worker in this process, the end of the task.
import type { TestApp } from '#app/testing.ts'
import { filesGround } from '#domains/files/files.storage.ts'
import { runFileTasks } from '#kit/server/tasks/run.ts'

/** The body of a multipart request with one file. */
export function multipart(
  fileName: string,
  content: Buffer | string,
): { body: Buffer; headers: Record<string, string> } {
  const boundary = '----tongshang-test'
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="multipart"; filename="${fileName}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Runs file tasks of the application in this process until the answered function is called. */
export function startWorker(app: TestApp): () => Promise<void> {
  const stopping = new AbortController()
  const worker = runFileTasks({ db: app.db, files: filesGround().storage, signal: stopping.signal })
  return async () => {
    stopping.abort()
    await worker
  }
}

export interface EndedTask {
  id: number
  status: number
  total: number
  success: number
  fail: number
  message: string
  errorFile: string
}

const RUNNING = [0, 1]

/** Waits for the end of a task. */
export async function ended(app: TestApp, taskId: number): Promise<EndedTask> {
  for (;;) {
    const task = await app.db
      .selectFrom('fileTask')
      .select(['id', 'status', 'total', 'success', 'fail', 'message', 'errorFile'])
      .where('id', '=', taskId)
      .executeTakeFirstOrThrow()
    if (!RUNNING.includes(task.status)) return task
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
}

/** Uploads a file as an import and waits for its end. */
export async function importFile(
  app: TestApp,
  token: string,
  bizType: string,
  file: { name: string; content: Buffer | string },
  query: Record<string, string | number> = {},
): Promise<EndedTask> {
  const answer = await app.request<{ taskId: number }>('POST', '/file/import/upload', {
    token,
    query: { bizType, force: 1, ...query },
    ...multipart(file.name, file.content),
  })
  if (answer.code !== 200) throw new Error(`The upload was refused: ${answer.message}`)
  return ended(app, answer.data.taskId)
}
