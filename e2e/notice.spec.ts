// What people are told inside the product: the bell, live, and what each of them wants to be told.

import { accessible } from './support/page.ts'
import { ask, person, unique } from './support/people.ts'
import { dialog, expect, front, row, test, told } from './support/test.ts'

const BELL = /^消息与任务/

interface Scene {
  id: number
  scene: string
  notifyIds: number[]
}

test('a message appears in the bell while the page stands open, leads to its record, and is read', async ({
  browse,
}) => {
  const keeper = await person('丁听', { 敏感词设置: ['命中记录'] })
  const page = await browse(keeper, '/dashboard')
  const bell = page.getByRole('button', { name: BELL })
  await expect(bell).toHaveAccessibleName('消息与任务')

  const scenes = await ask<Scene[]>('GET', '/admin/sensitive/scene/list')
  const scene = scenes.find((one) => one.scene === 'article')
  const setKeepers = (ids: readonly number[]) =>
    ask('POST', '/admin/sensitive/scene/update', { id: scene?.id, notifyIds: ids })
  await setKeepers([keeper.id])
  const word = unique('黑话')
  await ask('POST', '/admin/sensitive/words/save', { word, category: 9, action: 2 })
  const category = { pid: 0, name: word, type: 3, sort: 1, status: 1 }
  const { id: cid } = await ask('POST', '/admin/category/save', category)
  const article = { cid, author: '丁', synopsis: '听', imageInput: '/cover.png', content: `<p>${word}</p>` }
  for (const title of ['甲', '乙']) await ask('POST', '/admin/article/save', { ...article, title })
  await setKeepers([])

  await expect(bell).toHaveAccessibleName('消息与任务，2条未读')
  await bell.click()
  const drawer = dialog(page, '消息与任务')
  await expect(drawer.getByRole('button', { name: word })).toHaveCount(2)
  await accessible(page)
  await drawer.getByRole('button', { name: word }).first().click()
  await expect(page).toHaveURL(/\/sensitiveWordsSetting\?tab=hits/)
  await expect(row(front(page), word).first()).toBeVisible()

  await expect(bell).toHaveAccessibleName('消息与任务，1条未读')
  await bell.click()
  await drawer.getByRole('button', { name: '全部已读' }).click()
  await expect(bell).toHaveAccessibleName('消息与任务')
})

test('通知设置: a person switches a channel off; 消息通知 offers it or not to all', async ({ browse }) => {
  const one = await person('贝静', { 消息通知: ['编辑', '开关'] })
  const page = await browse(one, '/maintain/user?tab=notices')
  const wish = front(page).getByRole('switch', { name: '密码即将到期：站内信' })
  await expect(wish).toBeChecked()
  await wish.click()
  await told(page, '操作成功')
  await page.reload()
  await expect(wish).not.toBeChecked()

  await page.goto('/operation/notification')
  const line = row(front(page), 'accountEnds')
  const channel = line.getByRole('switch', { name: /^短信/ })
  await expect(channel).not.toBeChecked()
  await channel.click()
  await told(page, '操作成功')
  await expect(channel).toBeChecked()
  await channel.click()
  await told(page, '操作成功')
})
