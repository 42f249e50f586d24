import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#kit/shared/call.ts'
import {
  ENVELOPE_EXPIRED,
  ENVELOPE_REQUIRED,
  EnvelopeError,
  withinEnvelopeWindow,
} from '#kit/shared/envelope.ts'
import { AppError, noSession, refuse } from '#kit/shared/errors.ts'
import { checkJson } from '#kit/shared/jsonBounds.ts'
import { isRecord } from '#kit/shared/record.ts'
import { open, seal } from './envelope.ts'
import { WireBytes } from './onWire.ts'

/** A request with its envelope opened: whose token, the key the answer is sealed with, and all input together. */
export interface Opened {
  /** null: the answer goes out plain */
  key: string | null
  token: string
  input: Record<string, unknown>
}

interface WireOptions {
  settings: { envelope: 'off' | 'optional' | 'required' }
  fallbackKey: string
}

/** The token of the headers; both present and different is nobody. Platform D2. */
export function tokenOf(headers: FastifyRequest['headers']): string {
  const own = typeof headers['x-token'] === 'string' ? headers['x-token'] : ''
  const authorization = typeof headers.authorization === 'string' ? headers.authorization : ''
  const bearer = authorization.startsWith('Bearer ') ? authorization.slice(7).trim() : ''
  if (own !== '' && bearer !== '' && own !== bearer) throw noSession()
  return own || bearer
}

/** Whether an object is the sealed form {q, t}. */
function isSealed(value: Record<string, unknown>): value is { q: string; t: unknown } {
  return typeof value.q === 'string' && 't' in value
}

function openSealed(key: string, sealed: { q: string; t: unknown }): Record<string, unknown> {
  if (!withinEnvelopeWindow(Number(sealed.t))) throw new AppError(422, ENVELOPE_EXPIRED)
  try {
    const text = open(key, sealed.q)
    checkJson(text)
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch (error) {
    if (error instanceof AppError) throw error
    // Whatever was wrong, the answer is the same: see platform §3 "bad q".
  }
  throw new AppError(422, new EnvelopeError().message)
}

// Reached by visitors, other systems and browsers that fetch a file; they have no key. Platform §3.
const EXEMPT = /^\/(common|public|open|kefu\/visitor|file\/view)\//

/** Opens a request: path, query and body as one input; both q and plain parameters beside it are refused. Platform §3. */
export function openRequest(call: Call, request: FastifyRequest, options: WireOptions): Opened {
  const token = tokenOf(request.headers)
  const key = token !== '' ? token : options.fallbackKey
  const query = isRecord(request.query) ? request.query : {}
  const body = call.multipart || request.body === undefined || request.body === null ? {} : request.body
  if (!isRecord(body)) throw refuse('请求格式不正确')
  const mode = options.settings.envelope
  let sealed = false
  const opening = (part: Record<string, unknown>): Record<string, unknown> => {
    if (mode === 'off' || !isSealed(part)) return part
    if (Object.keys(part).length > 2) throw refuse('加密请求不能带有其他参数')
    sealed = true
    return openSealed(key, part)
  }
  const input = { ...opening(query), ...opening(body), ...(isRecord(request.params) ? request.params : {}) }
  if (mode === 'required' && !sealed && !call.multipart && !EXEMPT.test(call.path) && needsSealing(request))
    throw new AppError(422, ENVELOPE_REQUIRED)
  const wrap = mode !== 'off' && (sealed || request.headers['x-encrypt'] === '1')
  return { key: wrap ? key : null, token, input }
}

// A request that carries nothing has nothing to seal; it only asks for a sealed answer.
function needsSealing(request: FastifyRequest): boolean {
  const hasQuery = isRecord(request.query) && Object.keys(request.query).length > 0
  const hasBody = isRecord(request.body) && Object.keys(request.body).length > 0
  return hasQuery || hasBody || request.headers['x-encrypt'] !== '1'
}

interface Envelope {
  code: number
  message: string
  data: unknown
}

const CLOSING = Buffer.from('}')

function sendPlain(reply: FastifyReply, envelope: Envelope): FastifyReply {
  const { code, message, data } = envelope
  if (!(data instanceof WireBytes)) return reply.send(envelope)
  const opening = Buffer.from(`{"code":${code},"message":${JSON.stringify(message)},"data":`)
  return reply.type('application/json; charset=utf-8').send(Buffer.concat([opening, data.bytes, CLOSING]))
}

/** Sends {code, message, data}, sealed when the request was; an unknown token has no key and gets it plain. */
export function sealAnswer(reply: FastifyReply, key: string | null, envelope: Envelope): FastifyReply {
  if (key === null || envelope.code === 401 || Buffer.byteLength(key) !== 32)
    return sendPlain(reply, envelope)
  return reply
    .header('X-Encrypted', '1')
    .type('text/plain')
    .send(seal(key, JSON.stringify(envelope)))
}
