// 动态口令: set up with the login where a role demands it, and by a person of their own accord.
import type { Locator, Page } from '@playwright/test'
import { codeOf, stepAt } from '../domains/access/session/totp.ts'
import { call } from './support/api.ts'
import { query } from './support/database.ts'
import { left } from './support/env.ts'
import { accessible, looksRight } from './support/page.ts'
import { ask, type Person, person } from './support/people.ts'
import { agree, dialog, expect, front, test, told } from './support/test.ts'

const GRANTS = { 我的下载: [] }

const codeNow = (secret: string): string => codeOf(secret, stepAt(Date.now()))
/** As if the interval of the last code had passed. */
const nextInterval = (one: Person): Promise<void> =>
  query('update "adminTotp" set "lastStep" = 0 where "adminId" = $1', [one.id])

async function signIn(page: Page, one: Person): Promise<Locator> {
  await page.getByLabel('用户名').fill(one.account)
  await page.getByLabel('密码', { exact: true }).fill(one.password)
  await page.getByRole('button', { name: '登录' }).click()
  return page.getByLabel('动态口令', { exact: true })
}

test('P §2.2: a role that demands a dynamic password has it set up with the login', async ({ browse }) => {
  const one = await person('康码', GRANTS)
  const demand = (value: string) => ask('POST', '/admin/system/config/saveuniq', { key: 'totp_roles', value })
  await demand(String(one.roleId))
  const page = await browse(null, '/login?redirect=/file/downloadFile', {
    viewport: { width: 360, height: 800 },
  })
  const code = await signIn(page, one)
  await expect(page.getByRole('img', { name: /^二维码/ })).toBeVisible()
  await looksRight(page)
  await accessible(page)
  const secret = (await page.locator('.login-tell code').textContent()) ?? ''
  await code.fill('000000')
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('alert')).toHaveText('动态口令错误，还可尝试4次')
  await code.fill(codeNow(secret))
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('region', { name: '恢复码' }).getByRole('listitem')).toHaveCount(10)
  const recovery = (await page.getByRole('listitem').first().textContent()) ?? ''
  await page.getByRole('button', { name: '已保存，进入系统' }).click()
  await expect(page).toHaveURL(/\/file\/downloadFile$/)

  // The next time the phone is at home: a recovery code does.
  const later = await browse(null, '/login')
  await (await signIn(later, one)).fill(recovery)
  await later.getByRole('button', { name: '登录' }).click()
  await expect(later).toHaveURL(/\/dashboard$/)
  await demand('')
})

test('P §6.5: a person sets up a dynamic password, is asked for it, and gives it up', async ({ browse }) => {
  const one = await person('康码', GRANTS)
  const page = await browse(one, '/maintain/user?tab=totp')
  await front(page).getByRole('button', { name: '启用动态口令' }).click()
  await expect(front(page).getByRole('img', { name: /^二维码/ })).toBeVisible()
  const secret = (await front(page).locator('.acc-qr code').textContent()) ?? ''
  await front(page).getByRole('textbox', { name: '动态口令' }).fill(codeNow(secret))
  await front(page).getByRole('button', { name: '启用', exact: true }).click()
  await expect(front(page).locator('.acc-codes').getByRole('listitem')).toHaveCount(10)
  await accessible(page)
  await front(page).getByRole('button', { name: '已保存' }).click()
  await expect(front(page).getByText('10个')).toBeVisible()
  await looksRight(page)

  const { account, password: pwd } = one
  const login = await call<{ token: string; ticket: string }>(left('full'), '', 'POST', '/admin/login', {
    account,
    pwd,
  })
  expect(login.data.token).toBe('')
  expect(login.data.ticket).not.toBe('')

  await nextInterval(one)
  await front(page).getByRole('button', { name: '停用' }).click()
  await front(page).getByRole('textbox', { name: '动态口令' }).fill(codeNow(secret))
  await front(page).getByRole('button', { name: '停用' }).click()
  await agree(page, '确定停用动态口令吗？')
  await told(page, '操作成功')
  await expect(front(page).getByRole('button', { name: '启用动态口令' })).toBeVisible()
})

test('P §6.5: a new phone has to show that it is the person’s', async ({ browse }) => {
  const one = await person('何机', GRANTS)
  const page = await browse(one, '/maintain/user')
  await front(page).getByRole('button', { name: '修改', exact: true }).click()
  const box = dialog(page, '修改手机号')
  await box.getByLabel('手机号').fill('12345')
  await box.getByRole('button', { name: '发送验证码' }).click()
  await expect(box.getByText('请填写正确的手机号')).toBeVisible()
  await box.getByLabel('手机号').fill('13912345678')
  await box.getByRole('button', { name: '发送验证码' }).click()
  // Nobody has set up a way to send messages here.
  await told(page, '未配置短信服务')
  await box.getByLabel('验证码').fill('000000')
  await box.getByRole('button', { name: /确\s*定/ }).click()
  await expect(box.getByText('验证码错误')).toBeVisible()
  await looksRight(page)
  await accessible(page)
})
