import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { encodingOf } from './csv-encoding.ts'
import { csvRows } from './csv-read.ts'
import { SpreadsheetError } from './error.ts'
import { KeptRows } from './kept-rows.ts'
import { type SheetRow, sheetNames, xlsxRows } from './xlsx-read.ts'
import { openZip, type ZipArchive } from './zip-read.ts'

export { type CsvOptions, type CsvWriter, createCsv } from './csv-write.ts'
export { SpreadsheetError } from './error.ts'
export type { Cell, CellKind, ColumnSpec } from './table-cell.ts'
export type { SheetRow } from './xlsx-read.ts'
export { createWorkbook, type SheetSpec, type Workbook, type WorkbookOptions } from './xlsx-write.ts'

/** A sheet of an opened file; the first visible one unless asked for by name. */
export interface Sheet {
  /** The rows from the first one on; may be asked for again, but not twice at the same time. */
  rows: () => AsyncGenerator<SheetRow>
  /** The visible sheet of that name in the same file; null when there is none, as always in a .csv. */
  named: (name: string) => Promise<Sheet | null>
  /** Lets go of the file, for all its sheets. */
  close: () => Promise<void>
}

const MAX_UNPACKED = 500 * 1024 * 1024

/**
 * Opens an .xlsx or .csv file for reading row by row (platform §10), in memory that does not grow with the rows.
 * Cells are text as a person reads it: numbers without float noise, days as yyyy-MM-dd, moments with HH:mm:ss.
 * `fileName` is the name the person gave the file. SpreadsheetError, here or while reading rows, when the file is
 * neither, is broken, or unpacks to more than 500 MB.
 */
export async function openSheet(
  source: string | Readable,
  { fileName }: { fileName: string },
): Promise<Sheet> {
  const file = typeof source === 'string' ? await open(source) : await spooled(source)
  try {
    const { rows, names } = await rowsOf(file, fileName)
    const kept = new Map<string | undefined, KeptRows>()
    const rowsIn = (name?: string): KeptRows => {
      const found = kept.get(name) ?? new KeptRows(() => rows(name))
      kept.set(name, found)
      return found
    }
    const sheet = (name?: string): Sheet => ({
      rows: () => readable(rowsIn(name).rows()),
      named: async (other) => ((await names()).includes(other) ? sheet(other) : null),
      async close() {
        for (const one of kept.values()) await one.close()
        await file.close()
      },
    })
    return sheet()
  } catch (error) {
    await file.close()
    throw asSpreadsheetError(error)
  }
}

interface Sheets {
  rows: (name?: string) => AsyncGenerator<SheetRow>
  names: () => Promise<string[]>
}

async function rowsOf(file: FileHandle, fileName: string): Promise<Sheets> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  const isZip = bytesRead === 4 && buffer.readUInt32LE() === 0x04034b50
  // Files are renamed more often than saved as: what is inside decides, the name only has to be one of the two.
  if (!/\.(?:xlsx|csv)$/i.test(fileName)) throw new SpreadsheetError()
  if (isZip) {
    const zip: ZipArchive = await openZip(file, MAX_UNPACKED)
    return { rows: (name) => xlsxRows(zip, name), names: () => sheetNames(zip) }
  }
  if (/\.xlsx$/i.test(fileName) || (await file.stat()).size > MAX_UNPACKED) throw new SpreadsheetError()
  const encoding = await encodingOf(file)
  return { rows: () => csvRows(file, encoding), names: async () => [] }
}

async function* readable(rows: AsyncGenerator<SheetRow>): AsyncGenerator<SheetRow> {
  try {
    yield* rows
  } catch (error) {
    throw asSpreadsheetError(error)
  }
}

// A disk that fails is no fault of the file; everything else a parser says is.
function asSpreadsheetError(error: unknown): unknown {
  const isOurs = error instanceof SpreadsheetError || (error instanceof Error && 'syscall' in error)
  return isOurs ? error : new SpreadsheetError(error)
}

// A zip is read from its end, so a stream has to become a file first; it has no name any more once it is open.
async function spooled(source: Readable): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'sheet-'))
  try {
    const path = join(folder, 'upload')
    await pipeline(source, createWriteStream(path, { mode: 0o600 }))
    return await open(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
