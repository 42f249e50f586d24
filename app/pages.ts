import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { RoomContext } from '#kit/server/room.ts'
import { placesOf } from '#kit/shared/pages.ts'

const ROOT = fileURLToPath(new URL('../dist/web', import.meta.url))

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * Serves the built web application: hashed files for a year, the page itself never from a cache. The page carries
 * its start configuration (platform §3): how the envelope is used, its key before log-in, the version,
 * at which addresses each room has pages.
 */
export async function servePages(app: FastifyInstance, context: RoomContext): Promise<void> {
  if (!existsSync(`${ROOT}/index.html`)) return
  // The build lays compressed copies beside the files.
  await app.register(fastifyStatic, { root: ROOT, serve: false, preCompressed: true })
  const start = {
    envelope: context.settings.envelope,
    key: context.fallbackKey,
    version: context.version,
    places: Object.fromEntries(context.facts.map(({ name, pages = [] }) => [name, placesOf(pages)])),
  }
  const file = await readFile(`${ROOT}/index.html`, 'utf8')
  const pageWith = (told: object) =>
    file.replace(
      '<meta name="ts-start" content="" />',
      `<meta name="ts-start" content="${escapeAttribute(JSON.stringify(told))}" />`,
    )
  const page = pageWith(start)
  const { previewHosts } = context.settings
  const preview = pageWith({ ...start, previewHosts })
  const sendPage = (reply: FastifyReply) =>
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page)
  app.get('/assets/*', (request, reply) =>
    reply.sendFile(request.url.slice(1).split('?')[0] ?? '', { maxAge: '365d', immutable: true }),
  )
  // The frame that shows code inherits the policy of the page around it: this page alone lets such code run.
  app.get('/preview', (_request, reply) => {
    const policy = String(reply.getHeader('content-security-policy'))
    const more = ["'unsafe-inline'", ...previewHosts].join(' ')
    reply.header(
      'Content-Security-Policy',
      policy.replace(/(script-src|style-src) 'self'( 'unsafe-inline')?/g, `$1 'self' ${more}`),
    )
    return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(preview)
  })
  app.get('/', (_request, reply) => sendPage(reply))
  app.get('/*', (request, reply) => {
    // A file that is not there is not a page; everything else is a route of the application.
    if (request.url.startsWith('/api/') || /\.\w{2,5}$/.test(request.url.split('?')[0] ?? ''))
      return reply.callNotFound()
    return sendPage(reply)
  })
}
