import { cbc } from '@noble/ciphers/aes.js'
import { EnvelopeError, IV_LENGTH, randomText, splitSealed } from '#kit/shared/envelope.ts'

/**
 * The browser's half of the envelope (platform §3), byte for byte as `kit/server/envelope.ts`. Web Crypto is missing
 * on plain http, hence a cipher of our own; import this module only when calls are to be sealed.
 */

/**
 * Bytes from which Web Crypto is asked where it is there. It works beside the page, which a drawing of a megabyte would
 * stop for 150 ms; for a short message the way there and back takes longer than the work.
 */
const LONG = 16 * 1024

/** Encrypts a text: base64 with the IV behind it. RangeError when the key has not 16, 24 or 32 UTF-8 bytes. */
export async function seal(key: string, text: string, iv = randomIv()): Promise<string> {
  const secret = bytesOf(key)
  if (![16, 24, 32].includes(secret.length)) throw new RangeError('An envelope key has 16, 24 or 32 bytes')
  return toBase64(await through('encrypt', secret, bytesOf(iv), bytesOf(text))) + iv
}

/** Decrypts what `seal` made; the same EnvelopeError whatever is wrong. */
export async function open(key: string, sealed: string): Promise<string> {
  const { base64, iv } = splitSealed(sealed)
  try {
    const plain = await through('decrypt', bytesOf(key), bytesOf(iv), fromBase64(base64))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain)
  } catch {
    throw new EnvelopeError()
  }
}

type Bytes = Uint8Array<ArrayBuffer>

async function through(
  way: 'encrypt' | 'decrypt',
  secret: Bytes,
  iv: Bytes,
  bytes: Bytes,
): Promise<Uint8Array> {
  // No browser of the Chromium family takes keys of 24 bytes.
  if (bytes.length < LONG || secret.length === 24 || !('subtle' in crypto)) return cbc(secret, iv)[way](bytes)
  const key = await crypto.subtle.importKey('raw', secret, 'AES-CBC', false, [way])
  return new Uint8Array(await crypto.subtle[way]({ name: 'AES-CBC', iv }, key, bytes))
}

function randomIv(): string {
  return randomText(IV_LENGTH, (count) => crypto.getRandomValues(new Uint8Array(count)))
}

function bytesOf(text: string): Bytes {
  return new TextEncoder().encode(text)
}

// In pieces, because a call takes only so many arguments.
const PIECE = 0x8000

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += PIECE) {
    // Spread, the bytes would be gone through one by one: ten times as long.
    binary += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + PIECE))
  }
  return btoa(binary)
}

function fromBase64(base64: string): Bytes {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
