// A role made by hand, a person with it, and what that person may then do. Platform §6.1, §6.2.
import { call, signIn } from './support/api.ts'
import { left } from './support/env.ts'
import { accessible, looksRight, WIDTHS } from './support/page.ts'
import { ask, PASSWORD, person, unique } from './support/people.ts'
import {
  agree,
  choose,
  dialog,
  expect,
  find,
  front,
  openMenu,
  openRow,
  press,
  row,
  search,
  test,
  told,
} from './support/test.ts'
import { atEveryWidth } from './support/windows.ts'

const MANAGER = '/operation/roleManager'

interface Role {
  id: number
  dataScope: number
  rules: number[] | string
}
interface Info {
  permissions: string[]
  dataScopes: number[]
}

test('§6.2: a role made by hand with ticked permissions gives exactly these to a person made by hand', async ({
  browse,
}) => {
  const boss = await person('苏权', {
    角色管理: ['新增', '编辑'],
    管理员列表: ['新增', '编辑', '重置密码'],
    商品规格: ['新增', '编辑', '删除'],
    我的下载: [],
  })
  const roleName = unique('规格员')
  const page = await browse(boss, `${MANAGER}/identityManager`)
  await front(page).getByRole('button', { name: /新增$/ }).click()
  const form = dialog(page, '新增角色')
  // Nothing is said to be missing that cannot be seen.
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('请选择菜单权限')).toBeVisible()
  await form.getByLabel('角色名称').fill(roleName)
  await form.getByLabel('角色标识').fill(unique('spec'))
  await choose(page, form.getByLabel('数据范围'), '仅本人')
  await form.getByLabel('搜索菜单权限').fill('商品规格')
  const node = (name: string) => form.locator('.ant-tree-treenode').filter({ hasText: name }).first()
  await node('商品规格').locator('.ant-tree-checkbox').click()
  await node('删除').locator('.ant-tree-checkbox').click()
  await form.getByLabel('搜索菜单权限').fill('')
  await looksRight(page)
  await accessible(page)
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')

  const account = unique('hand')
  await openMenu(page, '系统设置', '管理权限', '管理员列表')
  await front(page).getByRole('button', { name: /新增$/ }).click()
  const staff = dialog(page, '新增管理员')
  await staff.getByLabel('账号', { exact: true }).fill(account)
  await staff.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await staff.getByLabel('姓名').fill('郑手')
  await staff.getByLabel('手机号').fill(`15${String(boss.id).padStart(9, '0')}`)
  const roles = staff.getByLabel('角色', { exact: true })
  await find(page, roles, roleName, roleName)
  await choose(page, staff.getByLabel('部门', { exact: true }), '总部')
  await staff.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')

  await search(page, account)
  await press(page, row(front(page), account), '重置密码')
  await agree(page, '原密码失效')
  const shown = dialog(page, '新密码')
  await expect(shown).toContainText('24小时内有效')
  const password = (await shown.locator('code').textContent()) ?? ''
  await shown.getByRole('button', { name: '关闭' }).last().click()

  const own = await browse(null, '/login')
  await own.getByLabel('用户名').fill(account)
  await own.getByLabel('密码', { exact: true }).fill(password)
  await own.getByRole('button', { name: '登录' }).click()
  await expect(own).toHaveURL(/\/maintain\/user/)
  await expect(front(own).getByText('首次登录，请先设置您自己的密码')).toBeVisible()
  await expect(front(own).getByText('8到30个字符')).toBeVisible()
  await expect(front(own).getByText(/至少3种/)).toBeVisible()
  await looksRight(own)
  await accessible(own)
  await front(own).getByLabel('原密码').fill(password)
  await front(own).getByLabel('新密码').fill('Own-7-clouds')
  await front(own).getByLabel('确认密码').fill('Own-7-clouds')
  await front(own).getByRole('button', { name: '提交' }).click()
  await expect(front(own).getByText('首次登录，请先设置您自己的密码')).toHaveCount(0)
  await openMenu(own, '商品中心', '商品规格')
  await expect(front(own).getByRole('button', { name: /新增$/ }).first()).toBeVisible()

  // Read back by other calls: the rights of the session, and the role as it is stored.
  const session = await signIn(left('full'), account, 'Own-7-clouds')
  const info = await call<Info>(left('full'), session.token, 'GET', '/admin/getAdminInfoByToken')
  expect(info.data.dataScopes).toEqual([6])
  const codes = info.data.permissions.filter((code) => code.startsWith('admin:'))
  expect(codes).toContain('admin:store:product:rule:save')
  expect(codes).toContain('admin:store:product:rule:update')
  expect(codes).not.toContain('admin:store:product:rule:delete')
  expect(codes.filter((code) => !code.startsWith('admin:store:product:rule'))).toEqual([])
  const { list } = await ask<{ list: Role[] }>('GET', `/admin/system/role/list?keywords=${roleName}`)
  expect(list).toMatchObject([{ dataScope: 6 }])
  for (const path of ['/admin/system/role/list', '/admin/system/admin/list'])
    expect(await call(left('full'), session.token, 'GET', path)).toMatchObject({ code: 403 })

  // The maker is told why somebody above them stays as they are.
  const refused = await call(left('full'), session.token, 'POST', `/admin/system/admin/resetPwd/${boss.id}`)
  expect(refused).toMatchObject({ code: 403 })
})

test('the page of a role tells what it may and who has it, the page of a person what they have; each leads on', async ({
  browse,
}) => {
  const boss = await person('何权', { 角色管理: ['成员'], 管理员列表: ['编辑'], 商品规格: ['新增'] })
  const clerk = await person(unique('员'), { 商品规格: ['新增'] })
  const other = await person(unique('替'), { 商品规格: [] })
  const role = `角色${clerk.account}`
  const page = await browse(boss, `${MANAGER}/identityManager`)
  await search(page, role)
  await openRow(row(front(page), role))
  await expect(page).toHaveURL(new RegExp(`${MANAGER}/roleInfo/${clerk.roleId}$`))
  await expect(front(page).locator('.k-record-figures')).toContainText('可用页面1')
  await expect(front(page)).toContainText('新增角色')
  await atEveryWidth(page, async () => {
    await looksRight(page)
    await accessible(page)
  })
  await page.setViewportSize(WIDTHS[0])
  await front(page).locator('.k-record-figures').getByRole('link', { name: '1', exact: true }).click()
  await expect(row(front(page), clerk.account)).toBeVisible()
  await front(page).getByRole('button', { name: '新增成员' }).click()
  const picker = dialog(page, /选择员工/)
  await picker.getByRole('textbox').first().fill(other.account)
  await page.keyboard.press('Enter')
  await row(picker, other.account).getByRole('checkbox').check()
  await picker.getByRole('button', { name: '确定' }).click()
  await told(page, '操作成功')
  await expect(front(page).locator('.k-record-figures')).toContainText('成员2')
  await press(page, row(front(page), clerk.account), '移出')
  await agree(page, `移出角色“${role}”`)
  await told(page, `${clerk.realName}至少须保留一个角色`)

  await openMenu(page, '系统设置', '管理权限', '管理员列表')
  await search(page, other.account)
  await openRow(row(front(page), other.account))
  await expect(page).toHaveURL(new RegExp(`${MANAGER}/adminInfo/${other.id}$`))
  await expect(front(page)).toContainText(role)
  await expect(front(page).locator('.k-record-figures')).toContainText('角色2')
  await expect(front(page)).toContainText('调整角色成员')
  await atEveryWidth(page, async () => {
    await looksRight(page)
    await accessible(page)
  })
  await page.setViewportSize(WIDTHS[0])
  await press(page, front(page), '编辑')
  const form = dialog(page, '编辑管理员')
  await form.getByLabel('工号').fill(other.account)
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '编辑成功')
  await expect(front(page)).toContainText(`工号${other.account}`)
})
