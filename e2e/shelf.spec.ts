// Around the shelf: an application and a change of data from maker to examiner, skus put off at a time, prices of a
// pool and of a channel.
import { openShop, saveProduct } from './support/catalog.ts'
import { ask, person, unique } from './support/people.ts'
import { agree, dialog, expect, front, openRow, press, row, search, test, told } from './support/test.ts'

async function approvedProduct(): Promise<{ id: number; name: string; productCode: string }> {
  const { id, name } = await saveProduct(await openShop())
  await ask('POST', `/admin/storerepo/product/submit/${id}`)
  await ask('POST', '/admin/product/examine/save', { id, auditStatus: 1 })
  const { productCode } = await ask<{ productCode: string }>('GET', `/admin/store/product/info/${id}`)
  return { id, name, productCode }
}

test('an application is made by one person, passed by another, and then on the shelf', async ({ browse }) => {
  const { name } = await approvedProduct()
  const title = unique('上新')
  const page = await browse(
    await person('申请', { 上架申请: ['新增', '提交', '打印'] }),
    '/store/addApplyForShow',
  )
  await front(page).getByLabel('申请标题').fill(title)
  await front(page).getByLabel('渠道').click()
  await page
    .locator('.ant-select-dropdown')
    .filter({ visible: true })
    .getByTitle('商城', { exact: true })
    .click()
  await front(page).getByLabel('申请原因').fill('新品')
  await front(page).getByRole('button', { name: '选择商品' }).click()
  const picker = dialog(page, '选择商品')
  await picker.getByPlaceholder('商品名称、编码、条码').fill(name)
  await picker.getByRole('button', { name: '查询' }).click()
  await row(picker, name).getByRole('checkbox').check()
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(row(front(page), name)).toContainText('全部规格')
  await front(page).getByRole('button', { name: '保存并提交' }).click()
  await told(page, '已提交，等待审核')
  await expect(row(front(page), title)).toContainText('待审核')

  const judge = await browse(await person('审批', { 上架申请: ['审核'] }), '/store/applyForShow')
  await press(judge, row(front(judge), title), '审核')
  await expect(front(judge)).toContainText(name)
  await front(judge).getByRole('button', { name: '通过' }).click()
  await told(judge, '操作成功')
  await expect(front(judge)).toContainText('已执行')
  await judge.goto(`${new URL(judge.url()).pathname}?tab=plans`)
  // Behind the line of the application, which may say the same by now, there is one of its plans.
  await expect(row(front(judge), name)).toHaveCount(2)
  await expect(row(front(judge), name).last()).toContainText('已执行')
})

test('skus are previewed, then put off the shelf at a time that can be cancelled', async ({ browse }) => {
  const { id, name } = await approvedProduct()
  await ask('GET', `/admin/store/product/putOnShell/${id}`)
  const page = await browse(
    await person('下架', { 商品上下架: ['下架', '取消定时'] }),
    '/store/upanddownshelves',
  )
  await search(page, name)
  await press(page, row(front(page), name).first(), '下架')
  const shelve = dialog(page, '批量下架')
  await expect(shelve).toContainText('将变更1个规格')
  await expect(row(shelve, name)).toContainText('商家下架')
  await shelve.getByLabel('计划时间').fill('2099-01-01 00:00:00')
  await shelve.getByLabel('计划时间').press('Enter')
  await shelve.getByRole('button', { name: '定时下架' }).click()
  await told(page, '已定时下架1个规格')
  await front(page).getByRole('tab', { name: '定时' }).click()
  await press(page, row(front(page), name), '取消')
  await agree(page)
  await told(page, '操作成功')
  await expect(row(front(page), name)).toContainText('已取消')
})

test('records around products open by their address; a wrong one says so', async ({ browse }) => {
  const { id } = await approvedProduct()
  const page = await browse(
    await person('查看', { 可售商品: [], 付费商品: [], 商品通用详情: [] }),
    `/store/common/info/product/${id}`,
  )
  await expect(front(page)).toContainText('与上次审核通过时一致')
  await page.goto('/store/common/info/other/1')
  await expect(front(page)).toContainText('页面参数错误')
  await page.goto('/store/sale')
  await openRow(front(page).getByRole('row').nth(1))
  await expect(page).toHaveURL(/\/store\/infoSale\/\d+/)
  await expect(front(page)).toContainText('渠道设置')
  await page.goto('/store/payproduct')
  await expect(front(page).getByRole('button', { name: '加入商品' })).toHaveCount(0)
})

test('a change of data is made from a pasted code, item by item, and passed by another person', async ({
  browse,
}) => {
  const { name, productCode } = await approvedProduct()
  const title = unique('改价')
  const page = await browse(
    await person('改资料', { 商品资料修改: ['新增', '提交'] }),
    '/store/addStoreProductEdit',
  )
  await front(page).getByLabel('修改标题').fill(title)
  await front(page).getByLabel('修改原因').fill('成本上涨')
  await front(page).getByRole('button', { name: '粘贴编码' }).click()
  const paste = dialog(page, '粘贴编码')
  await paste.getByLabel('编码').fill(productCode)
  await paste.getByRole('button', { name: '查找并新增' }).click()
  const items = dialog(page, '新增修改项')
  await expect(row(items, name)).toContainText('12.80')
  await row(items, name).getByLabel('售价').fill('13.50')
  await items.getByRole('button', { name: '新增' }).click()
  await expect(row(front(page), name)).toContainText('13.50')
  await front(page).getByRole('button', { name: '保存并提交' }).click()
  await told(page, '已提交，等待审核')

  const judge = await browse(await person('审资料', { 商品资料修改: ['审核'] }), '/store/storeproductedit')
  await press(judge, row(front(judge), title), '审核')
  await expect(row(front(judge), name)).toContainText('12.80')
  await front(judge).getByRole('button', { name: '通过' }).click()
  await told(judge, '操作成功')
  await expect(row(front(judge), name)).toContainText('已执行')
})

test('a product comes into the pools and gets a price there, and one in a channel for a time', async ({
  browse,
}) => {
  const { name } = await approvedProduct()
  const page = await browse(
    await person('定价', {
      付费商品: ['加入商品', '编辑'],
      积分商品: ['加入商品', '赠送积分'],
      可售商品: ['设置价格'],
    }),
    '/store/payproduct?type=2',
  )
  const join = async () => {
    await front(page).getByRole('button', { name: '加入商品' }).first().click()
    const picker = dialog(page, '选择商品')
    await picker.getByPlaceholder('商品名称、编码、条码').fill(name)
    await picker.getByRole('button', { name: '查询' }).click()
    await row(picker, name).getByRole('checkbox').check()
    await picker.getByRole('button', { name: '确定' }).click()
    await told(page, '操作成功')
    await search(page, name)
  }
  await join()
  await press(page, row(front(page), name), '编辑')
  const form = dialog(page, '付费商品')
  await row(form, '默认').getByLabel('会员价').fill('12.80')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toContainText('会员价须低于售价')
  await row(form, '默认').getByLabel('会员价').fill('10.80')
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '保存成功，审核通过后生效')
  await front(page).getByRole('tab', { name: '待审核' }).click()
  await expect(row(front(page), name)).toContainText('10.80')

  await page.goto('/store/integralProduct?type=2')
  await join()
  await press(page, row(front(page), name), '赠送积分')
  await dialog(page, '赠送积分').getByLabel('赠送积分').fill('7')
  await dialog(page, '赠送积分').getByRole('button', { name: '保存' }).click()
  await told(page, '设置成功')

  await page.goto('/store/sale')
  await search(page, name)
  await openRow(row(front(page), name).first())
  await front(page).getByRole('button', { name: '设置价格' }).click()
  const price = dialog(page, '设置价格')
  await row(price, '默认').getByLabel('售价', { exact: true }).fill('11.00')
  await price.getByLabel('失效时间').fill('2099-01-01 00:00:00')
  // Enter takes the time and does not save the form.
  await page.keyboard.press('Enter')
  await expect(price).toBeVisible()
  await price.getByRole('button', { name: '保存' }).click()
  await told(page, '设置成功')
  await expect(front(page)).toContainText('11.00')
})
