// A line that breaks, and a server that does not answer as it should: nobody is thrown out, nothing typed is lost, and
// what happened is said in Chinese.

import type { Page, Route } from '@playwright/test'
import { left } from './support/env.ts'
import { enter } from './support/page.ts'
import { type Grants, person, unique } from './support/people.ts'
import { badLine } from './support/proxy.ts'
import { dialog, expect, front, refusal, row, search, test, told } from './support/test.ts'

const LOST = '网络连接失败，请检查网络后重试'
const UNREADABLE = '服务器没有正常回答，请稍后重试'
const BUSY = '系统繁忙，请稍后重试（3f2a）'
/** A person sees what became of a save within this time. */
const PROMPT = { timeout: 4000 }

const GRANTS: Grants = { 计量单位: ['新增'], SAP仓储分组: ['新增'], 组织会员帮助: ['保存'] }
const UNITS = '/storerepo/unit'

const FAILURES: [string, (route: Route) => Promise<void>, string][] = [
  ['the network is cut', (route) => route.abort('internetdisconnected'), LOST],
  ['the server is gone', (route) => route.abort('connectionrefused'), LOST],
  ['500', (route) => route.fulfill({ json: { code: 500, message: BUSY, data: null } }), BUSY],
  ['500 of a plain server', (route) => route.fulfill({ status: 500, body: '' }), UNREADABLE],
  ['no JSON', (route) => route.fulfill({ body: '{"code":200,"mess' }), UNREADABLE],
  ['no envelope', (route) => route.fulfill({ json: ['ok'] }), UNREADABLE],
  [
    'the page of a proxy',
    (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' }),
    UNREADABLE,
  ],
  [
    'not to be opened',
    (route) =>
      route.fulfill({ headers: { 'X-Encrypted': '1', 'content-type': 'text/plain' }, body: 'c2VhbGVk' }),
    UNREADABLE,
  ],
]

/** What says nothing of the session: only 401 does. */
const REFUSALS = ([403, 404, 409, 422, 429] as const).map((code): (typeof FAILURES)[number] => [
  String(code),
  (route) => route.fulfill({ json: { code, message: `暂不可用（${code}）`, data: null } }),
  `暂不可用（${code}）`,
])

/** Saves under every failure: told at once, asked once, and what was typed stands there still. */
async function saveFails(page: Page, path: string, press: () => Promise<void>, kept: () => Promise<void>) {
  for (const [name, fail, text] of FAILURES) {
    let asked = 0
    await page.route(path, (route) => {
      asked += 1
      return fail(route)
    })
    await test.step(name, async () => {
      await press()
      await expect(refusal(page, text)).toBeVisible(PROMPT)
      await kept()
    })
    expect(asked).toBe(1)
    await page.unroute(path)
    await refusal(page, text).getByRole('button', { name: '关闭' }).click()
    await expect(refusal(page, text)).toHaveCount(0)
  }
}

test('a save that fails is told in Chinese and keeps what was typed: in a dialog', async ({ browse }) => {
  test.slow()
  const page = await browse(await person('断线', GRANTS), UNITS)
  await front(page).getByRole('button', { name: /新增/ }).first().click()
  const box = dialog(page, /计量单位/)
  const [code, name] = [unique('x').slice(-8), unique('单')]
  await box.getByLabel('单位代码').fill(code)
  await box.getByLabel('单位名称').fill(name)
  const ok = box.getByRole('button', { name: /确定|保存/ })
  await saveFails(
    page,
    '**/api/**/unit/save',
    () => ok.click(),
    async () => {
      await expect(box.getByLabel('单位代码')).toHaveValue(code)
      await expect(box.getByLabel('单位名称')).toHaveValue(name)
      await expect(ok).toBeEnabled()
    },
  )
  // Without any network at all it is no other.
  await page.context().setOffline(true)
  await ok.click()
  await expect(refusal(page, LOST)).toBeVisible(PROMPT)
  await expect(box.getByLabel('单位名称')).toHaveValue(name)
  await page.context().setOffline(false)
  await ok.click()
  await expect(box).toHaveCount(0)
  await search(page, name)
  await expect(row(front(page), name)).toBeVisible()
})

test('a save that fails is told in Chinese and keeps what was typed: on a page', async ({ browse }) => {
  test.slow()
  const page = await browse(await person('断线', GRANTS), '/storerepo/sapWmsGroup/addWmsGroup')
  const form = front(page)
  const name = unique('分组')
  await form.getByLabel('分组代码').fill(unique('g').slice(-8))
  await form.getByLabel('分组名称').fill(name)
  await form.getByText('冷藏', { exact: true }).click()
  await saveFails(
    page,
    '**/api/**/sapWmsGroup/save',
    () => form.getByRole('button', { name: /保存|确定|提交/ }).click(),
    () => expect(form.getByLabel('分组名称')).toHaveValue(name),
  )
})

test('a save that fails is told in Chinese and keeps what was typed: what is no row of a list', async ({
  browse,
}) => {
  test.slow()
  const page = await browse(await person('断线', GRANTS), '/company/orgMemberHelp')
  const form = front(page)
  const title = unique('帮助')
  await form.getByLabel('标题').fill(title)
  await form.locator('[contenteditable="true"]').fill('会员说明')
  await saveFails(
    page,
    '**/api/**/help/save',
    () => form.getByRole('button', { name: '保存' }).click(),
    () => expect(form.getByLabel('标题')).toHaveValue(title),
  )
})

test('a login that fails is told in Chinese', async ({ browse }) => {
  const page = await browse(null, '/login')
  await page.getByLabel('用户名').fill('admin')
  await page.getByRole('textbox', { name: '密码' }).fill('x-1-not-it')
  for (const [name, fail, text] of FAILURES) {
    await page.route('**/api/admin/login', fail)
    await page
      .getByRole('button', { name: /登\s*录/ })
      .first()
      .click()
    await expect(page.locator('.login-notice'), name).toContainText(text, PROMPT)
    await expect(page.getByLabel('用户名')).toHaveValue('admin')
    await page.unroute('**/api/admin/login')
  }
})

test('an answer that is cut off is asked for again when it is a read, never when it is a change', async ({
  browse,
}) => {
  const cut = new Map<string, number>()
  const asked = new Map<string, number>()
  const line = await badLine(left('full'), (path) => {
    for (const part of ['getAdminInfoByToken', 'getMenus', 'getLoginPic', 'unit/list', 'unit/save'])
      if (path.includes(part)) {
        asked.set(part, (asked.get(part) ?? 0) + 1)
        cut.set(part, (cut.get(part) ?? 0) + 1)
        return part === 'unit/save' || (cut.get(part) ?? 0) <= 2
      }
    return false
  })
  try {
    const page = await browse(await person('断线', GRANTS), UNITS, { base: line.base })
    await expect(front(page).getByRole('button', { name: '查询' })).toBeVisible()
    await expect(front(page).getByText(/^共 [\d,+]+ 条/)).toBeVisible()
    // The first two are read anew when rights change anywhere, as other tests do meanwhile.
    for (const part of ['getAdminInfoByToken', 'getMenus', 'unit/list'])
      expect(asked.get(part), part).toBeGreaterThanOrEqual(3)
    await expect.poll(() => asked.get('getLoginPic')).toBe(3)
    await front(page).getByRole('button', { name: /新增/ }).first().click()
    const box = dialog(page, /计量单位/)
    const name = unique('单')
    await box.getByLabel('单位代码').fill(unique('y').slice(-8))
    await box.getByLabel('单位名称').fill(name)
    await box.getByRole('button', { name: /确定|保存/ }).click()
    await told(page, LOST)
    expect(asked.get('unit/save')).toBe(1)
    // It was done; the second try of the person is known as the same save.
    await expect(box.getByLabel('单位名称')).toHaveValue(name)
  } finally {
    await line.close()
  }
})

// The menu is read as the person is: three failures show that it takes the same way.
for (const [call, title, failures] of [
  ['getAdminInfoByToken', '当前用户', [...FAILURES, ...REFUSALS]],
  ['getMenus', '当前用户菜单', [...FAILURES.slice(1, 4), ...REFUSALS]],
] as const)
  test(`what cannot be read ends no session, and the page says what did not arrive: ${call}`, async ({
    browse,
  }) => {
    const page = await browse(null, '/login')
    await enter(page.context(), left('full'), await person('断线', GRANTS))
    for (const [name, fail, text] of failures) {
      await page.route(`**/api/admin/${call}*`, fail)
      await page.goto(UNITS)
      await expect(page.getByRole('heading', { name: '页面加载失败' }), name).toBeVisible()
      await expect(page.getByRole('alert')).toContainText(`没有取到“${title}”：${text}`)
      await page.unroute(`**/api/admin/${call}*`)
      const cookies = await page.context().cookies()
      expect(cookies.filter((cookie) => cookie.name === 'tsToken')).toHaveLength(1)
    }
    await page.getByRole('button', { name: '刷新' }).click()
    await expect(front(page).getByRole('button', { name: '查询' })).toBeVisible()
  })

test('code that does not arrive is named', async ({ browse }) => {
  const page = await browse(null, '/login')
  await enter(page.context(), left('full'), await person('断线', GRANTS))
  await page.route('**/assets/unit.master-*', (route) => route.abort())
  await page.goto(UNITS)
  await expect(page.getByRole('heading', { name: '页面加载失败' })).toBeVisible()
  await expect(page.getByText(/没有取到程序文件 unit\.master-[\w-]+\.js/)).toBeVisible()
})
