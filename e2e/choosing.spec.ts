// The dialogs in which a product, an article or an icon is chosen, on the screens that open them. Specification 1 §2.4.

import { open } from '../kit/server/envelope.ts'
import { signIn } from './support/api.ts'
import { openShop, saveProduct } from './support/catalog.ts'
import { left } from './support/env.ts'
import { ask, person, unique } from './support/people.ts'
import {
  agree,
  choose,
  dialog,
  expect,
  front,
  openMenu,
  press,
  row,
  search,
  test,
  told,
} from './support/test.ts'

async function article(title: string, cid: number): Promise<void> {
  await ask('POST', '/admin/article/save', {
    cid,
    title,
    author: '小通',
    imageInput: '/files/a.png',
    synopsis: '怎样下单',
    content: '<p>先选商品</p>',
  })
}

const helpCategory = async (name: string): Promise<number> =>
  (await ask('POST', '/admin/category/save', { type: 3, pid: 0, name })).id

test('P-070, P-071, P-072, P-073, P-075: a product is found by words and category, chosen, and given back', async ({
  browse,
}) => {
  const shop = await openShop()
  const product = await saveProduct(shop, { submit: 1 })
  await ask('POST', '/admin/product/examine/save', { id: product.id, auditStatus: 1, opinion: '' })
  await ask('GET', `/admin/store/product/putOnShell/${product.id}`)
  const title = unique('关联')
  await article(title, await helpCategory(unique('帮助')))
  const boss = await signIn(left('full'))
  const page = await browse(boss, '/content/articleManager')
  // What is asked travels sealed with the session.
  const categories: unknown[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/admin/category/list/tree'))
      categories.push(JSON.parse(open(boss.token, searchParams.get('q') ?? '')))
  })
  await search(page, title)
  await press(page, row(page, title), '关联商品')
  const box = dialog(page, '关联商品')
  await box.getByLabel('关联商品').click()
  const picker = dialog(page, '商品列表')
  expect((await picker.boundingBox())?.width).toBe(896)
  for (const name of ['图片', '商品名称', '分类'])
    await expect(picker.getByRole('columnheader', { name })).toBeVisible()
  await expect.poll(() => categories).toContainEqual({ type: 1, status: '-1' })
  await picker.getByLabel('关键字').fill(product.name)
  await picker.getByRole('button', { name: '查询' }).click()
  const line = row(picker, product.name)
  await expect(picker.getByRole('row').filter({ has: page.getByRole('radio') })).toHaveCount(1)
  await expect(picker.locator('.ant-pagination')).toBeVisible()
  await line.getByRole('radio').check()
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(picker).toHaveCount(0)
  await expect(box.getByLabel('关联商品')).toHaveText(product.name)
  // Given up, it changes nothing.
  await box.getByLabel('关联商品').click()
  await picker.getByRole('button', { name: '取消' }).click()
  await told(page, '已取消')
  await expect(box.getByLabel('关联商品')).toHaveText(product.name)
})

test('P-089, P-090, P-091, P-092: an article is found, one is chosen, another deleted', async ({
  browse,
}) => {
  const category = unique('图文')
  const cid = await helpCategory(category)
  const [first, second] = [unique('欢迎'), unique('活动')]
  await article(first, cid)
  await article(second, cid)
  const page = await browse(await signIn(left('full')), '/appSetting/publicAccount/wxReply/keyword/save')
  await front(page).getByRole('radio', { name: '图文消息' }).check()
  await front(page).getByRole('button', { name: '图文消息' }).click()
  const picker = dialog(page, '选择文章')
  expect((await picker.boundingBox())?.width).toBe(860)
  // The name is for those who hear it; nothing is written above.
  await expect(picker.locator('.ant-modal-title').getByText('选择文章')).toHaveClass(/ts-unseen/)
  for (const name of ['ID', '文章封面', '文章标题', '浏览量', '更新时间'])
    await expect(picker.getByRole('columnheader', { name: new RegExp(name.slice(-2)) })).toBeVisible()
  await choose(page, picker.getByRole('combobox').first(), category)
  await expect(picker.getByRole('radio')).toHaveCount(2)
  await picker.getByLabel('关键字').fill(second)
  await picker.getByRole('button', { name: '查询' }).click()
  await expect(picker.getByRole('radio')).toHaveCount(1)
  await row(picker, second).getByRole('button', { name: '删除' }).click()
  await agree(page, '确定删除当前数据')
  await told(page, '删除数据成功')
  await expect(picker.getByRole('radio')).toHaveCount(0)
  await picker.getByLabel('关键字').fill('')
  await picker.getByRole('button', { name: '查询' }).click()
  await picker.getByRole('button', { name: '确定' }).click()
  await told(page, '请选择文章')
  await row(picker, first).getByRole('radio').check()
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(front(page).getByText(first).first()).toBeVisible()
})

test('P-067: an icon is chosen in 菜单图标; who gives up is told', async ({ browse }) => {
  const page = await browse(await signIn(left('full')), '/')
  await openMenu(page, '系统设置', '管理权限', '权限规则')
  await front(page).getByRole('button', { name: /新增$/ }).first().click()
  const form = page.getByRole('dialog').filter({ visible: true }).first()
  await form
    .getByRole('button', { name: /选择|图标/ })
    .first()
    .click()
  const box = dialog(page, '菜单图标')
  await box.getByLabel('图标名称').fill('bell')
  await expect(box.getByRole('button', { name: /Bell/ }).first()).toBeVisible()
  await box.getByRole('button', { name: '取消' }).click()
  await told(page, '已取消')
  await form
    .getByRole('button', { name: /选择|图标/ })
    .first()
    .click()
  await box.getByLabel('图标名称').fill('bell')
  await box.getByTitle('BellOutlined').click()
  await expect(box).toHaveCount(0)
  await expect(form.getByText(/Bell/).first()).toBeVisible()
})

test('what is missing is made where it is chosen, and stands first the next time', async ({ browse }) => {
  const page = await browse(
    await person('林单', { 商品库商品: ['新增'], 计量单位: ['新增'] }),
    '/storerepo/repolist/creatProduct',
  )
  const box = front(page).getByRole('combobox', { name: /基本单位/ })
  await box.click()
  await page.getByRole('button', { name: '新增计量单位' }).click()
  const form = dialog(page, /计量单位/)
  const unitName = unique('新')
  await form.getByLabel('单位代码').fill(unique('n').slice(-8))
  await form.getByLabel('单位名称').fill(unitName)
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await expect(front(page).getByTitle(unitName, { exact: true })).toBeVisible()
  await choose(page, box, '盒')
  await box.click()
  const list = page.locator('.ant-select-dropdown').filter({ visible: true })
  await expect(list.locator('.ant-select-item').nth(0)).toHaveText('最近选过')
  await expect(list.locator('.ant-select-item').nth(1)).toHaveText('盒')
})
