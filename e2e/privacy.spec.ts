// How consumers come and how they leave: a member manager makes codes and lets an employee in, asks for a merge and an
// erasure; the person of compliance decides, each with just the rights for it.
import { accessible, looksRight, settled, WIDTHS } from './support/page.ts'
import { ask, person, phone, unique } from './support/people.ts'
import { groupWithEmployee } from './support/privacyRecords.ts'
import { agree, dialog, expect, front, press, row, search, test, told } from './support/test.ts'

type Page = Parameters<typeof settled>[0]

async function atBothWidths(page: Page): Promise<void> {
  for (const { width, height } of WIDTHS) {
    await page.setViewportSize({ width, height })
    await settled(page)
    await looksRight(page)
  }
  await accessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('U §5.2: a code is made, shown with its picture and printed; many are made at once', async ({
  browse,
}) => {
  const manager = await person('邀请经理', { 邀请码: ['新增', '编辑', '批量生成', '二维码'] })
  const name = unique('拉新')
  const page = await browse(manager, '/user/invitationcode')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const form = dialog(page, /新增邀请码/)
  await form.getByLabel('名称').fill(name)
  await form.getByRole('radio', { name: '渠道活动' }).check()
  await form.getByLabel('使用上限').fill('3')
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await search(page, name)
  await expect(row(front(page), name)).toContainText('0/3')
  await atBothWidths(page)
  await row(front(page), name).getByText(name).click()
  await expect(page).toHaveURL(/\/user\/invitationcode\/info\//)
  await expect(front(page).getByRole('heading', { name })).toBeVisible()
  await expect(front(page).getByText('还没有人使用该邀请码')).toBeVisible()
  await atBothWidths(page)

  const many = unique('批量')
  const again = await browse(manager, '/user/invitationcode')
  await front(again).getByRole('button', { name: '批量生成' }).click()
  const batch = dialog(again, '批量生成邀请码')
  await batch.getByLabel('名称').fill(many)
  await batch.getByLabel('数量').fill('5')
  await batch.getByRole('button', { name: '保存' }).click()
  await told(again, '生成成功')
  await search(again, many)
  await expect(front(again).getByText('共 5 条').first()).toBeVisible()
})

test('U §5.3: an employee who applied is let in, and leaves again', async ({ browse }) => {
  const { id, realName } = await groupWithEmployee()
  const manager = await person('团购经理', { 团购管理: ['查看员工', '审核员工', '停用、离职'] })
  const page = await browse(manager, `/user/groupBuying/employeeManagement/${id}`)
  const shown = realName.slice(0, 1)
  await expect(front(page).getByText('待审核').first()).toBeVisible()
  await press(page, row(front(page), shown), '通过申请')
  await told(page, '已通过')
  await expect(row(front(page), shown)).toContainText('正常')
  await atBothWidths(page)
  await press(page, row(front(page), shown), '离职')
  await agree(page, '离职后收回客户等级')
  await expect(row(front(page), shown)).toContainText('已离职')
})

test('U §10.3: two accounts of one person are previewed, asked for, decided by somebody else, and are one', async ({
  browse,
}) => {
  const [kept, gone] = [unique('保留'), unique('合并')]
  const { id: toUid } = await ask('POST', '/admin/user/save', { phone: phone(), nickname: kept })
  const { id: fromUid } = await ask('POST', '/admin/user/save', { phone: phone(), nickname: gone })
  const manager = await person('会员经理', { 用户管理: ['选择用户'], 合并单: ['新增', '提交', '预览合并'] })
  const page = await browse(manager, `/user/privacy/merge/add?from=${fromUid}&to=${toUid}`)
  await front(page).getByRole('button', { name: '预览合并' }).click()
  await expect(front(page).getByText('合并将移动')).toBeVisible()
  await atBothWidths(page)
  await front(page).getByLabel('合并原因').fill('同一人换了手机')
  await front(page).getByLabel('确认文字').fill('确认合并')
  await front(page).getByRole('button', { name: '提交合并' }).click()
  await told(page, '已提交，等待审核')

  const { list } = await ask<{ list: { id: number; mergeNo: string }[] }>(
    'GET',
    '/admin/user/merge/list?auditStatus=0&limit=1',
  )
  const [first] = list
  const judge = await browse(
    await person('合规', { 合并单: ['审核'] }),
    `/user/privacy/merge/examine/${first?.id}`,
  )
  await front(judge).getByRole('button', { name: '通过' }).click()
  await told(judge, '操作成功')
  await expect(front(judge).getByText('审核通过').first()).toBeVisible()
  await atBothWidths(judge)
  const merged = await ask<{ lifeStatus: number; mergeToUid: number }>(
    'GET',
    `/admin/user/info?id=${fromUid}`,
  )
  expect([merged.lifeStatus, merged.mergeToUid]).toEqual([3, toUid])
})

test('U §10.4: a consumer is forgotten: guarded, decided, carried out, and the certificate lists what was done', async ({
  browse,
}) => {
  const nickname = unique('离开')
  const { id: uid } = await ask('POST', '/admin/user/save', { phone: phone(), nickname })
  const { id } = await ask('POST', '/admin/user/erase/save', {
    ...{
      uid,
      reason: '不再使用',
      agreed: 1,
      submit: 1,
      evidence: [{ name: '申请.pdf', url: '/files/a.pdf' }],
    },
  })
  const judge = await person('合规', { 注销单: ['审核', '立即注销', '打印'] })
  const page = await browse(judge, `/user/privacy/erase/examine/${id}`)
  await expect(front(page).getByText('没有阻碍注销的事项')).toBeVisible()
  await front(page).getByRole('button', { name: '通过' }).click()
  await told(page, '操作成功')
  const again = await browse(judge, `/user/privacy/erase/see/${id}`)
  await expect(front(again).getByText('冷静期', { exact: true }).first()).toBeVisible()
  await front(again).getByRole('button', { name: '立即注销' }).click()
  await agree(again, '个人信息删除后不能恢复')
  await told(again, '已注销')
  await expect(front(again).getByText('已完成').first()).toBeVisible()
  await expect(front(again).getByText('收货地址').first()).toBeVisible()
  await atBothWidths(again)
  const left = await ask<{ lifeStatus: number; nickname: string }>('GET', `/admin/user/info?id=${uid}`)
  expect([left.lifeStatus, left.nickname]).toEqual([2, '已注销用户'])
})
