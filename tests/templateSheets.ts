// Workbooks in the format of imports: filled for every column, written, and read back sheet by sheet.
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { TestApp } from '#app/testing.ts'
import type { ImportColumn, ImportDefinition } from '#kit/server/fileTask.ts'
import { createWorkbook, openSheet, type Sheet } from '#kit/server/spreadsheet/spreadsheet.ts'
import { ended } from './importing.ts'

export type Cells = Readonly<Record<string, string>>
/** The rows of each sheet by its name, '' for the first, by column name; a column that is not named is filled in. */
export type Filling = Readonly<Record<string, readonly Cells[]>>

/** The sheets of an import, the first one under ''. */
export const sheetsOf = ({ columns, sheets = [] }: ImportDefinition) => [
  { name: '', columns },
  ...sheets.map((one) => ({ name: one.name, columns: one.columns })),
]

/** A cell its column reads, other than what a blank one would mean. */
function usual({ field, example, options, title }: ImportColumn): string {
  if (example !== undefined) return example
  const choice = field.choices?.at(-1)?.label ?? options?.at(-1)
  if (choice !== undefined) return choice
  if (field.type === 'money') return '12.3'
  if (field.type === 'int') return '3'
  if (field.type === 'decimal') return '1.5'
  if (field.type === 'date') return '2027-03-05'
  if (field.type === 'datetime') return '2027-03-05 08:30:00'
  return `${title}一`.slice(0, field.max ?? 50)
}

/** The cells of a sheet: its headings, then its rows with every column filled in. */
export function filled(columns: readonly ImportColumn[], rows: readonly Cells[]): string[][] {
  return [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map((column) => row[column.name] ?? usual(column))),
  ]
}

/** The workbook of an import with its sheets filled in. */
export async function workbook(definition: ImportDefinition, filling: Filling): Promise<Buffer> {
  const target = new PassThrough()
  const content = buffer(target)
  const parts = sheetsOf(definition).filter(({ name }) => filling[name] !== undefined)
  const first = definition.sheetName ?? definition.title
  const book = createWorkbook(target, {
    sheets: parts.map(({ name, columns }) => ({
      name: name === '' ? first : name,
      columns: columns.map(({ title }) => ({ title })),
    })),
  })
  for (const [place, { name, columns }] of parts.entries())
    for (const cells of filled(columns, filling[name] ?? []).slice(1)) await book.addRow(place, cells)
  await book.end()
  return content
}

async function cellsOf(sheet: Sheet): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of sheet.rows()) rows.push(cells)
  return rows
}

export interface Exported {
  bytes: Buffer
  /** the cells of each sheet by its name, '' for the first, headings first */
  sheets: Record<string, string[][]>
}

/** 按导入模板导出 of an import, as the person downloads it. */
export async function exportedForImport(
  app: TestApp,
  token: string,
  definition: ImportDefinition,
  asked: { filters?: string; list?: string } = {},
): Promise<Exported> {
  const body = { bizType: definition.bizType, ...asked }
  const answer = await app.request<{ taskId: number }>('POST', '/file/import/export', { token, body })
  if (answer.code !== 200) throw new Error(`The export was refused: ${answer.body}`)
  const task = await ended(app, answer.data.taskId)
  if (task.status !== 2) throw new Error(`The export failed: ${task.message}`)
  const { resultFile } = await app.db
    .selectFrom('fileTask')
    .select('resultFile')
    .where('id', '=', task.id)
    .executeTakeFirstOrThrow()
  const { bytes } = await app.request('GET', '/common/download', { token, query: { fileName: resultFile } })
  const file = await openSheet(Readable.from([bytes]), { fileName: 'export.xlsx' })
  const sheets: Record<string, string[][]> = { '': await cellsOf(file) }
  for (const { name } of sheetsOf(definition).slice(1)) {
    const sheet = await file.named(name)
    if (sheet !== null) sheets[name] = await cellsOf(sheet)
  }
  await file.close()
  return { bytes, sheets }
}
