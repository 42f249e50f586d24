import { createHmac, timingSafeEqual } from 'node:crypto'

// How a gateway of payments and the product know each other: each signs what it sends. docs/outside.md.

export const MERCHANT_HEADER = 'x-pay-merchant'
export const TIME_HEADER = 'x-pay-timestamp'
export const SIGN_HEADER = 'x-pay-sign'

/** Known to everybody: only for the stand-in that TS_FAKE=pay starts, which production refuses. */
export const SANDBOX = { merchant: 'sandbox', key: 'sandbox-key-for-trials-only' } as const

/** Hex HMAC-SHA256 of time, line break and body. */
export const signatureOf = (key: string, time: string, body: string): string =>
  createHmac('sha256', key).update(`${time}\n${body}`).digest('hex')

export function isSignedBy(key: string, time: string, body: string, sign: string): boolean {
  const expected = Buffer.from(signatureOf(key, time, body))
  const given = Buffer.from(sign.toLowerCase())
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The headers of a body that is sent now. */
export function signedHeaders(merchant: string, key: string, body: string): Record<string, string> {
  const time = String(Math.floor(Date.now() / 1000))
  return {
    'content-type': 'application/json',
    [MERCHANT_HEADER]: merchant,
    [TIME_HEADER]: time,
    [SIGN_HEADER]: signatureOf(key, time, body),
  }
}
