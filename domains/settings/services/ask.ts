import { z } from 'zod'
import type { Db } from '#kit/server/database.ts'
import { callOutside, OutsideError } from '#kit/server/outside.ts'
import { safeText, secretsOf } from '#kit/server/outsideText.ts'
import { AppError } from '#kit/shared/errors.ts'
import type { OutsideSystem } from '#kit/shared/outside.ts'

/** A service outside that speaks the form of docs/outside.md. */
export interface Service {
  system: OutsideSystem
  base: string
  /** '' when nobody need say who he is */
  token: string
}

/** The reason of a refusal that a sign-in at the platform ends. */
export const SIGN_IN = 'signIn'

/** A service outside refused, or did not answer; its text can be read by people. */
export class ServiceError extends AppError {
  /** the same errand may go well a little later */
  readonly isPassing: boolean
  /** the token is none, or none any more */
  readonly isSignedOut: boolean
  constructor(code: number, message: string, facts: { isPassing?: boolean; isSignedOut?: boolean } = {}) {
    super(code, message, facts.isSignedOut ? { reason: SIGN_IN } : null)
    this.isPassing = facts.isPassing ?? false
    this.isSignedOut = facts.isSignedOut ?? false
  }
}

/** Of what a service says to people. */
const MOST_SAID = 200
const DONE = 200
const SIGNED_OUT = 401
const KNOWN = 409
const TOO_FAST = 429
const OF_ITS_OWN = 500
const envelope = z.object({ code: z.number(), msg: z.string().default(''), data: z.unknown() })

/**
 * Asks a service: JSON goes there, `{code, msg, data}` comes back, of which this answers the data. ServiceError 422
 * (or its own 409) with the text of a refusal, 409 when it cannot be had at all. Never inside a transaction. docs/outside.md.
 */
export async function ask<T>(
  db: Db,
  { system, base, token }: Service,
  path: string,
  body: Readonly<Record<string, unknown>>,
  answer: z.ZodType<T>,
  how: { attempt?: number; timeoutMs?: number } = {},
): Promise<T> {
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
  const wrong = () => new ServiceError(409, `${system}接口异常：返回内容无法识别`, { isPassing: true })
  try {
    const given = await callOutside(db, { system, base, path, body, headers, ...how })
    const read = envelope.safeParse(given.json())
    if (!read.success) throw wrong()
    const { code, data } = read.data
    const msg = safeText(read.data.msg, MOST_SAID, secretsOf({ token }, body))
    if (code === SIGNED_OUT)
      throw new ServiceError(409, msg || `${system}登录已过期，请重新登录`, { isSignedOut: true })
    if (code !== DONE)
      throw new ServiceError(code === KNOWN ? KNOWN : 422, msg || `${system}拒绝了请求（${code}）`, {
        isPassing: code >= OF_ITS_OWN || code === TOO_FAST,
      })
    const found = answer.safeParse(data)
    if (!found.success) throw wrong()
    return found.data
  } catch (error) {
    if (error instanceof OutsideError) throw new ServiceError(409, error.message, { isPassing: true })
    throw error
  }
}
