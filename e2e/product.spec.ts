// What is done with products in their list besides shelving them. Catalog §3.1, §3.3.

import { open } from '../kit/server/envelope.ts'
import { signIn } from './support/api.ts'
import { openShop, saveProduct } from './support/catalog.ts'
import { left } from './support/env.ts'
import { accessible, looksRight, settled } from './support/page.ts'
import { ask, person } from './support/people.ts'
import { agree, dialog, expect, front, press, row, search, test, told } from './support/test.ts'

test('goods of no warehouse get their stock typed in the list, with the right to edit and no other', async ({
  browse,
}) => {
  const { id, name } = await saveProduct(await openShop())
  await ask('POST', '/admin/store/product/update', { id, productKind: 1, stockMode: 1 })
  const clerk = await person('库存员', { 商品列表: ['编辑'] })
  const page = await browse(clerk, '/store/index?type=2')
  await search(page, name)
  await press(page, row(front(page), name), '编辑库存')
  const box = dialog(page, `编辑库存：${name}`)
  await box.getByRole('spinbutton').fill('55')
  await box.getByRole('button', { name: '确定' }).click()
  await told(page, '操作成功')
  await expect(row(front(page), name)).toContainText('55')
  await expect(front(page).getByRole('button', { name: '导出' })).toHaveCount(0)
})

test('a product that was deleted for good is found again and taken back into the recycle bin', async ({
  browse,
}) => {
  const { id, name } = await saveProduct(await openShop())
  await ask('GET', `/admin/store/product/delete/${id}`)
  const page = await browse(await signIn(left('full')), '/store/index?type=5')
  await search(page, name)
  await press(page, row(front(page), name), '彻底删除')
  await agree(page, '确定永久删除该数据')
  await told(page, '删除成功')
  await front(page).getByRole('button', { name: '找回已删除商品' }).click()
  const box = dialog(page, '已删除商品')
  await box.getByLabel('商品搜索').fill(name)
  await page.keyboard.press('Enter')
  await expect(row(box, name)).toContainText('管理员')
  for (const size of [
    { width: 360, height: 780 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    await settled(page)
    await looksRight(page)
    await accessible(page)
  }
  await row(box, name).getByRole('button', { name: '找回' }).click()
  await agree(page, `确定找回商品“${name}”吗？找回后进入商品回收站`)
  await told(page, '找回成功')
  await page.keyboard.press('Escape')
  await expect(row(front(page), name)).toBeVisible()
})

test('the page of a product only shows: 审核 on it leads to the page where it is decided', async ({
  browse,
}) => {
  const { id, name } = await saveProduct(await openShop())
  await ask('POST', `/admin/storerepo/product/submit/${id}`)
  const judge = await person('审核', { 商品列表: ['审核'], 商品详情: [], 商品通用审核: [] })
  const page = await browse(judge, `/store/product/info/${id}`)
  await expect(front(page)).toContainText(name)
  await press(page, front(page), '审核')
  await expect(page).toHaveURL(new RegExp(`/store/common/examine/product/${id}$`))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await front(page).getByRole('button', { name: '通过' }).click()
  await told(page, '操作成功')
})

test('a product that is sold needs a template of freight, and says so by a star', async ({ browse }) => {
  const { id } = await saveProduct(await openShop())
  const page = await browse(
    await person('编辑', { 商品列表: ['编辑'], 编辑商品: [] }),
    `/store/product/edit/${id}?tab=sale`,
  )
  const label = front(page)
    .locator('label')
    .filter({ hasText: /^运费模板$/ })
  const free = front(page).getByRole('switch', { name: '包邮' })
  await expect(free).toBeChecked()
  await expect(label).toHaveCount(0)
  await free.click()
  await expect(label).toHaveClass(/ant-form-item-required/)
})

test('what a list does not begin with can be ticked, comes with its values, and stays', async ({
  browse,
}) => {
  const { name } = await saveProduct(await openShop())
  const viewer = await person('列设', { 商品列表: [] })
  const page = await browse(viewer, null)
  // What is asked travels sealed with the session.
  let asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/admin/store/product/list'))
      asked = JSON.parse(open(viewer.token, searchParams.get('q') ?? '')).fields.split(',')
  })
  await page.goto('/store/index?type=2')
  await search(page, name)
  expect(asked).toContain('storeName')
  expect(asked).not.toContain('unitId')
  const header = front(page).getByRole('columnheader', { name: '基本单位', exact: true })
  await expect(header).toHaveCount(0)
  await front(page).getByRole('button', { name: '列设置' }).click()
  await page.locator('.k-columns').getByRole('checkbox', { name: '基本单位', exact: true }).check()
  await expect(header).toBeVisible()
  await expect(row(front(page), name)).toContainText('盒')
  expect(asked).toContain('unitId')
  await page.reload()
  await search(page, name)
  await expect(header).toBeVisible()
  await expect(row(front(page), name)).toContainText('盒')
})

test('the categories above the list are asked for when they are touched; one press opens them', async ({
  browse,
}) => {
  const shop = await openShop()
  const { name } = await saveProduct(shop)
  const tree = await ask<{ id: number; name: string }[]>('GET', '/admin/category/list/tree?type=1&status=-1')
  const category = tree.find(({ id }) => id === shop.cateId)?.name ?? ''
  const page = await browse(await signIn(left('full')), null)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${left('full')}/store/index?type=2`)
  await expect(front(page).getByText(/^共 /)).toBeVisible()
  expect(asked).not.toContain('/api/admin/category/list/tree')
  await front(page).getByLabel('商品分类').click()
  await expect(page.getByText('没有匹配的分类')).toBeHidden()
  await page.keyboard.type(category)
  await page.getByTitle(category, { exact: true }).click()
  await front(page).getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(new RegExp(`cateId=${shop.cateId}`))
  await expect(row(front(page), name)).toBeVisible()
  expect(asked).toContain('/api/admin/category/list/tree')
})
