// What was typed into a form and not saved: it is kept in the browser, and meets what others have saved since. Screens §4.
import { ask, person, unique } from './support/people.ts'
import { dialog, expect, front, press, row, search, test, told } from './support/test.ts'

const UNITS = '/storerepo/unit'
const NEW_GROUP = '/storerepo/sapWmsGroup/addWmsGroup'

test('what was typed into a page is offered after a reload, and can be thrown away', async ({ browse }) => {
  const page = await browse(await person('林稿', { SAP仓储分组: ['新增'] }), NEW_GROUP)
  page.on('dialog', (question) => void question.accept())
  const form = front(page)
  const note = form.getByText(/^有\d{4}-\d\d-\d\d \d\d:\d\d未保存的内容$/)
  const name = unique('分组')
  await form.getByLabel('分组名称').fill(name)
  await page.reload()
  await expect(note).toBeVisible()
  await expect(form.getByLabel('分组名称')).toHaveValue('')
  await form.getByRole('button', { name: '恢复' }).click()
  await expect(form.getByLabel('分组名称')).toHaveValue(name)
  await expect(note).toHaveCount(0)
  await page.reload()
  await form.getByRole('button', { name: '丢弃' }).click()
  await expect(note).toHaveCount(0)
  await page.reload()
  await expect(form.getByLabel('分组名称')).toHaveValue('')
  await expect(note).toHaveCount(0)
})

test('what was typed into a dialog is offered there again, with another row not, and after the save no more', async ({
  browse,
}) => {
  const [one, other] = [unique('单'), unique('单')]
  for (const unitName of [one, other])
    await ask('POST', '/admin/product/unit/save', { unitName, unitCode: unique('u').slice(-8) })
  const page = await browse(await person('林稿', { 计量单位: ['编辑'] }), UNITS)
  page.on('dialog', (question) => void question.accept())
  const edit = async (name: string) => {
    await search(page, name)
    await press(page, row(front(page), name), '编辑')
    await expect(dialog(page, /计量单位/).getByLabel('单位名称')).toHaveValue(name)
  }
  const box = dialog(page, /计量单位/)
  const note = box.getByText(/未保存的内容$/)
  const renamed = unique('单')
  await edit(one)
  await box.getByLabel('单位名称').fill(renamed)
  await page.reload()
  await edit(other)
  await expect(note).toHaveCount(0)
  await box.getByRole('button', { name: '取消' }).click()
  await edit(one)
  await expect(note).toBeVisible()
  await box.getByRole('button', { name: '恢复' }).click()
  await expect(box.getByLabel('单位名称')).toHaveValue(renamed)
  await box.getByRole('button', { name: '保存' }).click()
  await told(page, '编辑成功')
  await edit(renamed)
  await expect(note).toHaveCount(0)
})

test('a session that is over is taken up again over the page: nothing typed is lost, and the save goes through', async ({
  browse,
}) => {
  const one = await person('林续', { SAP仓储分组: ['新增'] })
  const page = await browse(one, NEW_GROUP)
  const form = front(page)
  const name = unique('分组')
  await form.getByLabel('分组代码').fill(unique('g').slice(-8))
  await form.getByLabel('分组名称').fill(name)
  await form.getByText('冷藏', { exact: true }).click()
  const over = { code: 401, message: '登录已过期', data: { reason: 'expired' } }
  await page.route('**/api/**/sapWmsGroup/save', (route) => route.fulfill({ json: over }), { times: 1 })
  await form.getByRole('button', { name: '保存' }).click()
  const again = dialog(page, '重新登录')
  await expect(again).toContainText('未保存的内容都还在')
  await expect(again.getByLabel('用户名')).toHaveValue(one.account)
  await again.getByLabel('密码', { exact: true }).fill('Wrong-1-word')
  await again.getByRole('button', { name: '登录', exact: true }).click()
  await expect(again.getByRole('alert')).toContainText('账号或密码错误')
  await again.getByLabel('密码', { exact: true }).fill(one.password)
  await again.getByRole('button', { name: '登录', exact: true }).click()
  await told(page, '创建成功')
  await expect(again).toHaveCount(0)
  const cookies = await page.context().cookies()
  expect(cookies.find((cookie) => cookie.name === 'tsToken')?.value).not.toBe(one.token)
  await search(page, name)
  await expect(row(front(page), name)).toBeVisible()
})

test('without a network the page says so, and what is typed is kept', async ({ browse }) => {
  const page = await browse(await person('林断', { SAP仓储分组: ['新增'] }), NEW_GROUP)
  page.on('dialog', (question) => void question.accept())
  const name = unique('分组')
  await front(page).getByLabel('分组名称').fill(name)
  await page.context().setOffline(true)
  await expect(page.getByText('网络已断开，内容已保存在本机')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('网络已断开，内容已保存在本机')).toHaveCount(0)
  await page.reload()
  await front(page).getByRole('button', { name: '恢复' }).click()
  await expect(front(page).getByLabel('分组名称')).toHaveValue(name)
})
