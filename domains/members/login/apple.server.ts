import { createHash, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { form, settingsOf } from '#domains/settings/settings.door.ts'
import { flag, text } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { callOutside, OutsideError } from '#kit/server/outside.ts'
import { contextOf } from '#kit/server/points.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { APPLE_ISSUER, keyNamedIn, keysOf, subjectOf } from './appleToken.ts'

/** Known to everybody: only for the stand-in that TS_FAKE=apple starts. */
export const SANDBOX_CLIENT = 'sandbox.client'
/** A name that is not among the keys may be a new one; who makes names up does not have us ask each time. */
const ASK_AGAIN_MS = 60_000
const NOT_BELIEVED = '授权信息无效，请重试'

/** Members §2.5. */
export const appleForm = form(
  85,
  'Apple登录',
  1,
  {
    apple_login_open: flag('Apple登录', { initial: 0, texts: ['开启', '关闭'] }),
    apple_client_ids: text('应用标识', {
      max: 500,
      help: '应用的Bundle ID或网页的Services ID，多个用逗号分隔',
    }),
    apple_base: text('Apple接口地址', { max: 200, pattern: /^https?:\/\/\S+$/, initial: APPLE_ISSUER }),
  },
  {
    check: ({ apple_login_open, apple_client_ids }) =>
      apple_login_open === 1 && apple_client_ids.trim() === ''
        ? [{ field: 'apple_client_ids', message: '请输入应用标识' }]
        : [],
  },
)

interface Kept {
  base: string
  time: number
  keys: ReadonlyMap<string, KeyObject>
}

/** The keys of each installation of this process, as they were published last. */
const published = new WeakMap<object, Kept>()

async function keyOf(db: Db, base: string, name: string): Promise<KeyObject | undefined> {
  const context = contextOf(db)
  const kept = published.get(context)
  const isOurs = kept !== undefined && kept.base === base
  if (isOurs && (kept.keys.has(name) || Date.now() - kept.time < ASK_AGAIN_MS)) return kept.keys.get(name)
  try {
    const answer = await callOutside(db, { system: 'Apple', base, path: 'auth/keys' })
    const keys = answer.status === 200 ? keysOf(answer.json()) : null
    if (keys === null) throw new OutsideError('Apple', answer.status, '返回内容无法识别')
    published.set(context, { base, time: Date.now(), keys })
    return keys.get(name)
  } catch (error) {
    if (error instanceof OutsideError) throw conflict(error.message)
    throw error
  }
}

/**
 * Who a token of Sign in with Apple stands for. 422 授权信息无效，请重试; 409 未配置Apple登录, 409 while its keys cannot be
 * read. Leaves the house. Members §2.5.
 */
export async function appleSubject(db: Db, token: string): Promise<string> {
  const { settings } = contextOf(db)
  const set = await settingsOf(db, appleForm)
  const isTrial = settings.fake.includes('apple')
  const given = set.apple_client_ids.split(/[\s,，]+/).filter((id) => id !== '')
  const clientIds = given.length === 0 && isTrial ? [SANDBOX_CLIENT] : given
  if (clientIds.length === 0 || (set.apple_login_open === 0 && !isTrial)) throw conflict('未配置Apple登录')
  const name = keyNamedIn(token)
  const key = name === null ? undefined : await keyOf(db, settings.appleBase ?? set.apple_base, name)
  const subject = key === undefined ? null : subjectOf(token, key, clientIds)
  if (subject === null) throw refuse(NOT_BELIEVED, 'code')
  return subject
}

/**
 * Takes a token for the sign-in of this transaction: 422 授权信息无效，请重试 where another has had it. What was refused for
 * another reason, e.g. a phone that is missing, may come with it again. Members §2.5.
 */
export async function takeToken(tx: Tx, token: string): Promise<void> {
  const hash = createHash('sha256').update(token).digest('base64url')
  // They are not believed after ten minutes; those of yesterday go with the first that comes.
  const { rows } = await sql`
    with "gone" as (
      delete from "usedToken" where "hash" in (
        select "hash" from "usedToken" where "createTime" < now() - interval '1 day' limit 100 for update skip locked)
    )
    insert into "usedToken" ("hash") values (${hash}) on conflict do nothing returning "hash"`.execute(tx)
  if (rows.length === 0) throw refuse(NOT_BELIEVED, 'code')
}
