// 平台服务: signing in at the platform, opening a service, using one, and counters of the house's own. Platform §12.1.

import { startFakeOnepass } from '../app/fakes/onepass.ts'
import { signIn } from './support/api.ts'
import { left } from './support/env.ts'
import { ask, person, unique } from './support/people.ts'
import { agree, choose, dialog, expect, front, row, test, told } from './support/test.ts'

const sellBy = (base: string) =>
  ask('POST', '/admin/system/config/saveuniq', { key: 'onepass_base', value: base })

// One account for the whole product: one after the other.
test.describe.configure({ mode: 'serial' })
test.afterAll(() => sellBy(''))

test('the account at the platform: sign in, open a service, look a parcel up, see what it cost', async ({
  browse,
}) => {
  const platform = await startFakeOnepass()
  await sellBy(platform.base)
  // What was looked up before is not asked again, and costs nothing.
  const parcel = unique('YD')
  const page = await browse(await signIn(left('full')), '/operation/onePass')
  await front(page).getByLabel('账号').fill('13800000000')
  await front(page).getByLabel('密码', { exact: true }).fill('nonsense')
  await front(page).getByRole('button', { name: '登录' }).click()
  await told(page, '账号或密码错误')
  await front(page).getByLabel('密码', { exact: true }).fill('Pass-2026')
  await front(page).getByRole('button', { name: '登录' }).click()
  await told(page, '登录成功')

  const tiles = front(page).getByRole('region', { name: '平台服务用量' })
  await expect(tiles).toContainText('短信条数')
  await expect(tiles).toContainText('签名【通商】')
  await tiles.getByRole('button', { name: '开通服务' }).click()
  const opening = dialog(page, '开通电子面单打印')
  await opening.getByRole('button', { name: /开\s*通/ }).click()
  await expect(opening).toContainText('请输入寄件人')
  for (const [label, value] of Object.entries({
    快递公司编码: 'shunfeng',
    面单模板: 'shunfeng-100',
    寄件人: '仓库',
    寄件电话: '13800138000',
    寄件地址: '上海市',
    打印机编号: 'K100',
  }))
    await opening.getByLabel(label).fill(value)
  await opening.getByRole('button', { name: /开\s*通/ }).click()
  await told(page, '开通成功')
  await expect(tiles.getByText('未开通')).toHaveCount(0)

  await page.goto('/maintain/logistics/service')
  await front(page).getByRole('button', { name: '测试连接' }).click()
  await told(page, '连接正常：物流测试服务')
  await front(page).getByRole('tab', { name: '查询轨迹' }).click()
  await choose(page, front(page).getByLabel('快递公司'), '韵达快递')
  await front(page).getByLabel('快递单号').fill(parcel)
  await front(page).getByRole('button', { name: '查询', exact: true }).click()
  await expect(front(page)).toContainText('已签收，签收人：本人')

  await page.goto('/operation/onePass?tab=expr_query')
  await expect(row(front(page), parcel)).toContainText('签收')
  await expect(tiles).toContainText('499')
  await front(page).getByRole('button', { name: '退出登录' }).click()
  await agree(page)
  await expect(front(page).getByRole('tab', { name: '忘记密码' })).toBeVisible()
  await platform.stop()
})

test('a house that counts by itself: what was opened is filled by hand', async ({ browse }) => {
  await sellBy('local')
  const page = await browse(await person('钱充', { 平台服务: ['充值'] }), '/operation/onePass')
  const tiles = front(page).getByRole('region', { name: '平台服务用量' })
  const copies = tiles.locator('.ant-card').filter({ hasText: '采集次数' })
  await expect(front(page)).toContainText('本地模式')
  const before = Number(await copies.locator('.ant-statistic-content-value').textContent())
  await copies.getByRole('button', { name: '充值' }).click()
  await dialog(page, '充值商品采集').getByLabel('数量').fill('30')
  await dialog(page, '充值商品采集')
    .getByRole('button', { name: /充\s*值/ })
    .click()
  await told(page, '充值成功')
  await expect(copies.locator('.ant-statistic-content-value')).toHaveText(String(before + 30))
  // What was not granted is not there.
  await expect(front(page).getByRole('tab')).toHaveCount(0)
})
