// How what a page shows is laid out: names are read whole, what stands below each other is in columns, tables fit.
import { expect, type Page } from '@playwright/test'
import { WIDTHS } from './page.ts'

/** px by which what a text takes and its box may differ */
const SLACK = 1

/**
 * What names things is read whole: nothing cuts the text of a heading, a button, a label, a tab, a tag, an entry of a menu or the
 * head of a column, unless its title tells it. What scrolls is not cut.
 */
export async function readWhole(page: Page): Promise<void> {
  expect(await cutTexts(page), 'what is cut').toEqual([])
}

/** The texts of a page that are cut: what they stand in, and their beginning. */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate((slack) => {
    const names =
      'h1, h2, h3, h4, h5, button, [role=button], label, legend, dt, th, summary, [role=tab], [role=menuitem], .ant-menu-submenu-title, .k-tag, figcaption'
    // Names of records in cells are people's own and are read whole on their pages. The other side of a switch, rows of a large
    // tree and tabs that have no room are moved into view by the library.
    const others =
      'td, [aria-hidden=true], .ant-switch, .ant-tabs-nav-list, .ant-table-header, .ant-table-tbody-virtual'
    const plain = (text: string) => text.replace(/\s/g, '')
    const told = (own: Element, text: string): boolean => {
      for (let at: Element | null = own; at !== null && !at.matches('.ts-page'); at = at.parentElement)
        if (plain(at.getAttribute('title') ?? '').includes(plain(text))) return true
      return false
    }
    /** What holds the text and does not show all of it; what scrolls shows it. */
    const cutting = (own: Element, box: DOMRect): boolean => {
      for (let at: Element | null = own; at !== null && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at)
        if (/auto|scroll/.test(overflowX + overflowY)) return false
        if (overflowX === 'visible' && overflowY === 'visible') continue
        const held = at.getBoundingClientRect()
        // What is folded away or for readers alone is not looked at.
        if (held.width < 2 || held.height < 2) return false
        const beside = box.right > held.right + slack || box.left < held.left - slack
        // Lines are higher than their letters.
        const below = (box.top + box.bottom) / 2 > held.bottom
        if ((beside && overflowX !== 'visible') || (below && overflowY !== 'visible')) return true
      }
      return false
    }
    const found = new Set<string>()
    const range = document.createRange()
    for (const name of document.querySelectorAll(names)) {
      if (!name.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const own = text.parentElement
        const words = text.nodeValue ?? ''
        if (own === null || words.trim() === '' || own.closest(others) !== null) continue
        range.selectNodeContents(text)
        const lines = [...range.getClientRects()].filter((one) => one.width > slack)
        if (lines.some((one) => cutting(own, one)) && !told(own, words))
          found.add(`${name.tagName} ${name.className}: ${words.slice(0, 30)}`)
      }
    }
    return [...found]
  }, SLACK)

/**
 * The tables of a page of a record are read on a desk without scrolling sideways. What is typed into has the width its inputs
 * need.
 */
export async function tablesFit(page: Page): Promise<void> {
  await page.setViewportSize(WIDTHS[0])
  const wide = () =>
    page
      .locator('.ts-page :is(.ant-table-content, .ant-table-body, .ant-table-tbody-virtual)')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all
          // Lines that are typed into take the room they need; without rows nothing tells them from others.
          .filter((one) => one.querySelector('.ant-table-row') !== null)
          .filter((one) => one.querySelector('[data-line] :is(input, textarea, button)') === null)
          .filter((one) => one.scrollWidth > one.clientWidth)
          .map((one) => {
            const heads = one.closest('.ant-table-wrapper')?.querySelectorAll('th') ?? []
            const names = [...heads].map((head) => head.textContent).join('、')
            return `${one.scrollWidth} px in ${one.clientWidth}: ${names}`
          }),
      )
  await expect.poll(wide).toEqual([])
}

/** A column of values has at least this share of the widest: labels of unlike length make them differ a little. */
const EVEN = 0.8

/** What stands below each other does: values of a record have equal columns however long they are, and sums the side of their column. */
export async function inColumns(page: Page): Promise<void> {
  const wrong = await page.evaluate((even) => {
    const values = [...document.querySelectorAll('.ts-page .k-details .ant-descriptions-row')].flatMap(
      (row) => {
        const cells = [...row.querySelectorAll<HTMLTableCellElement>(':scope > td')]
        const widths = cells.filter((one) => one.colSpan === 1).map((one) => one.offsetWidth)
        return Math.min(...widths) < even * Math.max(...widths)
          ? [`${widths.join(', ')} px: ${row.textContent}`]
          : []
      },
    )
    const sideOf = (cell: Element) =>
      getComputedStyle(cell).textAlign.replace('start', 'left').replace('end', 'right')
    const sums = [...document.querySelectorAll('.ts-page .k-table')].flatMap((table) => {
      const heads = [...table.querySelectorAll('thead th')]
      return [...table.querySelectorAll('tfoot td')].flatMap((cell, at) => {
        const head = heads[at]
        return head === undefined || cell.textContent === '' || sideOf(head) === sideOf(cell)
          ? []
          : [`sum below ${head.textContent}`]
      })
    })
    return [...values, ...sums]
  }, EVEN)
  expect(wrong, 'what stands below each other').toEqual([])
}
