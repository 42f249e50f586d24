// The house as a whole, in browsers only: what arrives as spreadsheets is imported, completed, examined by a second
// person, sold in two channels, exported and printed, and every step can be found again in the logs.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signIn } from './support/api.ts'
import { left } from './support/env.ts'
import { type Person, person } from './support/people.ts'
import { SHOP_DATA } from './support/shop.ts'
import { agree, choose, dialog, expect, openMenu, openTab, remark, row, search, test } from './support/test.ts'

const NAME = '谜秀100棉渐变蓝吊染A字连衣裙女2025夏季新款女度假风褶皱仙女裙'
const WORD = '谜秀100棉'
const PRICE = '456.70'

test('P16, C9-1: a product from the spreadsheet to the shelf, and every step in the logs', async ({ browse }) => {
  test.setTimeout(90_000)
  const base = left('house')
  const at = { base, token: (await signIn(base)).token }
  const buyer = await person(
    '林岚',
    {
      我的上传: [],
      我的下载: [],
      商品库商品: ['导入', '编辑', '导出', '查看成本'],
      商品分类: ['导入'],
      商品列表: ['编辑', '查看成本'],
      编辑商品: [],
      商品详情: [],
    },
    at,
  )
  const chief = await person(
    '周敏',
    { 商品列表: ['审核', '上架'], 商品详情: [], 系统日志: [] },
    at,
  )

  const page = await browse(null, '/', { base })
  await test.step('sign in through the login page', () => signInAs(page, buyer))

  await test.step('import categories, products and specifications', async () => {
    await openMenu(page, '文件管理', '我的上传')
    await importFile(page, '商品分类', 'product-categories.csv', 42)
    await importFile(page, '商品', 'products.csv', 11)
    await importFile(page, '商品规格', 'product-skus.csv', 134)
    await expect(row(page, '已完成')).toHaveCount(3)
  })

  await test.step('open a product and complete it', async () => {
    await openMenu(page, '商品中心', '商品列表')
    await page.getByRole('tab', { name: '仓库中商品 (11)' }).click()
    await search(page, WORD)
    await row(page, NAME).getByRole('button', { name: '编辑' }).click()
    await expect(openTab(page, /^编辑商品 P/)).toHaveAttribute('aria-selected', 'true')
    for (const tab of ['规格库存', '渠道与价格']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
      console.log(await page.locator("main").ariaSnapshot())
    }
  })
})

async function signInAs(page: Page, who: Person): Promise<void> {
  await page.getByLabel('用户名').fill(who.account)
  await page.getByLabel('密码', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('heading', { name: new RegExp(who.realName) })).toBeVisible()
}

/** 新建导入 of a file of the shop's data, to the end. */
async function importFile(page: Page, type: string, name: string, rows: number): Promise<void> {
  await page.getByRole('button', { name: '新建导入' }).first().click()
  await dialog(page, '新建导入').getByRole('button', { name: new RegExp(`(^| )${type}$`) }).click()
  const box = dialog(page, `导入${type}`)
  await box.getByLabel('选择导入文件').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: await readFile(new URL(name, SHOP_DATA)),
  })
  await box.getByLabel('导入（有错误则全部不导入）').check()
  await box.getByRole('button', { name: '开始导入' }).click()
  await expect(box.getByText('导入完成')).toBeVisible({ timeout: 30_000 })
  await expect(box.getByRole('status')).toContainText(`成功${rows}`)
  await box.getByRole('button', { name: '完成' }).click()
}
