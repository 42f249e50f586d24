import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RoomContext } from '#kit/server/room.ts'
import { placeOf, placesOf } from '#kit/shared/pages.ts'

const ROOT = fileURLToPath(new URL('../dist/web', import.meta.url))

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const SIGNED_IN = /(?:^|; )tsToken=[^;]/
const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)

/**
 * Tells how to name in the head of the page what a browser will want that comes with a session: the shell, and the list of
 * pages of the address. It fetches them beside the first piece of code, which would ask for them one after another.
 */
async function preloads(
  places: Readonly<Record<string, readonly string[]>>,
): Promise<(path: string) => string> {
  const files = manifest.parse(JSON.parse(await readFile(`${ROOT}/.vite/manifest.json`, 'utf8')))
  // Files may need each other; each is named once.
  const below = (keys: readonly string[], found = new Set<string>()): ReadonlySet<string> => {
    for (const key of keys) if (!found.has(key)) below(files[key]?.imports ?? [], found.add(key))
    return found
  }
  const known = below(['index.html'])
  const shell = ['app/webRooms.ts', 'kit/web/envelope.ts']
  return (path) => {
    const place = placeOf(path)
    const rooms = Object.keys(places).filter((name) => places[name]?.includes(place))
    return [...below([...shell, ...rooms.map((name) => `domains/${name}/pages.ts`)])]
      .filter((key) => !known.has(key))
      .flatMap((key) => {
        const { file, css = [] } = files[key] ?? {}
        return [
          ...css.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
          ...(file === undefined ? [] : [`<link rel="modulepreload" crossorigin href="/${file}">`]),
        ]
      })
      .join('')
  }
}

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
  const headFor = await preloads(start.places)
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const head = SIGNED_IN.test(request.headers.cookie ?? '') ? headFor(request.url.split('?')[0] ?? '') : ''
    return reply
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replace('</head>', `${head}</head>`))
  }
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
  app.get('/', sendPage)
  app.get('/*', (request, reply) => {
    // A file that is not there is not a page; everything else is a route of the application.
    if (request.url.startsWith('/api/') || /\.\w{2,5}$/.test(request.url.split('?')[0] ?? ''))
      return reply.callNotFound()
    return sendPage(request, reply)
  })
}
