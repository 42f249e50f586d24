// What every screen tells: what was saved, what is gone.
import { openShop, saveProduct } from './support/catalog.ts'
import { looksRight } from './support/page.ts'
import { ask, person, unique } from './support/people.ts'
import { agree, expect, front, press, remark, row, search, test, told } from './support/test.ts'

test('the name of the site is saved though nobody has set a logo', async ({ browse }) => {
  const page = await browse(await person('郑名', { 设置: ['保存'] }), '/operation/setting')
  const name = front(page).getByLabel('网站名称')
  const before = await name.inputValue()
  await name.fill(`${before}甲`)
  await front(page).getByRole('button', { name: '保存', exact: true }).click()
  await told(page, '编辑成功')
  await expect(front(page).getByLabel('网站名称')).toHaveValue(`${before}甲`)
  await ask('POST', '/admin/system/config/saveuniq', { key: 'site_name', value: before })
})

test('what is gone leads back and to its list', async ({ browse }) => {
  const one = await person('何无', { 商品列表: [], 商品详情: [] })
  const page = await browse(one, '/store/product/info/99999999')
  await expect(front(page)).toContainText('数据不存在')
  await expect(front(page).getByRole('button', { name: '返回' })).toBeVisible()
  await front(page).getByRole('button', { name: '去商品列表' }).click()
  await expect(page).toHaveURL(/\/store\/index/)
})

test('a row that its filter hides after an act stays where it was, marked, until the next search', async ({
  browse,
}) => {
  const prefix = unique('留')
  for (const end of ['甲', '乙', '丙'])
    await ask('POST', '/admin/product/unit/save', { unitCode: unique('u').slice(-8), unitName: prefix + end })
  const clerk = await person('钱留', { 计量单位: ['启用/停用', '删除'] })
  const page = await browse(clerk, `/storerepo/unit?keywords=${encodeURIComponent(prefix)}&status=1`)
  const rows = front(page).locator('tbody tr[data-row-key]')
  await expect(rows).toHaveCount(3)
  const middle = rows.nth(1)
  const name = (await middle.getByText(prefix).first().textContent()) ?? ''
  await middle.getByRole('switch').click()
  await told(page, '操作成功，状态改为')
  await expect(middle).toContainText(name)
  await expect(middle).toContainText('已移出本页')
  await expect(middle.getByRole('switch')).not.toBeChecked()
  await expect(front(page)).toContainText('共 2')
  await looksRight(page)
  // What is deleted is gone at once, marked or not.
  await press(page, rows.nth(2), '删除')
  await agree(page)
  await expect(rows).toHaveCount(2)
  await front(page).getByRole('button', { name: '刷新' }).click()
  await expect(rows).toHaveCount(1)
  await expect(front(page)).not.toContainText('已移出本页')
})

test('what one call takes back is taken back where it is told: a switch, and what was put in the bin', async ({
  browse,
}) => {
  const unitName = unique('撤')
  await ask('POST', '/admin/product/unit/save', { unitCode: unique('u').slice(-8), unitName })
  const page = await browse(
    await person('郑撤', { 计量单位: ['启用/停用'], 商品库商品: ['删除'], 商品列表: ['恢复'] }),
    '/storerepo/unit',
  )
  await search(page, unitName)
  const line = row(front(page), unitName)
  await line.getByRole('switch').click()
  await expect(line.getByRole('switch')).not.toBeChecked()
  await remark(page, '操作成功，状态改为').getByRole('button', { name: '撤销' }).click()
  await told(page, '已撤销')
  await expect(line.getByRole('switch')).toBeChecked()

  const product = await saveProduct(await openShop())
  await page.goto('/storerepo/product')
  await search(page, product.name)
  // It can be taken back, so nobody is asked before.
  await press(page, row(front(page), product.name), '删除')
  await expect(row(front(page), product.name)).toHaveCount(0)
  await remark(page, '已加入回收站').getByRole('button', { name: '撤销' }).click()
  await told(page, '已恢复')
  await expect(row(front(page), product.name)).toHaveCount(1)
})
