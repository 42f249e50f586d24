// The agents' file of customers as a leader sees it: who holds how many, and who gets those nobody holds.
import { accessible } from './support/page.ts'
import { ask, person, phone, unique } from './support/people.ts'
import { dialog, expect, find, front, press, row, test, told } from './support/test.ts'

test('a leader sees the agents, and hands a customer of the pool out to one of them', async ({ browse }) => {
  const agent = await person(unique('客服'), { 客户管理: [] })
  await ask('POST', '/admin/system/admin/update', { id: agent.id, isAgent: 1 })
  const name = unique('公海客户')
  const { id } = await ask('POST', '/admin/customer/save', {
    customerName: name,
    customerType: 1,
    source: 1,
    contactName: '王五',
    contactPhone: phone(),
    agentId: agent.id,
  })
  await ask('POST', '/admin/customer/pool', { ids: String(id) })
  const page = await browse(
    await person('主管', { 客户管理: ['分配'] }),
    `/customer/index?tab=pool&keywords=${encodeURIComponent(name)}`,
  )
  await press(page, row(front(page), name), '分配')
  const asking = dialog(page, /^分配客户/)
  await find(page, asking.getByLabel('负责人'), agent.account, agent.account)
  await asking.getByRole('button', { name: '保存' }).click()
  await told(page, '分配成功')
  // It left the pool, and stays in view until the pool is looked through again.
  await expect(row(front(page), name)).toContainText('已移出本页')
  await front(page).getByRole('button', { name: '客服', exact: true }).click()
  const agents = dialog(page, '客服')
  await expect(row(agents, agent.account)).toContainText('1')
  await expect(agents.getByRole('button', { name: '取消客服' })).toHaveCount(0)
  await accessible(page)
  await press(page, row(agents, agent.account), '查看客户')
  await expect(row(front(page), name)).toBeVisible()
})
