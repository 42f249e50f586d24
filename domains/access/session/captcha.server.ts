import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { randomToken } from '#kit/server/envelope.ts'
import { refuse } from '#kit/shared/errors.ts'

/** 32 characters that cannot be taken for one another; case is ignored. Platform §2.1. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 4
const MINUTES = 5
const LOOK = { width: 100, height: 34, fontSize: 38, noise: 2, color: true, background: '#f4f6f8' }

const hashOf = (key: string, answer: string): string =>
  createHash('sha256').update(`${key} ${answer.toUpperCase()}`).digest('hex')

/** A new captcha: its key and a picture of 100 × 34 as a data address. Valid five minutes, once. Doors §4. */
export async function makeCaptcha(db: Db): Promise<{ key: string; code: string }> {
  const answer = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  const key = await keepCaptcha(db, answer)
  const { default: svgCaptcha } = await import('svg-captcha')
  // The package draws any text it is given, which its types leave out.
  const draw: unknown = svgCaptcha
  if (typeof draw !== 'function') throw new Error('svg-captcha has changed')
  const picture = Buffer.from(String(draw(answer, LOOK))).toString('base64')
  return { key, code: `data:image/svg+xml;base64,${picture}` }
}

/** Keeps the answer of a captcha under a new key. */
export async function keepCaptcha(db: Db, answer: string): Promise<string> {
  const key = randomToken()
  await db
    .insertInto('captcha')
    .values({
      key,
      answerHash: hashOf(key, answer),
      expireTime: sql<Date>`now() + make_interval(mins => ${MINUTES})`,
    })
    .execute()
  return key
}

/** Takes a captcha away and compares; 422 验证码已过期 or 验证码错误. Doors §4. */
export async function takeCaptcha(db: Db, key: string, code: string): Promise<void> {
  const taken = await db
    .deleteFrom('captcha')
    .where('key', '=', key)
    .returning(['answerHash', sql<boolean>`"expireTime" > now()`.as('isValid')])
    .executeTakeFirst()
  if (!taken?.isValid) throw refuse('验证码已过期', 'code')
  if (taken.answerHash !== hashOf(key, code.trim())) throw refuse('验证码错误', 'code')
}
