// Members of staff who leave: what they hold goes to somebody else.
import { accessible, looksRight } from './support/page.ts'
import { ask, person, unique } from './support/people.ts'
import { agree, dialog, expect, find, front, press, row, search, test, told } from './support/test.ts'

test('P §6.1: 离职交接 moves what somebody holds and disables the account', async ({ browse }) => {
  const boss = await person('杜交', { 管理员列表: ['删除', '离职交接'], 我的下载: [] })
  const leaver = await person('林离', { 我的下载: [] })
  const taker = await person(unique('接'), { 我的下载: [] })
  await ask('POST', '/admin/system/dept/save', { deptName: unique('部'), leaderId: leaver.id })

  const page = await browse(boss, '/operation/roleManager/adminList')
  await search(page, leaver.account)
  const line = row(front(page), leaver.account)
  await press(page, line, '删除')
  await agree(page)
  await told(page, '该员工还有1项部门负责人，请先交接')

  await press(page, line, '离职交接')
  const box = dialog(page, '离职交接：林离')
  await expect(box.getByRole('checkbox', { name: '部门负责人（1项）' })).toBeChecked()
  await looksRight(page)
  await accessible(page)
  await box.getByRole('button', { name: '交接并停用' }).click()
  await expect(box.getByText('请选择接收人').last()).toBeVisible()
  const to = box.getByLabel('接收人')
  await find(page, to, taker.account, taker.realName)
  await box.getByRole('button', { name: '交接并停用' }).click()
  await agree(page, '账号将停用并立即下线')
  await expect(box.getByText('交接完成，账号已停用')).toBeVisible()
  await expect(box.getByText('部门负责人：已交接1项')).toBeVisible()
  await box.getByRole('button', { name: '关闭' }).last().click()
  await expect(line.getByText('停用', { exact: true })).toBeVisible()
  await press(page, line, '删除')
  await agree(page)
  await told(page, '删除成功')
})
