// What a person is typing: it survives what the page reads meanwhile, and is looked at when a field is left. Screens §4.
import { left } from './support/env.ts'
import { ask, person, unique } from './support/people.ts'
import { dialog, expect, front, leaveAndReturn, test, told } from './support/test.ts'

test('a form that reads its row again in the background keeps what was typed and takes the rest', async ({
  browse,
}) => {
  const save = (body: object) => ask('POST', '/admin/system/org/help/save', body)
  const content = (text: string) => `<p>${text}</p>`
  await save({ channelId: 1203, title: '旧标题', content: content('旧内容'), levelTable: 1, status: 1 })
  const page = await browse(await person('林写', { 组织会员帮助: ['保存'] }), '/company/orgMemberHelp')
  await front(page).getByRole('tab', { name: 'CT' }).click()
  const form = front(page)
  await expect(form.getByLabel('标题')).toHaveValue('旧标题')
  const title = unique('写到一半')
  await form.getByLabel('标题').fill(title)
  await save({ channelId: 1203, title: '旧标题', content: content('新内容'), levelTable: 1, status: 1 })
  // A page that comes to the front again asks anew, unless it has asked within the last second.
  await expect(async () => {
    await leaveAndReturn(page, '组织会员帮助')
    await expect(form.locator('[contenteditable="true"]')).toHaveText('新内容', { timeout: 1500 })
  }).toPass()
  await expect(form.getByLabel('标题')).toHaveValue(title)
  // Another channel is another form: what is not saved is asked about.
  await form.getByRole('tab', { name: '供应链' }).click()
  const question = dialog(page, '系统提示')
  await expect(question).toContainText('有未保存的修改')
  await question.getByRole('button', { name: '取消' }).click()
  await expect(form.getByLabel('标题')).toHaveValue(title)
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '保存成功')
  await form.getByRole('tab', { name: '供应链' }).click()
  await expect(question).toHaveCount(0)
})

test('what has a wrong form is said when the field is left: in a form and in the settings', async ({
  browse,
}) => {
  const page = await browse(await person('林格', { 客户管理: ['新增'] }), '/customer/add_customers')
  const form = front(page)
  await form.getByLabel('联系电话').fill('1234')
  await form.getByLabel('客户名称').fill('格式')
  await expect(form.getByText('手机号码格式不正确')).toBeVisible()
  await form.getByLabel('联系电话').fill('13800138000')
  await expect(form.getByText('手机号码格式不正确')).toHaveCount(0)
  // What is missing is told on saving.
  await form.getByLabel('联系人').focus()
  await form.getByLabel('客户名称').focus()
  await expect(form.getByText('请输入联系人')).toHaveCount(0)

  const settings = await browse(
    { token: left('fullToken'), id: 1, realName: '管理员' },
    '/operation/setting?formId=64',
  )
  const base = front(settings)
  await base.getByLabel('网站地址').fill('shop')
  await base.getByLabel('网站名称').focus()
  await expect(base.getByText('网站地址格式不正确')).toBeVisible()
  await base.getByLabel('网站地址').fill('https://shop.example')
  await base.getByLabel('网站名称').focus()
  await expect(base.getByText('网站地址格式不正确')).toHaveCount(0)
})
