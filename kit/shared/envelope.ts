/** The encrypted form of a call (platform §3): what both sides must agree on. */

/** Characters of an IV, of which the bytes are the IV; it stands at the end of the sealed text. */
export const IV_LENGTH = 16

/** Of these characters IVs and tokens are made. */
export const ENVELOPE_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** How far the `t` of a sealed call may be from the server's clock, in seconds. */
export const ENVELOPE_WINDOW_SECONDS = 300

export const ENVELOPE_EXPIRED = '请求已过期，请校准本机时间后重试'
export const ENVELOPE_UNREADABLE = '请求数据无法解密'
export const ENVELOPE_REQUIRED = '请使用加密请求'

/** Query and body of a sealed call: `q` the sealed text, `t` seconds since 1970. */
export interface SealedRequest {
  q: string
  t: number
}

/** A sealed text that cannot be opened. Always the same text, so that nobody learns from it what was wrong. */
export class EnvelopeError extends Error {
  override name = 'EnvelopeError'

  constructor() {
    super(ENVELOPE_UNREADABLE)
  }
}

/** Whether a sealed call of time `t` (seconds) is still accepted. */
export function withinEnvelopeWindow(t: number, nowSeconds = Date.now() / 1000): boolean {
  return Math.abs(nowSeconds - t) <= ENVELOPE_WINDOW_SECONDS
}

/** Takes a sealed text apart; EnvelopeError when it has not the shape of one. */
export function splitSealed(sealed: string): { base64: string; iv: string } {
  const base64 = sealed.slice(0, -IV_LENGTH)
  const iv = sealed.slice(-IV_LENGTH)
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || !/^[A-Za-z0-9]{16}$/.test(iv)) {
    throw new EnvelopeError()
  }
  return { base64, iv }
}

/**
 * A random text of the alphabet out of secure random bytes. Bytes that would favour the first letters are
 * thrown away, so every text is equally likely.
 */
export function randomText(length: number, randomBytes: (count: number) => Uint8Array): string {
  const fair = 256 - (256 % ENVELOPE_ALPHABET.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < fair) text += ENVELOPE_ALPHABET.charAt(byte % ENVELOPE_ALPHABET.length)
    }
  }
  return text
}
