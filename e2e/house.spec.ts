// The house as a whole, in browsers only: what arrives as spreadsheets is imported, completed, examined by a second
// person, sold in two channels, exported and printed, and every step can be found again in the logs.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signIn } from './support/api.ts'
import { sheetOf } from './support/files.ts'
import { ask, type Person, person } from './support/people.ts'
import { FIRST_PORT, type Product, startProduct } from './support/product.ts'
import { SHOP_DATA } from './support/shop.ts'
import {
  choose,
  dialog,
  expect,
  front,
  openMenu,
  openRow,
  openTab,
  press,
  remark,
  row,
  search,
  test,
  told,
} from './support/test.ts'

const NAME = '谜秀100棉渐变蓝吊染A字连衣裙女2025夏季新款女度假风褶皱仙女裙'
const WORD = '谜秀100棉'
const CODE = 'P00000011'
const PRICE = '456.70'

let product: Product

// Of its own: everything on it is counted, and it may be run again.
test.beforeAll(async () => {
  product = await startProduct(FIRST_PORT + 10 + test.info().workerIndex, 1)
})
test.afterAll(() => product.stop())

test('P16, C9-1: a product from the spreadsheet to the shelf, and every step in the logs', async ({
  browse,
}) => {
  const { base } = product
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
  const chief = await person('周敏', { 商品列表: ['审核', '上架'], 商品详情: [], 系统日志: [] }, at)

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
    await page.getByRole('tab', { name: '规格库存' }).click()
    const filling = page.getByRole('group', { name: '批量设置' })
    await filling.getByRole('spinbutton', { name: '售价' }).fill(PRICE)
    await filling.getByRole('button', { name: '填充' }).click()
    await told(page, '已设置3行售价')
    for (const cell of await front(page).getByRole('table').getByRole('spinbutton', { name: '售价' }).all())
      await expect(cell).toHaveValue(PRICE)
    await page.getByRole('tab', { name: '渠道与价格' }).click()
    await choose(page, page.getByRole('combobox', { name: /销售渠道/ }), '商城', '供应链')
    await page.getByRole('switch', { name: '包邮' }).click()
    await page.getByRole('button', { name: '提交审核' }).click()
    await told(page, '已提交，等待')
    await front(page).getByRole('tab', { name: '待审核 (1)' }).click()
    await expect(row(front(page), NAME)).toContainText('待审核')
  })

  const office = await browse(chief, '/store/index?type=6', { base })
  await test.step('a second person examines and passes it', async () => {
    await expect(office.getByRole('tab', { name: '待审核 (1)' })).toBeVisible()
    await press(office, row(office, NAME), '审核')
    const box = dialog(office, '商品审核')
    await expect(box).toContainText(PRICE)
    await box.getByLabel('审核意见').fill('价格已核对')
    await box.getByRole('button', { name: '通过' }).click()
    await told(office, '操作成功')
    await expect(office.getByRole('tab', { name: '待审核 (0)' })).toBeVisible()
  })

  await test.step('put it on the shelf of both channels', async () => {
    await expect(office.getByRole('tab', { name: '出售中商品 (0)' })).toBeVisible()
    await office.getByRole('tab', { name: '仓库中商品 (11)' }).click()
    await press(office, row(office, NAME), '上架')
    const box = dialog(office, '上架商品')
    await expect(box.getByRole('checkbox', { name: '商城（初始）' })).toBeChecked()
    await expect(box.getByRole('checkbox', { name: '供应链（初始）' })).toBeChecked()
    await box.getByRole('button', { name: '上架' }).click()
    await expect(office.getByRole('tab', { name: '仓库中商品 (10)' })).toBeVisible()
    await office.getByRole('tab', { name: '出售中商品 (1)' }).click()
    await expect(row(office, NAME)).toContainText('商城、供应链')
    await expect(row(office, NAME).getByRole('switch', { name: /已上架$/ })).toBeChecked()
  })

  await test.step('export the list and read the file', async () => {
    await openMenu(page, '商品库', '商品库商品')
    await search(page, WORD)
    await expect(front(page).getByText('共 1 条')).toBeVisible()
    await front(page)
      .getByRole('button', { name: /^(?!.*模板).*导出$/ })
      .click()
    await remark(page, '导出任务已开始').getByRole('link', { name: '我的下载' }).click()
    const task = row(front(page), '已完成')
    await expect(task).toHaveCount(1)
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, task, '下载')])
    const [headings, ...products] = await sheetOf(file)
    expect(products).toHaveLength(1)
    const cell = (heading: string) => products[0]?.[headings?.indexOf(heading) ?? -1]
    expect(cell('商品编码')).toBe(CODE)
    expect(cell('商品名称')).toBe(NAME)
    expect(cell('商品分类')).toBe('女装')
    expect(cell('销售渠道')).toBe('商城、供应链')
    expect(cell('审核状态')).toBe('审核通过')
  })

  await test.step('print the price list', async () => {
    await openMenu(page, '商品中心', '商品列表')
    await page.getByRole('tab', { name: '出售中商品 (1)' }).click()
    await front(page).getByRole('button', { name: '打印价目表' }).click()
    const sheet = front(page).getByRole('region', { name: '打印内容' })
    await expect(row(sheet, PRICE)).toHaveCount(3)
    await expect(row(sheet, PRICE).first()).toContainText(NAME)
  })

  await test.step('every step stands in the log of the product', async () => {
    await press(office, row(office, NAME), '操作日志')
    const log = dialog(office, /操作日志/)
    await expect(log.locator('.p-log-head')).toContainText([
      /^上架周敏/,
      /^上架周敏/,
      /^审核通过周敏/,
      /^提交林岚/,
      /^编辑林岚.*手工$/,
      /^编辑林岚.*导入$/,
      /^新增林岚.*导入$/,
    ])
    await expect(row(log, '销售渠道')).toContainText('空商城、供应链')
    await expect(row(log, '规格“M,渐变蓝” 售价').first()).toContainText(`229.60${PRICE}`)
    await expect(row(log, '规格名：尺码 规格值：S,M,L')).toBeVisible()
    await log.getByRole('button', { name: '关闭' }).click()
    await expect(log).toHaveCount(0)
  })

  await test.step('and in the log of the house', async () => {
    await openMenu(office, '系统监控', '系统日志')
    const log = front(office)
    await search(office, '林岚')
    for (const done of ['导出商品库商品', '编辑商品', '商品规格', '商品分类'])
      await expect(row(log, '林岚').filter({ hasText: done })).toHaveCount(1)
    await expect(row(log, '上传导入文件')).toHaveCount(3)
    await search(office, CODE)
    await expect(row(log, '周敏').filter({ hasText: '商品上架' })).toHaveCount(2)
    await expect(row(log, '周敏').filter({ hasText: '商品审核' })).toContainText('审核')
    await openRow(row(log, '编辑商品'))
    const detail = dialog(office, '操作详情')
    await expect(row(detail, '销售渠道')).toContainText('商城、供应链')
    await expect(row(detail, '售价').filter({ hasText: PRICE })).not.toHaveCount(0)
  })
})

test('P-027: both logos come from the settings, and show at once', async ({ browse }) => {
  const { base } = product
  const at = { base, token: (await signIn(base)).token }
  const picture = await sharp({ create: { width: 170, height: 50, channels: 3, background: '#1f6feb' } })
    .png()
    .toBuffer()
  const urls: string[] = []
  for (const name of ['left.png', 'square.png']) {
    const form = new FormData()
    form.append('multipart', new Blob([new Uint8Array(picture)], { type: 'image/png' }), name)
    urls.push(
      (await ask<{ url: string }>('POST', '/admin/upload/image/quick?model=product&pid=1', form, at)).url,
    )
  }
  const [left_ = '', square = ''] = urls
  await ask('POST', '/admin/system/config/saveuniq', { key: 'site_logo_lefttop', value: left_ }, at)
  await ask('POST', '/admin/system/config/saveuniq', { key: 'site_logo_square', value: square }, at)
  const page = await browse(await signIn(base), '/dashboard', { base })
  const side = page.getByRole('complementary')
  await expect(side.locator(`img[src="${left_}"]`)).toBeVisible()
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect(side.locator(`img[src="${square}"]`)).toBeVisible()
})

async function signInAs(page: Page, who: Person): Promise<void> {
  await page.getByLabel('用户名').fill(who.account)
  await page.getByLabel('密码', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('heading', { name: new RegExp(who.realName) })).toBeVisible()
}

/** 新增导入 of a file of the shop's data, to the end. */
async function importFile(page: Page, type: string, name: string, rows: number): Promise<void> {
  await page.getByRole('button', { name: '新增导入' }).first().click()
  const choice = dialog(page, '新增导入').getByRole('button', { name: new RegExp(`(^| )${type}$`) })
  const box = dialog(page, `导入${type}`)
  // On a loaded machine a press may fall into the movement of the opening dialog.
  await expect(async () => {
    if (await choice.isVisible()) await choice.click()
    await expect(box).toBeVisible({ timeout: 2000 })
  }).toPass()
  await box.getByLabel('选择导入文件').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: await readFile(new URL(name, SHOP_DATA)),
  })
  await box.getByLabel('导入（有错误则全部不导入）').check()
  await box.getByRole('button', { name: '开始导入' }).click()
  await expect(box.getByText('导入完成')).toBeVisible({ timeout: 90_000 })
  await expect(box.getByRole('status')).toContainText(`成功${rows}`)
  await box.getByRole('button', { name: '完成' }).click()
}
