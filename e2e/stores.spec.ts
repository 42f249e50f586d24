// Stores with their staff, comments on products, and what customers want: journeys of those who look after them.
import { openShop, saveProduct } from './support/catalog.ts'
import { left } from './support/env.ts'
import { ask, person, unique } from './support/people.ts'
import { agree, dialog, expect, front, openRow, press, row, search, test, told } from './support/test.ts'

const STORE = {
  storeType: 1,
  image: '/upload/a.jpg',
  phone: '0591-87654321',
  address: '福建省,福州市,鼓楼区',
  detailedAddress: '五四路1号',
  latitude: 26.0745,
  longitude: 119.2965,
}

test('C9-28: a store is hidden, its page tells who works there, and its code is printed', async ({
  browse,
}) => {
  const name = unique('五四路店')
  const { id } = await ask('POST', '/admin/system/store/save', { ...STORE, name })
  const clerk = await person('林店长', {
    门店管理: ['编辑', '显示/隐藏', '二维码'],
    店员列表: ['新增', '编辑'],
  })
  await ask('POST', '/admin/system/store/staff/save', {
    storeId: id,
    uid: clerk.id,
    staffName: '林店长',
    roleType: 1,
  })
  const page = await browse(clerk, '/storeManagement')
  await search(page, name)
  const line = row(front(page), name)
  await expect(line).toContainText('福建省福州市鼓楼区五四路1号')
  await expect(front(page).getByRole('button', { name: '新增' })).toHaveCount(0)
  await line.getByRole('switch').click()
  await agree(page, `隐藏后不能再选择“${name}”自提，确定隐藏吗？`)
  await told(page, '操作成功')
  await expect(line).toHaveCount(0)
  await front(page)
    .getByRole('tab', { name: /^已隐藏/ })
    .click()
  await openRow(row(front(page), name))
  await front(page).getByRole('tab', { name: '店员' }).click()
  await expect(row(front(page), '林店长')).toContainText('店长')
  await front(page).getByRole('tab', { name: '自提订单' }).click()
  await expect(front(page)).toContainText('该门店还没有自提订单')
  await page.goto(`/staff/list/${id}`)
  await expect(row(front(page), '林店长')).toContainText(name)
  await expect(row(front(page), '林店长').getByRole('button', { name: '删除' })).toHaveCount(0)
  await ask('POST', '/admin/system/config/saveuniq?key=site_url&value=https%3A%2F%2Fshop.example', {})
  await page.goto(`/storeManagement/codes?ids=${id}`)
  await expect(
    front(page).getByRole('img', { name: `二维码 https://shop.example/store/${id}` }),
  ).toBeVisible()
})

test('a store without a point or a name is refused at its fields', async ({ browse }) => {
  const page = await browse(
    { token: left('fullToken'), id: 1, realName: '管理员' },
    '/storeManagement/addStoreManagement',
  )
  await front(page).getByLabel('坐标').fill('26.0745，119.2965')
  await front(page).getByRole('button', { name: '填入' }).click()
  await expect(front(page).getByLabel('纬度')).toHaveValue(/26\.0745/)
  await front(page).getByLabel('纬度').fill('')
  await front(page).getByRole('button', { name: '保存' }).click()
  await expect(front(page)).toContainText('请输入门店名称')
  await expect(front(page)).toContainText('请选择经纬度')
  await expect(front(page).locator('[data-path="image"] :focus')).toHaveCount(1)
  const wrong = (title: string) =>
    front(page)
      .getByRole('navigation', { name: '本页内容' })
      .locator('.ant-badge')
      .filter({ hasText: title })
      .getByTitle('处有误')
  await expect(wrong('基本信息')).toHaveText('3')
  await expect(wrong('地址')).toBeVisible()
  await expect(wrong('配送')).toHaveCount(0)
  await front(page).getByLabel('门店名称').fill(unique('缺点店'))
  await expect(wrong('基本信息')).toHaveText('2')
  await front(page).getByRole('button', { name: '取消' }).click()
  await agree(page, '有未保存的修改')
  await expect(page).toHaveURL(/storeManagement$/)
})

test('a comment is answered and hidden by who may', async ({ browse }) => {
  const { id } = await saveProduct(await openShop())
  const nickname = unique('顾客')
  await ask('POST', '/admin/store/product/reply/save', {
    productId: id,
    nickname,
    avatar: '/upload/a.jpg',
    productScore: 2,
    serviceScore: 3,
    comment: '包装破了',
  })
  const page = await browse(await person('评管', { 商品评论: ['回复', '显示/隐藏'] }), '/store/comment')
  const line = row(front(page), nickname)
  await press(page, line, '回复')
  const asking = dialog(page, '回复评论')
  await asking.getByRole('textbox').fill('非常抱歉，已为您补发')
  await asking.getByRole('button', { name: '确定' }).click()
  await told(page, '回复成功')
  await expect(line).toContainText('非常抱歉，已为您补发')
  await line.getByRole('switch').click()
  await told(page, '操作成功')
  await expect(line.getByRole('switch')).not.toBeChecked()
  await expect(line.getByRole('button', { name: '删除' })).toHaveCount(0)
})

test('an intention is written down and closed', async ({ browse }) => {
  const { id } = await saveProduct(await openShop())
  const skus = await ask<{ list: { id: number }[] }>(
    'GET',
    `/admin/store/product/productAttrValuelist?productId=${id}`,
  )
  const purposeTitle = unique('中秋意向')
  const now = Math.floor(Date.now() / 1000)
  const purpose = await ask('POST', '/admin/purpose/product/save', {
    purposeTitle,
    skuIds: String(skus.list[0]?.id),
    startTime: now - 60,
    endTime: now + 3600,
    deliveryMonths: ['2027-08'],
  })
  const page = await browse(
    await person('意管', { 意向商品: ['编辑', '截止'] }),
    `/purpose/addProduct?id=${purpose.id}`,
  )
  await expect(front(page)).toContainText('已选 1 个规格')
  await front(page).getByLabel('季节/年度').fill('2027中秋')
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '编辑成功')
  await page.goto('/purpose/product')
  await search(page, purposeTitle)
  const line = row(front(page), purposeTitle)
  await expect(line).toContainText('2027中秋')
  await press(page, line, '截止')
  await agree(page, '截止后客户不能再填写和修改意向')
  await expect(line).toContainText('已截止')
  await expect(line.getByRole('button', { name: '编辑' })).toHaveCount(0)
})

test('M-056, P-011: who works in stores is kept at sign-in for who may read it, and is gone after sign-out', async ({
  browse,
}) => {
  const store = await ask('POST', '/admin/system/store/save', { ...STORE, name: unique('台江店') })
  const [clerk, guest] = [await person('郑店员', { 店员列表: [] }), await person('陈访客', { 商品规格: [] })]
  await ask('POST', '/admin/system/store/staff/save', {
    storeId: store.id,
    uid: clerk.id,
    staffName: '郑店员',
    phone: '13900000001',
  })
  const page = await browse(null, '/login')
  const signIn = async (account: string, password: string) => {
    await page.getByLabel('用户名').fill(account)
    await page.getByRole('textbox', { name: '密码' }).fill(password)
    await page
      .getByRole('button', { name: /登\s*录/ })
      .first()
      .click()
    await expect(front(page)).toBeVisible()
  }
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('storeStaffList') ?? 'null'))
  await signIn(clerk.account, clerk.password)
  await expect.poll(kept).toContainEqual({
    id: expect.any(Number),
    uid: clerk.id,
    storeId: store.id,
    staffName: '郑店员',
    roleType: 2,
    account: clerk.account,
  })
  await page.getByRole('button', { name: /郑店员/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await kept()).toBeNull()
  await page.goto('/login')
  await signIn(guest.account, guest.password)
  await expect(page.getByRole('navigation', { name: '主菜单' })).toContainText('商品')
  expect(await kept()).toBeNull()
})
