import { ZodError } from 'zod'
import type { Call } from '#kit/shared/call.ts'
import { brokenPaths, cut } from '#kit/shared/characters.ts'
import { AppError, BUSY, type FieldError, forbidden, noSession, refuseFields } from '#kit/shared/errors.ts'
import { sparseInputOf } from '#kit/shared/input.ts'
import { trust } from '#kit/shared/loose.ts'
import { onChangeBy } from './changes.ts'
import type { Db } from './database.ts'
import { isDatabaseGone, isDiskFull, refusalOf } from './dbErrors.ts'
import { cleanValues } from './html/html.ts'
import { once } from './idempotency.ts'
import { writeOperLog } from './log.ts'
import { onWire } from './onWire.ts'
import { openCallerOf } from './openCaller.ts'
import { mayPick } from './picks.ts'
import { type Registration, singlePoint } from './points.ts'
import { refuseForeign } from './refs.ts'
import { readStale } from './replica.ts'
import type { CallRequest, Served } from './serve.ts'
import { inTransaction } from './transaction.ts'
import { may, nobody, type Who } from './who.ts'

/** How a token becomes a person; the room that keeps staff registers it. */
export type FindSession = (db: Db, token: string) => Promise<Who>

const sessions = singlePoint<FindSession>('Session')

/** Registers how a session is found; it throws 401 when there is none. */
export const declareSession = (find: FindSession): Registration => sessions.as(find)

/** The person of a token; 401 without one. */
export async function whoOf(db: Db, token: string): Promise<Who> {
  const find = sessions.of(db)
  if (token === '' || find === undefined) throw noSession()
  return find(db, token)
}

const EXPIRED = '密码已过期，请进行修改密码'

/** Who asks a call: staff, or an application outside; 401 without a session, which public calls do not need. */
export function asker(db: Db, call: Call, token: string, request: CallRequest): Promise<Who> {
  if (call.open !== undefined) return openCallerOf(db, call, token, request)
  return call.permission === 'public' ? Promise.resolve(nobody) : whoOf(db, token)
}

/** 403 without the permission of a call, 409 pwdExpired until an expired password is changed. Frame §4. */
export function admit(db: Db, call: Call, who: Who): void {
  if (call.permission === 'public') return
  if (who.pwdExpired && !call.withExpiredPassword) throw new AppError(409, EXPIRED, { reason: 'pwdExpired' })
  if (!may(who, call.permission)) throw forbidden()
  if (call.picks !== undefined && !mayPick(db, who, call.picks)) throw forbidden()
}

/** The input of a call, checked; 422 with every field that is wrong. */
export function parseInput(call: Call, raw: Record<string, unknown>): unknown {
  // Before anything else: no field, of whatever type and however deep, hands on what the database cannot hold.
  const broken = brokenPaths(raw)
  if (broken.length > 0) throw refuseFields(broken.map((path) => brokenError(call, path)))
  const result = (call.method === 'GET' && !call.change ? readerOf(call) : call.schema.safeParse)(raw)
  if (result.success) return result.data
  throw refuseFields(fieldErrors(result.error))
}

/** Checked input with its rich texts cleaned, before any transaction begins; 422 at the field of one that is too much. */
export function cleanInput(call: Call, input: unknown): Promise<unknown> {
  return cleanValues(call.shape, trust<Record<string, unknown>>(input))
}

type Reader = ReturnType<typeof sparseInputOf>
const readers = new WeakMap<Call, Reader>()

/** Reads ask for few of the thirty filters that a list has. */
function readerOf(call: Call): Reader {
  const found = readers.get(call) ?? sparseInputOf(call.shape, false)
  readers.set(call, found)
  return found
}

function brokenError(call: Call, path: readonly string[]): FieldError {
  const label = call.shape[path[0] ?? '']?.label ?? '内容'
  return { field: path.join('.'), message: `${label}含有无法保存的字符，请删除后重试` }
}

export function fieldErrors(error: ZodError): FieldError[] {
  const seen = new Set<string>()
  const errors: FieldError[] = []
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.')
    if (seen.has(field)) continue
    seen.add(field)
    if (issue.code === 'unrecognized_keys')
      errors.push({
        field: issue.keys[0] ?? '',
        message: `不支持的参数：${cut(issue.keys.join('、'), 100)}`,
      })
    else
      errors.push({
        field,
        message:
          /[一-龥]/.test(issue.message) || issue.message.startsWith('need ')
            ? issue.message
            : '请求格式不正确',
      })
  }
  return errors
}

/** Runs a call for a person: transaction, idempotency, handler, operation log; answers what goes on the wire. */
export async function runCall(
  served: Served,
  db: Db,
  who: Who,
  input: unknown,
  request: CallRequest,
): Promise<unknown> {
  const { call } = served
  // Where a row is changed, what it refers to already may stay: the references are checked when it is written.
  const isNew = call.change && !('id' in call.shape)
  const admitted = (on: Db): Promise<void> =>
    isNew ? refuseForeign(on, who, call.shape, trust<object>(input)) : Promise.resolve()
  const { fields } = trust<{ fields?: string }>(input ?? {})
  const encode = (value: unknown): unknown =>
    onWire(call, value, (permission) => may(who, permission), fields)
  if (!served.inTransaction) {
    await admitted(db)
    const answer = async (on: Db): Promise<unknown> => encode(await served.handle(on, who, input, request))
    if (call.stale) return readStale(db, who, answer)
    // Whatever it wrote, in whosever name.
    return answer(db).finally(() => call.change && onChangeBy(db, who.adminId))
  }
  const startTime = Date.now()
  return inTransaction(db, who, async (tx) => {
    const work = async (): Promise<unknown> => {
      await admitted(tx)
      const value = await served.handle(tx, who, input, request)
      if (who.adminId !== 0) await writeOperLog(tx, call, input, request, startTime)
      return encode(value)
    }
    const key = request.header('idempotency-key')
    const { keeper, path } = keptFor(who, call)
    return key === '' || keeper === 0 ? work() : once(tx, keeper, path, key, work)
  })
}

/**
 * Under whom and what the Idempotency-Key of a change is kept: a person, or an application, whose ids stand below zero; what one
 * customer of it was answered is no answer to another.
 */
function keptFor({ adminId, app, uid }: Who, { path }: Call): { keeper: number; path: string } {
  const keeper = adminId === 0 && app !== undefined ? -app.id : adminId
  return { keeper, path: uid === undefined ? path : `${path}#${uid}` }
}

/** What a thrown thing becomes on the wire; `internal` ones are logged and show only their request id. Frame §3. */
export function failureOf(db: Db, error: unknown, requestId: string): { error: AppError; internal: boolean } {
  if (error instanceof AppError) return { error, internal: false }
  if (error instanceof ZodError) return { error: refuseFields(fieldErrors(error)), internal: true }
  const refusal = refusalOf(db, error)
  if (refusal !== null) return { error: refusal, internal: false }
  if (isDiskFull(error))
    return {
      error: new AppError(500, `存储空间不足，数据未保存，请联系管理员（${requestId}）`),
      internal: true,
    }
  if (isDatabaseGone(error))
    return { error: new AppError(500, `数据库暂时不可用，请稍后重试（${requestId}）`), internal: true }
  return { error: new AppError(500, `${BUSY}（${requestId}）`), internal: true }
}
