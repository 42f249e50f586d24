// 缓存监控: the figures of the machine, caches that are cleared and come back, and backups.

import { accessible } from './support/page.ts'
import { person } from './support/people.ts'
import { agree, dialog, expect, front, press, row, test, told } from './support/test.ts'

const PAGE = '/systemMonitoring/cache'

test('caches are looked into and cleared; secrets stay hidden', async ({ browse }) => {
  const one = await person('高看', { 缓存监控: ['清理'] })
  const page = await browse(one, PAGE)
  await expect(front(page).getByText('外部 PostgreSQL')).toBeVisible()
  await front(page).getByRole('tab', { name: '缓存', exact: true }).click()
  await expect(front(page).getByRole('img', { name: /^命中率，单位%/ })).toBeVisible()
  const line = row(front(page), 'permission')
  await press(page, line, '查看')
  const drawer = dialog(page, '缓存：人员权限')
  // Only the first 200 keys are listed.
  await drawer.getByLabel('键').fill(String(one.id))
  await drawer.getByLabel('键').press('Enter')
  await drawer.getByRole('button', { name: `${one.id}`, exact: true }).click()
  await expect(drawer.getByText(one.account)).toBeVisible()
  await accessible(page)
  await drawer.getByRole('button', { name: 'Close' }).or(drawer.locator('.ant-drawer-close')).first().click()
  await press(page, line, '清理')
  await agree(page, '确定清理缓存“人员权限”吗？')
  await told(page, '清理成功')
  await page.reload()
  await expect(row(front(page), 'permission')).toBeVisible()
})

test('a backup is made, verified and shown while people work', async ({ browse }) => {
  const one = await person('贺存', { 数据备份: [] })
  const page = await browse(one, '/systemMonitoring/backup')
  // The product of these tests stands on a database of somebody else.
  await expect(front(page).getByText('请使用数据库自身的备份')).toBeVisible()
  await front(page).getByRole('button', { name: '立即备份' }).first().click()
  await told(page, '已开始备份')
  const line = row(front(page), '手动').first()
  await expect(line).toContainText('完成', { timeout: 30_000 })
  await expect(line).toContainText('通过', { timeout: 30_000 })
  // The colours of a button under the pointer are the library's.
  await page.mouse.move(0, 0)
  await accessible(page)
})
