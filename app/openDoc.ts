import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { openGuide } from '#domains/access/access.door.ts'
import { openApiText } from '#kit/server/openapi.ts'
import { isOpenPath } from '#kit/shared/open.ts'
import type { House } from './house.ts'
import { VIEWER } from './openViewer.ts'

const ASSETS = fileURLToPath(new URL('../dist/web/assets', import.meta.url))
const DOC = '/api/open/doc'
const DESCRIPTION = '/api/open/openapi.json'
const TITLE = '通商开放接口'

/** Nothing of the page comes from outside or goes there, whatever the viewer would like. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** What the viewer is asked to do without: calls of its maker, fonts, its assistant, a way through its maker's servers. */
const START = `Scalar.createApiReference('#doc', ${JSON.stringify({
  url: DESCRIPTION,
  localization: { locale: 'zh-CN' },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideTestRequestButton: true,
  // The codes of the first column would be broken in two.
  customCss: '.markdown :is(th, td):first-child { white-space: nowrap }',
})})
`

const pageWith = (viewer: string): string => `<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${TITLE}</title>
  </head>
  <body>
    <main id="doc"></main>
    <noscript>请启用 JavaScript，或直接查看 <a href="${DESCRIPTION}">接口描述</a></noscript>
    <script src="/assets/${viewer}" defer></script>
    <script src="${DOC}/start.js" defer></script>
  </body>
</html>
`

/**
 * The pages of integrators, who have no account here: GET /api/open/openapi.json describes the calls below /open as they are
 * declared, after the guide; GET /api/open/doc shows it. Orders §8, decision 0138.
 */
export async function serveOpenDoc(app: FastifyInstance, { context, rooms }: House): Promise<void> {
  const calls = rooms.flatMap((room) => room.served.map(({ call }) => call))
  const about = await openGuide()
  const text = openApiText(
    calls.filter(({ path }) => isOpenPath(path)),
    context.version,
    { title: TITLE, about },
  )
  app.get(DESCRIPTION, (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type('application/json').send(text()),
  )
  const viewer = existsSync(ASSETS) ? readdirSync(ASSETS).find((name) => VIEWER.test(name)) : undefined
  // Without a build there is only the description.
  if (viewer === undefined) return
  const page = pageWith(viewer)
  app.get(DOC, (_request, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .header('Content-Security-Policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(page),
  )
  app.get(`${DOC}/start.js`, (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type('text/javascript; charset=utf-8').send(START),
  )
}
