import { type Browser, test as base, expect, type Locator, type Page } from '@playwright/test'
import type { Session } from './api.ts'
import { left } from './env.ts'
import { complaints, enter } from './page.ts'

export { expect } from '@playwright/test'

const DESK = { width: 1440, height: 900 }

/** How a window is opened. */
export interface Way {
  /** address of the product; the one with data unless given */
  base?: string
  viewport?: { width: number; height: number }
  /** its time can be put forward: page.clock */
  clock?: boolean
  /** in a window that nobody has used: its process has done nothing yet */
  fresh?: boolean
  /** what the browser calls itself */
  userAgent?: string
  /** what stands in window.given when the page begins */
  given?: object
}

/** Opens a browser of its own for a person (null: nobody is signed in) at a path (null: at none yet). */
export type Browse = (session: Session | null, path: string | null, way?: Way) => Promise<Page>

interface Windows {
  browse: Browse
}

interface Opened {
  page: Page
  found: string[]
  /** leaves the window as a new one for the next test, or closes it */
  end(): Promise<void>
}

/**
 * Windows of a worker that nobody uses, by the address they are for. A page that begins in one has its code compiled
 * already, which is half of what it costs to open.
 */
const free = new Map<string, Page[]>()

/** Tests of journeys: they open browsers for the people they need; nothing may be complained about in a console. */
export const test = base.extend<Windows>({
  browse: async ({ browser }, use) => {
    const opened: Opened[] = []
    await use(async (session, path, way = {}) => {
      const { base = left('full'), viewport = DESK, clock = false, fresh = false, userAgent, given } = way
      // A clock and a name stay with their window; other addresses are those of one test.
      const isUsual = base === left('full') || base === left('pages')
      const stays = isUsual && !clock && !fresh && userAgent === undefined
      const page = (stays ? free.get(base)?.pop() : undefined) ?? (await newWindow(browser, base, userAgent))
      const found = complaints(page)
      const heard = remarks.get(page)
      if (heard !== undefined) heard.length = 0
      const script =
        given === undefined
          ? undefined
          : await page.addInitScript((value) => Reflect.set(window, 'given', value), given)
      opened.push({
        page,
        found,
        async end() {
          await script?.dispose()
          if (stays && (await emptied(page))) free.set(base, [...(free.get(base) ?? []), page])
          else await page.context().close()
        },
      })
      await page.setViewportSize(viewport)
      if (session !== null) await enter(page.context(), base, session)
      // From the start, so that no timer of the page stands on two clocks.
      if (clock) await page.clock.install()
      if (path !== null) await page.goto(path)
      return page
    })
    const found = opened.flatMap((one) => one.found)
    for (const one of opened) await one.end()
    expect(found).toEqual([])
  },
})

async function newWindow(browser: Browser, base: string, userAgent?: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    ...(userAgent === undefined ? {} : { userAgent }),
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await listen(page)
  return page
}

/** An address without a page, where what a person left behind is reached. */
const NOWHERE = '/healthz'

/** Takes everything out of a window that its person left there; false when it cannot be used again. */
const emptied = (page: Page): Promise<boolean> =>
  page.isClosed()
    ? Promise.resolve(false)
    : // One that will not be left, for a question of its page or what it still loads, is closed.
      empty(page).then(
        () => true,
        () => false,
      )

async function empty(page: Page): Promise<void> {
  const context = page.context()
  page.removeAllListeners()
  for (const other of context.pages()) if (other !== page) await other.close()
  // What is not saved asks before it is left.
  page.on('dialog', (question) => void question.accept().catch(() => undefined))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(NOWHERE)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  page.removeAllListeners()
}

const remarks = new WeakMap<Page, string[]>()
/** Where the shell says something, the login page, and forms what they were refused for. */
const SAID = '.ts-remark, .login-notice, .k-refusal'

/** Writes down what is said at the top of a page: a success stands there for a second only. */
async function listen(page: Page): Promise<void> {
  const heard: string[] = []
  remarks.set(page, heard)
  await page.exposeFunction('heard', (text: string) => void heard.push(text))
  await page.addInitScript((said) => {
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes])) {
        if (!(node instanceof Element)) continue
        const found = node.matches(said) ? [node] : node.querySelectorAll(said)
        for (const one of found) Reflect.get(window, 'heard')(one.textContent)
      }
    }).observe(document, { childList: true, subtree: true })
  }, SAID)
}

/** Waits until the page has said a text since the last time it was asked. */
export async function told(page: Page, text: string): Promise<void> {
  const heard = remarks.get(page) ?? []
  // Asked of a list here, which costs the page nothing: as often as it takes to go on at once.
  const often = { message: text, intervals: [50] }
  await expect.poll(() => heard.some((one) => one.includes(text)), often).toBe(true)
  heard.length = 0
}

/** The remark at the top of the page, while it stands there. */
export function remark(page: Page, text: string | RegExp): Locator {
  return page.locator('.ts-remark').filter({ hasText: text })
}

/** What the form in front was refused for, as long as it stands above its foot. */
export function refusal(page: Page, text: string | RegExp): Locator {
  return page.locator('.k-refusal').filter({ hasText: text, visible: true })
}

/** The dialog in front. */
export function dialog(page: Page, title: string | RegExp): Locator {
  return page.getByRole('dialog', { name: title })
}

/** Says 确定 to the question in front. */
export async function agree(page: Page, text?: string | RegExp): Promise<void> {
  const question = page.getByRole('dialog', { name: '系统提示' })
  if (text !== undefined) await expect(question).toContainText(text)
  await question.getByRole('button', { name: '确定' }).click()
  await expect(question).toHaveCount(0)
}

/** Chooses entries of a drop-down list. */
export async function choose(page: Page, box: Locator, ...labels: string[]): Promise<void> {
  await box.click()
  for (const label of labels) await dropDown(page).getByTitle(label, { exact: true }).click()
  await close(page, box)
}

/** Chooses the only entry that is found for words in a box that asks the server for them; its label contains `label`. */
export async function find(page: Page, box: Locator, words: string, label: string): Promise<void> {
  await box.fill(words)
  const found = dropDown(page).locator('.ant-select-item-option')
  // What was listed before is taken away for what is found: a press that meets the answer chooses nothing.
  await expect(found).toHaveText([new RegExp(RegExp.escape(label))])
  await found.click()
  await close(page, box)
}

const dropDown = (page: Page): Locator => page.locator('.ant-select-dropdown').filter({ visible: true })

/** Leaves a box: one that takes several entries stays open until then. */
async function close(page: Page, box: Locator): Promise<void> {
  await box.focus()
  await box.blur()
  await expect(dropDown(page)).toHaveCount(0)
}

/** ms for one look at where an action stands, and for all looks together */
const LOOK_MS = 5000
const LOOKS_MS = 30_000

/**
 * Presses an action of a row or above a list, wherever it stands: beside the others or behind 更多. Read anew after the act
 * before, its line may place it elsewhere between the look and the press: then it is looked for again.
 */
export async function press(page: Page, line: Locator, label: string): Promise<void> {
  // Some stand behind the name of their icon.
  const name = new RegExp(`^([\\w-]+ )?${label.replace(/[()]/g, '\\$&')}$`)
  const button = line.getByRole('button', { name })
  const more = line.getByRole('button', { name: '更多', exact: true })
  const entry = page.getByRole('menuitem', { name: label, exact: true })
  const once = { timeout: LOOK_MS }
  await expect(async () => {
    // Asked of one that is there: between two looks the list may have been read anew.
    const isMore = await button
      .or(more)
      .first()
      .evaluate((one) => one.textContent?.startsWith('更多'), undefined, once)
    if (!isMore) await button.click(once)
    else {
      // Open already when the look before found it and came too late for its entry.
      if (!(await entry.isVisible())) await more.click(once)
      await entry.click(once)
    }
  }).toPass({ timeout: LOOKS_MS })
}

/** Opens what the name of a row leads to. */
export async function openRow(line: Locator): Promise<void> {
  await line.locator('.k-subject-name a, button.k-subject-name').click()
}

/** The row of a table that holds a text. */
export function row(page: Page | Locator, text: string | RegExp): Locator {
  return page.getByRole('row').filter({ hasText: text })
}

/** The tab of an open page in the bar above. */
export function openTab(page: Page, title: string | RegExp): Locator {
  return page.getByRole('tablist', { name: '已打开的页面' }).getByRole('tab', { name: title })
}

/** Goes to the home page and, when that stands, back to the open page of the title. */
export async function leaveAndReturn(page: Page, title: string): Promise<void> {
  await openTab(page, '首页').click()
  await expect(front(page)).toHaveAttribute('aria-label', '首页')
  await openTab(page, title).click()
}

/** Opens a page through the menu at the side: the directories above it, then the page. */
export async function openMenu(page: Page, ...names: string[]): Promise<void> {
  const menu = page.getByRole('navigation', { name: '主菜单' })
  const last = names.pop() ?? ''
  for (const name of names) {
    // Closed, it says what waits behind it as well.
    const directory = menu.getByRole('menuitem', { name: new RegExp(`^${name}(?: \\d+个.*待审核)?$`) })
    if ((await directory.getAttribute('aria-expanded')) !== 'true') await directory.click()
  }
  const link = menu.getByRole('link', { name: last, exact: true })
  // On a loaded machine a press may fall into the movement of the opening directory.
  await expect(async () => {
    if (await link.isVisible()) await link.click()
    await expect(front(page)).toHaveAttribute('aria-label', last, { timeout: 2000 })
  }).toPass()
}

/** The page in front; those of other tabs stay, hidden. */
export function front(page: Page): Locator {
  return page.locator('.ts-page').filter({ visible: true })
}

/** Searches a list for words. */
export async function search(page: Page, words: string): Promise<void> {
  await front(page).getByLabel('关键字').fill(words)
  await front(page).getByRole('button', { name: '查询' }).click()
}
