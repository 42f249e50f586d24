// The house around the pages: sizes of windows, tabs that keep what was begun, search, settings.
import type { Page } from '@playwright/test'
import { openShop, saveProduct } from './support/catalog.ts'
import { left } from './support/env.ts'
import { ask, grant, person } from './support/people.ts'
import { agree, expect, front, openMenu, openTab, search, test } from './support/test.ts'

const GRANTS = { 商品规格: [], 系统日志: [], 我的下载: [], 品牌管理: ['新增'], 品牌资料: [] }

/** Chooses an entry of the menu of a tab. */
async function fromMenu(page: Page, title: string, entry: string): Promise<void> {
  await openTab(page, title).click({ button: 'right' })
  const item = page.getByRole('menuitem', { name: entry, exact: true }).filter({ visible: true })
  await expect(item).toBeInViewport({ ratio: 1 })
  // Not with the mouse: it would scroll to a menu that is still looking for its place, and a scroll closes it.
  await item.dispatchEvent('click')
  await expect(item).toHaveCount(0)
}

test('P16-35: below 992 pixels the menu lies above the page and closes with each choice', async ({
  browse,
}) => {
  const page = await browse(await person('江宽', GRANTS), '/', { viewport: { width: 992, height: 800 } })
  const menu = page.getByRole('navigation', { name: '主菜单' })
  const tabs = page.getByRole('tablist', { name: '已打开的页面' })
  await expect(menu).toBeVisible()
  await expect(tabs).toBeVisible()
  for (const width of [991, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(menu).toBeHidden()
    await expect(tabs).toBeHidden()
    await page.getByRole('button', { name: '展开菜单' }).click()
    await expect(menu).toBeVisible()
    await openMenu(page, '商品中心', '商品规格')
    await expect(front(page).getByRole('button', { name: '列设置' })).toBeVisible()
    await expect(menu).toBeHidden()
    await expect(page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')).toHaveText([
      '商品规格',
    ])
    await page.getByRole('button', { name: '展开菜单' }).click()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  }
  await page.setViewportSize({ width: 992, height: 800 })
  await expect(menu).toBeVisible()
  await expect(openTab(page, '商品规格')).toHaveAttribute('aria-selected', 'true')
})

test('P16-35: a closed tab gives way to the last one, all closed to the home page', async ({ browse }) => {
  const page = await browse(await person('江宽', GRANTS), '/')
  await openMenu(page, '商品中心', '商品规格')
  await openMenu(page, '文件管理', '我的下载')
  await openMenu(page, '系统监控', '系统日志')
  await openTab(page, '我的下载').click()
  await expect(openTab(page, '我的下载')).toHaveAttribute('aria-selected', 'true')
  await openTab(page, '我的下载').press('Delete')
  await expect(openTab(page, '我的下载')).toHaveCount(0)
  await expect(openTab(page, '系统日志')).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/\/systemLog/)

  await openMenu(page, '文件管理', '我的下载')
  await fromMenu(page, '系统日志', '关闭其他')
  await expect(page.getByRole('tablist', { name: '已打开的页面' }).getByRole('tab')).toHaveText([
    '首页',
    '系统日志',
  ])
  await fromMenu(page, '系统日志', '关闭所有')
  await expect(page).toHaveURL(/\/dashboard$/)
  await openTab(page, '首页').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: '关闭', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('P §4.3: tabs keep what was begun, and ask before it is lost', async ({ browse }) => {
  const page = await browse(await person('江宽', GRANTS), '/storerepo/brand/addBrand')
  const name = front(page).getByLabel('品牌名称')
  await name.fill('半个名字')
  await openMenu(page, '商品中心', '商品规格')
  await search(page, '没有这个')
  await expect(front(page).getByText('没有符合条件的')).toBeVisible()
  const draft = openTab(page, '新增品牌')
  await draft.click()
  await expect(name).toHaveValue('半个名字')
  await openTab(page, '商品规格').click()
  await expect(page).toHaveURL(/keywords=/)
  await expect(front(page).getByLabel('关键字')).toHaveValue('没有这个')

  // Closing asks; who says no keeps the form.
  const question = page.getByRole('dialog', { name: '系统提示' })
  await draft.press('Delete')
  await expect(question).toContainText('新增品牌有未保存的修改，确定关闭吗？')
  await question.getByRole('button', { name: '取消' }).click()
  await draft.click()
  await expect(name).toHaveValue('半个名字')
  await draft.press('Delete')
  await agree(page, '有未保存的修改，确定关闭吗？')
  await expect(draft).toHaveCount(0)

  // 刷新 begins a page anew, at its address.
  await openTab(page, '商品规格').click()
  await front(page).getByLabel('关键字').fill('只是输入')
  await fromMenu(page, '商品规格', '刷新')
  await expect(front(page).getByLabel('关键字')).toHaveValue('没有这个')
})

test('P §4.3: a reload of the browser brings the tabs back', async ({ browse }) => {
  const one = await person('江宽', GRANTS)
  const page = await browse(one, '/')
  await openMenu(page, '商品中心', '商品规格')
  await search(page, '夏装')
  await openMenu(page, '文件管理', '我的下载')
  await openMenu(page, '系统监控', '系统日志')
  await openTab(page, '我的下载').click()
  await grant(one, { 商品规格: [], 我的下载: [] })
  await page.reload()
  const tabs = page.getByRole('tablist', { name: '已打开的页面' }).getByRole('tab')
  // 系统日志 may not be opened any more.
  await expect(tabs).toHaveText(['首页', '商品规格', '我的下载'])
  await expect(openTab(page, '我的下载')).toHaveAttribute('aria-selected', 'true')
  await openTab(page, '商品规格').click()
  await expect(front(page).getByLabel('关键字')).toHaveValue('夏装')
})

test('Ctrl+K finds a record by its number and opens its page', async ({ browse }) => {
  const page = await browse(await person('江宽', { 商品列表: [] }), '/')
  await expect(page.getByRole('heading', { name: /江宽/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: '搜索', exact: true })
  await box.fill('p00000003')
  const found = page.getByRole('grid', { name: '搜索结果' }).locator('[aria-selected]')
  await expect(found.filter({ hasText: 'P00000003' })).toHaveAttribute('aria-selected', 'true')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/store\/product\/info\/\d+$/)
  await expect(front(page).getByText('P00000003').first()).toBeVisible()
})

test('Ctrl+K offers what the person may begin, and the records they opened last', async ({ browse }) => {
  const one = await person('叶新', {
    品牌管理: ['新增'],
    品牌资料: [],
    商品列表: [],
    编辑商品: [],
  })
  const page = await browse(one, '/dashboard')
  await expect(page.getByRole('heading', { name: /叶新/ })).toBeVisible()
  const box = page.getByRole('combobox', { name: '搜索', exact: true })
  const found = page.getByRole('grid', { name: '搜索结果' }).locator('[aria-selected]')
  await page.keyboard.press('Control+k')
  await box.fill('>新增')
  // Products may be edited, but no new ones saved.
  await expect(found).toHaveText([/新增品牌/])
  await box.press('Enter')
  await expect(page).toHaveURL(/\/storerepo\/brand\/addBrand$/)

  await page.keyboard.press('Control+k')
  await box.fill('#p00000003')
  await found.filter({ hasText: 'P00000003' }).click()
  await expect(page).toHaveURL(/\/store\/product\/info\/\d+$/)
  await expect(front(page).getByText('P00000003').first()).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /叶新/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(found.first()).toContainText('P00000003')
})

test('P §4.4: Ctrl+K finds a page by a part of its name', async ({ browse }) => {
  const page = await browse(await person('江宽', GRANTS), '/')
  await expect(page.getByRole('heading', { name: /江宽/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: '搜索', exact: true })
  await expect(box).toBeFocused()
  await box.fill('权限')
  await expect(page.getByText('没有找到“权限”')).toBeVisible()
  await box.fill('规格')
  const found = page.getByRole('grid', { name: '搜索结果' }).locator('[aria-selected]')
  await expect(found).toHaveCount(1)
  await expect(found.filter({ hasText: '商品规格' })).toHaveAttribute('aria-selected', 'true')
  await box.fill('spgg')
  await expect(found.first()).toContainText('商品规格')
  // Pinned, it stands there before anything is typed.
  await found
    .first()
    .getByRole('button', { name: /^常用菜单/ })
    .click()
  await box.fill('')
  await expect(found).toHaveText(/商品规格/)
  await box.press('Enter')
  await expect(page).toHaveURL(/\/store\/attr$/)
  await expect(box).toHaveCount(0)
})

test('open pages that find no room stand in a menu', async ({ browse }) => {
  const lists = { 计量单位: [], SAP仓储分组: [], 组织会员帮助: [], 商品列表: [], 上架申请: [] }
  const page = await browse(await person('江宽', { ...GRANTS, ...lists }), '/store/attr')
  const all = page.getByRole('button', { name: /^全部\d+个已打开的页面$/ })
  await expect(front(page)).toBeVisible()
  await expect(all).toHaveCount(0)
  for (const path of [
    '/file/downloadFile',
    '/storerepo/brand',
    '/maintain/user',
    '/storerepo/unit',
    '/storerepo/sapWmsGroup',
    '/company/orgMemberHelp',
    '/store/index',
    '/store/applyForShow',
  ]) {
    await page.goto(path)
    await expect(front(page)).toBeVisible()
  }
  await page.setViewportSize({ width: 1000, height: 800 })
  await all.click()
  await page
    .locator('.ant-dropdown')
    .filter({ visible: true })
    .getByRole('menuitem', { name: '商品规格' })
    .click()
  await expect(page).toHaveURL(/\/store\/attr$/)
})

test('P §4.5: settings count at once and stay when they are saved', async ({ browse }) => {
  const page = await browse(await person('江宽', GRANTS), '/')
  const tabs = page.getByRole('tablist', { name: '已打开的页面' })
  const side = page.getByRole('complementary')
  const open = async () => {
    await page.getByRole('button', { name: '江宽，个人菜单' }).click()
    await page.getByRole('menuitem', { name: '布局设置' }).click()
  }
  await expect(tabs).toBeVisible()
  await open()
  await page.getByRole('switch', { name: '标签栏' }).click()
  await expect(tabs).toBeHidden()
  await page.getByText('浅色').click()
  await expect(side).toHaveClass(/ts-side-light/)
  await page.getByRole('button', { name: '保存设置' }).click()
  await page.reload()
  await expect(side).toHaveClass(/ts-side-light/)
  await expect(tabs).toBeHidden()
  await open()
  await page.getByRole('button', { name: '恢复默认' }).click()
  await expect(tabs).toBeVisible()
  await expect(side).toHaveClass(/ts-side-dark/)
})

test('P §7.2: a watermark says who looks, and is in nobody’s way', async ({ browse }) => {
  const one = await person('水印', GRANTS)
  const set = (value: string) => ask('POST', '/admin/system/config/saveuniq', { key: 'watermark', value })
  await set('1')
  const page = await browse(one, '/maintain/user')
  const mark = page.locator('.ts-watermark')
  await expect(mark).toHaveCount(1)
  expect(decodeURIComponent((await mark.getAttribute('style')) ?? '')).toContain(`水印 ${one.account}`)
  await front(page).getByRole('tab', { name: '登录设备' }).click()
  await expect(front(page).getByText('本机')).toBeVisible()
  await set('0')
  await page.reload()
  await expect(front(page).getByText('本机')).toBeVisible()
  await expect(mark).toHaveCount(0)
})

test('P §4.6: who comes back to a window that stood for a while hears of a new version', async ({
  browse,
}) => {
  const page = await browse(await person('新版', GRANTS), '/dashboard', { clock: true })
  await expect(page.getByRole('heading', { name: /新版/ })).toBeVisible()
  const told = page.getByRole('button', { name: '系统已更新，点击刷新' })
  const comeBack = async (minutes: number) => {
    await page.clock.setFixedTime(Date.now() + minutes * 60_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  }
  // What is asked at another time than the server's is refused; it is not what is looked at here.
  await page.waitForLoadState('networkidle')
  await page.route('**/api/**', () => undefined)
  let asked = 0
  await page.route('**/', async (route) => {
    asked += 1
    const html = '<script type="module" crossorigin src="/assets/another.js"></script>'
    await route.fulfill({ contentType: 'text/html', body: html })
  })
  await comeBack(5)
  expect(asked).toBe(0)
  await comeBack(11)
  await expect(told).toBeVisible()
  expect(asked).toBe(1)
})

test('P §4.1: what waits behind a page stands beside it in the menu of who may do it', async ({ browse }) => {
  await saveProduct(await openShop(), { submit: 1 })
  const names = async (buttons: string[]) => {
    const page = await browse(await person('江宽', { 商品库商品: buttons }), '/storerepo/product')
    // The figures are there: the tabs above the list show the same ones.
    await expect(front(page).getByText(/^待审核 \([1-9]/)).toBeVisible()
    return page.getByRole('navigation', { name: '主菜单' }).getByRole('status', { name: /^\d+个商品待审核$/ })
  }
  await expect(await names(['审核'])).toBeVisible()
  await expect(await names([])).toHaveCount(0)
})

test('of two pages whose code is still on its way the one that was chosen last is shown, and the other opens later', async ({
  browse,
}) => {
  const page = await browse(await person('江疾', GRANTS), '/', { fresh: true })
  await expect(front(page)).toHaveAttribute('aria-label', '首页')
  const held: (() => void)[] = []
  let holds = true
  await page.route('**/assets/*.js', async (route) => {
    if (holds) await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  const menu = page.getByRole('navigation', { name: '主菜单' })
  for (const directory of ['商品中心', '系统监控'])
    await menu.getByRole('menuitem', { name: directory }).click()
  for (const title of ['商品规格', '系统日志'])
    await menu.getByRole('link', { name: title, exact: true }).click()
  await expect.poll(() => held.length).toBeGreaterThan(1)
  holds = false
  // The code of the page asked for first comes last.
  for (const arrive of held.reverse()) arrive()
  await expect(front(page)).toHaveAttribute('aria-label', '系统日志')
  await expect(front(page).getByRole('button', { name: '刷新' })).toBeVisible()
  await openMenu(page, '商品规格')
  await expect(front(page).getByRole('button', { name: '刷新' })).toBeVisible()
})

test('going from one page to another draws nothing of the pages in the other tabs', async ({ browse }) => {
  const page = await browse(
    await person('江静', { 商品库商品: [], 商品规格: [], 系统日志: [] }),
    '/storerepo/product',
  )
  await expect(front(page).getByText(/^共 /)).toBeVisible()
  for (const [directory, title] of [
    ['商品中心', '商品规格'],
    ['系统监控', '系统日志'],
  ] as const) {
    await openMenu(page, directory, title)
    await expect(front(page).getByRole('button', { name: '刷新' })).toBeVisible()
  }
  await page.coverage.startJSCoverage({ resetOnNavigation: false })
  await openTab(page, '商品规格').click()
  await expect(front(page)).toHaveAttribute('aria-label', '商品规格')
  const ran = (await page.coverage.stopJSCoverage()).map(({ url }) => url.split('/').at(-1))
  expect(ran).toContainEqual(expect.stringMatching(/^pages-/))
  expect(ran).not.toContainEqual(expect.stringMatching(/^RepoList-/))
})

test('architecture §9: what the login page and the product list load first stays within its budget', async ({
  browse,
}) => {
  const scripts = async (page: Page, path: string): Promise<{ files: number; kilobytes: number }> => {
    // As over plain http; over https browsers are given less.
    await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
    const loaded: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        loaded.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto(`${left('full')}${path}`)
    await page.waitForLoadState('networkidle')
    const sizes = await Promise.all(loaded)
    return { files: sizes.length, kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1024 }
  }
  const login = await scripts(await browse(null, null, { fresh: true }), '/login')
  expect(login.kilobytes).toBeLessThan(150)
  const page = await browse(await person('江轻', { 商品列表: [] }), null, { fresh: true })
  const products = await scripts(page, '/store/index')
  expect(products.kilobytes).toBeLessThan(400)
  await expect(front(page).getByRole('button', { name: '刷新' })).toBeVisible()
  // Each file is asked for by itself. Decision 0233.
  expect(products.files).toBeLessThan(15)
  const keeper = await browse(await person('江收', { 入库单: [] }), null, { fresh: true })
  expect((await scripts(keeper, '/wms/stockin')).files).toBeLessThan(50)
  await expect(front(keeper).getByRole('button', { name: '刷新' })).toBeVisible()
})

test('what comes with a session is asked for at once: code by the head of the page, the menu and the page beside the person', async ({
  browse,
}) => {
  const page = await browse(await person('江捷', { 商品库商品: [] }), null, { fresh: true })
  const head = async (cookie: string) =>
    (await fetch(`${left('full')}/storerepo/product`, { headers: { cookie } })).text()
  expect(await head('tsToken=any')).toMatch(/<link rel="modulepreload" crossorigin href="\/assets\/webRooms-/)
  expect(await head('')).not.toContain('/assets/webRooms-')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let answer = (): void => undefined
  await page.route('**/api/admin/getAdminInfoByToken*', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  await page.goto(`${left('full')}/storerepo/product`)
  await expect.poll(() => asked).toContainEqual('/api/admin/getMenus')
  await expect.poll(() => asked).toContainEqual(expect.stringMatching(/\/RepoList-/))
  answer()
  await expect(front(page).getByText(/^共 /)).toBeVisible()
})
