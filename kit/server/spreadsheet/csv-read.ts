import type { FileHandle } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { boundCell, boundColumn, boundRow, boundRowLength } from './bounds.ts'
import { undefuse } from './cell-value.ts'
import type { Encoding } from './csv-encoding.ts'
import { SpreadsheetError } from './error.ts'
import { fileChunks } from './file-chunks.ts'
import type { SheetRow } from './xlsx-read.ts'

/**
 * The rows of a csv file in its encoding (encodingOf), read as they are asked for; rows without any text are left out
 * but counted. Fields are divided by comma, semicolon or tab, whichever the first row has most of; quoted ones may hold
 * dividers, quotes and line ends.
 */
export async function* csvRows(file: FileHandle, encoding: Encoding): AsyncGenerator<SheetRow> {
  const decoder = iconv.getDecoder(encoding)
  const found: SheetRow[] = []
  let reader: RowReader | undefined
  const write = (text: string): void => {
    reader ??= new RowReader(dividerOf(text), (row) => found.push(row))
    reader.write(text)
  }
  for await (const chunk of fileChunks(file)) {
    write(decoder.write(chunk))
    yield* found.splice(0)
  }
  write(decoder.end() ?? '')
  reader?.end()
  yield* found
}

/** What divides the fields of a text, by its first row. */
function dividerOf(text: string): string {
  const counts = new Map([
    ['\t', 0],
    [',', 0],
    [';', 0],
  ])
  let isQuoted = false
  let hasText = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (hasText && /[\r\n]/.test(character)) break
    hasText ||= character.trim() !== ''
    const count = counts.get(character)
    if (count !== undefined) counts.set(character, count + 1)
  }
  const most = Math.max(...counts.values())
  return most === 0 ? ',' : ([...counts].find(([, count]) => count === most)?.[0] ?? ',')
}

class RowReader {
  #divider: string
  #emit: (row: SheetRow) => void
  #rowNo = 0
  #cells: string[] = []
  #field = ''
  #length = 0
  // At the start of a field, in a plain one, in a quoted one, or after a quote that ends it — or doubles.
  #state: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  #afterReturn = false

  constructor(divider: string, emit: (row: SheetRow) => void) {
    this.#divider = divider
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
      case this.#divider:
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
    // A quote that is never closed would otherwise swallow the file into memory.
    boundRowLength(this.#length, this.#rowNo + 1)
    this.#field += character
    boundCell(this.#field.length, this.#rowNo + 1)
  }

  #endField(): void {
    boundColumn(this.#cells.length)
    this.#cells.push(undefuse(this.#field))
    this.#field = ''
    this.#state = 'start'
  }

  #endRow(): void {
    this.#endField()
    this.#rowNo += 1
    boundRow(this.#rowNo)
    if (this.#cells.some((cell) => cell.trim() !== '')) this.#emit({ rowNo: this.#rowNo, cells: this.#cells })
    this.#cells = []
    this.#length = 0
  }
}
