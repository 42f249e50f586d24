import { chromium, type Page } from '@playwright/test'
import { openPool } from '#kit/server/database.ts'
import { ensureChromium, launchOptions } from '../scripts/chromium.ts'
import { atMost, type Figure } from './report.ts'
import type { Bench } from './run.ts'

/**
 * Compressed bytes of the scripts a browser loads for the login page, and for it and the product list together; how soon
 * that list is there, also while messages arrive, and how soon another page.
 */
export async function firstLoad({ base, token, databaseUrl }: Bench): Promise<Figure[]> {
  const browser = await chromium.launch(launchOptions(ensureChromium()))
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
    const shown = await opened(page, base)
    await page.waitForLoadState('networkidle')
    const both = total()
    const changes = await routeChanges(page)
    const beside = await whileMessagesArrive(databaseUrl, () => opened(page, base))
    return [
      atMost('route change, median', changes[Math.floor(changes.length / 2)] ?? 0, 200, 'ms'),
      atMost('route change, slowest but one of twenty', changes.at(-2) ?? 0, 400, 'ms'),
      atMost('first load: login page, compressed scripts', login, 150, 'KB'),
      atMost('first load: login and product list together', both, 400, 'KB'),
      atMost('first screen of the product list', shown / 1000, 1.5, 's'),
      atMost(`the same while ${beside.messages} messages arrive`, beside.value / 1000, 1.5, 's'),
    ]
  } finally {
    await browser.close()
  }
}

/** Milliseconds until the product list shows its rows. */
async function opened(page: Page, base: string): Promise<number> {
  const start = performance.now()
  await page.goto(`${base}/store/index`, { waitUntil: 'commit' })
  await page.waitForSelector('table tbody tr:not([aria-hidden])')
  return performance.now() - start
}

/** Does something while the person who looks is told of a hundred things ten times a second, after a second of that alone. */
async function whileMessagesArrive<T>(
  databaseUrl: string,
  work: () => Promise<T>,
): Promise<{ value: T; messages: number }> {
  const pool = openPool(databaseUrl, 1)
  let messages = 0
  let arriving = true
  const told = (async () => {
    for (; arriving; messages += 100) {
      await pool.query(TELL)
      await pause(100)
    }
  })()
  try {
    await pause(1000)
    return { value: await work(), messages }
  } finally {
    arriving = false
    await told
    await pool.end()
  }
}

const TELL = `with "told" as (
    insert into "adminNotice" ("adminId", "mark", "type", "content")
    select 1, 'bench', '压测', '压测消息' || n from generate_series(1, 100) n returning "id")
  select pg_notify('ts_notice', json_build_object('topic', 'notice', 'adminId', 1, 'id', "id")::text) from "told"`

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

const QUIET_MS = 300

/** Waits until the page has asked for nothing for a while and has drawn what it was answered. */
async function quiet(page: Page): Promise<void> {
  // waitForLoadState('networkidle') answers at once where the page has stood still before.
  await page.evaluate(
    (still) =>
      new Promise<void>((resolve) => {
        let last = performance.now()
        const watch = new PerformanceObserver(() => {
          last = performance.now()
        })
        watch.observe({ type: 'resource' })
        const look = (): void => {
          if (performance.now() - last < still) requestIdleCallback(look)
          else {
            watch.disconnect()
            resolve()
          }
        }
        requestIdleCallback(look)
      }),
    QUIET_MS,
  )
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
      await quiet(page)
    }
  return taken.sort((a, b) => a - b)
}
