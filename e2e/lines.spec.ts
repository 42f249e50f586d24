// The largest tables of lines: typed into without delay, filled down. Screens §4.
import type { Page } from '@playwright/test'
import { left, pageAt } from './support/env.ts'
import { budgetIn, scriptTime } from './support/page.ts'
import { type Browse, expect, remark, test } from './support/test.ts'

const KEYS = 40
/** ms of script that a key may take. */
const A_KEY = 16

async function open(browse: Browse): Promise<Page> {
  const page = await browse(null, null, { base: left('pages') })
  await page.goto(pageAt('lines'))
  await expect(page.getByText('共 5000 行')).toBeVisible()
  return page
}

/** The input of a column in a line that is drawn, by its number. */
const cell = (page: Page, line: number, name: string) =>
  page.locator(`[data-row-key]:has([data-path^="lines.${line - 1}."]) [data-name="${name}"]`).locator('input')

test('5,000 lines are typed into without delay', async ({ browse }) => {
  const page = await open(browse)
  // Only what is seen is drawn.
  expect(await page.locator('[data-row-key]').count()).toBeLessThan(60)
  const note = cell(page, 2, 'remark')
  await note.pressSequentially('急')
  const spent = await scriptTime(page)
  const before = await spent()
  await note.pressSequentially('a'.repeat(KEYS))
  await expect(note).toHaveValue(`急${'a'.repeat(KEYS)}`)
  expect((await spent()) - before).toBeLessThan(await budgetIn(page, spent, KEYS * A_KEY))
  // What follows from a line, and from all of them, follows at each key.
  await cell(page, 2, 'num').fill('10')
  await cell(page, 3, 'num').fill('20')
  await expect(page.getByText('合计 312687.50')).toBeVisible()
})

test('a value is filled down by Ctrl+D, by pulling the corner of its cell, and to the last line', async ({
  browse,
}) => {
  const page = await open(browse)
  await cell(page, 1, 'remark').fill('冷链')
  await cell(page, 2, 'remark').focus()
  await page.keyboard.press('Control+d')
  await page.keyboard.press('Control+d')
  await expect(cell(page, 3, 'remark')).toHaveValue('冷链')
  await expect(cell(page, 4, 'remark')).toBeFocused()
  await expect(cell(page, 4, 'remark')).toHaveValue('')

  await cell(page, 3, 'num').fill('30')
  await cell(page, 3, 'num').focus()
  const handle = page.locator('.k-fill-handle').filter({ visible: true })
  await handle.hover()
  await page.mouse.down()
  await cell(page, 6, 'num').hover({ force: true })
  await page.mouse.up()
  for (const line of [4, 5, 6]) await expect(cell(page, line, 'num')).toHaveValue('30')
  await expect(cell(page, 7, 'num')).toHaveValue('7')
  await remark(page, '已向下填充3行').getByRole('button', { name: '撤销' }).click()
  await expect(cell(page, 4, 'num')).toHaveValue('4')

  // Let go before the last move was drawn: both events reach the page in one task.
  await cell(page, 3, 'num').focus()
  await handle.hover()
  await page.mouse.down()
  const target = await cell(page, 5, 'num').boundingBox()
  if (target === null) throw new Error('line 5 is not drawn')
  await page.evaluate(
    ([clientX, clientY]) => {
      for (const kind of ['pointermove', 'pointerup'])
        dispatchEvent(new PointerEvent(kind, { clientX, clientY }))
    },
    [target.x + target.width / 2, target.y + target.height / 2] as const,
  )
  await page.mouse.up()
  for (const line of [4, 5]) await expect(cell(page, line, 'num')).toHaveValue('30')
  await expect(cell(page, 6, 'num')).toHaveValue('6')
  await remark(page, '已向下填充2行').getByRole('button', { name: '撤销' }).click()

  await cell(page, 1, 'num').fill('1')
  await cell(page, 1, 'num').focus()
  await handle.dblclick()
  await expect(remark(page, '已向下填充4999行')).toBeVisible()
  await expect(page.getByText('合计 62500.00')).toBeVisible()
})

test('on a phone a line is a card with the names of its columns, and nothing scrolls sideways', async ({
  browse,
}) => {
  const page = await browse(null, null, { base: left('pages'), viewport: { width: 360, height: 780 } })
  await page.goto(`${pageAt('lines')}?count=3`)
  await expect(page.getByText('共 3 行')).toBeVisible()
  const second = page.locator('[data-row-key]').nth(1)
  const label = (name: string) =>
    second
      .locator(`td:has([data-name="${name}"])`)
      .evaluate((one) => getComputedStyle(one, '::before').content)
  expect(await label('num')).toBe('"* 数量"')
  const wide = await page
    .locator('.k-lines *')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).length)
  expect(wide).toBe(0)
  await cell(page, 2, 'num').fill('10')
  await expect(second).toContainText('125.00')
})
