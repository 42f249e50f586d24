// Labels: what the browser would send to the printer is a page per label, in the size of the label.
import { openShop, saveProduct } from './support/catalog.ts'
import { person } from './support/people.ts'
import { expect, front, press, row, search, test } from './support/test.ts'

/** Width and height in points of every page of a PDF. */
const pagesOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) =>
    [width, height].map((side) => Math.round((Number(side) * 25.4) / 72)).join('x'),
  )

test('a label per copy and sku, by the code of the sku where there is no barcode', async ({ browse }) => {
  const { name } = await saveProduct(await openShop())
  const page = await browse(await person('印标', { 商品列表: ['打印条码'] }), '/store/index?type=2')
  await search(page, name)
  await press(page, row(front(page), name), '打印价签')
  await expect(page).toHaveURL(/\/storerepo\/product\/barcodePrint\?ids=\d+&kind=price$/)
  const labels = front(page).getByRole('region', { name: '打印内容' })
  await expect(labels).toContainText(name)
  await expect(labels).toContainText('¥12.80')
  await expect(labels).toContainText('原价 ¥15.00')
  await expect(front(page)).toContainText('没有条码，打印规格编码')
  const codes = labels.getByRole('img', { name: /^条码 / })
  await expect(codes).toHaveCount(1)

  await front(page).getByLabel(`${name} 默认 份数`).fill('3')
  await expect(codes).toHaveCount(3)
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toEqual(['40x30', '40x30', '40x30'])
  await front(page).getByText('60×40 mm').click()
  await front(page).getByText('条码标签').click()
  await expect(labels).not.toContainText('¥12.80')
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toEqual(['60x40', '60x40', '60x40'])
  await front(page).getByLabel('全部份数').fill('0')
  await expect(front(page)).toContainText('没有可打印的内容')
})

test('who may not print labels is not offered them', async ({ browse }) => {
  const { name } = await saveProduct(await openShop())
  const page = await browse(await person('无印', { 商品列表: [] }), '/store/index?type=2')
  await search(page, name)
  await expect(row(front(page), name)).toBeVisible()
  await expect(front(page).getByText('打印价签')).toHaveCount(0)
  await page.goto('/storerepo/product/barcodePrint?ids=1')
  await expect(page).toHaveURL(/\/401\?from=/)
})
