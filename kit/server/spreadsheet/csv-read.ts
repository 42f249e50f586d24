import type { FileHandle } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { undefuse } from './cell-value.ts'
import { SpreadsheetError } from './error.ts'
import { fileChunks } from './file-chunks.ts'
import type { SheetRow } from './xlsx-read.ts'

// No honest row is longer; a quote that is never closed would otherwise swallow the file into memory.
const MAX_ROW = 4 * 1024 * 1024

/**
 * The rows of a csv file, read as they are asked for; rows without any text are left out but counted. UTF-8 with
 * or without mark, else GB18030 (which GBK is part of). Quoted fields may hold commas, quotes and line ends.
 */
export async function* csvRows(file: FileHandle): AsyncGenerator<SheetRow> {
  const decoder = iconv.getDecoder(await encodingOf(file))
  const found: SheetRow[] = []
  const reader = new RowReader((row) => found.push(row))
  for await (const chunk of fileChunks(file)) {
    reader.write(decoder.write(chunk))
    yield* found.splice(0)
  }
  reader.write(decoder.end() ?? '')
  reader.end()
  yield* found
}

async function encodingOf(file: FileHandle): Promise<'utf8' | 'gb18030'> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  for await (const chunk of fileChunks(file)) {
    // Text has no zero bytes; pictures, archives and UTF-16 have.
    if (chunk.includes(0)) throw new SpreadsheetError()
    isUtf8 &&= decodes(() => utf8.decode(chunk, { stream: true }))
  }
  isUtf8 &&= decodes(() => utf8.decode())
  return isUtf8 ? 'utf8' : 'gb18030'
}

function decodes(decode: () => string): boolean {
  try {
    decode()
    return true
  } catch {
    return false
  }
}

class RowReader {
  #emit: (row: SheetRow) => void
  #rowNo = 0
  #cells: string[] = []
  #field = ''
  #length = 0
  // At the start of a field, in a plain one, in a quoted one, or after a quote that ends it — or doubles.
  #state: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  #afterReturn = false

  constructor(emit: (row: SheetRow) => void) {
    this.#emit = emit
  }

  write(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.#character(text.charAt(at))
  }

  end(): void {
    if (this.#state === 'quoted') throw new SpreadsheetError()
    if (this.#state !== 'start' || this.#cells.length > 0) this.#endRow()
  }

  #character(character: string): void {
    const secondOfPair = this.#afterReturn && character === '\n'
    this.#afterReturn = false
    if (secondOfPair) return
    if (this.#state === 'quoted') {
      if (character === '"') this.#state = 'quote'
      else this.#add(character)
      return
    }
    switch (character) {
      case ',':
        this.#endField()
        break
      case '\r':
      case '\n':
        this.#afterReturn = character === '\r'
        this.#endRow()
        break
      case '"':
        if (this.#state === 'quote') this.#add('"')
        if (this.#state === 'plain') this.#add('"')
        else this.#state = 'quoted'
        break
      default:
        this.#state = 'plain'
        this.#add(character)
    }
  }

  #add(character: string): void {
    this.#length += 1
    if (this.#length > MAX_ROW) throw new SpreadsheetError()
    this.#field += character
  }

  #endField(): void {
    this.#cells.push(undefuse(this.#field))
    this.#field = ''
    this.#state = 'start'
  }

  #endRow(): void {
    this.#endField()
    this.#rowNo += 1
    if (this.#cells.some((cell) => cell.trim() !== '')) this.#emit({ rowNo: this.#rowNo, cells: this.#cells })
    this.#cells = []
    this.#length = 0
  }
}
