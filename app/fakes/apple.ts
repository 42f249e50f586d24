import { createSign, generateKeyPairSync } from 'node:crypto'
import { z } from 'zod'
import { SANDBOX_CLIENT } from '#domains/members/login/apple.server.ts'
import { APPLE_ISSUER } from '#domains/members/login/appleToken.ts'
import { type Listening, type LocalAnswer, type LocalRequest, listenLocally } from './local.ts'

export interface FakeApple {
  /** how often the keys were asked for */
  asked: number
  /** a token for somebody, as the telephone gets it; `claims` and `kid` say otherwise what stands in it */
  token(sub: string, claims?: Readonly<Record<string, unknown>>, kid?: string): string
  /** signs with another key from now on, under another name; the keys before it are gone */
  changeKey(): void
}

const asked = z.object({ sub: z.string().min(1) })
const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The stand-in of Sign in with Apple: publishes its keys, and gives out tokens (POST fake/token {"sub"}). docs/outside.md. */
export async function startFakeApple(): Promise<FakeApple & Listening> {
  let keys = newKeys()
  let made = 1
  const fake: FakeApple = {
    asked: 0,
    token(sub, claims = {}, kid = `key${made}`) {
      const now = Math.floor(Date.now() / 1000)
      const said = { iss: APPLE_ISSUER, aud: SANDBOX_CLIENT, sub, iat: now, exp: now + 600, ...claims }
      const text = `${coded({ alg: 'RS256', kid })}.${coded(said)}`
      return `${text}.${createSign('RSA-SHA256').update(text).sign(keys.privateKey, 'base64url')}`
    },
    changeKey() {
      keys = newKeys()
      made += 1
    },
  }

  function handle({ path, body }: LocalRequest): LocalAnswer {
    if (path === 'fake/token') {
      const read = asked.safeParse(JSON.parse(body.toString() || '{}'))
      return read.success ? { json: { token: fake.token(read.data.sub) } } : { http: 400 }
    }
    if (path !== 'auth/keys') return { http: 404 }
    fake.asked += 1
    const key = { ...keys.publicKey.export({ format: 'jwk' }), kid: `key${made}`, alg: 'RS256', use: 'sig' }
    return { json: { keys: [key] } }
  }

  return Object.assign(fake, await listenLocally(handle))
}
