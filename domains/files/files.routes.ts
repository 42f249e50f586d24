import type { FastifyInstance } from 'fastify'
import { filesGround } from './files.storage.ts'
import { extensionOf, typeOf } from './fileTypes.ts'

// The names this server makes, and nothing else.
const STORED = /^\d{4}\/\d{2}\/\d{2}\/[0-9a-f]{32}(_s)?\.[a-z0-9]{1,8}$/

/** Serves public files under /files/: a name never changes its content, so browsers keep it. Platform §9.2. */
export function filesRoutes(app: FastifyInstance): void {
  app.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    const name = request.params['*']
    const found = STORED.test(name) ? await filesGround().storage.get(`public/${name}`) : null
    if (found === null) return reply.status(404).send({ code: 404, message: '文件不存在', data: null })
    const type = typeOf(extensionOf(name))
    return reply
      .header('X-Content-Type-Options', 'nosniff')
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Disposition', type?.inline ? 'inline' : 'attachment')
      .header('Content-Length', found.size)
      .type(type?.mime ?? 'application/octet-stream')
      .send(found.stream)
  })
}
