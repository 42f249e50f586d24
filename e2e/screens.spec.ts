// Every screen of the menus with data, without data and with an error, on a desk and on a phone. Architecture §8.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { rooms } from '../app/domains.ts'
import type { MenuNode } from '../kit/shared/room.ts'
import { type Session, signIn } from './support/api.ts'
import { left } from './support/env.ts'
import { accessible, complaints, enter, looksRight, settled, WIDTHS } from './support/page.ts'

const pathsOf = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap((node) => [...(node.path === undefined ? [] : [node.path]), ...pathsOf(node.children ?? [])])

/** Screens that open by their address alone; those of one record are opened by the journeys. */
const screens = [
  ...new Set(
    rooms
      .flatMap((room) => pathsOf(room.facts.menus))
      .map((path) => path.replace(/\/:\w+\?/g, ''))
      .filter((path) => path.startsWith('/') && !path.includes(':')),
  ),
]
const full = left('full')
const empty = left('empty')

// One session per product for all of these tests: an account may only have a few at a time.
let sessions: Record<string, Session> = {}
test.beforeAll(async () => {
  sessions = { [full]: await signIn(full), [empty]: await signIn(empty) }
})

// The screens are independent of each other; both workers share them.
test.describe.configure({ mode: 'parallel' })

/** A window that stays open and goes from screen to screen, as a person does. */
interface Window {
  page: Page
  found: string[]
  /** screens it has shown */
  shown: number
}
const windows = new Map<string, Window>()
/** Tabs keep their pages; with more of them a window would become slow. */
const MOST_TABS = 8

const FAILED = { code: 500, message: '系统繁忙，请稍后重试（测试）', data: null }
/** All but what a page needs to be shown at all. */
const FAILING = /\/api\/(?!admin\/(getAdminInfoByToken|getMenus|getLoginPic|system\/config))/

async function newWindow(browser: Browser, base: string, failing: boolean): Promise<Window> {
  const context = await browser.newContext({ baseURL: base, reducedMotion: 'reduce' })
  await enter(context, base, sessions[base])
  const page = await context.newPage()
  const found = complaints(page)
  if (failing) await page.route(FAILING, (route) => route.fulfill({ json: FAILED }))
  return { page, found, shown: 0 }
}

/** Shows a screen in the window of a product, at the width of a desk. */
async function show(browser: Browser, path: string, base: string, failing = false): Promise<Window> {
  const name = `${base} ${failing}`
  let open = windows.get(name)
  if (open !== undefined && open.shown >= MOST_TABS) {
    await open.page.context().close()
    open = undefined
  }
  const window = open ?? (await newWindow(browser, base, failing))
  windows.set(name, window)
  const { page, shown } = window
  window.shown++
  window.found.length = 0
  await page.setViewportSize(WIDTHS[0])
  if (shown === 0) await page.goto(path)
  else
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  await settled(page)
  expect(new URL(page.url()).pathname).toBe(new URL(path, base).pathname)
  return window
}

/** Looks at a page at every width, one after the other, as with a window that is made smaller. */
async function atEveryWidth(page: Page, look: () => Promise<void>): Promise<void> {
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await settled(page)
    await look()
  }
}

for (const path of screens)
  test(path, async ({ browser }) => {
    for (const base of [full, empty]) {
      const { page, found } = await show(browser, path, base)
      await atEveryWidth(page, async () => {
        await looksRight(page)
        if (base === full) await accessible(page)
      })
      expect(found).toEqual([])
    }
    const { page, found } = await show(browser, path, full, true)
    await atEveryWidth(page, () => looksRight(page))
    expect(found).toEqual([])
  })
