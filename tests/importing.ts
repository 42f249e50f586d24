// Imports and exports through the front door: upload, a worker in this process, the end of the task, the file.
import { Readable } from 'node:stream'
import type { TestApp } from '#app/testing.ts'
import { filesGround } from '#domains/files/files.storage.ts'
import { startLive } from '#kit/server/live.ts'
import { openSheet } from '#kit/server/spreadsheet/spreadsheet.ts'
import { runFileTasks } from '#kit/server/tasks/run.ts'
import type { ServerProcess } from './server.ts'

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

/** Sends a CSV sheet to an import of a server in a process of its own; `query` are more of its parameters. Answers the task. */
export async function uploadSheet(
  server: ServerProcess,
  token: string,
  bizType: string,
  lines: readonly string[],
  query = '',
): Promise<number> {
  const { body, headers } = multipart(`${bizType}.csv`, lines.join('\n'))
  const answer = await fetch(`${server.url}/api/file/import/upload?bizType=${bizType}&force=1${query}`, {
    method: 'POST',
    headers: { ...headers, 'x-token': token },
    body: new Uint8Array(body),
  })
  const { message, data } = JSON.parse(await answer.text())
  if (message !== '操作成功') throw new Error(`The sheet was not taken: ${message}`)
  return data.taskId
}

/** Runs file tasks of the application in this process until the answered function is called. */
export function startWorker(app: TestApp): () => Promise<void> {
  const stopping = new AbortController()
  // As in the product it hears of a task at once; without that each would wait for the next look at the queue.
  const live = startLive(app.url, app.db)
  const worker = runFileTasks({ db: app.db, files: filesGround(app.db).storage, signal: stopping.signal })
  return async () => {
    stopping.abort()
    await worker
    await (await live).stop()
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
      setTimeout(resolve, 20)
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

/** Waits for an export and answers the cells of its workbook, the headings first. */
export async function exportedCells(app: TestApp, token: string, taskId: number): Promise<string[][]> {
  const task = await ended(app, taskId)
  if (task.status !== 2) throw new Error(`The export failed: ${task.message}`)
  const { resultFile } = await app.db
    .selectFrom('fileTask')
    .select('resultFile')
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow()
  const file = await app.request('GET', '/common/download', { token, query: { fileName: resultFile } })
  if (file.status !== 200) throw new Error(`The download was refused: ${file.body}`)
  const sheet = await openSheet(Readable.from([file.bytes]), { fileName: 'export.xlsx' })
  const rows: string[][] = []
  for await (const { cells } of sheet.rows()) rows.push(cells)
  await sheet.close()
  return rows
}

/** Starts an export and answers the cells of its workbook, the headings first. */
export async function exportedSheet(
  app: TestApp,
  token: string,
  path: string,
  body: Record<string, unknown>,
): Promise<string[][]> {
  const answer = await app.request<{ taskId: number }>('POST', path, { token, body })
  if (answer.code !== 200) throw new Error(`The export was refused: ${answer.message}`)
  return exportedCells(app, token, answer.data.taskId)
}
