import { createPublicKey, createVerify, type KeyObject } from 'node:crypto'
import { z } from 'zod'

// What a token of Sign in with Apple says, and who signed it. docs/outside.md.

export const APPLE_ISSUER = 'https://appleid.apple.com'
/** Clocks are never quite the same. */
const SLACK_S = 60
/** A token that was given out longer ago has been lying about. */
const LONGEST_S = 600

const head = z.object({ alg: z.literal('RS256'), kid: z.string().min(1).max(100) })
const claims = z.object({
  iss: z.literal(APPLE_ISSUER),
  aud: z.string(),
  sub: z.string().min(1).max(100),
  exp: z.number(),
  iat: z.number(),
})
const keySet = z.object({
  keys: z.array(
    z.object({ kty: z.string(), kid: z.string(), n: z.string().optional(), e: z.string().optional() }),
  ),
})

const partOf = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}

/** Which key a token says it is signed with; null where it is no token. */
export function keyNamedIn(token: string): string | null {
  const [part = ''] = token.split('.')
  return head.safeParse(partOf(part)).data?.kid ?? null
}

/** The RSA keys of a published set by their names; null where it is none. */
export function keysOf(set: unknown): Map<string, KeyObject> | null {
  const read = keySet.safeParse(set)
  if (!read.success) return null
  const found = new Map<string, KeyObject>()
  for (const { kty, kid, n, e } of read.data.keys)
    if (kty === 'RSA' && n !== undefined && e !== undefined)
      found.set(kid, createPublicKey({ key: { kty, n, e }, format: 'jwk' }))
  return found
}

/** Who a token stands for, given to one of our applications, by this key, not long ago; null: it must not be believed. */
export function subjectOf(
  token: string,
  key: KeyObject,
  clientIds: readonly string[],
  now = Date.now(),
): string | null {
  const [first = '', second = '', sign = '', ...more] = token.split('.')
  if (sign === '' || more.length > 0 || !head.safeParse(partOf(first)).success) return null
  const isSigned = createVerify('RSA-SHA256').update(`${first}.${second}`).verify(key, sign, 'base64url')
  const said = isSigned ? claims.safeParse(partOf(second)).data : undefined
  if (said === undefined || !clientIds.includes(said.aud)) return null
  const seconds = now / 1000
  if (said.exp < seconds - SLACK_S || said.iat > seconds + SLACK_S) return null
  return seconds - said.iat > LONGEST_S ? null : said.sub
}
