import { createReadStream } from 'node:fs'
import type { Download } from '@playwright/test'
import { openSheet } from '../../kit/server/spreadsheet/spreadsheet.ts'

/** The rows of a downloaded spreadsheet as texts, headings first. */
export async function sheetOf(download: Download): Promise<string[][]> {
  const book = await openSheet(createReadStream(await download.path()), {
    fileName: download.suggestedFilename(),
  })
  const rows: string[][] = []
  for await (const { cells } of book.rows()) rows.push(cells)
  await book.close()
  return rows
}

/** A csv file of rows whose cells hold no commas, quotes or line breaks. */
export function csvOf(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(rows.map((cells) => cells.join(',')).join('\r\n'))
}
