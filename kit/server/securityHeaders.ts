import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { FILM_HOSTS } from '#kit/shared/media.ts'

const POLICY = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // antd writes its styles into the page.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:', 'https:', 'http:'],
  'media-src': ["'self'", 'blob:', 'https:', 'http:'],
  'connect-src': ["'self'", 'ws:', 'wss:'],
  'frame-src': ["'self'", 'blob:', ...FILM_HOSTS.map((host) => `https://${host}`)],
  'upgrade-insecure-requests': null,
}
/** What every answer has, with helmet or without. */
const USUAL = new Set(['connection', 'content-length', 'content-type', 'date'])

/**
 * Gives every answer of a server the headers of helmet. They are the same for all: helmet, which would put its policy
 * together anew for each request, is asked for them once. Architecture §7.
 */
export async function secureAnswers(app: FastifyInstance): Promise<void> {
  const probe = Fastify()
  await probe.register(helmet, {
    contentSecurityPolicy: { directives: POLICY },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: false,
  })
  probe.get('/', () => '')
  const { headers } = await probe.inject('/')
  await probe.close()
  const secure = Object.fromEntries(Object.entries(headers).filter(([name]) => !USUAL.has(name)))
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(secure)
    done()
  })
}
