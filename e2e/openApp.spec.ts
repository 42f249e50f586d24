// Applications outside: made, told its keys once, changed over to a new key, and what it asked is seen.
import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { query } from './support/database.ts'
import { left } from './support/env.ts'
import { accessible, looksRight } from './support/page.ts'
import { ask, person, unique } from './support/people.ts'
import { agree, choose, dialog, expect, front, openRow, press, row, search, test } from './support/test.ts'

const GRANTS = { 开放接口应用: ['新增', '编辑', '启用/停用', '重置密钥', '重发推送', '结束客户会话'] }

/** Asks as an integrator would: with nothing but the keys. */
async function tokenFor(appKey: string, secret: string): Promise<{ code: number; token: string }> {
  const timestamp = Math.floor(Date.now() / 1000)
  const sign = createHmac('sha256', secret).update(`${appKey}\n${timestamp}`).digest('hex')
  const answer = await fetch(`${left('full')}/api/open/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ appKey, timestamp, sign }),
  })
  const { code, data } = await answer.json()
  return { code, token: code === 200 ? data.accessToken : '' }
}

/** The keys that a dialog shows this once, which is then closed. */
async function readKeys(page: Page): Promise<string[]> {
  const keys = dialog(page, /^应用密钥/)
  await expect(keys.getByText('密钥只显示这一次')).toBeVisible()
  await looksRight(page)
  await accessible(page)
  const codes = await keys.locator('code').allTextContents()
  await keys.getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(keys).toHaveCount(0)
  return codes
}

test('O §8: keys are given once, changed over, and the calls made with them are seen', async ({ browse }) => {
  const name = unique('小程序')
  const page = await browse(await person('接口', GRANTS), '/order/openApp')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const form = dialog(page, /新增/)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('请输入应用名称')).toBeVisible()
  await form.getByLabel('应用名称').fill(name)
  await choose(page, form.getByLabel('渠道'), '商城')
  await choose(page, form.getByLabel('权限'), '订单', '库存')
  await form.getByRole('button', { name: '保存' }).click()

  const [appKey = '', first = '', third = ''] = await readKeys(page)
  expect(third).not.toBe('')
  const { code, token } = await tokenFor(appKey, first)
  expect(code).toBe(200)
  await fetch(`${left('full')}/api/open/app/info`, { headers: { authorization: `Bearer ${token}` } })

  await search(page, name)
  await press(page, row(front(page), name), '重置密钥')
  await agree(page, '旧密钥24小时内仍可使用')
  const [, second = '', none] = await readKeys(page)
  expect(none).toBeUndefined()
  for (const secret of [first, second]) expect((await tokenFor(appKey, secret)).code).toBe(200)

  await openRow(row(front(page), name))
  await expect(page).toHaveURL(/\/order\/openApp\/info\/\d+$/)
  await expect(front(page).getByText('旧密钥在')).toBeVisible()
  await front(page).getByRole('tab', { name: '调用记录' }).click()
  await expect(row(front(page), '/open/app/info')).toContainText('200')
  await looksRight(page)
  await front(page).getByRole('tab', { name: '详情' }).click()
  await press(page, front(page).locator('.k-record-head'), '停用旧密钥')
  await agree(page)
  await expect.poll(async () => (await tokenFor(appKey, first)).code).toBe(401)
  expect((await tokenFor(appKey, second)).code).toBe(200)
})

test('U §2.5: staff see which customers are signed in at an application, and end their sessions', async ({
  browse,
}) => {
  const page = await browse(await person('接口', GRANTS), null)
  const { id } = await ask('POST', '/admin/open/app/save', {
    name: unique('小程序'),
    channelId: 1201,
    scopes: ['member'],
  })
  for (const uid of [700_001, 700_002])
    await query(
      `insert into "customerSession" ("tokenHash", "appId", "uid", "ip", "expireTime")
        values ($1, $2, $3, '121.40.1.7', now() + interval '1 day')`,
      [unique('token'), id, uid],
    )
  await page.goto(`/order/openApp/info/${id}?tab=customers`)
  await expect(row(front(page), '700002')).toContainText('121.40.1.7')
  await looksRight(page)
  await accessible(page)
  await press(page, row(front(page), '700002'), '结束')
  await agree(page, '用户 700002 须重新登录')
  await expect(row(front(page), '700002')).toHaveCount(0)
  const number = front(page).getByRole('searchbox', { name: '用户编号' })
  await number.fill('700002')
  await number.press('Enter')
  await expect(front(page).getByText('没有登录中的客户')).toBeVisible()
  await number.fill('700001')
  await number.press('Enter')
  await expect(row(front(page), '700001')).toBeVisible()
})

test('O §8: integrators read what they can ask, in Chinese, without an account and without anything from outside', async ({
  browse,
}) => {
  const page = await browse(null, '/api/open/doc')
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(left('full')) && !request.url().startsWith('data:'))
      outside.push(request.url())
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: '通商开放接口' })).toBeVisible()
  await expect(page.getByText('获取访问令牌').first()).toBeVisible()
  await expect(page.getByText('hash_hmac').first()).toBeVisible()
  expect(outside).toEqual([])
})
