import { createCipheriv, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

// Files in a zip that opens with a password only: AES-256 as WinZip and 7-Zip write it (AE-2), which the zip programs of all
// systems read. What is put into it are workbooks, which are small already: they are stored as they are.

const SALT_BYTES = 16
const KEY_BYTES = 32
const CHECK_BYTES = 2
const MAC_BYTES = 10
const ROUNDS = 1000
const BLOCK = 16
const AT_ONCE = 64 * 1024
const AES_METHOD = 99
/** encrypted; the name is UTF-8 */
const FLAGS = 0x0801
const NEEDED = 51

/** Counter mode whose counter is written with its lowest byte first, from 1: what a zip asks for and no cipher of Node does. */
function encrypted(key: Buffer, data: Buffer): Buffer {
  const out = Buffer.allocUnsafe(data.length)
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  let counter = 1
  for (let at = 0; at < data.length; at += AT_ONCE) {
    const part = data.subarray(at, at + AT_ONCE)
    const blocks = Math.ceil(part.length / BLOCK)
    const counters = Buffer.alloc(blocks * BLOCK)
    for (let block = 0; block < blocks; block++) counters.writeUInt32LE(counter++, block * BLOCK)
    const stream = cipher.update(counters)
    for (let index = 0; index < part.length; index++)
      out[at + index] = (part[index] ?? 0) ^ (stream[index] ?? 0)
  }
  return out
}

/** Time and day as a zip keeps them. */
function dosTime(now: Date): { time: number; day: number } {
  return {
    time: (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1),
    day: ((now.getFullYear() - 1980) << 9) | ((now.getMonth() + 1) << 5) | now.getDate(),
  }
}

export interface ZipFile {
  name: string
  data: Buffer
}

/** AE-2, AES-256, stored. */
function extraField(): Buffer {
  const extra = Buffer.alloc(11)
  extra.writeUInt16LE(0x9901, 0)
  extra.writeUInt16LE(7, 2)
  extra.writeUInt16LE(2, 4)
  extra.write('AE', 6)
  extra.writeUInt8(3, 8)
  extra.writeUInt16LE(0, 9)
  return extra
}

function sealed({ data }: ZipFile, password: string): Buffer {
  const salt = randomBytes(SALT_BYTES)
  const derived = pbkdf2Sync(Buffer.from(password), salt, ROUNDS, KEY_BYTES * 2 + CHECK_BYTES, 'sha1')
  const body = encrypted(derived.subarray(0, KEY_BYTES), data)
  const mac = createHmac('sha1', derived.subarray(KEY_BYTES, KEY_BYTES * 2))
    .update(body)
    .digest()
    .subarray(0, MAC_BYTES)
  return Buffer.concat([salt, derived.subarray(KEY_BYTES * 2), body, mac])
}

/** A zip whose files open with the password. */
export function lockedZip(files: readonly ZipFile[], password: string, now = new Date()): Buffer {
  const { time, day } = dosTime(now)
  const extra = extraField()
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const content = sealed(file, password)
    const fileName = Buffer.from(file.name)
    // Version, flags, method, time, day, checksum (none in AE-2), sizes, lengths: alike in both headers.
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(NEEDED, 0)
    facts.writeUInt16LE(FLAGS, 2)
    facts.writeUInt16LE(AES_METHOD, 4)
    facts.writeUInt16LE(time, 6)
    facts.writeUInt16LE(day, 8)
    facts.writeUInt32LE(0, 10)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(file.data.length, 18)
    facts.writeUInt16LE(fileName.length, 22)
    facts.writeUInt16LE(extra.length, 24)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, fileName, extra, content])
    const version = Buffer.alloc(2)
    version.writeUInt16LE(NEEDED, 0)
    // Comment, disk and attributes are nought; last where the file begins.
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02'), version, facts, rest, fileName, extra]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}
