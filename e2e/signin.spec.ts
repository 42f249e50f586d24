// Who may come in, and how one leaves: the guard, the login page, expired passwords, sessions that end elsewhere.
import type { Page } from '@playwright/test'
import { query } from './support/database.ts'
import { person, unique } from './support/people.ts'
import { agree, expect, front, openMenu, search, test, told } from './support/test.ts'

const STRANGER = { 我的下载: [] }

async function signIn(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel('用户名').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
}

function pathOf(page: Page): string {
  const { pathname, search: query } = new URL(page.url())
  return pathname + query
}

test('P16-10: a page asked for without a session opens after the login', async ({ browse }) => {
  const one = await person('许来', STRANGER)
  const page = await browse(null, '/file/downloadFile?status=1')
  await expect(page).toHaveURL(/\/login/)
  expect(pathOf(page)).toBe('/login?redirect=%2Ffile%2FdownloadFile%3Fstatus%3D1')
  await signIn(page, one.account, one.password)
  await expect(front(page).getByRole('tab', { name: /^处理中/ })).toHaveAttribute('aria-selected', 'true')
  expect(pathOf(page)).toBe('/file/downloadFile?status=1')
  // Somebody signed in has no business at the login page.
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
})

for (const redirect of ['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)'])
  test(`P16-10: the login does not lead to ${redirect}`, async ({ browse }) => {
    const one = await person('许来', STRANGER)
    const page = await browse(null, `/login?redirect=${encodeURIComponent(redirect)}`)
    await signIn(page, one.account, one.password)
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/dashboard$/)
  })

test('P16-1: the login page says what is missing and how many tries are left', async ({ browse }) => {
  const one = await person('安静', STRANGER)
  const page = await browse(null, '/login')
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByText('请输入用户名')).toBeVisible()
  await expect(page.getByText('请输入密码')).toBeVisible()
  await expect(page.getByLabel('用户名')).toBeFocused()
  const notice = page.getByRole('alert')
  await signIn(page, one.account, 'Wrong-1-word')
  await expect(notice).toHaveText('账号或密码错误，还可尝试4次')
  await signIn(page, one.account, 'Wrong-2-word')
  await expect(notice).toHaveText('账号或密码错误，还可尝试3次')
  // Nobody learns from the texts which accounts there are.
  await signIn(page, unique('nobody'), 'Wrong-1-word')
  await expect(notice).toHaveText('账号或密码错误，还可尝试4次')
  await page.getByRole('button', { name: '显示密码' }).click()
  await expect(page.getByLabel('密码', { exact: true })).toHaveAttribute('type', 'text')
  await signIn(page, one.account, one.password)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('P16-4: an expired password leads to its change, and only there', async ({ browse }) => {
  const one = await person('沈期', STRANGER)
  const { password } = one
  await query(`update "admin" set "pwdUpdateTime" = now() - interval '90 days' where "id" = $1`, [one.id])
  // What is known of a person is read again with the version of rights.
  await query('update "permVersion" set "version" = "version" + 1')
  const page = await browse(null, '/login')
  await signIn(page, one.account, password)
  await expect(front(page).getByText('密码已过期，修改后才能继续使用')).toBeVisible()
  await expect(page).toHaveURL(/\/maintain\/user/)
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await menu.getByRole('menuitem', { name: '文件管理' }).click()
  await menu.getByRole('link', { name: '我的下载' }).click()
  await told(page, '密码已过期，请进行修改密码')
  await expect(page).toHaveURL(/\/maintain\/user/)

  await page.goto('/maintain/user?tab=password')
  await front(page).getByLabel('原密码').fill(password)
  await front(page).getByLabel('新密码').fill(`${one.account}-Bird-1`)
  await front(page).getByLabel('确认密码').fill(`${one.account}-Bird-1`)
  await front(page).getByRole('button', { name: '提交' }).click()
  await expect(front(page).getByText('密码不能包含账号或手机号')).toBeVisible()
  await front(page).getByLabel('新密码').fill('Other-5-birds')
  await front(page).getByLabel('确认密码').fill('Other-6-birds')
  await front(page).getByRole('button', { name: '提交' }).click()
  await expect(front(page).getByText('两次输入密码不一致')).toBeVisible()
  await front(page).getByLabel('确认密码').fill('Other-5-birds')
  await front(page).getByRole('button', { name: '提交' }).click()
  await expect(front(page).getByText('密码已过期，修改后才能继续使用')).toHaveCount(0)
  await openMenu(page, '文件管理', '我的下载')
  await expect(front(page).getByText('还没有可下载的文件')).toBeVisible()
})

test('P16-7: a window that another one signs out says why and comes back to its page', async ({ browse }) => {
  const one = await person('陶远', STRANGER)
  const first = await browse(null, '/login?redirect=/file/downloadFile')
  await signIn(first, one.account, one.password)
  await expect(front(first).getByLabel('关键字')).toBeVisible()

  const second = await browse(one, '/maintain/user?tab=devices')
  await front(second).getByRole('button', { name: '下线其他设备' }).click()
  await agree(second)
  await told(second, '操作成功')

  // What it asks for next tells it, unless a read of its own did before: then nothing is left to search in.
  const gone = first.waitForURL(/\/login\?/, { timeout: 20_000 })
  await Promise.race([gone, search(first, 'WJ').catch(() => gone)])
  await gone
  await expect(first.getByRole('alert').first()).toBeVisible()
  expect(new URL(first.url()).searchParams.get('redirect')).toContain('/file/downloadFile')
  // The other one goes on.
  await openMenu(second, '文件管理', '我的下载')
  await expect(front(second).getByText('还没有可下载的文件')).toBeVisible()
})

test('P16-7: logging out in one tab logs out the other', async ({ browse }) => {
  const one = await person('陶远', STRANGER)
  const page = await browse(one, '/file/downloadFile')
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: /陶远/ })).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: '陶远，个人菜单' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
  const answer = await other.request.get('/api/file/export/list', { headers: { 'x-token': one.token } })
  expect(await answer.json()).toMatchObject({ code: 401 })
})
