import type { FileHandle } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { SpreadsheetError } from './error.ts'
import { fileChunks } from './file-chunks.ts'

export type Encoding = 'utf8' | 'gb18030' | 'utf-16le' | 'utf-16be'

/**
 * How the text of a csv file is written: UTF-8 or UTF-16 with or without mark, else GB18030 (which GBK is part of).
 * SpreadsheetError for what is no text, and for text with broken characters: read as something else all of it would be
 * garbled. The error names the line, counted as a text editor does.
 */
export async function encodingOf(file: FileHandle): Promise<Encoding> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(3), 0, 3, 0)
  const mark = buffer.subarray(0, bytesRead).toString('hex')
  if (mark.startsWith('fffe')) return wide(file, 'utf-16le', true)
  if (mark.startsWith('feff')) return wide(file, 'utf-16be', true)
  const utf8 = new Scan(utf8Length)
  const gb18030 = new Scan(gb18030Length)
  for await (const chunk of fileChunks(file)) {
    const side = utf8.isFresh ? sideOf(chunk) : null
    if (side !== null) return wide(file, side)
    // Other text has no zero bytes; pictures and archives have.
    if (chunk.includes(0)) throw new SpreadsheetError()
    utf8.write(chunk)
    gb18030.write(chunk)
  }
  utf8.end()
  gb18030.end()
  if (utf8.broken === 0) return 'utf8'
  // Hardly any two characters of GB18030 look like one long character of UTF-8, let alone more than do not.
  const isUtf8 = mark === 'efbbbf' || utf8.long > utf8.broken || utf8.whole >= 4 * utf8.broken
  if (isUtf8) throw damaged(utf8.brokenLine)
  if (gb18030.broken > 0) throw damaged(gb18030.brokenLine)
  return 'gb18030'
}

const damaged = (line: number): SpreadsheetError =>
  new SpreadsheetError(undefined, `文件第${line}行有损坏的字符，请重新导出文件，或改正该行后重试`)

/** UTF-16 by its dividers and line ends, which have a zero byte on one side; null for other text and what is no text. */
function sideOf(chunk: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (!chunk.includes(0)) return null
  let little = 0
  let big = 0
  for (let at = 0; at + 1 < chunk.length; at += 2) {
    const [first = 0, second = 0] = [chunk[at], chunk[at + 1]]
    if (second === 0 && DIVIDERS.has(first)) little += 1
    if (first === 0 && DIVIDERS.has(second)) big += 1
  }
  if (little === big) return null
  return little > big ? 'utf-16le' : 'utf-16be'
}

const DIVIDERS = new Set(Buffer.from(',;\t\r\n'))

async function wide(
  file: FileHandle,
  encoding: 'utf-16le' | 'utf-16be',
  isMarked = false,
): Promise<Encoding> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let line = 1
  const look = (text: string): void => {
    if (text.includes('\u0000')) throw new SpreadsheetError()
    line += linesIn(text)
  }
  let last: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of fileChunks(file)) {
      last = chunk
      look(decoder.decode(chunk, { stream: true }))
    }
    last = Buffer.alloc(0)
    look(decoder.decode())
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Without a mark it only looked like text.
    if (!isMarked) throw new SpreadsheetError(error)
    const text = iconv.decode(last, encoding)
    throw damaged(line + linesIn(text.slice(0, Math.max(0, text.search(LONE)))))
  }
  return encoding
}

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

const linesIn = (text: string): number => text.split('\n').length - 1

/** Bytes of the character that begins at a place; 0: none does, -1: the rest of it is still to come. */
type Length = (bytes: Buffer, at: number) => number

/** Counts characters beyond ASCII that are whole and that are broken, in chunks cut anywhere. */
class Scan {
  isFresh = true
  whole = 0
  /** whole ones of three and more bytes */
  long = 0
  broken = 0
  brokenLine = 0
  #lengthOf: Length
  #line = 1
  #rest: Buffer = Buffer.alloc(0)

  constructor(lengthOf: Length) {
    this.#lengthOf = lengthOf
  }

  write(chunk: Buffer): void {
    this.isFresh = false
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    let at = 0
    while (at < bytes.length) {
      const byte = bytes[at] ?? 0
      if (byte < 0x80) {
        if (byte === 0x0a) this.#line += 1
        at += 1
        continue
      }
      const length = this.#lengthOf(bytes, at)
      if (length === -1) break
      if (length === 0) this.#fail()
      else this.whole += 1
      if (length > 2) this.long += 1
      at += Math.max(length, 1)
    }
    this.#rest = Buffer.from(bytes.subarray(at))
  }

  end(): void {
    if (this.#rest.length > 0) this.#fail()
  }

  #fail(): void {
    this.broken += 1
    if (this.brokenLine === 0) this.brokenLine = this.#line
  }
}

function utf8Length(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next]
    if (byte === undefined) return -1
    // Overlong forms, surrogates and what lies behind the last character are told by the second byte.
    const least = next > 1 ? 0x80 : first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
    const most = next > 1 ? 0xbf : first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
    if (byte < least || byte > most) return 0
  }
  return length
}

function gb18030Length(bytes: Buffer, at: number): number {
  const [first = 0, second] = [bytes[at], bytes[at + 1]]
  if (first === 0x80 || first === 0xff) return 0
  if (second === undefined) return -1
  if (second >= 0x40 && second !== 0x7f && second !== 0xff) return 2
  if (second < 0x30 || second > 0x39) return 0
  const [third, fourth] = [bytes[at + 2], bytes[at + 3]]
  if (third !== undefined && (third < 0x81 || third === 0xff)) return 0
  if (fourth === undefined) return -1
  return fourth >= 0x30 && fourth <= 0x39 ? 4 : 0
}
