// Every screen of the menus with data, without data and with an error, on a desk and on a phone; and its form, as a page and
// as a dialog behind 新增: nothing that is declared is left out of it, and buttons stand in one order. Architecture §8, frame
// §5, screens §4.
import { expect, type Page, test } from '@playwright/test'
import { signIn } from './support/api.ts'
import { left } from './support/env.ts'
import { cutTexts, inColumns, readWhole } from './support/layout.ts'
import {
  accessible,
  buttonsInOrder,
  holdsLongNames,
  inOtherDensity,
  looksRight,
  reachable,
  resize,
  settled,
  showsLittle,
  WIDTHS,
} from './support/page.ts'
import { screens } from './support/screens.ts'
import { front } from './support/test.ts'
import { atEveryWidth, lookAt, type Place, show } from './support/windows.ts'

const full = left('full')
const empty = left('empty')

// One session per product for all of these tests: an account may only have a few at a time.
let filled: Place
let fresh: Place
test.beforeAll(async () => {
  filled = { base: full, session: await signIn(full) }
  fresh = { base: empty, session: await signIn(empty), density: 'loose' }
})

// The screens are independent of each other; both workers share them.
test.describe.configure({ mode: 'parallel' })

for (const [index, path] of screens.entries())
  test(path, async ({ browser }) => {
    const { page, found } = await show(browser, path, filled)
    await atEveryWidth(page, async () => {
      await looksRight(page)
      await accessible(page)
      await reachable(page)
      await readWhole(page)
    })
    await inOtherDensity(page, index, looksRight)
    await holdsLongNames(page)
    await resize(page, WIDTHS[0])
    await settled(page)
    await showsLittle(page)
    await inColumns(page)
    await holdsLongNames(page)
    await openForm(page)
    expect(found).toEqual([])
    expect(await lookAt(browser, path, fresh, false, looksRight)).toEqual([])
    expect(await lookAt(browser, path, filled, true, looksRight)).toEqual([])
  })

test('a text that is cut is found, unless its title tells it', async ({ page }) => {
  const held = 'width: 40px; overflow: hidden; white-space: nowrap'
  await page.setContent(`
    <h2 style="${held}; text-overflow: ellipsis">一个很长很长的标题</h2>
    <button style="width: 60px; overflow: hidden; white-space: nowrap">重新计算整月的汇总</button>
    <div style="height: 20px; line-height: 20px; width: 40px; overflow: hidden"><label>两行才放得下</label></div>
    <h3 style="${held}" title="标题写着全文的标题">标题写着全文的标题</h3>
    <h4 style="width: 40px; overflow: auto; white-space: nowrap">滚动可以看到的标题</h4>
    <table><tbody><tr><td style="${held}; max-width: 40px"><span class="k-tag">单元格里的名称</span></td></tr></tbody></table>
    <h5>短</h5>`)
  expect((await cutTexts(page)).map((one) => one.split(': ')[1])).toEqual([
    '一个很长很长的标题',
    '重新计算整月的汇总',
    '两行才放得下',
  ])
})

/** Looks at the order of the buttons of a page, and of the form behind its 新增. */
async function openForm(page: Page): Promise<void> {
  await buttonsInOrder(page)
  const add = front(page).getByRole('button', { name: /^(plus )?(新增|添加|新建)/ })
  // A page with its own 保存 is a form already; what it adds are lines.
  const isForm =
    (await front(page)
      .getByRole('button', { name: /(^|\s)保存/ })
      .count()) > 0
  if (isForm || (await add.count()) === 0 || !(await add.first().isEnabled())) return
  const before = page.url()
  await add.first().click()
  await settled(page)
  const dialogs = page.getByRole('dialog')
  await expect.poll(async () => (await dialogs.count()) > 0 || page.url() !== before).toBe(true)
  await buttonsInOrder(page)
  for (let open = await dialogs.count(); open > 0; open = await dialogs.count()) {
    await dialogs.last().locator('.ant-modal-close, .ant-drawer-close').click()
    await expect(dialogs).toHaveCount(open - 1)
  }
}
