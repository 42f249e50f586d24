import { crc32, createDeflateRaw } from 'node:zlib'
import { type ByteSink, writeTo } from './byte-sink.ts'

interface WrittenEntry {
  name: Buffer
  crc: number
  compressedSize: number
  size: number
  headerAt: number
}

/** An entry being written. */
export interface ZipEntryWriter {
  write: (content: string | Uint8Array) => Promise<void>
  end: () => Promise<void>
}

const VERSION = 20
// Sizes follow the content, names are UTF-8.
const FLAGS = 0x0808
const DEFLATED = 8
// 1980-01-01: a fixed date keeps equal workbooks equal byte for byte.
const DOS_DATE = 0x21
const MAX_SIZE = 0xffffffff

/** Writes a zip archive to a sink, one entry after the other, without holding any of them. */
export class ZipWriter {
  #sink: ByteSink
  #entries: WrittenEntry[] = []

  constructor(sink: ByteSink) {
    this.#sink = sink
  }

  /** Begins the next entry; the one before must have ended. */
  async entry(name: string): Promise<ZipEntryWriter> {
    const entry = { name: Buffer.from(name), crc: 0, compressedSize: 0, size: 0, headerAt: this.#sink.bytes }
    await this.#sink.write(localHeader(entry.name))
    const deflate = createDeflateRaw({ level: 6, chunkSize: 64 * 1024 })
    // Errors reach the writer through its next call; here they must only not go unheard.
    deflate.on('error', () => {})
    const compressed = this.#drain(deflate, entry)
    compressed.catch(() => {})

    const write = async (content: string | Uint8Array) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      await writeTo(deflate, bytes)
    }
    const end = async () => {
      deflate.end()
      await compressed
      if (entry.size > MAX_SIZE || this.#sink.bytes > MAX_SIZE)
        throw new RangeError('The file is bigger than 4 GB')
      await this.#sink.write(descriptor(entry))
      this.#entries.push(entry)
    }
    return { write, end }
  }

  /** Writes a whole entry. */
  async add(name: string, text: string): Promise<void> {
    const { write, end } = await this.entry(name)
    await write(text)
    await end()
  }

  /** Writes the directory; the archive is complete then. */
  async end(): Promise<void> {
    const start = this.#sink.bytes
    for (const entry of this.#entries) await this.#sink.write(directoryHeader(entry))
    await this.#sink.write(endRecord(this.#entries.length, this.#sink.bytes - start, start))
  }

  async #drain(deflate: ReturnType<typeof createDeflateRaw>, entry: WrittenEntry): Promise<void> {
    for await (const chunk of deflate) {
      entry.compressedSize += chunk.length
      try {
        await this.#sink.write(chunk)
      } catch (error) {
        // A writer waiting for room would wait for ever when the loop just ended.
        deflate.destroy(error instanceof Error ? error : new Error(String(error)))
        throw error
      }
    }
  }
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATED, 8)
  header.writeUInt16LE(DOS_DATE, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor(entry: WrittenEntry): Buffer {
  const record = Buffer.alloc(16)
  record.writeUInt32LE(0x08074b50, 0)
  writeSizes(record, entry, 4)
  return record
}

function directoryHeader(entry: WrittenEntry): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt16LE(DEFLATED, 10)
  header.writeUInt16LE(DOS_DATE, 14)
  writeSizes(header, entry, 16)
  header.writeUInt16LE(entry.name.length, 28)
  header.writeUInt32LE(entry.headerAt, 42)
  return Buffer.concat([header, entry.name])
}

function writeSizes(record: Buffer, { crc, compressedSize, size }: WrittenEntry, at: number): void {
  record.writeUInt32LE(crc, at)
  record.writeUInt32LE(compressedSize, at + 4)
  record.writeUInt32LE(size, at + 8)
}

function endRecord(count: number, length: number, start: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(length, 12)
  record.writeUInt32LE(start, 16)
  return record
}
