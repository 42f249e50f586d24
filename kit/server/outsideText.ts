import { cut } from '#kit/shared/characters.ts'
import { redact } from '#kit/shared/redact.ts'

const MASK = '******'
/** A secret that is shorter would be found in half of all texts. */
const LEAST_SECRET = 6

const SECRET_KEY = /key|secret|token|pwd|passw|authorization|cookie|sign|session|credential/i

// What follows a word for a secret, in forms, headers and texts that are no JSON.
const NAMED =
  /((?:bearer|basic)\s+|[\w-]*(?:key|secret|token|pwd|passw(?:or)?d|authorization|cookie|sign(?:ature)?|session)[\w-]*["']?\s*[:=]\s*["']?(?:(?:bearer|basic)\s+)?)[^\s"'&,;<>{}]+/gi

/** Line breaks and signs that steer terminals or turn texts round, each a blank. */
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu

/** The texts of a request that its answer must not carry into a log: of its headers, its query and its body. */
export function secretsOf(...parts: readonly unknown[]): string[] {
  const found = new Set<string>()
  const walk = (value: unknown, isSecret: boolean): void => {
    if (typeof value === 'string') {
      if (isSecret)
        for (const one of [value, ...value.split(/\s+/)]) if (one.length >= LEAST_SECRET) found.add(one)
    } else if (typeof value === 'object' && value !== null && !(value instanceof FormData))
      for (const [name, one] of Object.entries(value)) walk(one, isSecret || SECRET_KEY.test(name))
  }
  for (const part of parts) walk(part, false)
  return [...found].sort((a, b) => b.length - a.length)
}

/**
 * What a service outside said, fit for a log: without the secrets sent to it, without what it calls a secret itself,
 * without control characters, at most so many characters, none of them cut in two.
 */
export function safeText(text: string, most: number, secrets: readonly string[] = []): string {
  // Far more than is kept, far less than a service may answer.
  let safe = redactedJson(text.slice(0, 64 * 1024).toWellFormed())
  for (const secret of secrets) safe = safe.replaceAll(secret, MASK)
  safe = safe.replace(NAMED, `$1${MASK}`).replace(CONTROL, ' ').replace(/ {2,}/g, ' ').trim()
  return cut(safe, most)
}

function redactedJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(redact(value)) ?? ''
  } catch {
    return String(redact(text))
  }
}
