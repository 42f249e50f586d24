import { AppError, refuse } from '#kit/shared/errors.ts'
import type { ImportSheet } from '../fileTask.ts'
import { openSheet, type Sheet, type SheetRow, SpreadsheetError } from '../spreadsheet/spreadsheet.ts'
import { threadWork } from '../threads/inThread.ts'
import { dataRows, planSheet, present, type ReadRow, readSheetRow } from './sheet.ts'

interface SmallFile {
  path: string
  /** as the person called it */
  fileName: string
  /** rows below the headings; one more is read, so that too many are told from just enough */
  most: number
}

/** Runs in a thread: the first rows of a file, headings first. 422 for a file that cannot be read. */
export async function readFirstRows({ path, fileName, most }: SmallFile): Promise<SheetRow[]> {
  try {
    const file = await openSheet(path, { fileName })
    try {
      const rows: SheetRow[] = []
      // The headings, the template's example, and one row too many.
      for await (const row of file.rows()) if (rows.push(row) >= most + 3) break
      return rows
    } finally {
      await file.close()
    }
  } catch (error) {
    throw error instanceof SpreadsheetError ? refuse(error.message) : error
  }
}

const firstRows = threadWork<typeof readFirstRows>({
  module: new URL(import.meta.url),
  name: 'readFirstRows',
  lane: 'file',
  limitMs: 30_000,
  tooMuch: '文件过于复杂，30秒内无法读取，请精简或拆分后重试',
})

/**
 * The rows of a small file, read through their columns at once instead of by a task: for what is typed into a form otherwise.
 * 422 文件没有数据, 数据不能超过{n}行, and as planSheet. Platform §10.
 */
export async function rowsOfFile(
  { columns }: Pick<ImportSheet, 'columns'>,
  file: SmallFile,
): Promise<ReadRow[]> {
  const all = await firstRows(file)
  const plan = planSheet({ columns }, present(all[0]?.cells ?? null))
  const sheet: Sheet = {
    async *rows() {
      yield* all
    },
    named: async () => null,
    close: async () => undefined,
  }
  const found: ReadRow[] = []
  for await (const row of dataRows({ sheet, plan, before: 0 })) found.push(readSheetRow(plan, row))
  if (found.length === 0) throw new AppError(422, '文件没有数据')
  if (found.length > file.most) throw new AppError(422, `数据不能超过${file.most}行`)
  return found
}
