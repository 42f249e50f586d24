// A consumer is found, put into a group, given money, looked at with a reason and locked, by a member manager with just the
// rights for it; a group is made and its users are read.
import { accessible, looksRight, settled, WIDTHS } from './support/page.ts'
import { ask, type Person, person, phone, unique } from './support/people.ts'
import { agree, choose, dialog, expect, front, press, row, search, test, told } from './support/test.ts'

type Page = Parameters<typeof settled>[0]

async function atBothWidths(page: Page): Promise<void> {
  for (const { width, height } of WIDTHS) {
    await page.setViewportSize({ width, height })
    await settled(page)
    await looksRight(page)
  }
  await accessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await settled(page)
}

/** 会员配置: so much may the people of a role adjust. */
async function allow({ roleId }: Person): Promise<void> {
  const { version, fields } = await ask<{ version: number; fields: { found_rows: object[] } }>(
    'GET',
    '/admin/user/configInfo?type=found',
  )
  const row = { roleId, found_once_money: '500.00', found_day_money: '5000.00', found_once_integral: 1000 }
  await ask('POST', '/admin/user/save/config', {
    type: 'found',
    version,
    fields: { found_rows: [...fields.found_rows, row] },
  })
}

test('U §2.6: a user is grouped, given money within a limit, looked at with a reason, and locked', async ({
  browse,
}) => {
  const manager = await person('白会员', {
    用户管理: ['设置分组', '积分余额', '启用/停用', '查看单项完整信息'],
    用户详情: [],
  })
  await allow(manager)
  const [number, nickname, groupName] = [phone(), unique('客'), unique('组')]
  const { id: uid } = await ask('POST', '/admin/user/save', { phone: number, nickname })
  await ask('POST', '/admin/user/group/save', { groupName, groupType: 1 })
  const masked = `${number.slice(0, 3)}****${number.slice(7)}`

  const page = await browse(manager, '/user/index')
  await search(page, number)
  await expect(row(front(page), nickname)).toContainText(masked)
  await press(page, row(front(page), nickname), '设置分组')
  await choose(page, dialog(page, /^设置分组/).getByLabel('分组'), groupName)
  await dialog(page, /^设置分组/)
    .getByRole('button', { name: '保存' })
    .click()
  await told(page, '设置成功')

  await press(page, row(front(page), nickname), '积分余额')
  const money = dialog(page, /^积分余额/)
  await expect(money.getByText('余额单次最多500.00元，今日剩余5000.00元', { exact: false })).toBeVisible()
  await money.getByLabel('余额', { exact: true }).fill('500.01')
  await money.getByLabel('原因').fill('延误补偿')
  await money.getByRole('button', { name: '保存' }).click()
  await expect(money.getByText('超出您的调整额度，单次最多500.00').first()).toBeVisible()
  await money.getByLabel('余额', { exact: true }).fill('12.50')
  await money.getByRole('button', { name: '保存' }).click()
  await told(page, '调整成功')
  await atBothWidths(page)

  await row(front(page), nickname).getByText(nickname).click()
  await expect(page).toHaveURL(/\/user\/detail\//)
  const record = front(page)
  await expect(record.getByRole('heading', { name: nickname })).toBeVisible()
  await expect(record.getByText('12.50').first()).toBeVisible()
  await expect(record.getByRole('tabpanel', { name: '详情' }).getByText(groupName)).toBeVisible()
  await record.getByRole('button', { name: '查看完整手机号' }).click()
  await dialog(page, '查看完整手机号').getByText('售后联系').click()
  await dialog(page, '查看完整手机号').getByRole('button', { name: '保存' }).click()
  await expect(record.getByText(number)).toBeVisible()
  await record.getByRole('tab', { name: '动态' }).click()
  await expect(record.getByText('余额+12.50（延误补偿）')).toBeVisible()
  await atBothWidths(page)

  await press(page, record, '停用')
  await dialog(page, '停用原因').getByRole('textbox').fill('恶意下单')
  await dialog(page, '停用原因').getByRole('button', { name: '确定' }).click()
  await told(page, '操作成功')
  await expect(record.getByText('停用').first()).toBeVisible()
  const log = await ask<{ list: { label: string; reason: number }[] }>(
    'GET',
    `/admin/user/sensitive/log/list?uid=${uid}`,
  )
  expect(log.list).toMatchObject([{ label: '手机号', reason: 1 }])
})

test('U §4.1: a group is made, its users are read from it, and it is deleted with their number told', async ({
  browse,
}) => {
  const manager = await person('齐组', { 用户分组: ['新增', '编辑', '删除', '转移用户'], 用户管理: [] })
  const [groupName, nickname] = [unique('分组'), unique('组员')]
  const { id: uid } = await ask('POST', '/admin/user/save', { phone: phone(), nickname })
  const page = await browse(manager, '/user/group')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  await dialog(page, '新增用户分组').getByLabel('分组名称').fill(groupName)
  await dialog(page, '新增用户分组').getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  const { list } = await ask<{ list: { id: number }[] }>(
    'GET',
    `/admin/user/group/list?keywords=${encodeURIComponent(groupName)}`,
  )
  await ask('POST', '/admin/user/group', { id: String(uid), groupId: list[0]?.id })
  await search(page, groupName)
  await atBothWidths(page)
  await press(page, row(front(page), groupName), '查看用户')
  await expect(page).toHaveURL(/\/user\/index\?groupId=/)
  await expect(row(front(page), nickname)).toBeVisible()
  await page.goBack()
  await press(page, row(front(page), groupName), '删除')
  await agree(page, '该分组下有 1 个用户，删除后将移出分组，确认删除吗？')
  await told(page, '删除成功')
})

test('U §2.3: everybody whom the filters of the list mean is put into a group in the background, and those alone', async ({
  browse,
}) => {
  const manager = await person('全会员', { 用户管理: ['设置分组'], 我的下载: [] })
  const [begin, groupName, customers] = [unique('批客'), unique('批组'), unique('客户组')]
  for (const n of [1, 2, 3])
    await ask('POST', '/admin/user/save', { phone: phone(), nickname: `${begin}甲${n}` })
  const { id: other } = await ask('POST', '/admin/user/save', { phone: phone(), nickname: `${begin}乙` })
  const { id: groupId } = await ask('POST', '/admin/user/group/save', { groupName, groupType: 1 })
  await ask('POST', '/admin/user/group/save', { groupName: customers, groupType: 2 })
  const page = await browse(manager, '/user/index')
  await search(page, `${begin}甲`)
  await expect(row(front(page), begin)).toHaveCount(3)
  await press(page, front(page).locator('.k-list-bar'), '设置分组（全部筛选结果）')
  const form = dialog(page, '设置分组（全部筛选结果，3名用户）')
  await choose(page, form.getByLabel('分组'), groupName)
  await looksRight(page)
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '已开始处理，结果见我的下载')
  const inGroup = async () =>
    (await ask<{ total: number }>('GET', `/admin/user/list?groupId=${groupId}`)).total
  await expect.poll(inGroup).toBe(3)
  expect((await ask<{ groupId: number | null }>('GET', `/admin/user/info?id=${other}`)).groupId).toBeNull()
  await page.goto('/file/downloadFile')
  await expect(row(front(page), '批量处理用户').first()).toBeVisible()
  await accessible(page)
})
