import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Time-based codes as authenticator applications show them (RFC 6238): HMAC-SHA-1, 30 s, 6 digits. Platform §2.2. */
const STEP_MS = 30_000
const DIGITS = 6
const SECRET_BYTES = 20
/** A phone's clock may be one interval off. */
const DRIFT = 1

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Without signs that look alike: recovery codes are read from paper. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz'
const RECOVERY_CODES = 10
const RECOVERY_LENGTH = 10

/** A new secret in base32, as applications take it. */
export function newSecret(): string {
  return base32(randomBytes(SECRET_BYTES))
}

/** Bytes in base32 without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const parts = bits.match(/.{1,5}/g) ?? []
  return parts.map((part) => BASE32[Number.parseInt(part.padEnd(5, '0'), 2)]).join('')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The interval a moment (ms since 1970) lies in. */
export const stepAt = (time: number): number => Math.floor(time / STEP_MS)

/** The code of an interval. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** The interval whose code this is, of those near a moment and after `last`; null when it is none. */
export function stepOfCode(secret: string, code: string, last: number, time: number): number | null {
  let found: number | null = null
  if (code.length !== DIGITS || !/^\d+$/.test(code)) return null
  for (let step = stepAt(time) - DRIFT; step <= stepAt(time) + DRIFT; step++) {
    const isSame = timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))
    if (isSame && step > last && found === null) found = step
  }
  return found
}

/** The address an application reads out of the QR code. */
export function totpUri(issuer: string, account: string, secret: string): string {
  const label = [issuer, account].map(encodeURIComponent).join(':')
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`
  return `otpauth://totp/${label}?${query}`
}

/** Ten codes for the day the phone is lost; each is good for one login. */
export function newRecoveryCodes(): string[] {
  const sign = (): string => SIGNS[randomInt(SIGNS.length)] ?? ''
  const half = RECOVERY_LENGTH / 2
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from({ length: RECOVERY_LENGTH }, sign).join('')
    return `${code.slice(0, half)}-${code.slice(half)}`
  })
}

/** What is kept of a recovery code, however it was typed. */
export function recoveryHash(code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(plain).digest('hex')
}
