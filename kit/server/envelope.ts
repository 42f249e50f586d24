import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EnvelopeError, IV_LENGTH, randomText, splitSealed } from '#kit/shared/envelope.ts'

const BLOCK = 16

/**
 * Encrypts a text (platform §3): AES-CBC with PKCS#7, base64 and the IV behind it. `key` is the session token or
 * the fallback; its UTF-8 bytes must be 16, 24 or 32, else RangeError. `iv` is only given to repeat a known result.
 */
export function seal(key: string, text: string, iv = randomToken(IV_LENGTH)): string {
  const algorithm = algorithmOf(key)
  if (!algorithm) throw new RangeError('An envelope key has 16, 24 or 32 bytes')
  const cipher = createCipheriv(algorithm, key, iv)
  return cipher.update(text, 'utf8', 'base64') + cipher.final('base64') + iv
}

/**
 * Decrypts what `seal` made (platform §3). Whatever is wrong — shape, base64, key, padding, UTF-8 — the answer is
 * the same EnvelopeError.
 */
export function open(key: string, sealed: string): string {
  const { base64, iv } = splitSealed(sealed)
  const algorithm = algorithmOf(key)
  const secret = Buffer.from(base64, 'base64')
  if (!algorithm || secret.length === 0 || secret.length % BLOCK !== 0) throw new EnvelopeError()
  // Padding is checked here, not by the cipher, and the text is decoded either way: a wrong padding takes as
  // long as a wrong text, which leaves nothing for a padding oracle to measure.
  const decipher = createDecipheriv(algorithm, key, iv).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(secret), decipher.final()])
  const padding = paddingOf(padded)
  const text = decodeUtf8(padded.subarray(0, padded.length - (padding ?? 1)))
  if (padding === null || text === null) throw new EnvelopeError()
  return text
}

/** A random token of letters and digits; 32 characters make an AES-256 key. */
export function randomToken(length = 32): string {
  return randomText(length, randomBytes)
}

function algorithmOf(key: string): 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc' | null {
  switch (Buffer.byteLength(key)) {
    case 16:
      return 'aes-128-cbc'
    case 24:
      return 'aes-192-cbc'
    case 32:
      return 'aes-256-cbc'
    default:
      return null
  }
}

function paddingOf(padded: Buffer): number | null {
  const count = padded.at(-1) ?? 0
  let wrong = count < 1 || count > BLOCK ? 1 : 0
  padded.subarray(-BLOCK).forEach((byte, index) => {
    const isPadding = index >= BLOCK - count ? 1 : 0
    wrong |= isPadding * (byte ^ count)
  })
  return wrong ? null : count
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}
