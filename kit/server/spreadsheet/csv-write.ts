import type { Writable } from 'node:stream'
import iconv from 'iconv-lite'
import { ByteSink } from './byte-sink.ts'
import { defuse } from './cell-value.ts'
import { type Cell, type ColumnSpec, cellContent, dateCellText } from './table-cell.ts'

export interface CsvOptions {
  columns: readonly ColumnSpec[]
  /** UTF-8 with mark by default; 'gb18030' (GBK with what GBK lacks) for programs that know nothing else. */
  encoding?: 'utf8' | 'gb18030'
}

/** A .csv file being written. */
export interface CsvWriter {
  /** Appends a row. Await it: it waits for the disk. */
  addRow: (cells: readonly Cell[]) => Promise<void>
  end: () => Promise<void>
  /** Gives up: the target is destroyed, the half file is the caller's to remove. */
  abort: () => void
  readonly bytes: number
}

const FLUSH_AT = 64 * 1024

/**
 * Writes a .csv file row by row, titles first, with the same cells as `createWorkbook`: dates as text in the
 * server's zone, an apostrophe before text that would be a formula.
 */
export function createCsv(target: string | Writable, { columns, encoding = 'utf8' }: CsvOptions): CsvWriter {
  const sink = new ByteSink(target)
  const mark = encoding === 'utf8' ? '\uFEFF' : ''
  let waiting = `${mark}${columns.map(({ title }) => quoted(defuse(title))).join(',')}\r\n`

  async function flush(): Promise<void> {
    const bytes = iconv.encode(waiting, encoding)
    waiting = ''
    await sink.write(bytes)
  }

  return {
    addRow: async (cells) => {
      waiting += `${cells.map((cell, index) => cellText(cell, columns[index])).join(',')}\r\n`
      if (waiting.length >= FLUSH_AT) await flush()
    },
    end: async () => {
      await flush()
      await sink.end()
    },
    abort: () => sink.abort(),
    get bytes() {
      return sink.bytes
    },
  }
}

function cellText(cell: Cell, column: ColumnSpec | undefined): string {
  const content = cellContent(cell, column?.kind)
  if (!content) return ''
  if ('number' in content) return content.number
  return quoted('text' in content ? defuse(content.text) : dateCellText(content))
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
