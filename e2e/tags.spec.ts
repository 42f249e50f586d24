// Tags of users by hand and by rules, and the lists of who may not, by a member manager with just the rights for it.
import { numberOf, query } from './support/database.ts'
import { accessible, looksRight, settled, WIDTHS } from './support/page.ts'
import { ask, person, phone, unique } from './support/people.ts'
import { agree, choose, dialog, expect, front, press, row, search, test, told } from './support/test.ts'

/** Users whom nobody else's rule finds, by a growth of their own. */
async function usersWith(count: number): Promise<{ growth: number; uids: number[] }> {
  const growth = 1_000_000 + (await numberOf('growth'))
  const uids: number[] = []
  for (let n = 0; n < count; n++) {
    const { id } = await ask('POST', '/admin/user/save', { phone: phone(), nickname: unique('标') })
    uids.push(id)
  }
  await query('update "user" set "experience" = $1 where "id" = any($2)', [growth, uids])
  return { growth, uids }
}

async function atBothWidths(page: Parameters<typeof settled>[0]): Promise<void> {
  for (const { width, height } of WIDTHS) {
    await page.setViewportSize({ width, height })
    await settled(page)
    await looksRight(page)
  }
  await accessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('U §4.5: a rule is built, previewed and computed, and who it means is read back', async ({ browse }) => {
  const manager = await person('高标', {
    用户标签库: ['新增', '编辑', '预览规则', '立即计算'],
    新增用户标签: [],
    编辑用户标签: [],
    用户标签详情: [],
  })
  const { growth, uids } = await usersWith(3)
  const name = unique('成长')
  const page = await browse(manager, '/tag/userLabel')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  await expect(page).toHaveURL(/\/tag\/userLabel\/add/)
  const form = front(page)
  await form.getByLabel('标签名称').fill(name)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('请至少添加一个条件').first()).toBeVisible()
  await form.getByRole('button', { name: '新增条件', exact: true }).click()
  // Of so many facts one is found by its name.
  await form.getByRole('combobox', { name: '条件', exact: true }).fill('成长值')
  await page
    .locator('.ant-select-dropdown')
    .filter({ visible: true })
    .getByTitle('成长值', { exact: true })
    .click()
  await choose(page, form.getByRole('combobox', { name: '比较' }), '=')
  await form.getByLabel('成长值的值').fill(String(growth))
  await form.getByRole('button', { name: '预览人数' }).click()
  await expect(form.getByText('3 人', { exact: true })).toBeVisible()
  await expect(form.getByText(`成长值 = ${growth}`)).toBeVisible()
  await atBothWidths(page)
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')

  await search(page, name)
  await press(page, row(front(page), name), '立即计算')
  await told(page, '已加入计算队列')
  await expect(row(front(page), name)).toContainText('成功', { timeout: 90_000 })
  await row(front(page), name).getByText(name).click()
  await expect(page).toHaveURL(/\/tag\/userLabel\/info\//)
  await front(page).getByRole('tab', { name: '运行记录' }).click()
  await expect(row(front(page), '手动')).toContainText('3')
  await atBothWidths(page)
  const { list } = await ask<{ list: { id: number }[] }>(
    'GET',
    `/admin/user/tag/list?keywords=${encodeURIComponent(name)}`,
  )
  const holders = await ask<{ list: { uid: number }[] }>('GET', `/admin/user/list/tag?tagId=${list[0]?.id}`)
  expect(holders.list.map((one) => one.uid).toSorted((a, b) => a - b)).toEqual(uids)
})

test('U §4.2: a tag is made in daily work, and taken from one of its users', async ({ browse }) => {
  const clerk = await person('何标', {
    用户标签: ['新增', '编辑', '设置标签', '移除标签', '删除'],
    标签用户: [],
  })
  const { uids } = await usersWith(2)
  const name = unique('手工')
  const page = await browse(clerk, '/user/label')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const box = dialog(page, '新增用户标签')
  await box.getByLabel('标签名称').fill(name)
  await box.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  const { list } = await ask<{ list: { id: number }[] }>(
    'GET',
    `/admin/user/tag/list?keywords=${encodeURIComponent(name)}`,
  )
  await ask('POST', '/admin/user/tag', { id: uids.join(','), tagId: list[0]?.id })
  await search(page, name)
  await expect(row(front(page), name)).toContainText('2')
  await atBothWidths(page)
  await press(page, row(front(page), name), '查看用户')
  await expect(page).toHaveURL(/\/user\/label\/users\//)
  await expect(front(page).getByRole('button', { name: '移除标签' })).toHaveCount(2)
  await front(page).getByRole('button', { name: '移除标签' }).first().click()
  await agree(page)
  await told(page, '移除成功')
  await expect(front(page).getByRole('button', { name: '移除标签' })).toHaveCount(1)
  await atBothWidths(page)
})

test('U §5.1: an address range is put on the black list, tried, and switched off', async ({ browse }) => {
  const chief = await person('许单', { 白名单: ['新增', '编辑', '启用/停用', '检查'] })
  const net = `10.${(await numberOf('net')) % 250}.7.0/24`
  const page = await browse(chief, '/user/whiteNameList')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const box = dialog(page, '新增名单')
  await choose(page, box.getByLabel('对象类型'), 'IP段')
  await box.getByLabel('对象', { exact: true }).fill('300.1.1.1')
  await choose(page, box.getByLabel('场景'), '下单')
  await box.getByLabel('原因').fill('刷单')
  await box.getByRole('button', { name: '保存' }).click()
  await expect(box.getByText('IP段格式不正确').first()).toBeVisible()
  await box.getByLabel('对象', { exact: true }).fill(net)
  await box.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await search(page, net)
  await expect(row(front(page), net)).toContainText('刷单')
  await atBothWidths(page)

  await front(page).getByRole('button', { name: '检查' }).click()
  const tried = dialog(page, '检查名单')
  await tried.getByLabel('IP', { exact: true }).fill(net.replace('.0/24', '.9'))
  await tried.getByRole('button', { name: '检查' }).click()
  await expect(tried.getByText('当前账号暂不能下单，请联系客服')).toBeVisible()
  await tried.getByRole('button', { name: '返回' }).click()
  await press(page, row(front(page), net), '停用')
  await told(page, '已停用')
  await expect(row(front(page), net)).toContainText('停用')
})
