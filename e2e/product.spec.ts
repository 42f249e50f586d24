// What is done with products in their list besides shelving them. Catalog §3.1, §3.3.

import { open } from '../kit/server/envelope.ts'
import { signIn } from './support/api.ts'
import { openShop, saveProduct } from './support/catalog.ts'
import { left } from './support/env.ts'
import { accessible, looksRight, settled } from './support/page.ts'
import { ask, creditCode, person, unique } from './support/people.ts'
import { agree, dialog, expect, front, openRow, press, row, search, test, told } from './support/test.ts'

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

test('who examines a product again sees what changed, with the old value beside it, and the rest on demand', async ({
  browse,
}) => {
  const { id, name } = await saveProduct(await openShop())
  await ask('POST', `/admin/storerepo/product/submit/${id}`)
  await ask('POST', '/admin/product/examine/save', { id, auditStatus: 1 })
  await ask('POST', '/admin/store/product/update', { id, storeName: `${name}新` })
  const judge = await person('复审', { 商品列表: ['审核'], 商品通用审核: [] })
  const page = await browse(judge, `/store/common/examine/product/${id}`)
  await expect(front(page)).toContainText('1项与上次审核通过时不同')
  await expect(front(page).getByRole('heading', { name: '销售', exact: true })).toHaveCount(0)
  await front(page).getByRole('button', { name: '原值' }).hover()
  await expect(page.locator('.k-changed-other')).toHaveText(name)
  await accessible(page)
  await front(page).getByRole('button', { name: '查看全部内容' }).click()
  await expect(front(page).getByRole('heading', { name: '销售', exact: true })).toBeVisible()
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

test('a product is led from the draft to the shelf by the steps on its page, one button at a time', async ({
  browse,
}) => {
  const { id, name } = await saveProduct(await openShop())
  const seller = await person('上新', {
    商品库商品: ['提交'],
    商品列表: ['上架'],
    商品详情: [],
  })
  const page = await browse(seller, `/store/product/info/${id}`)
  const way = front(page).getByRole('region', { name: '上架进度' })
  await expect(way).toContainText('未提交，通过后才能上架')
  await looksRight(page)
  await accessible(page)
  await way.getByRole('button').click()
  await agree(page)
  await expect(way).toContainText('待审核')
  await expect(way.getByRole('button')).toHaveCount(0)
  await ask('POST', '/admin/product/examine/save', { id, auditStatus: 1 })
  await page.reload()
  await expect(way).toContainText('审核通过')
  await way.getByRole('button', { name: '上架' }).click()
  const box = dialog(page, '上架商品')
  await expect(box).toContainText(name)
  await box.getByRole('button', { name: '上架' }).click()
  await expect(front(page)).toContainText('已上架')
  await expect(way).toHaveCount(0)
})

test('the page of a product tells its suppliers, quotas and price notices, and that of its brand its products', async ({
  browse,
}) => {
  const { id, name } = await saveProduct(await openShop())
  const { attrValue } = await ask<{ attrValue: { id: number }[] }>('GET', `/admin/store/product/info/${id}`)
  const skuId = attrValue[0]?.id ?? 0
  const supplierName = unique('闽江乳品')
  await ask('POST', '/admin/supplier/save', {
    ...{ supplierName, supplierType: 2, creditCode: creditCode(), districtId: 350100, address: '工业路1号' },
    ...{ contactName: '林工', contactPhone: '13800138000', settleType: 3 },
    products: [{ skuId, supplyPrice: '7.70', startDate: '2020-01-01' }],
  })
  const quotaName = unique('限购')
  const now = Math.floor(Date.now() / 1000)
  await ask('POST', '/admin/product/quota/save', {
    ...{ quotaName, productIds: [id], channelIds: [1201], limitType: 2, maxQty: 10 },
    ...{ startTime: now - 3600, endTime: now + 86_400 },
  })
  const noticeTitle = unique('调价')
  await ask('POST', '/admin/purpose/priceNotice/save', {
    ...{ noticeTitle, noticeType: 1, scopeType: 0, channelId: 1201, effectTime: now + 86_400 },
    ...{ reason: '成本上涨', lines: [{ skuId, newPrice: '13.90' }] },
  })
  const brandName = unique('牌')
  const brand = await ask('POST', '/admin/product/brand/save', { brandName, logo: '/upload/logo.png' })
  await ask('POST', '/admin/store/product/update', { id, brandId: brand.id })

  const reader = await person('查商品', {
    商品详情: [],
    供应商列表: [],
    商品限额: [],
    价格通知单: [],
    品牌管理: [],
    商品库商品: [],
    商品列表: [],
  })
  const page = await browse(reader, `/store/product/info/${id}`)
  const part = (title: string) => front(page).getByRole('region', { name: title, exact: true })
  await expect(row(part('供应商'), supplierName)).toContainText('7.70')
  await expect(row(part('商品限额'), quotaName)).toContainText('10')
  await expect(row(part('价格通知单'), noticeTitle)).toBeVisible()
  await expect(front(page).locator('.k-record-figures')).toContainText('在架渠道0 / 2')
  await looksRight(page)
  await accessible(page)
  await row(part('供应商'), supplierName).getByRole('link').click()
  await expect(front(page).getByRole('heading', { name: supplierName })).toBeVisible()

  await page.goto('/storerepo/brand')
  await search(page, brandName)
  await openRow(row(front(page), brandName))
  await expect(page).toHaveURL(new RegExp(`/storerepo/brand/info/${brand.id}$`))
  await expect(row(part('商品'), name)).toBeVisible()
  await looksRight(page)
  await accessible(page)
  await front(page).locator('.k-record-figures').getByRole('link', { name: '1', exact: true }).click()
  await expect(row(front(page), name)).toBeVisible()
})
