// Zip archives as no packer makes them: their directory may say anything.
import { crc32, deflateRawSync } from 'node:zlib'

/** An entry, and what the archive says of it where that is not so. */
export interface HostileEntry {
  name: string
  content: Buffer
  /** the unpacked size that the directory tells */
  size?: number
  /** the packed size that the directory tells */
  packed?: number
  /** where the directory says that the entry begins */
  headerAt?: number
  /** a field behind the name in the directory, e.g. sizes of zip64 */
  extra?: Buffer
}

interface Lies {
  /** how many entries there are, by the end of the archive */
  count?: number
  /** length of the directory, by the end of the archive */
  length?: number
}

const DEFLATED = 8

/** An archive of the entries, each packed; equal contents are packed once. */
export function hostileZip(entries: readonly HostileEntry[], lies: Lies = {}): Buffer {
  const packs = new Map<Buffer, { body: Buffer; crc: number }>()
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const { name, content, extra = Buffer.alloc(0) } = entry
    const pack = packs.get(content) ?? { body: deflateRawSync(content), crc: crc32(content) }
    packs.set(content, pack)
    const nameBytes = Buffer.from(name)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(DEFLATED, 8)
    header.writeUInt16LE(nameBytes.length, 26)
    const line = Buffer.alloc(46)
    line.writeUInt32LE(0x02014b50, 0)
    line.writeUInt16LE(DEFLATED, 10)
    line.writeUInt32LE(pack.crc, 16)
    line.writeUInt32LE(entry.packed ?? pack.body.length, 20)
    line.writeUInt32LE(entry.size ?? content.length, 24)
    line.writeUInt16LE(nameBytes.length, 28)
    line.writeUInt16LE(extra.length, 30)
    line.writeUInt32LE(entry.headerAt ?? at, 42)
    parts.push(header, nameBytes, pack.body)
    directory.push(line, nameBytes, extra)
    at += header.length + nameBytes.length + pack.body.length
  }
  const written = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(lies.count ?? entries.length, 8)
  end.writeUInt16LE(lies.count ?? entries.length, 10)
  end.writeUInt32LE(lies.length ?? written.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, written, end])
}

/** The field of zip64 that holds sizes and places which four bytes do not. */
export function zip64(...numbers: readonly bigint[]): Buffer {
  const field = Buffer.alloc(4 + numbers.length * 8)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(numbers.length * 8, 2)
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(number, 4 + index * 8)
  return field
}
