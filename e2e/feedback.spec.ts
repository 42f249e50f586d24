// What every screen tells: what was saved, what is gone.
import { ask, person } from './support/people.ts'
import { expect, front, test, told } from './support/test.ts'

test('the name of the site is saved though nobody has set a logo', async ({ browse }) => {
  const page = await browse(await person('郑名', { 设置: ['保存'] }), '/operation/setting')
  const name = front(page).getByLabel('网站名称')
  const before = await name.inputValue()
  await name.fill(`${before}甲`)
  await front(page).getByRole('button', { name: '保存', exact: true }).click()
  await told(page, '编辑成功')
  await expect(front(page).getByLabel('网站名称')).toHaveValue(`${before}甲`)
  await ask('POST', '/admin/system/config/saveuniq', { key: 'site_name', value: before })
})

test('what is gone leads back and to its list', async ({ browse }) => {
  const one = await person('何无', { 商品列表: [], 商品详情: [] })
  const page = await browse(one, '/store/product/info/99999999')
  await expect(front(page)).toContainText('数据不存在')
  await expect(front(page).getByRole('button', { name: '返回' })).toBeVisible()
  await front(page).getByRole('button', { name: '去商品列表' }).click()
  await expect(page).toHaveURL(/\/store\/index/)
})
