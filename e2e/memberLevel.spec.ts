// Levels of members, their growth and what is set for them, by somebody with just the rights for it.
import { numberOf, query } from './support/database.ts'
import { accessible, looksRight, settled, WIDTHS } from './support/page.ts'
import { ask, person, phone, unique } from './support/people.ts'
import { picture } from './support/pictures.ts'
import { agree, choose, dialog, expect, front, press, row, search, test, told } from './support/test.ts'

test('U §3.1: a level is made, changed with its effect told, hidden, and read back', async ({ browse }) => {
  const manager = await person('林级', {
    图片管理: ['上传'],
    用户等级: ['新增', '编辑', '显示/隐藏', '删除'],
    新增会员等级: [],
    编辑会员等级: [],
  })
  const name = unique('星')
  const grade = (await numberOf('memberGrade')) % 90
  const page = await browse(manager, '/user/grade')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  await expect(page).toHaveURL(/\/user\/addVipLevel/)
  await front(page).getByLabel('等级名称').fill(name)
  await front(page).locator('[data-path="grade"] input').fill(String(grade))
  await front(page).getByLabel('享受折扣(%)').fill('100')
  await front(page)
    .getByLabel('达到经验')
    .fill(String(grade * 1_000_000))
  await front(page)
    .getByLabel('上传等级图标')
    .setInputFiles(await picture('level.png'))
  await told(page, '上传成功')
  await front(page).getByRole('button', { name: '保存' }).click()
  await expect(front(page).getByText('折扣值应在1到99.99之间')).toBeVisible()
  await front(page).getByLabel('享受折扣(%)').fill('95')
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await search(page, name)
  await expect(row(front(page), name)).toContainText('95')
  for (const { width, height } of WIDTHS) {
    await page.setViewportSize({ width, height })
    await settled(page)
    await looksRight(page)
  }
  await accessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await press(page, row(front(page), name), '隐藏')
  await agree(page)
  await told(page, '操作成功')
  await expect(row(front(page), name)).toContainText('隐藏')
  await press(page, row(front(page), name), '删除')
  await agree(page)
  await told(page, '删除成功')
})

test('U §3.7: somebody’s levels, growth and tasks are read on one page, also on a phone', async ({
  browse,
}) => {
  const reader = await person('苏查', { 等级用户详情: [], 用户等级: [], 会员任务: [] })
  const nickname = unique('会员')
  const { id: uid } = await ask('POST', '/admin/user/save', { phone: phone(), nickname })
  await query('update "user" set "experience" = 120 where "id" = $1', [uid])
  await query(
    `insert into "userExperienceRecord" ("uid", "linkType", "linkId", "type", "title", "experience", "balance")
      values ($1, 'order', 'DD1', 1, '订单DD1', 120, 120)`,
    [uid],
  )
  const page = await browse(reader, `/user/levelUserInfo/${uid}`)
  await expect(front(page).getByRole('heading', { name: nickname })).toBeVisible()
  await expect(row(front(page), '订单DD1')).toContainText('+120')
  for (const tab of ['等级记录', '任务', '签到日历', '权益使用']) {
    await front(page).getByRole('tab', { name: tab }).click()
    await settled(page)
  }
  for (const { width, height } of WIDTHS) {
    await page.setViewportSize({ width, height })
    await settled(page)
    await looksRight(page)
  }
  await accessible(page)
})

test('U §3.6: a task is made, begun by nobody yet, and its page told', async ({ browse }) => {
  const maker = await person('何务', {
    图片管理: ['上传'],
    会员任务: ['新增', '编辑', '复制'],
    新增会员任务: [],
    会员任务详情: [],
  })
  const name = unique('任务')
  const page = await browse(maker, '/user/addVipTask')
  await front(page).getByLabel('任务名称').fill(name)
  await choose(page, front(page).getByLabel('任务类型'), '签到')
  await front(page).getByText('每日', { exact: true }).click()
  await front(page)
    .getByLabel('上传图标')
    .setInputFiles(await picture('task.png'))
  await told(page, '上传成功')
  await front(page).getByRole('button', { name: '保存' }).click()
  await expect(front(page).getByText('请至少设置一项奖励')).toBeVisible()
  await front(page).getByLabel('成长值').fill('5')
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await search(page, name)
  await expect(row(front(page), name)).toContainText('成长值5')
  await front(page).getByRole('link', { name }).click()
  await expect(front(page).getByRole('heading', { name })).toBeVisible()
  for (const { width, height } of WIDTHS) {
    await page.setViewportSize({ width, height })
    await settled(page)
    await looksRight(page)
  }
  await accessible(page)
})

test('U §3.9: what is set for growth is saved as a whole, and an old version comes back', async ({
  browse,
}) => {
  await ask('POST', '/admin/user/save/config', {
    ...{ type: 'spread', channelId: 0 },
    fields: { spread_open: 1, spread_bind: 2, inviteIntegral: 0, invitedIntegral: 0 },
  })
  const setter = await person('孙配', { 会员配置: ['保存', '版本与还原'] })
  const page = await browse(setter, '/member/memberConfig?type=spread')
  await front(page).getByLabel('邀请人积分', { exact: true }).fill('12')
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '保存成功')
  await looksRight(page)
  await accessible(page)
  await front(page).getByRole('button', { name: '版本' }).click()
  const versions = dialog(page, '版本')
  await expect(versions.getByText('邀请人积分').first()).toBeVisible()
  await versions.getByRole('button', { name: '还原' }).first().click()
  await agree(page)
  await told(page, '已还原')
  await expect(front(page).getByLabel('邀请人积分', { exact: true })).toHaveValue('0')
})
