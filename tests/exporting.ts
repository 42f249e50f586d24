// Exports through the front door: the call, the task, the file as the person downloads it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from '#app/testing.ts'
import { openSheet } from '#kit/server/spreadsheet/spreadsheet.ts'
import { ended } from './importing.ts'

/**
 * The rows of an export, the head first; a worker must be running (startWorker) and the person may see their exports
 * (file:export:list).
 */
export async function exportedRows(
  app: TestApp,
  token: string,
  path: string,
  body: Record<string, unknown>,
): Promise<string[][]> {
  const started = await app.request<{ taskId: number }>('POST', path, { token, body })
  if (started.code !== 200) throw new Error(`The export was refused: ${started.message}`)
  const task = await ended(app, started.data.taskId)
  if (task.status !== 2) throw new Error(`The export failed: ${task.message}`)
  const { resultFile } = await app.db
    .selectFrom('fileTask')
    .select('resultFile')
    .where('id', '=', started.data.taskId)
    .executeTakeFirstOrThrow()
  const file = await app.request('GET', '/common/download', { token, query: { fileName: resultFile } })
  const stored = join(app.dataDir, `export-${started.data.taskId}.xlsx`)
  await writeFile(stored, file.bytes)
  const sheet = await openSheet(stored, { fileName: stored })
  const rows: string[][] = []
  for await (const { cells } of sheet.rows()) rows.push(cells)
  await sheet.close()
  return rows
}
