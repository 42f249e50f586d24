import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { lighterLibraries } from '../../kit/web/libraries.ts'
import { iconSprite } from '../../kit/web/shell/iconSprite.ts'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const START = JSON.stringify({ code: 200, message: '', data: { envelope: 'off' } })
const INDEX = 'index.html'
const DOCUMENT =
  '<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>页面</title><link rel="stylesheet" href="page.css"><div id="root"></div>' +
  '<script type="module" src="page.js"></script>'

/**
 * Serves the pages of e2e/pages at /{name}/, each built as the product is when it is asked for first. No product answers
 * there: only how the envelope is used, everything else is answered by the tests. Answers how to end it.
 */
export async function servePages(port: number): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'ts-pages-'))
  const built = new Map<string, Promise<void>>()
  const fileOf = async (path: string): Promise<Buffer> => {
    const [, name = ''] = path.split('/')
    if (path === `/${name}/${INDEX}`) {
      const building = built.get(name) ?? buildPage(name, join(folder, name))
      built.set(name, building)
      await building
    }
    return readFile(join(folder, path))
  }
  const server = createServer(async ({ url = '' }, answer) => {
    const { pathname } = new URL(url, 'http://pages')
    if (pathname === '/api/admin/getLoginPic') {
      answer.setHeader('Content-Type', 'application/json').end(START)
      return
    }
    const path = pathname.endsWith('/') ? `${pathname}${INDEX}` : pathname
    try {
      const body = await fileOf(path)
      // Windows of one test run keep what they have fetched.
      answer.setHeader('Cache-Control', 'max-age=3600')
      answer.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream').end(body)
    } catch (error) {
      answer.writeHead(404).end(String(error))
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return async () => {
    server.close()
    server.closeAllConnections()
    await rm(folder, { recursive: true, force: true })
  }
}

async function buildPage(name: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    base: './',
    plugins: [react(), iconSprite(), lighterLibraries()],
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: new URL(`../pages/${name}.tsx`, import.meta.url).pathname,
        output: {
          entryFileNames: 'page.js',
          assetFileNames: ({ names }) =>
            names.some((file) => file.endsWith('.css')) ? 'page.css' : '[name][extname]',
        },
      },
    },
  })
  await writeFile(join(outDir, INDEX), DOCUMENT)
}
