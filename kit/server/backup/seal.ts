import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

export const SALT_BYTES = 32
const CHUNK = 1024 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 12

/** A sealed stream that was changed, cut off, or sealed with another key. */
class SealError extends Error {
  override name = 'SealError'
}

/**
 * Encrypts a stream with AES-256-GCM in chunks of 1 MiB, each with its length before and its tag behind it. The key
 * is derived from the installation's key and a random salt, so the counting nonce is never used twice; the last
 * chunk is marked in its nonce, so that an end that was cut off is noticed. Platform §14.6.
 */
export async function* seal(
  key: Buffer,
  salt: Buffer,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, void> {
  const own = deriveKey(key, salt)
  let number = 0
  let waiting: Buffer[] = []
  let size = 0
  for await (const part of source) {
    waiting.push(part)
    size += part.length
    while (size > CHUNK) {
      const all = Buffer.concat(waiting)
      yield* sealChunk(own, number++, false, all.subarray(0, CHUNK))
      waiting = [all.subarray(CHUNK)]
      size = all.length - CHUNK
    }
  }
  yield* sealChunk(own, number, true, Buffer.concat(waiting))
}

/** The stream that `seal` was given. Throws SealError before it yields anything that was tampered with. */
export async function* unseal(
  key: Buffer,
  salt: Buffer,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, void> {
  const own = deriveKey(key, salt)
  let number = 0
  let rest: Buffer = Buffer.alloc(0)
  let ended = false
  for await (const part of source) {
    rest = Buffer.concat([rest, part])
    for (;;) {
      if (rest.length < 4) break
      const head = rest.readUInt32BE(0)
      const last = head >= 0x8000_0000
      const length = head & 0x7fff_ffff
      if (ended || length > CHUNK) throw new SealError('not a sealed stream')
      const end = 4 + length + TAG_BYTES
      if (rest.length < end) break
      yield openChunk(own, number++, last, rest.subarray(4, 4 + length), rest.subarray(4 + length, end))
      ended = last
      rest = rest.subarray(end)
    }
  }
  if (!ended || rest.length > 0) throw new SealError('the sealed stream is cut off')
}

function deriveKey(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'tongshang backup', 32))
}

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(number, 4)
  nonce.writeUInt8(last ? 1 : 0, NONCE_BYTES - 1)
  return nonce
}

function* sealChunk(key: Buffer, number: number, last: boolean, plain: Buffer): Generator<Buffer> {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, last))
  const head = Buffer.alloc(4)
  head.writeUInt32BE(last ? plain.length + 0x8000_0000 : plain.length)
  const body = cipher.update(plain)
  cipher.final()
  yield Buffer.concat([head, body, cipher.getAuthTag()])
}

function openChunk(key: Buffer, number: number, last: boolean, body: Buffer, tag: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, last), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(body), decipher.final()])
  } catch {
    throw new SealError('the sealed stream was changed or belongs to another key')
  }
}
