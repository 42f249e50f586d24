import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const RANDOM_BYTES = 16
const LENGTH_BYTES = 4
const BLOCK = 32

/** sha1 of texts sorted and joined, as the platform signs. Platform §11.3 (1). */
export function signatureOf(...parts: string[]): string {
  return createHash('sha1')
    .update([...parts].sort().join(''))
    .digest('hex')
}

/** Whether a signature is the right one, in a time that tells nothing about it. */
export function isSigned(signature: string, ...parts: string[]): boolean {
  const right = Buffer.from(signatureOf(...parts))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right)
}

function keyOf(aesKey: string): { key: Buffer; iv: Buffer } {
  const key = Buffer.from(`${aesKey}=`, 'base64')
  return { key, iv: key.subarray(0, 16) }
}

/** The text of an Encrypt field; null when it is damaged or meant for another account. */
export function openSealed(aesKey: string, appId: string, sealed: string): string | null {
  const { key, iv } = keyOf(aesKey)
  const decipher = createDecipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
  let bytes: Buffer
  try {
    bytes = Buffer.concat([decipher.update(sealed, 'base64'), decipher.final()])
  } catch {
    return null
  }
  const padding = bytes.at(-1) ?? 0
  if (padding < 1 || padding > BLOCK || padding > bytes.length) return null
  const plain = bytes.subarray(0, bytes.length - padding)
  if (plain.length < RANDOM_BYTES + LENGTH_BYTES) return null
  const start = RANDOM_BYTES + LENGTH_BYTES
  const end = start + plain.readUInt32BE(RANDOM_BYTES)
  return end <= plain.length && plain.subarray(end).toString() === appId
    ? plain.subarray(start, end).toString()
    : null
}

/** An Encrypt field of a text. */
export function seal(aesKey: string, appId: string, text: string): string {
  const { key, iv } = keyOf(aesKey)
  const message = Buffer.from(text)
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(message.length)
  const plain = Buffer.concat([randomBytes(RANDOM_BYTES), length, message, Buffer.from(appId)])
  const padding = BLOCK - (plain.length % BLOCK)
  const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
  return Buffer.concat([
    cipher.update(Buffer.concat([plain, Buffer.alloc(padding, padding)])),
    cipher.final(),
  ]).toString('base64')
}
