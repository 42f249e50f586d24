import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { withoutHeadMenus } from '../../kit/web/list/headMenus.ts'
import { iconSprite } from '../../kit/web/shell/iconSprite.ts'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Where a page of e2e/pages stands; no server answers there, only the test. */
export const PAGE = 'http://pages.test'

interface TestPage {
  /** answers the files of the page to a browser */
  serve(page: Page): Promise<void>
  drop(): Promise<void>
}

/** Builds a page of e2e/pages as the product is built. */
export async function testPage(name: string): Promise<TestPage> {
  const folder = await mkdtemp(join(tmpdir(), 'ts-page-'))
  const source = new URL(`../pages/${name}.tsx`, import.meta.url).pathname
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react(), iconSprite(), withoutHeadMenus()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: source,
        output: {
          entryFileNames: 'page.js',
          assetFileNames: ({ names }) =>
            names.some((file) => file.endsWith('.css')) ? 'page.css' : '[name][extname]',
        },
      },
    },
  })
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>页面</title>' +
      '<link rel="stylesheet" href="/page.css"><div id="root"></div><script type="module" src="/page.js"></script>',
  )
  return {
    async serve(page) {
      await page.route(`${PAGE}/**`, async (route) => {
        const path = new URL(route.request().url()).pathname
        const file = path === '/' ? 'index.html' : path.slice(1)
        const body = await readFile(join(folder, file)).catch(() => null)
        if (body === null) await route.fulfill({ status: 404 })
        else await route.fulfill({ body, contentType: TYPES[extname(file)] ?? 'application/octet-stream' })
      })
      await page.route(`${PAGE}/api/admin/getLoginPic`, (route) =>
        route.fulfill({ json: { code: 200, message: '', data: { envelope: 'off' } } }),
      )
    },
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}
