// What every list does: its filters, and what can be done with one row and with many. Screens §2.
import type { Locator } from '@playwright/test'
import { openShop, saveProduct } from './support/catalog.ts'
import { ask, person } from './support/people.ts'
import { agree, choose, dialog, expect, front, row, search, test, told } from './support/test.ts'

test('filters: three stand in the line, the others behind 更多筛选; what is set can be taken off by its chip', async ({
  browse,
}) => {
  const { id, name } = await saveProduct(await openShop())
  await ask('POST', '/admin/store/product/update', { id, productKind: 1 })
  const page = await browse(await person('筛选', { 商品列表: [] }), '/store/index?type=2')
  const chips = front(page).getByRole('list', { name: '已选条件' })
  await search(page, name)
  await expect(row(front(page), name)).toBeVisible()
  // Words stand in their own input, and are no chip.
  await expect(chips).toHaveCount(0)
  await expect(front(page).getByLabel('最低价')).toHaveCount(0)
  await front(page).getByRole('button', { name: '更多筛选' }).click()
  await front(page).getByLabel('最低价').fill('12')
  await choose(page, front(page).getByLabel('商品类型'), '虚拟')
  await choose(page, front(page).getByLabel('新增时间'), '最近7天')
  await front(page).getByRole('button', { name: '查询' }).click()
  await expect(chips.getByRole('listitem')).toHaveText([
    '商品类型：虚拟移除商品类型',
    '最低价：12移除最低价',
    '新增时间：最近7天移除新增时间',
    '清除筛选',
  ])
  await expect(page).toHaveURL(/productKind=1/)
  await expect(row(front(page), name)).toBeVisible()

  await chips.getByRole('button', { name: '移除商品类型' }).click()
  await expect(page).not.toHaveURL(/productKind/)
  await expect(page).toHaveURL(/priceMin=12/)
  await chips.getByRole('button', { name: '清除筛选' }).click()
  await expect(chips).toHaveCount(0)
  await expect(front(page).getByLabel('关键字')).toHaveValue('')
  // The tab is a place, not a filter.
  await expect(page).toHaveURL(/\/store\/index\?type=2$/)
})

test('filters on a phone: the words stay in view, the others in a drawer', async ({ browse }) => {
  const { name } = await saveProduct(await openShop())
  const page = await browse(await person('手机', { 商品列表: [] }), '/store/index?type=2', {
    viewport: { width: 360, height: 780 },
  })
  await search(page, name)
  await front(page).getByRole('button', { name: '筛选' }).click()
  const drawer = page.getByRole('dialog', { name: '筛选' })
  await choose(page, drawer.getByLabel('商品类型'), '普通')
  await drawer.getByRole('button', { name: '查询' }).click()
  await expect(front(page).getByRole('listitem').filter({ hasText: '商品类型：普通' })).toBeVisible()
  await expect(front(page).getByRole('button', { name: '筛选（1）' })).toBeVisible()
  await expect(front(page).locator('.k-card').filter({ hasText: name })).toBeVisible()
})

test('an act that the state of a row does not allow stands behind 更多 with its reason, on its page too', async ({
  browse,
}) => {
  const { id, name } = await saveProduct(await openShop(), { submit: 1 })
  const clerk = await person('录入', { 商品列表: ['编辑'], 商品详情: [] })
  const page = await browse(clerk, '/store/index?type=6')
  await search(page, name)
  const line = row(front(page), name)
  const closed = page.getByRole('menuitem', { name: /^编辑(?!库存)/ })
  const looksClosed = async (place: Locator) => {
    await place.getByRole('button', { name: '更多', exact: true }).click()
    await expect(closed).toContainText('待审核，不能编辑')
    await expect(closed).toHaveAttribute('aria-disabled', 'true')
    // Without permission it is not there at all.
    await expect(page.getByRole('menuitem', { name: /回收站/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
  await expect(line).toBeVisible()
  await expect(line.getByRole('button', { name: '编辑' })).toHaveCount(0)
  await looksClosed(line)
  await page.goto(`/store/product/info/${id}`)
  await looksClosed(front(page))
})

test('an act over several rows says how many, does what it can, and tells of each other row why not', async ({
  browse,
}) => {
  const shop = await openShop()
  const waiting = await saveProduct(shop, { submit: 1 })
  const draft = await saveProduct(shop)
  const page = await browse(
    await person('批量', { 商品库商品: ['提交'] }),
    `/storerepo/product?cateId=${shop.cateId}`,
  )
  for (const { name } of [waiting, draft]) await row(front(page), name).getByRole('checkbox').check()
  await expect(front(page).getByRole('status').filter({ hasText: '已选 2 条' })).toBeVisible()
  await front(page).getByRole('button', { name: '批量提交' }).click()
  await agree(page, '确定提交选中的1个商品吗？')
  const result = dialog(page, '提交：成功1条，失败1条')
  await expect(row(result, waiting.name)).toContainText('待审核，不能提交')
  await result.getByRole('button', { name: '知道了' }).click()
  await expect(row(front(page), draft.name)).toContainText('待审核')
  await expect(front(page).getByText(/^已选/)).toHaveCount(0)
})

test('an act over several rows tells how far it is; cancelled, it ends after the row it is at and names the others', async ({
  browse,
}) => {
  const shop = await openShop()
  const drafts = [await saveProduct(shop), await saveProduct(shop), await saveProduct(shop)]
  const page = await browse(
    await person('批量取消', { 商品库商品: ['提交'] }),
    `/storerepo/product?cateId=${shop.cateId}`,
  )
  for (const { name } of drafts) await row(front(page), name).getByRole('checkbox').check()
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/product/submit**', async (route) => {
    await held
    await route.continue()
  })
  await front(page).getByRole('button', { name: '批量提交' }).click()
  await agree(page, '确定提交选中的3个商品吗？')
  await expect(page.getByText('正在提交，已处理0条，共3条')).toBeVisible()
  await page.getByRole('button', { name: '取消', exact: true }).click()
  goOn()
  const result = dialog(page, '提交：成功1条，失败2条')
  await expect(result.getByText('已取消，未处理')).toHaveCount(2)
  await result.getByRole('button', { name: '知道了' }).click()
  const waiting = front(page)
    .getByRole('row')
    .filter({ has: page.getByText('待审核', { exact: true }) })
  await expect(waiting).toHaveCount(1)
})

test('a view keeps filters and columns under a name, and the list of its person begins with it', async ({
  browse,
}) => {
  const one = await person('视图', { 商品列表: [] })
  const page = await browse(one, '/store/index')
  const views = front(page).getByRole('button', { name: /视图$|虚拟商品$/ })
  await front(page).getByRole('button', { name: '更多筛选' }).click()
  await choose(page, front(page).getByLabel('商品类型'), '虚拟')
  await front(page).getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(/productKind=1/)
  await views.click()
  await page.getByRole('button', { name: '保存当前视图' }).click()
  const form = dialog(page, '保存视图')
  await form.getByLabel('视图名称').fill('虚拟商品')
  await form.getByRole('switch', { name: '默认' }).click()
  // Who may not edit products shares nothing.
  await expect(form.getByRole('switch', { name: '共享' })).toHaveCount(0)
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '已保存视图')
  await expect(views).toHaveText(/虚拟商品/)

  await page.goto('/store/index')
  await expect(page).toHaveURL(/productKind=1/)
  await expect(front(page).getByRole('listitem').filter({ hasText: '商品类型：虚拟' })).toBeVisible()
  await views.click()
  await page.getByRole('button', { name: '恢复默认' }).click()
  await expect(page).not.toHaveURL(/productKind/)
  await expect(views).toHaveText(/视图/)
})

test('keys go from row to row, choose, open and explain themselves; typing into an input is typing', async ({
  browse,
}) => {
  const shop = await openShop()
  const [first, second] = [await saveProduct(shop), await saveProduct(shop)]
  const keeper = await person('键盘', { 商品列表: ['编辑'], 商品详情: [] })
  const page = await browse(keeper, `/store/index?type=2&cateId=${shop.cateId}`)
  const line = (name: string) => row(front(page), name)
  await expect(line(first.name)).toBeVisible()
  await page.keyboard.press('j')
  await expect(line(second.name)).toBeFocused()
  await page.keyboard.press('j')
  await expect(line(first.name)).toBeFocused()
  await page.keyboard.press('k')
  await expect(line(second.name)).toBeFocused()
  await page.keyboard.press('x')
  await expect(line(second.name).getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('?')
  await expect(dialog(page, '快捷键')).toContainText('下一行')
  await page.keyboard.press('Escape')
  await expect(dialog(page, '快捷键')).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(front(page).getByLabel('关键字')).toBeFocused()
  await page.keyboard.type('jx?')
  await expect(front(page).getByLabel('关键字')).toHaveValue('jx?')
  await front(page).getByLabel('关键字').blur()
  await page.keyboard.press('j')
  await expect(line(second.name)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/store/product/info/${second.id}$`))
})

test('a scanned code searches the list and opens the only record it finds', async ({ browse }) => {
  const { id, name } = await saveProduct(await openShop())
  const { productCode } = await ask<{ productCode: string }>('GET', `/admin/store/product/info/${id}`)
  const page = await browse(await person('扫码', { 商品列表: [], 商品详情: [] }), '/store/index?type=2')
  await expect(front(page).getByText(/^共 /)).toBeVisible()
  // As a scanner does: all keys at once.
  await page.evaluate((code) => {
    for (const key of [...code, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, productCode)
  await expect(page).toHaveURL(new RegExp(`/store/product/info/${id}$`))
  await expect(front(page)).toContainText(name)
})

test('at 360 px a card shows states and two facts; the others stand behind 展开', async ({ browse }) => {
  const { name } = await saveProduct(await openShop())
  const page = await browse(
    await person('卡片', { 商品列表: ['新增', '导入', '导出'] }),
    '/store/index?type=2',
    {
      viewport: { width: 360, height: 780 },
    },
  )
  await search(page, name)
  // What can be done above a list takes one line, and leaves the screen to the rows.
  await expect(front(page).getByRole('button', { name: '更多' }).first()).toBeVisible()
  expect((await front(page).locator('.k-list-bar').boundingBox())?.height).toBeLessThan(44)
  const card = front(page).locator('.k-card').filter({ hasText: name })
  await expect(card.getByText('审核状态')).toBeVisible()
  await expect(card.getByText('商品售价')).toBeVisible()
  await expect(card.getByText('渠道')).toBeHidden()
  await card.getByText('展开').click()
  await expect(card.getByText('渠道')).toBeVisible()
})

test('nothing below moves when the tabs above a list come later than its buttons', async ({ browse }) => {
  const page = await browse(await person('页签', { 商品列表: [] }), null)
  let letTabs = () => {}
  const held = new Promise<void>((resolve) => {
    letTabs = resolve
  })
  await page.route('**/tabs/headers*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/store/index')
  const bar = front(page).locator('.k-list-bar')
  await expect(front(page).getByRole('row').nth(1)).toBeVisible()
  const before = await bar.boundingBox()
  letTabs()
  await expect(front(page).getByRole('tab').first()).toBeVisible()
  expect(await bar.boundingBox()).toEqual(before)
})
