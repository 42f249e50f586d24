// Done without a mouse, by people with just the rights for it, and seen over a slow network. Screens §10.
import type { Locator, Page } from '@playwright/test'
import { signIn } from './support/api.ts'
import { openShop, saveProduct } from './support/catalog.ts'
import { left } from './support/env.ts'
import { ask, PASSWORD, person, phone, unique } from './support/people.ts'
import { dialog, expect, front, row, test, told } from './support/test.ts'
import { openWarehouse } from './support/warehouseRecords.ts'
import { goWithin } from './support/windows.ts'

/** No way over a page by Tab is longer. */
const MOST_TABS = 80

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = () =>
    target.evaluate((one) => one === document.activeElement || one.contains(document.activeElement))
  for (let pressed = 0; pressed < MOST_TABS; pressed++) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`not reached by ${MOST_TABS} times Tab: ${target}`)
}

async function type(page: Page, input: Locator, text: string): Promise<void> {
  await tabTo(page, input)
  await page.keyboard.type(text)
}

async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Chooses in a select the option of such words: by the arrows, or by typing them. */
async function pick(page: Page, input: Locator, words: string, typed = ''): Promise<void> {
  await tabTo(page, input)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type(typed)
  const options = page.locator('.ant-select-item-option').filter({ visible: true })
  const option = options.filter({ hasText: words })
  await expect(option).toHaveCount(1)
  if (typed !== '') await expect(options).toHaveCount(1)
  for (let pressed = 0; pressed < MOST_TABS; pressed++) {
    if ((await option.getAttribute('class'))?.includes('option-active')) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}

test('by keyboard alone: a role is made, a person with it, and a dialog gives the focus back', async ({
  browse,
}) => {
  const boss = await person('键权', { 角色管理: ['新增'], 管理员列表: ['新增'], 商品规格: ['新增'] })
  const page = await browse(boss, '/operation/roleManager/identityManager')
  await expect(front(page).getByLabel('关键字')).toBeVisible()
  const roleName = unique('键角')
  const add = front(page).getByRole('button', { name: /新增$/ })
  await enter(page, add)
  const form = dialog(page, '新增角色')
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(add).toBeFocused()
  await page.keyboard.press('n')
  await type(page, form.getByLabel('角色名称'), roleName)
  await type(page, form.getByLabel('角色标识'), unique('key'))
  await pick(page, form.getByLabel('数据范围'), '仅本人')
  await type(page, form.getByLabel('搜索菜单权限'), '商品规格')
  const node = form.locator('.ant-tree-treenode').filter({ hasText: '商品规格' })
  await expect(node.first()).toBeVisible()
  await tabTo(page, form.locator('.ant-tree'))
  // The focus is on the directory; the arrows go from node to node, Space ticks.
  const tree = form.getByRole('tree')
  const directory = (await tree.getAttribute('aria-activedescendant')) ?? ''
  await page.keyboard.press('ArrowDown')
  await expect(tree).not.toHaveAttribute('aria-activedescendant', directory)
  await page.keyboard.press('Space')
  await expect(
    node.first().locator('.ant-tree-checkbox-checked, .ant-tree-checkbox-indeterminate'),
  ).toBeVisible()
  await enter(page, form.getByRole('button', { name: '保存' }))
  await told(page, '创建成功')

  await page.goto('/operation/roleManager/adminList')
  await expect(front(page).getByLabel('关键字')).toBeVisible()
  await page.keyboard.press('n')
  const staff = dialog(page, '新增管理员')
  const account = unique('key')
  await type(page, staff.getByLabel('账号', { exact: true }), account)
  await type(page, staff.getByLabel('密码', { exact: true }), PASSWORD)
  await pick(page, staff.getByLabel('角色', { exact: true }), roleName, roleName)
  await page.keyboard.press('Escape')
  await type(page, staff.getByLabel('姓名'), '郑键')
  await type(page, staff.getByLabel('手机号'), phone())
  await enter(page, staff.getByRole('button', { name: '保存' }))
  await told(page, '创建成功')
  const { list } = await ask<{ list: { roleNames: string }[] }>(
    'GET',
    `/admin/system/admin/list?keywords=${account}`,
  )
  expect(list).toMatchObject([{ roleNames: roleName }])
})

test('by keyboard alone: a product is found, opened and approved', async ({ browse }) => {
  const { name } = await saveProduct(await openShop(), { submit: 1 })
  const judge = await person('键审', { 商品列表: ['审核'], 商品详情: [], 商品通用审核: [] })
  const page = await browse(judge, '/store/index?type=6')
  await expect(front(page).getByLabel('关键字')).toBeVisible()
  await page.keyboard.press('/')
  await expect(front(page).getByLabel('关键字')).toBeFocused()
  // As a person types: faster it is taken for a scanner.
  await page.keyboard.type(name, { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(row(front(page), name)).toHaveCount(1)
  await tabTo(page, row(front(page), name).getByRole('link', { name }))
  await page.keyboard.press('Enter')
  // The address alone does not say that the list has left, whose rows have the same button.
  await expect(front(page)).toHaveAttribute('data-place', /^\/store\/product\/info\//)
  await enter(page, front(page).getByRole('button', { name: '审核' }).first())
  await enter(page, front(page).getByRole('button', { name: '通过' }))
  await expect(front(page)).toContainText('审核通过')
})

test('by keyboard alone: a tree of hundreds of rows is gone through, though only those in view are drawn', async ({
  browse,
}) => {
  const page = await browse(await signIn(left('full')), '/operation/roleManager/promiseRules')
  await enter(page, front(page).getByRole('button', { name: '展开全部' }))
  const rows = front(page).locator('.ant-table-row')
  await expect(front(page).locator('.ant-table-tbody-virtual')).toBeVisible()
  const drawn = await rows.count()
  expect(drawn).toBeLessThan(60)
  await tabTo(page, rows.first())
  /** The row that has the focus, whether that stands in view, and whether none is drawn behind it. */
  const place = () =>
    page.evaluate(() => {
      const at = document.activeElement?.closest('.ant-table-row')
      const box = at?.closest('.ant-table-tbody-virtual-holder')?.getBoundingClientRect()
      const own = document.activeElement?.getBoundingClientRect()
      if (at == null || box === undefined || own === undefined) return null
      const seen = own.top >= box.top - 1 && own.bottom <= box.bottom + 1
      return { key: at.getAttribute('data-row-key'), seen, isLast: at.nextElementSibling === null }
    })
  const gone = new Set<string | null>()
  while (gone.size < drawn + 5) {
    await page.keyboard.press('Tab')
    // As a person presses: once the rows that follow are drawn.
    await expect
      .poll(place, { message: `after ${gone.size} rows` })
      .toMatchObject({ seen: true, isLast: false })
    gone.add((await place())?.key ?? null)
  }
})

test('by keyboard alone: a stock receipt is written, its goods are chosen, and it is handed in', async ({
  browse,
}) => {
  const { id: warehouseId, name: warehouse } = await openWarehouse()
  const { name: goods } = await saveProduct(await openShop(), { submit: 1 })
  const keeper = await person('键库', { 入库单: ['新增', '提交'], 商品列表: [] })
  const page = await browse(keeper, '/wms/addStockin')
  await pick(page, front(page).getByLabel('仓库', { exact: true }), warehouse, warehouse)
  await enter(page, front(page).getByRole('button', { name: '选择商品' }))
  const picker = dialog(page, '商品列表')
  await type(page, picker.getByLabel('关键字'), goods)
  await page.keyboard.press('Enter')
  await expect(picker).toContainText('共 1 条')
  await tabTo(page, row(picker, goods).getByRole('checkbox'))
  await page.keyboard.press('Space')
  await expect(row(picker, goods).getByRole('checkbox')).toBeChecked()
  await enter(page, picker.getByRole('button', { name: '确定' }))
  await expect(picker).toHaveCount(0)
  await type(page, row(front(page), goods).getByRole('spinbutton', { name: '实收数量' }), '24')
  await enter(page, front(page).getByRole('button', { name: '提交' }).first())
  await told(page, '已提交')
  const { list } = await ask<{ list: { totalQty: number; auditStatus: number; createBy: number }[] }>(
    'GET',
    `/admin/wms/stockin/list?warehouseId=${warehouseId}`,
  )
  expect(list).toMatchObject([{ totalQty: 24, auditStatus: 0, createBy: keeper.id }])
})

/** What a page moved while it was loading: the sum of what the browser tells. */
const moved = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(window, 'moved') ?? 0)

test('with 400 ms to the server nothing jumps while a page loads, and something tells that it does', async ({
  browse,
}) => {
  const { id, name } = await saveProduct(await openShop())
  const reader = await person('慢网', { 商品列表: ['添加商品', '编辑'], 商品详情: [], 添加商品: [] })
  const page = await browse(reader, '/dashboard')
  await expect(page.locator('.ts-home h1')).toBeVisible()
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 400)
    })
    await route.continue().catch(() => undefined)
  })
  await page.evaluate(() => {
    Reflect.set(window, 'moved', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // What follows a press is meant to move.
        const { value, hadRecentInput } = Object.assign({ value: 0, hadRecentInput: false }, entry.toJSON())
        if (!hadRecentInput) Reflect.set(window, 'moved', Reflect.get(window, 'moved') + value)
      }
    }).observe({ type: 'layout-shift', buffered: false })
  })
  for (const [to, shows] of [
    ['/store/index?type=2', '添加商品'],
    [`/store/product/info/${id}`, name],
    ['/store/creatStore', '商品名称'],
  ] as const) {
    await goWithin(page, to)
    await expect(
      front(page).locator('.ant-skeleton, .ant-spin, [aria-busy="true"]').filter({ visible: true }).first(),
    ).toBeVisible()
    await expect(front(page).getByText(shows).first()).toBeVisible()
    await expect(front(page).locator('.ant-skeleton-active').filter({ visible: true })).toHaveCount(0)
  }
  // Browsers call up to 0.1 good.
  expect(await moved(page)).toBeLessThan(0.1)
})
