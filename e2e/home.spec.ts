// The home page: what each person finds on it, and how they arrange it.
import { accessible, looksRight } from './support/page.ts'
import { person, unique } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('cards of the home page are hidden and moved, and stay so', async ({ browse }) => {
  // Its page has a figure, and nothing to keep an eye on.
  const page = await browse(await person(unique('首页'), { 客户管理: [] }), '/dashboard')
  const headings = page.locator('.ts-home h2')
  await expect(headings).toHaveText(['待我处理', '今天', '常用入口'])
  await expect(page.getByRole('link', { name: /新增客户/ })).toBeVisible()
  await page.getByRole('button', { name: '自定义首页' }).click()
  await page.getByRole('checkbox', { name: '待我处理' }).uncheck()
  await expect(headings).toHaveText(['今天', '常用入口'])
  for (let up = 0; up < 2; up++) await page.getByRole('button', { name: '上移 常用入口' }).click()
  await expect(headings).toHaveText(['常用入口', '今天'])
  await accessible(page)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(headings).toHaveText(['常用入口', '今天'])
  await looksRight(page)
  await page.getByRole('button', { name: '自定义首页' }).click()
  await page.getByRole('button', { name: '恢复默认' }).click()
  await expect(headings).toHaveText(['待我处理', '今天', '常用入口'])
})

test('the home page shows nobody a card whose page they may not open', async ({ browse }) => {
  const page = await browse(await person(unique('首页'), { 计量单位: [] }), '/dashboard')
  await expect(page.locator('.ts-home h2').first()).toHaveText('待我处理')
  await expect(page.locator('.ts-home').getByText('今天', { exact: true })).toHaveCount(0)
})
