import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { BinaryAnswer } from '#kit/shared/binary.ts'
import { type Call, DONE } from '#kit/shared/call.ts'
import { cut, storable } from '#kit/shared/characters.ts'
import { AppError, refuse, TOO_MANY } from '#kit/shared/errors.ts'
import { checkJson } from '#kit/shared/jsonBounds.ts'
import { trust } from '#kit/shared/loose.ts'
import { compressAnswers, forgetBody } from './compress.ts'
import type { Db } from './database.ts'
import { isDatabaseGone } from './dbErrors.ts'
import { admit, asker, cleanInput, failureOf, parseInput, runCall } from './dispatch.ts'
import { writeErrorLog } from './log.ts'
import { REDACTED_PATHS } from './logger.ts'
import { countCall } from './metrics.ts'
import { noteOpen } from './openCaller.ts'
import { secureAnswers } from './securityHeaders.ts'
import type { CallRequest, Served, UploadedFile } from './serve.ts'
import type { Settings } from './settings.ts'
import { onSlowStatement } from './statements.ts'
import { nobody, type Who } from './who.ts'
import { type Opened, openRequest, sealAnswer } from './wire.ts'

export interface HttpOptions {
  db: Db
  settings: Pick<Settings, 'envelope' | 'bodyLimitMb' | 'trustProxy' | 'logLevel' | 'previewHosts'>
  fallbackKey: string
  served: readonly Served[]
}

export const SLOW_CALL_MS = 1000

/** The HTTP server with every call of the house under /api; pages, health and sockets are added by the app. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { settings } = options
  const app = Fastify({
    logger: {
      level: settings.logLevel,
      redact: REDACTED_PATHS,
      base: null,
      formatters: { level: (level) => ({ level }) },
    },
    logController: new LogController({ disableRequestLogging: true }),
    // Lines name their request themselves; a logger for each would be made thousands of times for every line written.
    childLoggerFactory: (logger) => logger,
    bodyLimit: settings.bodyLimitMb * 1024 * 1024,
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 8000 },
    forceCloseConnections: 'idle',
    // Who offers another version of HTTP over a plain connection, as the client of Java does, is answered in this one.
    http: { shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket' },
  })
  onSlowStatement((statement, ms) => app.log.warn({ ms: Math.round(ms), statement }, 'slow statement'))
  await secureAnswers(app)
  await app.register(rateLimit, { global: false })
  compressAnswers(app)
  await app.register(multipart, { limits: { files: 20, fields: 50, fieldSize: 100_000 } })
  boundJson(app)
  await app.register(websocket, {
    options: { maxPayload: 64 * 1024 },
    // 1012 tells the browsers that the server comes back. Platform §14.5.
    preClose(done) {
      for (const client of app.websocketServer.clients) client.close(1012)
      app.websocketServer.close(done)
    },
  })
  app.setErrorHandler((error, request, reply) => transportFailure(options.db, error, request, reply))
  app.setNotFoundHandler(notFoundHandler(options.served))
  for (const served of options.served) addRoute(app, options, served)
  return app
}

/** JSON is looked over before it is parsed: what is nested or wide without end would stop everybody else. */
function boundJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      checkJson(body)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
      return
    }
    return parse(request, body.toString('utf8'), done)
  })
}

function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID().replaceAll('-', '')
}

function addRoute(app: FastifyInstance, options: HttpOptions, served: Served): void {
  const { call } = served
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    exposeHeadRoute: false,
    bodyLimit: Math.max(options.settings.bodyLimitMb, call.bodyMb ?? 0) * 1024 * 1024,
    ...(call.perMinute === undefined
      ? {}
      : {
          config: {
            rateLimit: {
              max: call.perMinute,
              timeWindow: 60_000,
              errorResponseBuilder: () => new AppError(429, TOO_MANY),
            },
          },
        }),
    handler: (request, reply) => answerCall(options, served, request, reply),
  })
}

async function answerCall(
  options: HttpOptions,
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { db } = options
  const { call } = served
  const start = performance.now()
  let opened: Opened = { key: null, token: '', input: {} }
  let code = 200
  let message: string = DONE
  let who: Who = nobody
  void reply.header('X-Request-Id', request.id)
  try {
    opened = openRequest(call, request, options)
    const asked = callRequest(request, reply, opened)
    who = await asker(db, call, opened.token, asked)
    // Told with a refusal as well: the page learns that a right was taken away.
    if (who.permVersion > 0) void reply.header('X-Perm-Version', String(who.permVersion))
    admit(db, call, who)
    const input = await cleanInput(call, parseInput(call, opened.input))
    const data = await runCall(served, db, who, input, asked)
    if (call.answer.kind === 'binary') return sendBinary(reply, trust(data))
    return sealAnswer(reply, opened.key, { code: 200, message: DONE, data })
  } catch (error) {
    const failure = failureOf(db, error, request.id)
    code = failure.error.code
    message = failure.error.message
    if (failure.internal) await reportInternal(db, request, call, idOf(who), error)
    if (code === 429) void reply.status(429)
    return sealAnswer(reply, opened.key, { code, message, data: failure.error.data })
  } finally {
    const ms = performance.now() - start
    countCall(call.method, call.path, code, ms)
    const line = {
      requestId: request.id,
      adminId: idOf(who),
      ...(who.app === undefined ? {} : { appId: who.app.id }),
      route: call.path,
      code,
      ms: Math.round(ms),
      ip: request.ip,
    }
    if (ms > SLOW_CALL_MS) request.log.warn(line, 'slow call')
    else request.log.debug(line, 'call')
    if (who.app !== undefined) await tellApp(db, request, who.app.id, { call, code, message, ms, who })
  }
}

const idOf = ({ adminId }: Who): number | null => (adminId === 0 ? null : adminId)

/** Into the log of an application what it was answered; the answer has gone, so a failure here is only printed. */
async function tellApp(
  db: Db,
  request: FastifyRequest,
  appId: number,
  { call, code, message, ms, who }: { call: Call; code: number; message: string; ms: number; who: Who },
): Promise<void> {
  const { method, path } = call
  const { id: requestId, ip } = request
  const rounded = Math.round(ms)
  const answered = { appId, method, path, code, message, ms: rounded, ip, requestId, uid: who.uid ?? null }
  await noteOpen(db, answered).catch((error: unknown) =>
    request.log.error({ requestId, err: error }, 'the log of an application could not be written'),
  )
}

/** Tells the log, and the table of errors when the database is there, of an error nobody foresaw. */
async function reportInternal(
  db: Db,
  request: FastifyRequest,
  call: Call,
  adminId: number | null,
  error: unknown,
): Promise<void> {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  request.log.error(
    { requestId: request.id, adminId, route: call.path, err: { type: errorName(error), message, stack } },
    'call failed',
  )
  // Another attempt would only make the person wait.
  if (isDatabaseGone(error)) return
  await writeErrorLog(db, {
    requestId: request.id,
    source: 'server',
    path: call.path,
    adminId,
    message,
    stack,
  }).catch(() => undefined)
}

function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

function callRequest(request: FastifyRequest, reply: FastifyReply, { token, input }: Opened): CallRequest {
  const header = (name: string): string => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    id: request.id,
    ip: request.ip,
    userAgent: cut(header('user-agent'), 300),
    token,
    body: input,
    header,
    files: (limits) => filesOf(request, limits?.maxBytes),
    setHeader: (name, value) => void reply.header(name, value),
  }
}

// A part of a form may come without a name, or with one that no list can show.
const nameOf = (given: string | undefined): string => storable(given ?? '').replace(/\p{Cc}/gu, '')

async function* filesOf(request: FastifyRequest, maxBytes?: number): AsyncGenerator<UploadedFile> {
  if (!request.isMultipart()) throw refuse('请选择文件')
  // Whoever takes the file asks truncated() and says in its own words that it was too large.
  const limits = maxBytes === undefined ? {} : { limits: { fileSize: maxBytes }, throwFileSizeLimit: false }
  try {
    for await (const part of request.files(limits)) {
      yield {
        field: part.fieldname,
        fileName: nameOf(part.filename),
        mimeType: part.mimetype,
        stream: part.file,
        truncated: () => part.file.truncated,
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_'))
      throw refuse('请求格式不正确')
    throw error
  }
}

function sendBinary(reply: FastifyReply, answer: BinaryAnswer): FastifyReply {
  const name = encodeURIComponent(answer.fileName)
  void reply
    .header('Content-Disposition', `${answer.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
    .header('X-Content-Type-Options', 'nosniff')
    .type(answer.contentType)
  for (const [header, value] of Object.entries(answer.headers ?? {})) void reply.header(header, value)
  return answer.status === 304 ? reply.status(304).send() : reply.send(answer.body)
}

const transport: Record<number, string> = {
  404: '接口不存在',
  405: '接口不存在',
  429: TOO_MANY,
  413: '请求内容过大',
  415: '请求格式不正确',
}

function transportFailure(
  db: Db,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  forgetBody(reply)
  void reply.header('X-Request-Id', request.id)
  if (error instanceof AppError)
    return reply
      .status(error.code === 429 ? 429 : 200)
      .send({ code: error.code, message: error.message, data: error.data })
  const status =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
      ? error.statusCode
      : 500
  if (status === 413) return reply.status(413).send({ code: 422, message: transport[413], data: null })
  if (status >= 400 && status < 500)
    return reply
      .status(status === 429 ? 429 : 200)
      .send({ code: status === 429 ? 429 : 422, message: transport[status] ?? '请求格式不正确', data: null })
  const failure = failureOf(db, error, request.id)
  request.log.error({ requestId: request.id, err: error }, 'request failed')
  return reply.status(500).send({ code: failure.error.code, message: failure.error.message, data: null })
}

/** 404 for an address nobody serves, 405 for one that is served by another method. Platform §15.2. */
function notFoundHandler(served: readonly Served[]) {
  const addresses = served.map(({ call }) => new RegExp(`^/api${call.path.replace(/:\w+/g, '[^/]+')}$`))
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0] ?? ''
    void reply.header('X-Request-Id', request.id)
    return reply
      .status(addresses.some((address) => address.test(path)) ? 405 : 404)
      .send({ code: 404, message: '接口不存在', data: null })
  }
}
