import type { FastifyInstance } from 'fastify'
import type { RoomContext } from '#kit/server/room.ts'
import type { Part } from '#kit/server/storage.ts'
import { filesGround } from './files.storage.ts'
import { extensionOf, typeOf } from './fileTypes.ts'

// The names this server makes, and nothing else.
const STORED = /^\d{4}\/\d{2}\/\d{2}\/[0-9a-f]{32}(_s)?\.[a-z0-9]{1,8}$/

/** The part a browser asks for: films are fetched piece by piece, and where a person jumps to. */
function partOf(range: string | undefined): Part | undefined {
  const [, start, end] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (start === undefined) return undefined
  return end ? { start: Number(start), end: Number(end) } : { start: Number(start) }
}

/** Serves public files under /files/: a name never changes its content, so browsers keep it. Platform §9.2. */
export function filesRoutes(app: FastifyInstance, { db }: RoomContext): void {
  app.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    const name = request.params['*']
    const part = partOf(request.headers.range)
    const wrong = part?.end !== undefined && part.end < part.start
    const found = STORED.test(name)
      ? await filesGround(db).storage.get(`public/${name}`, wrong ? undefined : part)
      : null
    if (found === null) return reply.status(404).send({ code: 404, message: '文件不存在', data: null })
    const type = typeOf(extensionOf(name))
    void reply
      .header('X-Content-Type-Options', 'nosniff')
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Disposition', type?.inline ? 'inline' : 'attachment')
      .header('Accept-Ranges', 'bytes')
      .type(type?.mime ?? 'application/octet-stream')
    if (part === undefined || wrong) return reply.header('Content-Length', found.size).send(found.stream)
    const end = Math.min(part.end ?? found.size, found.size - 1)
    if (part.start > end) {
      found.stream.destroy()
      return reply.status(416).header('Content-Range', `bytes */${found.size}`).send()
    }
    return reply
      .status(206)
      .header('Content-Range', `bytes ${part.start}-${end}/${found.size}`)
      .header('Content-Length', end - part.start + 1)
      .send(found.stream)
  })
}
