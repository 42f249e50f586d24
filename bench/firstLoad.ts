import { chromium, type Page } from '@playwright/test'
import { BROWSER_ARGS, findChromium } from '../scripts/chromium.ts'
import { atMost, type Figure } from './report.ts'

/** Compressed bytes of the scripts a browser loads for the login page, and for it and the product list together. */
export async function firstLoad(base: string, token: string): Promise<Figure[]> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: BROWSER_ARGS,
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
    const both = total()
    const changes = await routeChanges(page)
    return [
      atMost('route change, median', changes[Math.floor(changes.length / 2)] ?? 0, 200, 'ms'),
      atMost('route change, slowest but one of twenty', changes.at(-2) ?? 0, 400, 'ms'),
      atMost('first load: login page, compressed scripts', login, 180, 'KB'),
      atMost('first load: login and product list together', both, 450, 'KB'),
      atMost('first screen of the product list', shown / 1000, 2, 's'),
    ]
  } finally {
    await browser.close()
  }
}

const PAGES = ['商品分类', '品牌管理', '计量单位', '商品库商品']
const ROUNDS = 5

/** Milliseconds from the press on a page of the menu until it is drawn, in order of size; each page several times. */
async function routeChanges(page: Page): Promise<number[]> {
  const directory = page.getByRole('menuitem', { name: '商品库', exact: true })
  if ((await directory.getAttribute('aria-expanded')) !== 'true') await directory.click()
  await page.getByRole('link', { name: PAGES[0] ?? '', exact: true }).waitFor()
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const name of PAGES) {
      taken.push(
        await page.evaluate(
          (title) =>
            new Promise<number>((resolve) => {
              const links = [...document.querySelectorAll<HTMLElement>('nav a')]
              const begin = performance.now()
              links.find((link) => link.textContent?.trim() === title)?.click()
              const look = () => {
                const front = [...document.querySelectorAll<HTMLElement>('.ts-page')].find(
                  (one) => one.offsetParent !== null,
                )
                if (front?.getAttribute('aria-label') === title && front.textContent !== '')
                  requestAnimationFrame(() => resolve(performance.now() - begin))
                else requestAnimationFrame(look)
              }
              look()
            }),
          name,
        ),
      )
      // What a page asks for when it comes to the front is not part of the next change.
      await page.waitForLoadState('networkidle')
    }
  return taken.sort((a, b) => a - b)
}
