import type { Call } from '#kit/shared/call.ts'
import { DOWNLOAD_SESSION_OVER, type FieldError, NO_PERMISSION, SESSION_OVER } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import { goTo, goToLogin } from './navigate.ts'
import { currentSession, resetSession, seePermissionVersion } from './session.ts'
import { envelopes } from './start.ts'
import { toastError, toastSuccess } from './toast.ts'

/** What is said of a failure the server gave no words for. Platform §4.6. */
export const NO_WORDS = 'error!'

/** The reason of a refusal that is a question: agreed to, the same input with `confirmed: 1` is done. */
export const CONFIRM = 'confirm'

/** How long a read that did not arrive waits before it is asked again. */
const PAUSES_MS = [200, 800, 2000]

/** Why a call was refused or did not arrive (then `code` is 0). */
export class CallError extends Error {
  readonly code: number
  /** the refused fields of the input, with paths into lines */
  readonly fields: readonly FieldError[]
  /** a machine-readable reason, e.g. pwdExpired */
  readonly reason: string
  /** figures that came with the reason */
  readonly data: unknown

  constructor(code: number, message: string, data: unknown = null) {
    super(message)
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
  const data = await shown(options, async () => {
    const answer = await send(call, input, options)
    return readEnvelope<OutWire>(answer.headers, await answer.text())
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
  return shown({ download: true, ...options }, async () => {
    const answer = await send(call, input, options)
    const type = answer.headers.get('Content-Type') ?? ''
    const disposition = answer.headers.get('Content-Disposition') ?? ''
    if (disposition === '' && /json|text\/plain/.test(type))
      await readEnvelope(answer.headers, await answer.text())
    const name = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
    return { blob: await answer.blob(), fileName: name === undefined ? '' : decodeURIComponent(name) }
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
  return shown({ quiet: true }, async () => {
    const answer = await send(call, input, {}, etag === '' ? {} : { 'If-None-Match': etag })
    if (answer.status === 304) return null
    const data = await readEnvelope<OutWire>(answer.headers, await answer.text())
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
    if (given) address += `?${queryText(seal === null ? rest : seal(rest))}`
  } else {
    headers['Content-Type'] = 'application/json'
    body = JSON.stringify(seal === null || !given ? rest : seal(rest))
  }
  const ask = () =>
    fetch(address, {
      method: call.method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
  return call.change ? ask() : again(ask)
}

/** Asks a read that did not arrive again: a line that was lost for a moment throws nobody out. */
async function again(ask: () => Promise<Response>): Promise<Response> {
  for (const pause of PAUSES_MS) {
    try {
      return await ask()
    } catch (cause) {
      // Not what was given up.
      if (!(cause instanceof TypeError)) throw cause
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return ask()
}

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

const sealingKey = async () => currentSession().token || (await envelopes()).fallbackKey

/** How requests are sealed; null when they go plain. */
async function sealer(): Promise<((input: object) => { q: string; t: number }) | null> {
  const { mode } = await envelopes()
  const key = await sealingKey()
  if (mode === 'off' || key === '') return null
  const { seal } = await import('./envelope.ts')
  return (input) => ({ q: seal(key, JSON.stringify(input)), t: Math.floor(Date.now() / 1000) })
}

/** Reads {code, message, data} of an answer, opened when it came sealed; CallError unless the code is 200. */
export async function readEnvelope<T>(headers: Pick<Headers, 'get'>, text: string): Promise<T> {
  seePermissionVersion(Number(headers.get('X-Perm-Version') ?? 0))
  const plain =
    headers.get('X-Encrypted') === '1' ? (await import('./envelope.ts')).open(await sealingKey(), text) : text
  const envelope = parseEnvelope(plain)
  if (envelope === null) throw new CallError(500, NO_WORDS)
  if (envelope.code !== 200) throw new CallError(envelope.code, envelope.message || NO_WORDS, envelope.data)
  return trust(envelope.data)
}

function parseEnvelope(text: string): { code: number; message: string; data: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'code' in value ? trust(value) : null
  } catch {
    return null
  }
}

/** Runs a request and shows its failure as platform §4.6 says. */
export async function shown<T>(options: RequestOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    const error =
      cause instanceof CallError ? cause : new CallError(0, cause instanceof Error ? cause.message : NO_WORDS)
    showFailure(error, options)
    throw error
  }
}

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
