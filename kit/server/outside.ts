import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { OutsideSystem } from '#kit/shared/outside.ts'
import type { Db } from './database.ts'
import { count } from './metrics.ts'
import { namesPrivateHost, outsideLookup, PRIVATE_ADDRESS } from './outsideAddress.ts'
import { safeText, secretsOf } from './outsideText.ts'

const TIMEOUT_MS = 5000
const MOST_BYTES = 8 * 1024 * 1024
const MOST_MESSAGE = 300

/** A call of a system outside. */
export interface OutsideCall {
  system: OutsideSystem
  /** where the system listens, e.g. https://api.example.cn; with or without a slash at its end */
  base: string
  path: string
  /** POST when there is a body, else GET, unless given */
  method?: 'GET' | 'POST'
  query?: Readonly<Record<string, string | number>>
  /** an object goes as JSON, a text as it is, a form as multipart */
  body?: Readonly<Record<string, unknown>> | string | FormData
  headers?: Readonly<Record<string, string>>
  /** 5 s unless given */
  timeoutMs?: number
  /** which attempt of the same errand this is; 1 unless given */
  attempt?: number
}

/** What a system outside answered. */
export interface OutsideAnswer {
  status: number
  contentType: string
  /** by lower-case name */
  headers: Readonly<Record<string, string | string[] | undefined>>
  bytes: Buffer
  text: string
  /** the text as JSON; an OutsideError when it is none */
  json(): unknown
}

/** A system outside did not answer, answered too late, with an error of its own, or with what cannot be read. */
export class OutsideError extends Error {
  readonly system: OutsideSystem
  readonly status: number
  constructor(system: OutsideSystem, status: number, reason: string) {
    super(`${system}接口异常：${reason}`)
    this.system = system
    this.status = status
  }
}

/**
 * Calls a system outside and notes the call in outCallLog, without the query and the body, which may hold secrets.
 * Its address is public unless TS_OUTSIDE_PRIVATE allows others; no redirect is followed. Never inside a transaction. OutsideError when no answer came within the time or its status is 500 and above.
 * Platform §11.4, §13.3.
 */
export async function callOutside(db: Db, call: OutsideCall): Promise<OutsideAnswer> {
  const { system, path, body, timeoutMs = TIMEOUT_MS } = call
  const method = call.method ?? (body === undefined ? 'GET' : 'POST')
  const address = new URL(`${call.base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`)
  for (const [key, value] of Object.entries(call.query ?? {})) address.searchParams.append(key, `${value}`)
  const secrets = secretsOf(call.headers, Object.fromEntries(address.searchParams), body, {
    token: address.password,
  })
  const start = performance.now()
  const note = (status: number, message: string) => {
    count('outcall_total', { system, status })
    const ms = Math.round(performance.now() - start)
    const attempt = call.attempt ?? 1
    const known = { system, method, address: `${address.origin}${address.pathname}`, status, ms, attempt }
    return db
      .insertInto('outCallLog')
      .values({ ...known, message: safeText(message, MOST_MESSAGE, secrets) })
      .execute()
  }
  let answer: OutsideAnswer
  try {
    answer = await send(call, method, address, AbortSignal.timeout(timeoutMs))
  } catch (error) {
    const reason = safeText(reasonOf(error, timeoutMs), MOST_MESSAGE, secrets)
    await note(0, reason)
    throw new OutsideError(system, 0, reason)
  }
  const failed = answer.status >= 500
  await note(answer.status, answer.status >= 400 ? answer.text : '')
  if (failed) throw new OutsideError(system, answer.status, `HTTP ${answer.status}`)
  return answer
}

// Connections of their own, made only to addresses that outsideLookup let through; kept, they go where they went.
const AGENTS = {
  'http:': new HttpAgent({ keepAlive: true, lookup: outsideLookup }),
  'https:': new HttpsAgent({ keepAlive: true, lookup: outsideLookup }),
}

/** One request, no redirect followed: where it would lead is nothing the settings said. */
async function send(
  { system, body, headers }: OutsideCall,
  method: string,
  address: URL,
  signal: AbortSignal,
): Promise<OutsideAnswer> {
  if (namesPrivateHost(address.href)) throw new Error(PRIVATE_ADDRESS)
  const isSecure = address.protocol === 'https:'
  if (!isSecure && address.protocol !== 'http:') throw new Error('地址格式不正确')
  const sent = await bytesOf(body)
  const request = (isSecure ? httpsRequest : httpRequest)(address, {
    method,
    agent: AGENTS[isSecure ? 'https:' : 'http:'],
    signal,
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      ...(sent === null ? {} : { 'content-type': sent.type, 'content-length': sent.bytes.length }),
      ...lowerCase(headers ?? {}),
    },
  })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
    request.end(sent?.bytes)
  })
  const status = response.statusCode ?? 0
  if (status >= 300 && status < 400 && response.headers.location !== undefined) {
    response.destroy()
    throw new Error('返回了重定向，不予跟随')
  }
  return readAnswer(system, response)
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

async function bytesOf(body: OutsideCall['body']): Promise<{ type: string; bytes: Buffer } | null> {
  if (body === undefined) return null
  const given = new Response(isPlain(body) ? JSON.stringify(body) : body)
  const type = isPlain(body) ? 'application/json' : (given.headers.get('content-type') ?? '')
  return { type, bytes: Buffer.from(await given.arrayBuffer()) }
}

function isPlain(body: OutsideCall['body']): body is Readonly<Record<string, unknown>> {
  return typeof body === 'object' && !(body instanceof FormData)
}

async function readAnswer(system: OutsideSystem, response: IncomingMessage): Promise<OutsideAnswer> {
  const parts: Buffer[] = []
  const status = response.statusCode ?? 0
  let size = 0
  for await (const part of response) {
    size += part.byteLength
    if (size > MOST_BYTES) throw new Error('answer too long')
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  const text = bytes.toString('utf8')
  return {
    status,
    contentType: response.headers['content-type'] ?? '',
    headers: response.headers,
    bytes,
    text,
    json() {
      try {
        return JSON.parse(text)
      } catch {
        throw new OutsideError(system, status, '返回内容无法识别')
      }
    },
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name))
    return `${timeoutMs / 1000}秒内没有应答`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
