import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { open } from '#kit/server/envelope.ts'
import { isRecord } from '#kit/shared/record.ts'
import { ensureChromium, launchOptions } from '../scripts/chromium.ts'
import type { PagePaths } from '../scripts/page-paths.ts'
import type { Bench } from './run.ts'

const API = '/api'
/** a page loads its own script, draws, and only then asks */
const QUIET_MS = 600
const PATIENCE_MS = 8000
const runFile = promisify(execFile)

/**
 * Opens every page that opens by its address alone, in one browser window; the fields its lists ask for, by the path of the call.
 * Of a list that several pages ask for those of the first.
 */
export async function pageFields({
  base,
  token,
}: Pick<Bench, 'base' | 'token'>): Promise<Map<string, string>> {
  const { stdout } = await runFile(process.execPath, ['scripts/page-paths.ts'])
  const { screens }: PagePaths = JSON.parse(stdout)
  const found = new Map<string, string>()
  const browser = await chromium.launch(launchOptions(ensureChromium()))
  try {
    const context = await browser.newContext()
    await context.addCookies([{ name: 'tsToken', value: token, url: base }])
    const page = await context.newPage()
    let asked = performance.now()
    page.on('request', (request) => {
      asked = performance.now()
      const { pathname, searchParams } = new URL(request.url())
      const fields = fieldsOf(token, searchParams)
      const path = pathname.slice(API.length)
      if (fields !== null && !found.has(path)) found.set(path, fields)
    })
    page.on('response', () => {
      asked = performance.now()
    })
    await page.goto(base)
    for (const screen of screens) {
      asked = performance.now()
      await go(page, screen)
      const until = asked + PATIENCE_MS
      while (performance.now() - asked < QUIET_MS && performance.now() < until) await page.waitForTimeout(50)
    }
    return found
  } finally {
    await browser.close()
  }
}

/** What a request asks of each row; null where it is no list that is asked for fields. */
function fieldsOf(token: string, query: URLSearchParams): string | null {
  const sealed = query.get('q')
  if (sealed === null) return query.get('fields')
  const input: unknown = JSON.parse(open(token, sealed))
  return isRecord(input) && typeof input.fields === 'string' ? input.fields : null
}

/** To another page without loading the application anew. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}
