import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { type Density, SIZES } from '../../kit/web/theme.ts'
import { fixedWork, ROUNDS, scaled } from '../../tests/ownTime.ts'
import { type Session, signIn } from './api.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

export const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
] as const

/** Puts a session into the browser as the login page would. */
export async function enter(context: BrowserContext, base: string, session?: Session): Promise<void> {
  const { token, id, realName } = session ?? (await signIn(base))
  const info = encodeURIComponent(JSON.stringify({ id, realName, isAgent: 0, pwdExpired: 0 }))
  await context.addCookies([
    { name: 'tsToken', value: token, url: base },
    { name: 'loginInfo', value: info, url: base },
  ])
}

/** The requests of a page that are under way, and when the number of them changed last. */
interface Traffic {
  open: number
  changed: number
}
const traffic = new WeakMap<Page, Traffic>()

function watchTraffic(page: Page): void {
  const now: Traffic = { open: 0, changed: Date.now() }
  const count = (by: number) => () => {
    now.open = Math.max(0, now.open + by)
    now.changed = Date.now()
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  traffic.set(page, now)
}

/** Collects what the console complains about; a request refused on purpose, or given up with its page, is none. */
export function complaints(page: Page): string[] {
  const found: string[] = []
  watchTraffic(page)
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !/Failed to load resource|Failed to fetch|net::ERR|CallError: 网络连接失败/.test(message.text())
    )
      found.push(message.text())
  })
  page.on('pageerror', (error) => found.push(String(error)))
  return found
}

/** For so long nothing is asked for before a page counts as quiet; what a script asks for next comes sooner. */
const QUIET_MS = 150

/** Tells how many milliseconds of the processor the process of a page has taken so far, whatever else the machine does. */
export const processorTime = (page: Page): Promise<() => Promise<number>> => metricOf(page, 'ProcessTime')

/** The same of its scripts alone: without layout, painting and the other threads of the process. */
export const scriptTime = (page: Page): Promise<() => Promise<number>> => metricOf(page, 'ScriptDuration')

async function metricOf(page: Page, name: string): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const seconds = metrics.find((one) => one.name === name)?.value
    if (seconds === undefined) throw new Error(`this browser does not tell ${name}`)
    return seconds * 1000
  }
}

/** A budget of so many ms of the processor in this page on this machine (tests/ownTime.ts); `spent` as processorTime answers it. */
export async function budgetIn(page: Page, spent: () => Promise<number>, ms: number): Promise<number> {
  const begun = await spent()
  await page.evaluate(fixedWork, ROUNDS)
  return scaled(ms, (await spent()) - begun)
}

/** ms after which what a page still loads is told as a failure, as long as an expectation waits */
const LOADS_MS = 20_000
/** ms in which a page that was moved or made smaller has begun to ask for what it needs now */
const BEGINS_MS = 30

async function quiet(now: Traffic): Promise<void> {
  const begun = Date.now()
  for (;;) {
    const at = Date.now()
    const left = Math.max(now.changed + QUIET_MS, begun + BEGINS_MS) - at
    if (now.open === 0 && left <= 0) return
    if (at - begun > LOADS_MS) throw new Error('it goes on loading')
    await setTimeout(Math.max(left, 10))
  }
}

const BUSY = '.ant-spin-spinning, .ant-skeleton-active, [aria-busy="true"]'

/** Whether the page is drawn and nothing in it says that it waits; one question, for two expectations take four times as long. */
const isAtRest = (page: Page): Promise<boolean> =>
  page
    .evaluate((busy) => {
      const main = document.querySelector('main')
      if (main === null || main.textContent.trim() === '') return false
      return [...document.querySelectorAll(busy)].every((one) => one.getClientRects().length === 0)
    }, BUSY)
    // A page that is just loaded anew cannot answer.
    .catch(() => false)

/** The page has come to rest: it is drawn, and nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  const now = traffic.get(page)
  if (now === undefined)
    throw new Error('complaints(page) watches what a page asks for; call it before the page opens')
  await quiet(now)
  if (await isAtRest(page)) return
  await expect(page.locator('main')).not.toBeEmpty()
  await quiet(now)
  await expect(page.locator(BUSY).filter({ visible: true })).toHaveCount(0)
}

/** Makes a window as large as that; one that is already is not drawn anew. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  const { width, height } = page.viewportSize() ?? {}
  if (width !== size.width || height !== size.height) await page.setViewportSize(size)
}

/** Beside their acts, lists show so many columns at most before a person chooses more. Screens §2. */
const MOST_COLUMNS = 9
/** px that acts of rows take where a list that has some shows no rows yet */
const ROOM_OF_ACTS = 120

/** Each list begins with what its rows are, has no more columns than decide something, and is read without scrolling sideways. */
export async function showsLittle(page: Page): Promise<void> {
  const wrong = await page.evaluate(
    ([most, room]) =>
      [...document.querySelectorAll('.ts-page .k-table')]
        .filter((table) => table.checkVisibility())
        .flatMap((table) => {
          const body = table.querySelector<HTMLElement>('.ant-table-body, .ant-table-content')
          const drawn = body?.querySelector('table')
          if (body === null || drawn == null) return []
          const heads = [...table.querySelectorAll('thead th')]
            .map((one) => one.textContent)
            .filter((text) => text !== '' && text !== '操作')
          const lacksActs = table.matches('.k-with-acts') && table.querySelector('tr.ant-table-row') === null
          const width = Number.parseInt(drawn.style.width, 10) + (lacksActs ? room : 0)
          return [
            ...(heads.length > most ? [`${heads.length} columns: ${heads.join('、')}`] : []),
            ...(width > body.clientWidth ? [`${width} px in ${body.clientWidth}: ${heads.join('、')}`] : []),
          ]
        }),
    [MOST_COLUMNS, ROOM_OF_ACTS] as const,
  )
  expect(wrong, 'what a list shows').toEqual([])
}

/** Shows a page as another window of its person makes it: 紧凑, 标准 or 宽松. */
async function atDensity(page: Page, density: Density): Promise<void> {
  await page.evaluate((density) => {
    const other = new BroadcastChannel('density')
    other.postMessage(density)
    other.close()
  }, density)
  const size = () =>
    page.evaluate(() =>
      getComputedStyle(document.querySelector('.ts-header') ?? document.body).getPropertyValue(
        '--ant-font-size',
      ),
    )
  await expect.poll(size, { intervals: [50] }).toBe(`${SIZES[density].text}px`)
}

/**
 * A change of density draws the whole page anew: with what it shows every other page is seen in one more of them, in 宽松 and in
 * 紧凑 by turns; without it all are seen in 宽松, and with errors in 紧凑.
 */
const OTHERS: readonly (Density | undefined)[] = ['loose', undefined, 'compact', undefined]

/** Looks at the page of such a number in the density it has its turn for. */
export async function inOtherDensity(
  page: Page,
  index: number,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const density = OTHERS[index % OTHERS.length]
  if (density === undefined) return
  await atDensity(page, density)
  await look(page)
  await atDensity(page, 'standard')
}

/** No name that a page shows is too long for it: each is made as long as people write, with and without places to break. */
export async function holdsLongNames(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const long = `${'福州市仓山区金山工业集中区冷冻食品供应链有限公司'.repeat(3)}${'W'.repeat(40)}`
    const places = [
      '.ts-page td.ant-table-cell',
      '.ts-page .ant-descriptions-item-content',
      '.ts-page dd',
      '.ts-page .k-record-head h1, .ts-page .k-record-head h2',
      '.ts-page .k-card strong',
    ].join()
    for (const place of document.querySelectorAll(places)) {
      if (!place.checkVisibility()) continue
      const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const within = text.parentElement?.closest('button, .k-tag, label, [role=tab]')
        const isAct = within != null && !within.classList.contains('k-subject-name')
        if (!isAct && /[\u4e00-\u9fff]/.test(text.nodeValue ?? '')) text.nodeValue = long
      }
    }
    if (document.documentElement.scrollWidth <= window.innerWidth) return []
    const held = (one: Element): boolean => {
      for (let at = one.parentElement; at !== null && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true
      return false
    }
    return [...document.querySelectorAll('.ts-page *')]
      .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1 && !held(one))
      .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 8)}`)
      .slice(0, 6)
  })
  expect(wide, 'what a long name makes too wide').toEqual([])
}

/** What is pressed with the mouse is reached by the keyboard: it takes the focus, or stands in what does. */
export async function reachable(page: Page): Promise<void> {
  const missed = await page.evaluate(() => {
    const focusable =
      'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"]), [role=tab], [role=option], [role=menuitem], [contenteditable=true]'
    return [...document.querySelectorAll<HTMLElement>('.ts-page *')]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).cursor === 'pointer')
      .filter((one) => {
        const parent = one.parentElement
        // The outermost that shows a hand is what is pressed.
        if (parent !== null && getComputedStyle(parent).cursor === 'pointer') return false
        // The steps of a number are its arrow keys, and what was chosen goes by Backspace.
        if (one.matches('.ant-input-number-action, .ant-select-selection-item-remove')) return false
        // Tab brings the rows of a large tree into view (keyboard.spec).
        if (one.matches('.ant-table-tbody-virtual-scrollbar')) return false
        return one.closest(`${focusable}, label`) === null && one.querySelector(focusable) === null
      })
      .map((one) => one.outerHTML.slice(0, 160))
  })
  expect(missed, 'what only a mouse can press').toEqual([])
}

/** What only a programmer says. */
const SLIPS = /undefined|\[object Object\]|NaN|Invalid Date/

/** Nothing sticks out sideways, nothing shows what only a programmer says. */
export async function looksRight(page: Page): Promise<void> {
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const isRight = await page.evaluate(
    (slips) =>
      document.documentElement.scrollWidth <= window.innerWidth &&
      document.querySelector('#root')?.textContent.match(slips) === null,
    SLIPS.source,
  )
  if (isRight) return
  // A window that has just become smaller takes a moment.
  await expect.poll(sideways, 'the page scrolls sideways').toBeLessThanOrEqual(0)
  await expect(page.locator('#root')).not.toContainText(SLIPS)
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * axe finds nothing serious. It stays in a page that is looked at several times, and looks at the menu and the head around it
 * at the first of them at each width. Contrast, its longest rule, is looked at on a desk alone: no style gives a phone
 * colours of its own.
 */
export async function accessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const isPhone = page.viewportSize()?.width === WIDTHS[1].width
  const serious = await page.evaluate(async (isPhone) => {
    // What is still fading in has less contrast than it will have.
    const moving = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.all(moving.map((one) => one.finished.catch(() => null)))
    // The pages of other tabs are kept in the document, unseen.
    const others = [...document.querySelectorAll<HTMLElement>('.ts-page')].filter((one) => !one.offsetParent)
    const frame = document.querySelectorAll('.ts-side, .ts-header')
    const known = `axe at ${innerWidth}`
    const exclude = [...others, ...(known in window ? frame : [])]
    Reflect.set(window, known, true)
    const { violations } = await window.axe.run(exclude.length > 0 ? { exclude } : document, {
      runOnly: ['wcag2a', 'wcag2aa'],
      resultTypes: ['violations'],
      // The rules asked for look at what is heard and seen moving, and at no style sheet.
      preload: { assets: ['media'] },
      // What is told is the element itself.
      selectors: false,
      rules: { 'color-contrast': { enabled: !isPhone } },
    })
    return violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .map(
        (one) =>
          `${one.id}: ${one.nodes
            .slice(0, 3)
            .map((node) => node.html)
            .join(' | ')}`,
      )
  }, isPhone)
  expect(serious).toEqual([])
}

/**
 * Buttons stand in one order everywhere: the main one is last in dialogs and drawers, and first in heads, bars and at the
 * foot of pages; there is at most one. Screens §4.
 */
export async function buttonsInOrder(page: Page): Promise<void> {
  const wrong = await page.evaluate(() => {
    const places: [string, 'first' | 'last'][] = [
      ['.ant-modal-footer, .ant-drawer-footer', 'last'],
      ['.k-list-bar > :first-child, .k-record-head, .k-decide, .k-page-foot', 'first'],
    ]
    return places.flatMap(([places, end]) =>
      [...document.querySelectorAll(places)].flatMap((place) => {
        const buttons = [...place.querySelectorAll('button')].filter((one) => one.checkVisibility())
        const main = buttons.filter((one) => one.classList.contains('ant-btn-primary'))
        const there = end === 'last' ? buttons.at(-1) : buttons[0]
        if (main.length === 0 || (main.length === 1 && main[0] === there)) return []
        return [
          `${place.className}: ${buttons.map((one) => `${main.includes(one) ? '*' : ''}${one.textContent}`).join(' | ')}`,
        ]
      }),
    )
  })
  expect(wrong, 'the main button').toEqual([])
}
