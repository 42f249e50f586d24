import { refuse } from '#kit/shared/errors.ts'
import { openSheet, type Sheet, SpreadsheetError } from '../spreadsheet/spreadsheet.ts'
import { threadWork } from '../threads/inThread.ts'

/** The headings of an import's sheets; null: nothing stands in it, or there is no such sheet. */
export interface FileHeadings {
  first: string[] | null
  others: { name: string; headings: string[] | null }[]
}

interface SheetFile {
  path: string
  /** as the person called it */
  fileName: string
  /** the sheet an import begins with; the first visible one when none is called so */
  sheetName: string | undefined
  /** further sheets that are looked for */
  others: readonly string[]
}

/** No column is called longer; what stands there is no heading. */
const LONGEST_HEADING = 200

/** The sheet an import begins with. */
export async function firstSheet(sheetName: string | undefined, file: Sheet): Promise<Sheet> {
  return (sheetName === undefined ? null : await file.named(sheetName)) ?? file
}

/** The first row of a sheet; null when there is nothing in it. */
export async function headingsOf(sheet: Sheet): Promise<string[] | null> {
  const rows = sheet.rows()
  const first = await rows.next()
  await rows.return(undefined)
  return first.done ? null : first.value.cells.map((cell) => cell.slice(0, LONGEST_HEADING))
}

/** Runs in a thread: what a workbook needs read before its first row may be large. 422 for a file that cannot be read. */
export async function readFileHeadings({
  path,
  fileName,
  sheetName,
  others,
}: SheetFile): Promise<FileHeadings> {
  try {
    const file = await openSheet(path, { fileName })
    try {
      const found: FileHeadings['others'] = []
      for (const name of others) {
        const sheet = await file.named(name)
        found.push({ name, headings: sheet === null ? null : await headingsOf(sheet) })
      }
      return { first: await headingsOf(await firstSheet(sheetName, file)), others: found }
    } finally {
      await file.close()
    }
  } catch (error) {
    throw error instanceof SpreadsheetError ? refuse(error.message) : error
  }
}

/** The headings of an uploaded file, read beside other requests. 422 when it cannot be read, or not in 30 seconds. */
export const fileHeadings = threadWork<typeof readFileHeadings>({
  module: new URL(import.meta.url),
  name: 'readFileHeadings',
  lane: 'file',
  limitMs: 30_000,
  tooMuch: '文件过于复杂，30秒内无法读取，请精简或拆分后重试',
})
