import { cut } from '#kit/shared/characters.ts'
import type { OutsideSystem } from '#kit/shared/outside.ts'
import type { Db } from './database.ts'
import { count } from './metrics.ts'
import { redact } from './redact.ts'

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
 * Never inside a transaction. OutsideError when no answer came within the time or its status is 500 and above.
 * Platform §11.4, §13.3.
 */
export async function callOutside(db: Db, call: OutsideCall): Promise<OutsideAnswer> {
  const { system, path, body, timeoutMs = TIMEOUT_MS } = call
  const method = call.method ?? (body === undefined ? 'GET' : 'POST')
  const address = `${call.base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
  const start = performance.now()
  const note = (status: number, message: string) => {
    count('outcall_total', { system, status })
    const ms = Math.round(performance.now() - start)
    const attempt = call.attempt ?? 1
    const known = { system, method, address, status, ms, attempt, message: cut(message, MOST_MESSAGE) }
    return db.insertInto('outCallLog').values(known).execute()
  }
  let answer: OutsideAnswer
  try {
    const query = new URLSearchParams(
      Object.entries(call.query ?? {}).map(([key, value]) => [key, `${value}`]),
    )
    const response = await fetch(query.size > 0 ? `${address}?${query}` : address, {
      method,
      headers: { ...(isPlain(body) ? { 'content-type': 'application/json' } : {}), ...call.headers },
      body: isPlain(body) ? JSON.stringify(body) : body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    answer = await readAnswer(system, response)
  } catch (error) {
    const reason = reasonOf(error, timeoutMs)
    await note(0, reason)
    throw new OutsideError(system, 0, reason)
  }
  const failed = answer.status >= 500
  await note(answer.status, answer.status >= 400 ? String(redact(answer.text)) : '')
  if (failed) throw new OutsideError(system, answer.status, `HTTP ${answer.status}`)
  return answer
}

function isPlain(body: OutsideCall['body']): body is Readonly<Record<string, unknown>> {
  return typeof body === 'object' && !(body instanceof FormData)
}

async function readAnswer(system: OutsideSystem, response: Response): Promise<OutsideAnswer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MOST_BYTES) throw new Error('answer too long')
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  const text = bytes.toString('utf8')
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    bytes,
    text,
    json() {
      try {
        return JSON.parse(text)
      } catch {
        throw new OutsideError(system, response.status, '返回内容无法识别')
      }
    },
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `${timeoutMs / 1000}秒内没有应答`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
