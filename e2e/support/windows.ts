// Windows that stay open and go from screen to screen, as a person's do.
import { type Browser, expect, type Page } from '@playwright/test'
import type { Density } from '../../kit/web/theme.ts'
import type { Session } from './api.ts'
import { complaints, enter, resize, settled, WIDTHS } from './page.ts'

export interface Window {
  page: Page
  found: string[]
}
const windows = new Map<string, Window>()

const FAILED = { code: 500, message: '系统繁忙，请稍后重试（测试）', data: null }
/** All but what a page needs to be shown at all. */
const FAILING = /\/api\/(?!admin\/(getAdminInfoByToken|getMenus|getLoginPic|system\/config))/

/** A session in a product. */
export interface Place {
  base: string
  session: Session
  /** 标准 unless given; what shows errors is 紧凑, so that each page is seen in it as well */
  density?: Density
}

async function newWindow(browser: Browser, place: Place, failing: boolean): Promise<Window> {
  const { base, session, density = failing ? 'compact' : 'standard' } = place
  const context = await browser.newContext({ baseURL: base })
  await enter(context, base, session)
  await context.addCookies([{ name: 'size', value: density, url: base }])
  const page = await context.newPage()
  const found = complaints(page)
  if (failing) await page.route(FAILING, (route) => route.fulfill({ json: FAILED }))
  return { page, found }
}

/** Goes to a path without loading the product anew, as its links do. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** The window of a product; failing: every call answers an error. */
async function windowOf(browser: Browser, place: Place, failing: boolean): Promise<Window> {
  const name = `${place.base} ${failing}`
  const window = windows.get(name) ?? (await newWindow(browser, place, failing))
  windows.set(name, window)
  window.found.length = 0
  return window
}

async function goTo(page: Page, path: string, place: Place): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path)
  else await goWithin(page, path)
  await settled(page)
  const wanted = new URL(path, place.base).pathname
  expect(new URL(page.url()).pathname).toBe(wanted)
  // The address alone does not say which page is looked at.
  const front = page.locator('.ts-page').filter({ visible: true })
  if ((await front.count()) > 0)
    await expect(front).toHaveAttribute('data-place', new RegExp(`^${RegExp.escape(wanted)}(?:[?#]|$)`))
}

/** Shows a screen in the window of a product, at the width of a desk. */
export async function show(browser: Browser, path: string, place: Place): Promise<Window> {
  const window = await windowOf(browser, place, false)
  const { page } = window
  await resize(page, WIDTHS[0])
  await goTo(page, path, place)
  await closeOthers(page)
  return window
}

/**
 * Shows a screen in the window of a product and looks at it at every width, the one first at which the window was left: the
 * screen before, which nobody looks at any more, is not drawn anew. Answers what was complained about.
 */
export async function lookAt(
  browser: Browser,
  path: string,
  place: Place,
  failing: boolean,
  look: (page: Page) => Promise<void>,
): Promise<string[]> {
  const { page, found } = await windowOf(browser, place, failing)
  const wasPhone = page.viewportSize()?.width === WIDTHS[1].width
  const sizes = wasPhone ? WIDTHS.toReversed() : WIDTHS
  for (const [index, size] of sizes.entries()) {
    await resize(page, size)
    if (index === 0) await goTo(page, path, place)
    // A phone has no tabs to close.
    if (size === WIDTHS[0]) await closeOthers(page)
    await settled(page)
    await look(page)
  }
  return [...found]
}

/** Closes the tabs behind the one in front: the pages of all of them would be drawn anew at each width, and looked at by axe. */
export async function closeOthers(page: Page): Promise<void> {
  const others = page.locator('.ts-tab[aria-selected=false]').filter({ has: page.locator('.ts-tab-close') })
  for (let left = await others.count(); left > 0; left--) {
    await others.first().dispatchEvent('keydown', { key: 'Delete' })
    await expect(others).toHaveCount(left - 1)
  }
}

/** Looks at a page at every width, one after the other, as with a window that is made smaller. */
export async function atEveryWidth(page: Page, look: () => Promise<void>): Promise<void> {
  for (const size of WIDTHS) {
    await resize(page, size)
    await settled(page)
    await look()
  }
}
