import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { settingsOf } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { count } from '#kit/server/metrics.ts'
import { AppError, TOO_MANY } from '#kit/shared/errors.ts'
import { isConfigured, MESSAGE_PATH, wechatForm } from '../wechat.config.server.ts'
import { isSigned, openSealed, seal, signatureOf } from './crypt.ts'
import { readMessage } from './message.ts'
import { answerMessage, NOTHING } from './receive.server.ts'
import { readXml, writeXml, XmlError } from './xml.ts'

const BODY_MOST = 64 * 1024
const PER_SECOND = 100
const PLAIN = 1
const SAFE = 3

const part = z.string().max(200).catch('')
const signed = z.object({
  signature: part,
  msg_signature: part,
  timestamp: part,
  nonce: part,
  echostr: part,
})
type Signed = z.output<typeof signed>

/** Where the platform brings the messages of followers: no session, no envelope. Platform §11.3. */
export function messageRoutes(app: FastifyInstance, db: Db): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MOST }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({
      method: ['GET', 'POST'],
      url: MESSAGE_PATH,
      exposeHeadRoute: false,
      bodyLimit: BODY_MOST,
      config: {
        rateLimit: {
          max: PER_SECOND,
          timeWindow: 1000,
          keyGenerator: () => MESSAGE_PATH,
          errorResponseBuilder: () => new AppError(429, TOO_MANY),
        },
      },
      handler: (request, reply) => serve(db, request, reply),
    })
  })
}

async function serve(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const set = await settingsOf(db, wechatForm)
  if (!(await isConfigured(db, 'wechat'))) return reply.status(404).send()
  const query = signed.parse(request.query)
  if (!isSigned(query.signature, set.wechat_token, query.timestamp, query.nonce)) return refused(reply, 403)
  if (request.method === 'GET') return reply.type('text/plain; charset=utf-8').send(query.echostr)
  const opened = open(set, query, typeof request.body === 'string' ? request.body : '')
  if (typeof opened === 'number') return refused(reply, opened)
  const message = readMessage(opened.fields)
  if (message === null) return refused(reply, 400)
  const answer = await answerMessage(db, message)
  if (answer === NOTHING) return reply.type('text/plain; charset=utf-8').send(answer)
  const text = opened.isSealed ? sealedAnswer(set, answer) : answer
  return reply.type('application/xml; charset=utf-8').send(text)
}

function refused(reply: FastifyReply, status: 400 | 403): FastifyReply {
  count('wechat_refused_total', { status })
  return reply.status(status).send()
}

interface Account {
  wechat_appid: string
  wechat_token: string
  wechat_aeskey: string
  wechat_encrypt_mode: 1 | 2 | 3
}

/** The fields of a body, opened when they are sealed; the HTTP status of a refusal otherwise. */
function open(
  set: Account,
  query: Signed,
  body: string,
): { fields: Record<string, string>; isSealed: boolean } | 400 | 403 {
  try {
    const fields = readXml(body)
    const sealed = fields.Encrypt
    if (set.wechat_encrypt_mode === PLAIN) return { fields, isSealed: false }
    if (sealed === undefined)
      // Anybody who saw one signature could send what is not sealed.
      return set.wechat_encrypt_mode === SAFE ? 403 : { fields, isSealed: false }
    if (!isSigned(query.msg_signature, set.wechat_token, query.timestamp, query.nonce, sealed)) return 403
    const text = openSealed(set.wechat_aeskey, set.wechat_appid, sealed)
    return text === null ? 403 : { fields: readXml(text), isSealed: true }
  } catch (error) {
    if (error instanceof XmlError) return 400
    throw error
  }
}

function sealedAnswer(set: Account, answer: string): string {
  const Encrypt = seal(set.wechat_aeskey, set.wechat_appid, answer)
  const TimeStamp = String(Math.floor(Date.now() / 1000))
  const Nonce = String(Math.floor(Math.random() * 1e9))
  const MsgSignature = signatureOf(set.wechat_token, TimeStamp, Nonce, Encrypt)
  return writeXml('xml', { Encrypt, MsgSignature, TimeStamp: Number(TimeStamp), Nonce })
}
