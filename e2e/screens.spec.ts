// Every screen of the menus with data, without data and with an error, on a desk and on a phone. Architecture §8.
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
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

// One context for each product: the scripts are fetched once, as in a browser that stays open.
const contexts = new Map<string, Promise<BrowserContext>>()

async function openPage(browser: Browser, base: string): Promise<Page> {
  const made = contexts.get(base) ?? browser.newContext({ baseURL: base, reducedMotion: 'reduce' })
  contexts.set(base, made)
  const context = await made
  // What an earlier page did to the session at its end is no matter of this one.
  await enter(context, base, sessions[base])
  return context.newPage()
}

/** Looks at a page at every width, one after the other, as with a window that is made smaller. */
async function atEveryWidth(page: Page, look: () => Promise<void>): Promise<void> {
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await look()
  }
}

for (const path of screens) {
  test(path, async ({ browser }) => {
    for (const base of [full, empty]) {
      const page = await openPage(browser, base)
      const found = complaints(page)
      await page.setViewportSize(WIDTHS[0])
      await page.goto(path)
      await settled(page)
      await atEveryWidth(page, async () => {
        await settled(page)
        expect(new URL(page.url()).pathname).not.toMatch(/^\/(404|401|login)/)
        await looksRight(page)
        if (base === full) await accessible(page)
      })
      expect(found).toEqual([])
      await page.close()
    }
  })

  test(`${path} when the server fails`, async ({ browser }) => {
    const page = await openPage(browser, full)
    const found = complaints(page)
    await page.route(/\/api\/(?!admin\/(getAdminInfoByToken|getMenus|getLoginPic|system\/config))/, (route) =>
      route.fulfill({ json: { code: 500, message: '系统繁忙，请稍后重试（测试）', data: null } }),
    )
    await page.setViewportSize(WIDTHS[0])
    await page.goto(path)
    await settled(page)
    await atEveryWidth(page, () => looksRight(page))
    expect(found).toEqual([])
    await page.close()
  })
}
