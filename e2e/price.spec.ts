// Prices: a notice is written from pasted codes, decided by somebody else, printed, and stands in the calendar.
import { openShop, saveProduct } from './support/catalog.ts'
import { ask, person, unique } from './support/people.ts'
import { dialog, expect, front, press, row, search, test, told } from './support/test.ts'

const tomorrow = () => Math.floor(Date.now() / 1000) + 86_400

async function skuCode(productId: number): Promise<{ id: number; skuCode: string }> {
  const { attrValue } = await ask<{ attrValue: { id: number; skuCode: string }[] }>(
    'GET',
    `/admin/store/product/info/${productId}`,
  )
  const [first] = attrValue
  if (first === undefined) throw new Error('the product has no sku')
  return first
}

test('a notice is written from pasted codes, handed in, passed by another person and printed', async ({
  browse,
}) => {
  const { id, name } = await saveProduct(await openShop())
  const { skuCode: code } = await skuCode(id)
  const title = unique('调价')
  const maker = await person('制单', {
    价格通知单: ['新增', '编辑', '提交'],
    新增价格通知单: [],
  })
  const page = await browse(maker, '/purpose/priceNotice/add')
  await front(page).getByLabel('标题').fill(title)
  await front(page).getByLabel('生效时间').fill('2099-01-01 00:00:00')
  await page.keyboard.press('Enter')
  await front(page).getByLabel('调价原因').fill('原料上涨')
  await front(page).getByRole('button', { name: '粘贴编码' }).click()
  const paste = dialog(page, '粘贴编码')
  await paste.getByLabel('编码').fill(`${code}\nNOT-THERE-1`)
  await paste.getByRole('button', { name: '查找并新增' }).click()
  await expect(paste).toContainText('1个编码没有找到')
  await expect(paste).toContainText('NOT-THERE-1')
  await paste.getByRole('button', { name: '新增找到的1个规格' }).click()
  const line = row(front(page), name)
  await expect(line).toContainText('12.80')
  await line.getByLabel('新价', { exact: true }).fill('13.20')
  await line.getByLabel('备注').fill('冬季')
  await expect(line).toContainText('3.13')
  // Who may not see costs sees no margin either.
  await expect(front(page).getByText('毛利率')).toHaveCount(0)
  await front(page).getByRole('button', { name: '保存并提交' }).click()
  await told(page, '已提交，等待审核')
  await search(page, title)
  await expect(row(front(page), title)).toContainText('待审核')
  await expect(row(front(page), title).getByRole('button', { name: '审核' })).toHaveCount(0)

  const examiner = await person('审核', {
    价格通知单: ['审核', '打印'],
    价格通知单审核: [],
    价格通知单打印: [],
  })
  const other = await browse(examiner, '/purpose/priceNotice')
  await search(other, title)
  await press(other, row(front(other), title), '审核')
  await expect(front(other)).toContainText(name)
  await front(other).getByRole('button', { name: '通过' }).click()
  await told(other, '操作成功')
  await expect(front(other)).toContainText('待生效')
  await front(other).getByRole('button', { name: '打印' }).click()
  const sheet = front(other).getByRole('region', { name: '打印内容' })
  await expect(sheet).toContainText('客户确认')
  await expect(sheet).toContainText('13.20')
})

test('the calendar tells what a product costs, planned prices included, and prices an order line', async ({
  browse,
}) => {
  const { id, name } = await saveProduct(await openShop())
  const { id: skuId } = await skuCode(id)
  const { id: notice } = await ask('POST', '/admin/purpose/priceNotice/save', {
    noticeTitle: unique('调价'),
    noticeType: 1,
    scopeType: 0,
    channelId: 1202,
    effectTime: tomorrow(),
    reason: '上涨',
    lines: [{ skuId, newPrice: '14.40' }],
    submit: 1,
  })
  await ask('POST', `/admin/purpose/priceNotice/examine/${notice}`, { auditStatus: 1 })
  const page = await browse(await person('看价', { 价格日历: [] }), '/productBasePrice/calendar')
  await front(page).getByRole('button', { name: '选择商品' }).click()
  const picker = dialog(page, '商品列表')
  await picker.getByLabel('关键字').fill(name)
  await page.keyboard.press('Enter')
  await expect(picker).toContainText('共 1 条')
  await row(picker, name).getByText(name).click()
  const planned = row(front(page), '14.40')
  await expect(planned).toContainText('未生效')
  await expect(planned).toContainText('↑ 12.50%')
  // Who may not open documents reads which one it was.
  await expect(planned).toContainText('价格通知单 JG')
  await expect(planned.getByRole('link')).toHaveCount(0)
  await expect(front(page)).toContainText('渠道价 · 供应链现价 12.80')
  await front(page).getByRole('tab', { name: '价格试算' }).click()
  await front(page).getByLabel('数量').fill('3')
  await front(page).getByRole('button', { name: '试算' }).click()
  await expect(front(page)).toContainText('38.40')
  const used = row(front(page), '采用')
  await expect(used).toContainText('渠道价')
  await expect(used).toContainText('商品资料')
})
