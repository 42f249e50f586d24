// What every list does: its filters. Screens §2.
import { openShop, saveProduct } from './support/catalog.ts'
import { ask, person } from './support/people.ts'
import { choose, expect, front, row, search, test } from './support/test.ts'

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
