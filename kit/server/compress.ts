import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply } from 'fastify'

type Encoding = 'br' | 'gzip'

const ENCODINGS: Encoding[] = ['br', 'gzip']
/** bytes below which compressing gains nothing */
const WORTH = 2048
/** bytes up to which compressing at once is cheaper than handing over to another thread: under a millisecond */
export const SYNC_LIMIT = 64 * 1024
const COMPRESSIBLE =
  /^text\/(?!event-stream)|^(?:application|image)\/(?:[\w.-]+\+)?(?:json|xml|javascript)(?:;|$)/i
// The best quality takes a hundred times as long.
const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }

const toBrotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const toGzip = promisify<Buffer, Buffer>(zlib.gzip)

/**
 * Compresses the answers of a server, br before gzip, as the browser takes them: texts of `WORTH` bytes and more, and
 * streams of text. Whether an answer is compressed already is read from its Content-Encoding alone, never guessed from
 * its bytes: a sealed answer or a CSV may begin with any of them. Architecture §4.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload) || payload instanceof Readable))
      return done(null, payload)
    if (!isWorth(reply, payload)) return done(null, payload)
    // Also of what goes out plain: another browser gets it otherwise.
    vary(reply)
    const encoding = negotiate((request.headers['accept-encoding'] ?? '').toString().toLowerCase(), ENCODINGS)
    if (encoding === null) return done(null, payload)
    const send = (compressed: Buffer | Readable): void => {
      reply.removeHeader('Content-Length').removeHeader('Accept-Ranges').header('Content-Encoding', encoding)
      done(null, compressed)
    }
    if (payload instanceof Readable) send(stream(payload, encoding))
    else bytes(payload, encoding).then(send, done)
  })
}

function isWorth(reply: FastifyReply, payload: string | Buffer | Readable): boolean {
  // 206 describes places in the plain bytes; the others have no body.
  if ([204, 206, 304].includes(reply.statusCode) || reply.hasHeader('Content-Range')) return false
  if (reply.hasHeader('Content-Encoding')) return false
  if (!COMPRESSIBLE.test(String(reply.getHeader('Content-Type') ?? ''))) return false
  if (typeof payload === 'string') return payload.length >= WORTH || Buffer.byteLength(payload) >= WORTH
  if (Buffer.isBuffer(payload)) return payload.length >= WORTH
  const told = reply.getHeader('Content-Length')
  return told === undefined || Number(told) >= WORTH
}

function vary(reply: FastifyReply): void {
  const now = String(reply.getHeader('Vary') ?? '')
  if (/\*|accept-encoding/i.test(now)) return
  void reply.header('Vary', now === '' ? 'Accept-Encoding' : `${now}, Accept-Encoding`)
}

async function bytes(text: string | Buffer, encoding: Encoding): Promise<Buffer> {
  const plain = typeof text === 'string' ? Buffer.from(text) : text
  if (plain.length <= SYNC_LIMIT)
    return encoding === 'br' ? zlib.brotliCompressSync(plain, BROTLI) : zlib.gzipSync(plain)
  return encoding === 'br' ? toBrotli(plain, BROTLI) : toGzip(plain)
}

function stream(plain: Readable, encoding: Encoding): Readable {
  const packed = encoding === 'br' ? zlib.createBrotliCompress(BROTLI) : zlib.createGzip()
  // Either end takes the other one along; the server tells the log what failed.
  pipeline(plain, packed, () => undefined)
  return packed
}

/** Takes back what was said of a body that never began: another one, in words, is sent in its place. */
export function forgetBody(reply: FastifyReply): void {
  for (const name of [
    'Content-Encoding',
    'Content-Length',
    'Content-Type',
    'Content-Disposition',
    'Cache-Control',
    'ETag',
    'Last-Modified',
    'Accept-Ranges',
  ]) {
    void reply.removeHeader(name)
    // A stream's headers stand in the answer already before its first byte.
    if (!reply.raw.headersSent) reply.raw.removeHeader(name)
  }
}
