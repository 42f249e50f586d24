import type { Call } from '#kit/shared/call.ts'
import type { SealedRequest } from '#kit/shared/envelope.ts'
import { DOWNLOAD_SESSION_OVER, type FieldError, NO_PERMISSION, SESSION_OVER } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import { arrives } from './arrives.ts'
import { goTo, goToLogin } from './navigate.ts'
import { currentSession, resetSession, seePermissionVersion } from './session.ts'
import { signInAgain } from './signInAgain.ts'
import { envelopes } from './start.ts'
import { toastError, toastSuccess } from './toast.ts'

/** What is said of a failure the server gave no words for. Platform §4.6. */
const NO_WORDS = 'error!'

/** The reason of a refusal that is a question: agreed to, the same input with `confirmed: 1` is done. */
export const CONFIRM = 'confirm'

/** Said of a call whose answer did not come, or came cut off. */
const LOST = '网络连接失败，请检查网络后重试'

/** Said of an answer that is none of this product, e.g. the page of a proxy while the server is away. */
const UNREADABLE = '服务器没有正常回答，请稍后重试'

/** Said of what failed in this page itself. */
export const FAILED = '操作没有完成，请刷新页面后重试'

/** Why a call was refused, or why its answer did not arrive or could not be read (then `code` is 0). */
export class CallError extends Error {
  readonly code: number
  /** the refused fields of the input, with paths into lines */
  readonly fields: readonly FieldError[]
  /** a machine-readable reason, e.g. pwdExpired */
  readonly reason: string
  /** figures that came with the reason */
  readonly data: unknown
  /** title of the call */
  call = ''

  constructor(code: number, message: string, data: unknown = null, cause?: unknown) {
    super(message, { cause })
    this.name = 'CallError'
    this.code = code
    this.data = data
    this.fields = Array.isArray(data) ? data.filter(isFieldError) : []
    this.reason =
      typeof data === 'object' && data !== null && 'reason' in data && typeof data.reason === 'string'
        ? data.reason
        : ''
  }
}

export interface RequestOptions {
  /** the caller shows failures itself; a lost session is always told */
  quiet?: boolean
  /** shown for a second when the call succeeded */
  success?: string
  /** makes a second sending of the same save harmless (frame §3) */
  idempotencyKey?: string
  /** a failure is one of a download: it has a text of its own, the reason follows it */
  download?: boolean
  signal?: AbortSignal
}

/**
 * Asks a call: `input` and the answer as on the wire. Path parameters come out of the input, the rest is query (GET)
 * or body (POST), sealed when the deployment says so. CallError when it is refused; failures are shown unless quiet.
 * Platform §3, §4.6.
 */
export async function request<In, InWire, Out, OutWire>(
  call: Call<In, InWire, Out, OutWire>,
  input: InWire,
  options: RequestOptions = {},
): Promise<OutWire> {
  const data = await shown(options, call, async () => {
    const answer = await send(call, input, options)
    return readEnvelope<OutWire>(answer.headers, await came(answer.text()))
  })
  if (options.success) toastSuccess(options.success)
  return data
}

/**
 * Asks a binary call; an answer that is a failure in JSON is thrown as CallError. Shown in the words the
 * specification has for failed downloads, with the reason of the server. Platform §10.
 */
export async function requestBlob<In, InWire, Out, OutWire>(
  call: Call<In, InWire, Out, OutWire>,
  input: InWire,
  options: RequestOptions = {},
): Promise<{ blob: Blob; fileName: string }> {
  return shown({ download: true, ...options }, call, async () => {
    const answer = await send(call, input, options)
    const type = answer.headers.get('Content-Type') ?? ''
    const disposition = answer.headers.get('Content-Disposition') ?? ''
    if (disposition === '' && /json|text\/plain/.test(type))
      await readEnvelope(answer.headers, await came(answer.text()))
    if (!answer.ok) throw new CallError(0, UNREADABLE)
    const name = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
    return { blob: await came(answer.blob()), fileName: name === undefined ? '' : decodeURIComponent(name) }
  })
}

/**
 * Asks a call whose answer the browser may have already: its data with the ETag, or null when the server says that
 * the one under `etag` ('' for none) still holds. Failures are the caller's to show.
 */
export async function requestUnlessSame<In, InWire, Out, OutWire>(
  call: Call<In, InWire, Out, OutWire>,
  input: InWire,
  etag: string,
): Promise<{ etag: string; data: OutWire } | null> {
  return shown({ quiet: true }, call, async () => {
    const answer = await send(call, input, {}, etag === '' ? {} : { 'If-None-Match': etag })
    if (answer.status === 304) return null
    const data = await readEnvelope<OutWire>(answer.headers, await came(answer.text()))
    return { etag: answer.headers.get('ETag') ?? '', data }
  })
}

async function send<In, InWire, Out, OutWire>(
  call: Call<In, InWire, Out, OutWire>,
  input: InWire,
  options: RequestOptions,
  more: Record<string, string> = {},
): Promise<Response> {
  const { path, rest } = addressOf(call.path, input)
  const seal = await sealer()
  const headers: Record<string, string> = { ...sessionHeaders(), ...more }
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
  if (seal !== null) headers['X-Encrypt'] = '1'
  const given = Object.keys(rest).length > 0
  let address = path
  let body: string | undefined
  if (call.method === 'GET') {
    if (given) address += `?${queryText(seal === null ? rest : { ...(await seal(rest)) })}`
  } else {
    headers['Content-Type'] = 'application/json'
    body = JSON.stringify(seal === null || !given ? rest : await seal(rest))
  }
  return came(
    fetch(address, {
      method: call.method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    }),
  )
}

/** A part of the way there or back; CallError of code 0 when it breaks. What was given up stays what it is. */
export async function came<T>(part: Promise<T>): Promise<T> {
  try {
    return await part
  } catch (cause) {
    if (isGivenUp(cause)) throw cause
    throw new CallError(0, LOST, null, cause)
  }
}

const isGivenUp = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'AbortError'

/** Whether an answer did not arrive, or arrived in a form that is none; nothing was refused then. */
export const isLost = (error: unknown): boolean => error instanceof CallError && error.code === 0

/** The address of a call with its parameters filled in, and the input that is left for query or body. */
export function addressOf(path: string, input: unknown): { path: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = {}
  if (typeof input === 'object' && input !== null)
    for (const [name, value] of Object.entries(input)) if (value !== undefined) rest[name] = value
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(value === undefined || value === null ? '' : String(value))
  })
  return { path: `/api${filled}`, rest }
}

/** Query text of an input; blank values are left out, lists are comma-joined. */
export function queryText(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    if (value !== '' && value !== null && value !== undefined) query.set(name, String(value))
  return query.toString()
}

export function sessionHeaders(): Record<string, string> {
  const { token } = currentSession()
  return token === '' ? {} : { 'X-Token': token }
}

const sealingKey = (): string => currentSession().token || envelopes().fallbackKey

/** How requests are sealed; null when they go plain. */
async function sealer(): Promise<((input: object) => Promise<SealedRequest>) | null> {
  const { mode } = envelopes()
  const key = sealingKey()
  if (mode === 'off' || key === '') return null
  const { seal } = await came(import('./envelope.ts'))
  return async (input) => ({
    q: await seal(key, JSON.stringify(input)),
    t: Math.floor(Date.now() / 1000),
  })
}

/** Reads {code, message, data} of an answer, opened when it came sealed; CallError unless the code is 200. */
export async function readEnvelope<T>(headers: Pick<Headers, 'get'>, text: string): Promise<T> {
  seePermissionVersion(Number(headers.get('X-Perm-Version') ?? 0))
  const envelope = parseEnvelope(headers.get('X-Encrypted') === '1' ? await opened(text) : text)
  if (envelope === null) throw new CallError(0, UNREADABLE)
  if (envelope.code !== 200) throw new CallError(envelope.code, envelope.message || NO_WORDS, envelope.data)
  return trust(envelope.data)
}

async function opened(text: string): Promise<string> {
  const { open } = await came(import('./envelope.ts'))
  try {
    return await open(sealingKey(), text)
  } catch (cause) {
    throw new CallError(0, UNREADABLE, null, cause)
  }
}

function parseEnvelope(text: string): { code: number; message: string; data: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number'
      ? trust(value)
      : null
  } catch {
    return null
  }
}

/**
 * Runs a request and shows its failure in Chinese, whatever it was (platform §4.6). A read that did not arrive whole is
 * asked again, for a line that was lost for a moment throws nobody out; a change never: it may have been done. What came
 * after the end of the session was not done: it is asked once more when the person has signed in over the page.
 */
export async function shown<T>(
  options: RequestOptions,
  call: { title: string; change: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const ask = () => (call.change ? work() : arrives(work, isLost))
  try {
    return await ask().catch(async (cause: unknown) => {
      if (isOver(cause) && (await signInAgain())) return ask()
      throw cause
    })
  } catch (cause) {
    if (isGivenUp(cause)) throw cause
    const error = cause instanceof CallError ? cause : new CallError(0, FAILED, null, cause)
    if (error !== cause) console.error(cause)
    error.call = call.title
    showFailure(error, options)
    throw error
  }
}

/** Whether the session came to its end by itself; who was thrown out is not asked back in over what they saw. */
const isOver = (cause: unknown): boolean =>
  cause instanceof CallError && cause.code === 401 && (cause.reason === '' || cause.reason === 'expired')

function showFailure(error: CallError, { quiet = false, download = false }: RequestOptions): void {
  if (error.code === 401) {
    toastError(download ? DOWNLOAD_SESSION_OVER : SESSION_OVER)
    resetSession()
    goToLogin(error.reason || 'expired')
  } else if (error.reason === 'pwdExpired') {
    toastError(error.message)
    goTo('/maintain/user')
  } else if (!quiet && error.reason !== CONFIRM) {
    const reason = error.code === 403 ? NO_PERMISSION : error.message
    toastError(download && error.code !== 0 ? `${DOWNLOAD_SESSION_OVER}（${reason}）` : reason)
  }
}

function isFieldError(value: unknown): value is FieldError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'field' in value &&
    typeof value.field === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  )
}
