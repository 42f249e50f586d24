import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { atMost, type Figure } from './report.ts'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Compressed bytes of the scripts a browser loads for the login page, and for it and the product list together. */
export async function firstLoad(base: string, token: string): Promise<Figure[]> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: ARGS,
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  try {
    // What a browser is given over plain http; only https and this very machine are offered better.
    const context = await browser.newContext({ extraHTTPHeaders: { 'accept-encoding': 'gzip' } })
    const page = await context.newPage()
    const sizes = new Map<string, number>()
    page.on('requestfinished', async (request) => {
      if (request.resourceType() !== 'script') return
      const { responseBodySize } = await request.sizes()
      // The second page finds some of them in the browser's cache.
      sizes.set(request.url(), Math.max(responseBodySize, sizes.get(request.url()) ?? 0))
    })
    const total = (): number => [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024
    await page.goto(`${base}/login`, { waitUntil: 'networkidle' })
    const login = total()
    await context.addCookies([{ name: 'tsToken', value: token, url: base }])
    const start = performance.now()
    await page.goto(`${base}/store/index`, { waitUntil: 'networkidle' })
    await page.waitForSelector('table tbody tr:not([aria-hidden])')
    const shown = performance.now() - start
    return [
      atMost('first load: login page, compressed scripts', login, 180, 'KB'),
      atMost('first load: login and product list together', total(), 450, 'KB'),
      atMost('first screen of the product list', shown / 1000, 2, 's'),
    ]
  } finally {
    await browser.close()
  }
}
