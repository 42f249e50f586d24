import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '#kit/server/database.ts'
import { callOutside, OutsideError } from '#kit/server/outside.ts'
import { safeText, secretsOf } from '#kit/server/outsideText.ts'
import { contextOf } from '#kit/server/points.ts'
import { decryptSecret, encryptSecret } from '#kit/server/secrets.ts'
import { AppError, conflict } from '#kit/shared/errors.ts'
import { type AccountKind, apiBase, demandAccount } from '../wechat.config.server.ts'
import { errorTextOf } from './errcodes.ts'
import { alone, readShared, writeShared } from './shared.server.ts'

/** The platform counts this much of a lifetime off, so that nobody uses a token in its last moments. */
const EARLY_S = 300
/** How long before its end the job takes a new one: longer than the pause between two runs. */
const AHEAD_S = 600
const REFRESH_S = 10
const PATIENCE_MS = 8000
const PAUSE_MS = 50
const DAYS_S = 90 * 86_400
/** A token that is not (no longer) valid: it is taken anew once. */
const STALE: ReadonlySet<number> = new Set([40001, 40014, 42001])
const LAST_ERROR = 'lastError'

/** What the platform refused, with its number. */
export class PlatformError extends AppError {
  readonly errcode: number
  readonly errmsg: string

  constructor(errcode: number, errmsg: string) {
    const text = errorTextOf(errcode, errmsg)
    super(422, `微信接口错误：${errcode} ${text}`, { reason: 'wechat', errcode })
    this.errcode = errcode
    this.errmsg = text
  }
}

export interface PlatformCall {
  path: string
  query?: Readonly<Record<string, string | number>>
  body?: Readonly<Record<string, unknown>> | FormData
}

/** Of what the platform says of a refusal. */
const MOST_SAID = 300

const refusal = z.object({ errcode: z.number().default(0), errmsg: z.string().default('') })

/**
 * One call as it is; a PlatformError for what was refused, 409 when nothing came back. `expected` numbers are no news
 * for the overview.
 */
async function ask(db: Db, call: PlatformCall, expected: ReadonlySet<number> = new Set()): Promise<unknown> {
  try {
    const answer = (await callOutside(db, { system: '微信', base: await apiBase(db), ...call })).json()
    const { errcode, errmsg } = readAnswer(refusal, answer)
    if (errcode !== 0)
      throw new PlatformError(errcode, safeText(errmsg, MOST_SAID, secretsOf(call.query, call.body)))
    return answer
  } catch (error) {
    const known = error instanceof OutsideError ? conflict(error.message) : error
    const isNews = !(known instanceof PlatformError && expected.has(known.errcode))
    if (known instanceof AppError && isNews)
      await writeShared(db, LAST_ERROR, `${call.path.split('/').at(-1)} ${known.message}`, DAYS_S)
    throw known
  }
}

/** An answer as its call gives it; 409 for what nobody can make sense of. */
function readAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer)
  if (!result.success) throw conflict('微信接口异常：返回内容无法识别')
  return result.data
}

/** A call of the platform as an account, and what it answered. Never inside a transaction. Platform §11.4. */
export async function askPlatform<T>(
  db: Db,
  kind: AccountKind,
  call: PlatformCall,
  answer: z.ZodType<T>,
): Promise<T> {
  const token = await tokenOf(db, kind)
  const asked = (access_token: string) => ({ ...call, query: { access_token, ...call.query } })
  try {
    return readAnswer(answer, await ask(db, asked(token), STALE))
  } catch (error) {
    if (!(error instanceof PlatformError && STALE.has(error.errcode))) throw error
    const newer = await tokenOf(db, kind, { notThis: token })
    return readAnswer(answer, await ask(db, asked(newer)))
  }
}

/** The last refusal or failure of any call, for the overview. */
export async function lastError(db: Db): Promise<{ time: Date; message: string } | null> {
  const kept = await readShared(db, LAST_ERROR)
  return kept === undefined ? null : { time: kept.updateTime, message: kept.value }
}

// ---- tokens and tickets: one for all processes, taken anew by one of them

interface Wanted {
  /** it was refused although its time is not over */
  notThis?: string
  /** one that ends within these seconds is too old */
  leastSeconds?: number
}

const lifetime = { expires_in: z.number() }
const tokenAnswer = z.object({ access_token: z.string(), ...lifetime })
const ticketAnswer = z.object({ ticket: z.string(), ...lifetime })

type Credentials = Awaited<ReturnType<typeof demandAccount>>

/** A value that has just been given and the seconds it is good for. */
interface Fresh {
  value: string
  seconds: number
}

/** The access token of an account. 409 未配置公众号; the platform's text when it gives none. */
function tokenOf(db: Db, kind: AccountKind, wanted: Wanted = {}): Promise<string> {
  return shared(db, tokenName(kind), kind, wanted, (account) => newToken(db, account))
}

const tokenName = (kind: AccountKind): string => `token.${kind}`

async function newToken(db: Db, { appId, secret }: Credentials): Promise<Fresh> {
  const query = { grant_type: 'client_credential', appid: appId, secret }
  const given = readAnswer(tokenAnswer, await ask(db, { path: 'cgi-bin/token', query }))
  return { value: given.access_token, seconds: given.expires_in }
}

/** The ticket with which pages are signed. */
export function ticketOf(db: Db, wanted: Wanted = {}): Promise<string> {
  return shared(db, 'ticket.wechat', 'wechat', wanted, async () => {
    const call = { path: 'cgi-bin/ticket/getticket', query: { type: 'jsapi' } }
    const given = await askPlatform(db, 'wechat', call, ticketAnswer)
    return { value: given.ticket, seconds: given.expires_in }
  })
}

/** Takes a new token and ticket before the old ones end; answers how many it looked after. */
export async function refreshAhead(db: Db, kind: AccountKind): Promise<number> {
  await tokenOf(db, kind, { leastSeconds: AHEAD_S })
  if (kind === 'routine') return 1
  await ticketOf(db, { leastSeconds: AHEAD_S })
  return 2
}

/** Proves id and secret by taking a token from the platform, whatever is kept. */
export async function testAccount(db: Db): Promise<void> {
  const account = await demandAccount(db, 'wechat')
  await keep(db, tokenName('wechat'), await ownerOf(db, account), await newToken(db, account))
}

async function shared(
  db: Db,
  name: string,
  kind: AccountKind,
  wanted: Wanted,
  fetch: (account: Credentials) => Promise<Fresh>,
): Promise<string> {
  const account = await demandAccount(db, kind)
  const owner = await ownerOf(db, account)
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    const kept = await readKept(db, name, owner, wanted)
    if (kept !== null) return kept
    const done = await alone(db, name, REFRESH_S, async () => {
      // Another process may have been faster than our question for the lease.
      const other = await readKept(db, name, owner, wanted)
      if (other !== null) return other
      const fresh = await fetch(account)
      await keep(db, name, owner, fresh)
      return fresh.value
    })
    if (done !== null) return done.value
    await wait(PAUSE_MS)
  }
  throw conflict('微信接口繁忙，请稍后再试')
}

/** Whose a token is: the account at the address that gave it; one given elsewhere is not shown to another. */
async function ownerOf(db: Db, { appId }: Credentials): Promise<string> {
  return `${appId} ${URL.parse(await apiBase(db))?.origin ?? ''}`
}

const keptValue = z.object({ owner: z.string(), value: z.string() })

async function readKept(db: Db, name: string, owner: string, wanted: Wanted): Promise<string | null> {
  const row = await readShared(db, name)
  if (row === undefined) return null
  const kept = keptValue.safeParse(JSON.parse(decryptSecret(contextOf(db).secretKey, row.value))).data
  const left = (row.expireTime.getTime() - Date.now()) / 1000
  const fits = kept?.owner === owner && kept.value !== wanted.notThis && left > (wanted.leastSeconds ?? 0)
  return fits ? kept.value : null
}

function keep(db: Db, name: string, owner: string, { value, seconds }: Fresh): Promise<void> {
  const sealed = encryptSecret(contextOf(db).secretKey, JSON.stringify({ owner, value }))
  return writeShared(db, name, sealed, Math.max(1, seconds - EARLY_S))
}

// ---- who a code stands for

const openidAnswer = z.object({ openid: z.string().min(1), unionid: z.string().default('') })
/** A code that is wrong or spent. */
const BAD_CODE: ReadonlySet<number> = new Set([40029, 40163, 41008, 42003])

/** Who a code stands for, with one account, and ('' where it is bound to none) with all accounts of the open platform. */
interface Person {
  openid: string
  unionid: string
}

/** The openid a code stands for, as `personOf` finds it. Doors §4. */
export const openidOf = async (db: Db, code: string, kind: AccountKind): Promise<string> =>
  (await personOf(db, code, kind)).openid

/**
 * Who a code stands for; the code is spent by it. 422 授权信息无效，请重试; 409 未配置公众号. Never inside a transaction.
 * Doors §4.
 */
export async function personOf(db: Db, code: string, kind: AccountKind): Promise<Person> {
  const { appId: appid, secret } = await demandAccount(db, kind)
  const call: PlatformCall =
    kind === 'wechat'
      ? { path: 'sns/oauth2/access_token', query: { appid, secret, code, grant_type: 'authorization_code' } }
      : {
          path: 'sns/jscode2session',
          query: { appid, secret, js_code: code, grant_type: 'authorization_code' },
        }
  try {
    return readAnswer(openidAnswer, await ask(db, call))
  } catch (error) {
    if (error instanceof PlatformError && BAD_CODE.has(error.errcode))
      throw new AppError(422, '授权信息无效，请重试')
    throw error
  }
}
