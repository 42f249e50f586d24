// What a person may do decides what is there: menus, pages, buttons, columns; and the server decides the same.

import { call } from './support/api.ts'
import { openShop, saveProduct } from './support/catalog.ts'
import { left } from './support/env.ts'
import { ask, grant, person, unique } from './support/people.ts'
import { agree, expect, front, press, row, search, test, told } from './support/test.ts'

test('P16-11: pages that are not granted, and pages that do not exist', async ({ browse }) => {
  const one = await person('苏门', { 我的下载: [] })
  const page = await browse(one, '/systemLog')
  await expect(page).toHaveURL(/\/401\?from=%2FsystemLog$/)
  await page.goto('/nonsense')
  await expect(page).toHaveURL(/\/404$/)
  const answer = await page.request.get('/api/admin/log/oper/list', { headers: { 'x-token': one.token } })
  expect(await answer.json()).toMatchObject({ code: 403, message: '没有权限访问。' })
})

test('P16-12: a right that is taken away while the list is open', async ({ browse }) => {
  const one = await person('白露', { 商品规格: ['新增', '删除'] })
  const ruleName = unique('尺码')
  const body = { ruleName, ruleValue: JSON.stringify([{ value: '尺码', detail: ['S'] }]) }
  await ask('POST', '/admin/store/product/rule/save', body)
  const page = await browse(one, '/store/attr')
  await search(page, ruleName)
  const line = row(front(page), ruleName)
  await press(page, line, '删除')
  await grant(one, { 商品规格: ['新增'] })
  await agree(page, `确定删除商品规格“${ruleName}”吗？`)
  await told(page, '没有权限访问。')
  await expect(front(page).getByRole('button', { name: /新增$/ })).toBeVisible()
  await expect(line).toBeVisible()
  await expect(line.getByRole('button', { name: '删除' })).toHaveCount(0)
  const list = await ask<{ list: { id: number }[] }>(
    'GET',
    `/admin/store/product/rule/list?keywords=${ruleName}`,
  )
  const path = `/admin/store/product/rule/delete/${list.list[0]?.id}`
  expect(await call(left('full'), one.token, 'GET', path)).toMatchObject({ code: 403 })
})

test('C9-18: costs are there only for those who may see them', async ({ browse }) => {
  const shop = await openShop()
  const { id, name } = await saveProduct(shop, { cost: '8.37' })
  const grants = { 商品列表: ['编辑'], 编辑商品: [], 商品详情: [] }
  const without = await person('秦无', grants)
  const page = await browse(without, '/store/index?type=2')
  await search(page, name)
  await expect(row(front(page), name)).toContainText('12.80')
  await expect(front(page).getByRole('columnheader', { name: '成本价' })).toHaveCount(0)
  await page.goto(`/store/product/info/${id}?tab=spec`)
  await expect(front(page).getByRole('columnheader', { name: '售价' })).toBeVisible()
  await expect(front(page).getByText('8.37')).toHaveCount(0)
  await expect(front(page).getByText('成本')).toHaveCount(0)

  // A save without the cost keeps the stored one.
  await page.goto(`/store/product/edit/${id}?tab=spec`)
  await expect(front(page).getByLabel('成本价')).toHaveCount(0)
  await front(page).getByLabel('售价').fill('13.40')
  await front(page).getByRole('button', { name: '保存草稿' }).click()
  await told(page, '编辑成功')
  const answer = await call<object>(left('full'), without.token, 'GET', `/admin/store/product/info/${id}`)
  expect(JSON.stringify(answer)).not.toMatch(/"cost"|8\.37|margin/)
  const stored = await ask<{ attrValue: { price: string; cost: string }[] }>(
    'GET',
    `/admin/store/product/info/${id}`,
  )
  expect(stored.attrValue[0]).toMatchObject({ price: '13.40', cost: '8.37' })

  await grant(without, { ...grants, 商品列表: ['编辑', '查看成本'] })
  await page.goto(`/store/product/info/${id}?tab=spec`)
  await expect(front(page).getByText('8.37')).toBeVisible()
})

test('P16-11: with few rights the menu holds what is granted, and every entry leads somewhere', async ({
  browse,
}) => {
  const one = await person('余少', { 我的下载: [], 商品规格: [], 系统日志: [] })
  const page = await browse(one, '/')
  await expect(page.getByRole('heading', { name: /余少/ })).toBeVisible()
  const menu = page.getByRole('navigation', { name: '主菜单' })
  for (const directory of ['商品中心', '文件管理', '系统监控'])
    await menu.getByRole('menuitem', { name: directory }).click()
  const links = await menu.getByRole('link').allTextContents()
  expect(links).toEqual(['首页', '商品规格', '我的下载', '系统日志', '个人中心'])
  for (const name of links.slice(1, -1)) {
    await menu.getByRole('link', { name, exact: true }).click()
    await expect(front(page).getByRole('button', { name: '刷新' })).toBeVisible()
    expect(new URL(page.url()).pathname).not.toMatch(/^\/(401|404|developing)/)
  }
  // Nothing that would be refused is offered.
  await menu.getByRole('link', { name: '商品规格' }).click()
  await expect(front(page).getByRole('button', { name: /新增|导出|导入/ })).toHaveCount(0)
  await page.getByRole('button', { name: '余少，个人菜单' }).click()
  const own = page.getByRole('menu').last()
  await expect(own.getByRole('menuitem', { name: '我的下载' })).toBeVisible()
  await expect(own.getByRole('menuitem', { name: '我的上传' })).toHaveCount(0)
})
