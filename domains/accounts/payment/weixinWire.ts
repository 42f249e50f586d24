import { createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isRsaSigned, rsaSigned } from './rsa.ts'

// What 微信支付 (API v3) and a merchant sign and seal. docs/outside.md.

/** A signed message that is older, or ahead of us by more, may be one that somebody has kept. */
const FRESH_SECONDS = 300
const TAG_BYTES = 16
const SCHEME = 'WECHATPAY2-SHA256-RSA2048'

type Headers = Readonly<Record<string, string | string[] | undefined>>

const linesOf = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
export const newNonce = (): string => randomBytes(16).toString('hex')
export const secondsNow = (): string => String(Math.floor(Date.now() / 1000))

/** The authorization of a request: the merchant signs its method, path with query, time, nonce and body. */
export function authorizationOf(
  { mchId, serial, privateKey }: { mchId: string; serial: string; privateKey: KeyObject },
  { method, path, body }: { method: string; path: string; body: string },
): string {
  const [time, nonce] = [secondsNow(), newNonce()]
  const signature = rsaSigned(privateKey, linesOf(method, path, time, nonce, body))
  const facts = { mchid: mchId, nonce_str: nonce, signature, timestamp: time, serial_no: serial }
  return `${SCHEME} ${Object.entries(facts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`
}

/** The signature with which a client opens a payment. */
export const clientSign = (key: KeyObject, ...lines: readonly string[]): string =>
  rsaSigned(key, linesOf(...lines))

/** Whether a body comes from the provider, now: its key, the serial it names, a time that is not long ago. */
export function isFromWeixin(
  { serial, publicKey }: { serial: string; publicKey: KeyObject },
  headers: Headers,
  body: string,
): boolean {
  const header = (name: string) => String(headers[`wechatpay-${name}`] ?? '')
  const [time, nonce, sign] = [header('timestamp'), header('nonce'), header('signature')]
  if (header('serial') !== serial || sign === '') return false
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= FRESH_SECONDS)) return false
  return isRsaSigned(publicKey, linesOf(time, nonce, body), sign)
}

const sealed = z.object({
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    associated_data: z.string().default(''),
    nonce: z.string(),
  }),
})

/** What a notification holds in its sealed part; null where it is not sealed with this key. */
export function openedResource(key: string, body: unknown): unknown {
  const read = sealed.safeParse(body)
  if (!read.success) return null
  const { ciphertext, associated_data, nonce } = read.data.resource
  const bytes = Buffer.from(ciphertext, 'base64')
  if (bytes.length < TAG_BYTES) return null
  try {
    const opener = createDecipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce))
    opener.setAuthTag(bytes.subarray(-TAG_BYTES))
    opener.setAAD(Buffer.from(associated_data))
    const text = Buffer.concat([opener.update(bytes.subarray(0, -TAG_BYTES)), opener.final()]).toString()
    return JSON.parse(text)
  } catch {
    return null
  }
}
