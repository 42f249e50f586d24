import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { SpreadsheetError } from './error.ts'
import { fileChunks } from './file-chunks.ts'

interface ZipEntry {
  method: number
  crc: number
  compressedSize: number
  size: number
  headerAt: number
}

/** A zip archive whose entries are read one at a time from an open file. */
export interface ZipArchive {
  has: (name: string) => boolean
  /** Names and inflated sizes, as the directory tells them, in its order. */
  list: () => { name: string; size: number }[]
  /** The bytes of an entry as they are inflated. */
  chunks: (name: string) => AsyncGenerator<Buffer>
  /** A small entry as text. */
  text: (name: string) => Promise<string>
}

const STORED = 0
const DEFLATED = 8
const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const HEADER_LENGTH = 30
const MAX_COMMENT = 0xffff
const MAX_DIRECTORY = 4 * 1024 * 1024
const MAX_PART_TEXT = 16 * 1024 * 1024
const SIZE_ELSEWHERE = 0xffffffff

/**
 * Opens a zip archive by its central directory. SpreadsheetError when it has none, names more entries than it holds or
 * places outside the file, holds encrypted entries, or when its entries are together bigger than `maxBytes` — by what
 * the directory says, and again while inflating.
 */
export async function openZip(file: FileHandle, maxBytes: number): Promise<ZipArchive> {
  const entries = await readDirectory(file)
  const declared = [...entries.values()].reduce((sum, entry) => sum + entry.size, 0)
  if (declared > maxBytes) throw new SpreadsheetError()

  async function* chunks(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name)
    if (!entry) throw new SpreadsheetError()
    let left = entry.size
    let crc = 0
    for await (const chunk of await contentOf(file, entry)) {
      left -= chunk.length
      if (left < 0) throw new SpreadsheetError()
      crc = crc32(chunk, crc)
      yield chunk
    }
    if (left !== 0 || crc !== entry.crc) throw new SpreadsheetError()
  }

  async function text(name: string): Promise<string> {
    if ((entries.get(name)?.size ?? 0) > MAX_PART_TEXT) throw new SpreadsheetError()
    return Buffer.concat(await Array.fromAsync(chunks(name))).toString('utf8')
  }

  const list = () => [...entries].map(([name, { size }]) => ({ name, size }))
  return { has: (name) => entries.has(name), list, chunks, text }
}

async function readDirectory(file: FileHandle): Promise<Map<string, ZipEntry>> {
  const { size } = await file.stat()
  const tail = await readAt(
    file,
    Math.max(0, size - END_LENGTH - MAX_COMMENT),
    Math.min(size, END_LENGTH + MAX_COMMENT),
  )
  const endAt = tail.lastIndexOf(Buffer.of(0x50, 0x4b, 0x05, 0x06))
  if (endAt < 0 || endAt + END_LENGTH > tail.length || tail.readUInt32LE(endAt) !== END_SIGNATURE) {
    throw new SpreadsheetError()
  }
  const count = tail.readUInt16LE(endAt + 10)
  const length = tail.readUInt32LE(endAt + 12)
  if (length > MAX_DIRECTORY) throw new SpreadsheetError()
  const directory = await readAt(file, tail.readUInt32LE(endAt + 16), length)
  const entries = new Map<string, ZipEntry>()
  let at = 0
  for (let index = 0; index < count; index += 1) {
    // There may be 65,535 of them: others come in between.
    if (index % 2000 === 1999) await setImmediate()
    if (at + ENTRY_LENGTH > length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE)
      throw new SpreadsheetError()
    const encrypted = directory.readUInt16LE(at + 8) & 1
    if (encrypted) throw new SpreadsheetError()
    const nameEnd = at + ENTRY_LENGTH + directory.readUInt16LE(at + 28)
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30)
    const name = directory.toString('utf8', at + ENTRY_LENGTH, nameEnd)
    const entry = entryAt(directory, at, directory.subarray(nameEnd, extraEnd))
    if (entry.headerAt + HEADER_LENGTH + entry.compressedSize > size) throw new SpreadsheetError()
    entries.set(name, entry)
    at = extraEnd + directory.readUInt16LE(at + 32)
  }
  return entries
}

function entryAt(directory: Buffer, at: number, extra: Buffer): ZipEntry {
  const bigSizes = zip64Sizes(extra)
  // Sizes that do not fit, or that a streaming writer did not trust to fit, stand in the zip64 field in this order.
  const [size, compressedSize, headerAt] = [24, 20, 42].map((offset) => {
    const value = directory.readUInt32LE(at + offset)
    return value === SIZE_ELSEWHERE ? bigSizes.shift() : value
  })
  if (size === undefined || compressedSize === undefined || headerAt === undefined)
    throw new SpreadsheetError()
  return {
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    compressedSize,
    size,
    headerAt,
  }
}

function zip64Sizes(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === 1) {
      const field = extra.subarray(at + 4, end)
      return Array.from({ length: Math.floor(field.length / 8) }, (_, index) =>
        Number(field.readBigUInt64LE(index * 8)),
      )
    }
    at = end
  }
  return []
}

async function contentOf(file: FileHandle, entry: ZipEntry): Promise<AsyncIterable<Buffer>> {
  const header = await readAt(file, entry.headerAt, HEADER_LENGTH)
  const start = entry.headerAt + HEADER_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28)
  const raw = fileChunks(file, start, start + entry.compressedSize)
  if (entry.method === STORED) return raw
  if (entry.method !== DEFLATED) throw new SpreadsheetError()
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  // What goes wrong reaches whoever reads the inflated side; here it must only not go unheard.
  pipeline(raw, inflate).catch(() => {})
  return inflate
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  if (bytesRead !== length) throw new SpreadsheetError()
  return buffer
}
