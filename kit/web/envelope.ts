import { cbc } from '@noble/ciphers/aes.js'
import { EnvelopeError, IV_LENGTH, randomText, splitSealed } from '#kit/shared/envelope.ts'

/**
 * The browser's half of the envelope (platform §3), byte for byte as `kit/server/envelope.ts`. Web Crypto is missing
 * on plain http, hence a cipher of our own; import this module only when calls are to be sealed.
 */

/** Encrypts a text: base64 with the IV behind it. RangeError when the key has not 16, 24 or 32 UTF-8 bytes. */
export function seal(key: string, text: string, iv = randomIv()): string {
  const secret = bytesOf(key)
  if (![16, 24, 32].includes(secret.length)) throw new RangeError('An envelope key has 16, 24 or 32 bytes')
  return toBase64(cbc(secret, bytesOf(iv)).encrypt(bytesOf(text))) + iv
}

/** Decrypts what `seal` made; the same EnvelopeError whatever is wrong. */
export function open(key: string, sealed: string): string {
  const { base64, iv } = splitSealed(sealed)
  try {
    const plain = cbc(bytesOf(key), bytesOf(iv)).decrypt(fromBase64(base64))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain)
  } catch {
    throw new EnvelopeError()
  }
}

function randomIv(): string {
  return randomText(IV_LENGTH, (count) => crypto.getRandomValues(new Uint8Array(count)))
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

// In pieces, because a call takes only so many arguments.
const PIECE = 0x8000

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  }
  return btoa(binary)
}

function fromBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
