// Warehouses as those who run them see them, with just these rights: made, divided, set up, and told what goods need.
import { openShop, saveProduct } from './support/catalog.ts'
import { ask, person, unique } from './support/people.ts'
import {
  choose,
  dialog,
  expect,
  find,
  front,
  openRow,
  press,
  row,
  search,
  test,
  told,
} from './support/test.ts'
import { firstSection, openWarehouse, receiveGoods } from './support/warehouseRecords.ts'

test('W §4.1 to §4.3: a lead opens a warehouse, adds a section to it and sets how it works', async ({
  browse,
}) => {
  const lead = await person('黄主管', {
    仓库列表: ['新增', '编辑'],
    库区管理: ['新增', '打印标签'],
    仓库配置: ['编辑'],
  })
  const code = unique('W').toUpperCase()
  const name = `鼓楼仓${code}`
  const page = await browse(lead, '/warehouse/list')
  // Empty, the list offers it a second time.
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const form = front(page)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toContainText('请输入仓库编码')
  await expect(form).toContainText('请选择省市区')
  await form.getByLabel('仓库编码').fill(code)
  await form.getByLabel('仓库名称').fill(name)
  await form.getByLabel('省市区').fill('鼓楼区')
  await page.locator('.ant-cascader-menu-item').first().click()
  await form.getByLabel('详细地址').fill('五四路1号')
  await form.getByLabel('负责人').fill('王仓')
  await form.getByLabel('联系电话').fill('0591-87654321')
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await search(page, code)
  await expect(row(front(page), name)).toContainText('6')
  await openRow(row(front(page), name))
  await expect(front(page)).toContainText('默认存储区')
  await expect(front(page)).toContainText('仓库里还没有商品')

  await page.goto('/wms/addSection')
  await find(page, front(page).getByLabel('仓库', { exact: true }), name, name)
  await front(page).getByLabel('库区编码').fill('B01')
  await front(page).getByLabel('库区名称').fill('小件拣货区')
  await choose(page, front(page).getByLabel('库区类型'), '拣货区')
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await search(page, `SEC-${code}-B01`)
  const line = row(front(page), '小件拣货区')
  await expect(line).toContainText('拣货区')
  await press(page, line, '打印标签')
  await expect(front(page)).toContainText(`SEC-${code}-B01`)

  await page.goto('/warehouse/list')
  await search(page, code)
  await press(page, row(front(page), name), '配置')
  await front(page).getByLabel('截单时间').fill('15:30')
  await front(page).getByLabel('允许超收(%)').fill('21')
  await front(page).getByRole('button', { name: '保存' }).click()
  await expect(front(page)).toContainText('允许超收(%)应在0到20之间')
  await front(page).getByLabel('允许超收(%)').fill('5')
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '保存成功')
  // Months are closed by whoever may.
  await expect(front(page).getByLabel('已关账月份')).toHaveCount(0)
  await page.reload()
  await expect(front(page).getByLabel('截单时间')).toHaveValue('15:30')
  await expect(front(page).getByLabel('允许超收(%)')).toHaveValue('5')
})

test('W §4.9: what goods need is filled in, and what a warehouse is set for them', async ({ browse }) => {
  const { name: product } = await saveProduct(await openShop())
  const place = await openWarehouse()
  const lead = await person('陈主管', { 仓储商品: ['编辑', '编辑商品仓储资料'] })
  const page = await browse(lead, '/wms/wmsProduct?lacks=1')
  await search(page, product)
  await press(page, row(front(page), product), '编辑')
  const form = dialog(page, '编辑仓储商品')
  await form.getByLabel('箱规').fill('12')
  await form.getByLabel('毛重(KG)').fill('0.25')
  await form.getByLabel('体积(m³)').fill('0.002')
  await press(page, form, '新增仓库设置')
  const line = form.getByRole('table').last()
  await find(page, line.getByRole('combobox', { name: '仓库' }), place.name, place.name)
  await line.getByLabel('安全库存').fill('5')
  await line.getByLabel('库存下限').fill('10')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toContainText('安全库存不能小于库存下限')
  await line.getByLabel('库存下限').fill('2')
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '编辑成功')
  await page.goto('/wms/wmsProduct?lacks=0')
  await search(page, product)
  await expect(row(front(page), product)).toContainText('0.25')
  const { list } = await ask<{ list: { boxQty: number; safetyQty: number }[] }>(
    'GET',
    `/admin/wms/wmsProduct/list?warehouseId=${place.id}&keywords=${encodeURIComponent(product)}`,
  )
  expect(list).toMatchObject([{ boxQty: 12, safetyQty: 5 }])
})

test('W §15-25: who looks after one warehouse finds no other one', async ({ browse }) => {
  const keeper = await person('李仓管', { 仓库列表: [], 库区管理: [] })
  await ask('POST', '/admin/system/role/update', { id: keeper.roleId, dataScope: 4 })
  const own = await openWarehouse({ staffIds: [keeper.id] })
  const foreign = await openWarehouse()
  const page = await browse(keeper, '/warehouse/list')
  await expect(row(front(page), own.name)).toHaveCount(1)
  await expect(row(front(page), foreign.name)).toHaveCount(0)
  await page.goto(`/warehouse/infoWarehouse/${foreign.id}`)
  await expect(front(page)).toContainText('数据不存在')
  await page.goto(`/wms/section?warehouseId=${own.id}`)
  await expect(row(front(page), '默认存储区')).toContainText(own.name)
  await expect(front(page).getByRole('button', { name: '新增' })).toHaveCount(0)
})

test('W §4.5: one person writes a receipt, another decides it, and the stock is there', async ({
  browse,
}) => {
  const { name: warehouse } = await openWarehouse()
  const { name: goods } = await saveProduct(await openShop(), { submit: 1 })
  const keeper = await person('林仓管', { 入库单: ['新增', '提交'], 商品列表: [] })
  const page = await browse(keeper, '/wms/addStockin')
  await find(page, front(page).getByLabel('仓库', { exact: true }), warehouse, warehouse)
  await front(page).getByRole('button', { name: '选择商品' }).click()
  const picker = dialog(page, '商品列表')
  await picker.getByLabel('关键字').fill(goods)
  await page.keyboard.press('Enter')
  await expect(picker).toContainText('共 1 条')
  await row(picker, goods).getByRole('checkbox').check()
  await picker.getByRole('button', { name: '确定' }).click()
  await front(page)
    .getByRole('textbox', { name: '实收数量' })
    .or(front(page).getByRole('spinbutton', { name: '实收数量' }))
    .fill('24')
  await front(page).getByRole('button', { name: '提交' }).first().click()
  await told(page, '已提交')

  const lead = await person('陈主管', { 入库单: ['审核'], 库存查询: [] })
  const other = await browse(lead, '/wms/stockin?auditStatus=0')
  await press(other, row(front(other), warehouse), '审核')
  await expect(front(other)).toContainText(goods)
  await front(other).getByRole('button', { name: '通过' }).click()
  await expect(front(other).getByText('审核通过', { exact: true }).first()).toBeVisible()
  await other.goto('/wms/stock')
  await search(other, goods)
  await expect(row(front(other), warehouse)).toContainText('24')
})

test('W §4.4: a clerk finds what there is of goods, how it came, and what they are worth nowhere', async ({
  browse,
}) => {
  const { id, name: warehouse } = await openWarehouse()
  const { name: goods, productCode } = await receiveGoods(id, await firstSection(id), 12)
  const clerk = await person('许账员', { 库存查询: [], 库存流水: [], 出入库日志: [] })
  const page = await browse(clerk, '/wms/stock')
  await search(page, goods)
  const line = row(front(page), warehouse)
  await expect(line).toContainText('12')
  await expect(front(page)).not.toContainText('库存金额')
  await openRow(line)
  await expect(front(page)).toContainText(productCode)
  await expect(row(front(page), '默认存储区')).toContainText('12')
  await expect(front(page)).not.toContainText('42.00')
  await page.goto('/wms/stock')
  await search(page, goods)
  await press(page, row(front(page), warehouse), '流水')
  await expect(row(front(page), '其他入库')).toContainText('12')
  await page.goto('/wms/stocklog')
  await search(page, goods)
  await expect(row(front(page), goods)).toContainText(warehouse)
  await expect(front(page)).toContainText('共 1 条')
  await page.goto('/wms/stock?view=asof')
  await expect(front(page)).toContainText('日期')
})

test('W §4.10: a share of the stock is given to a channel and taken back, and the record tells both', async ({
  browse,
}) => {
  const { id, name: warehouse } = await openWarehouse()
  const { name: goods } = await receiveGoods(id, await firstSection(id), 12)
  const lead = await person('陈主管', { 库存虚拟账户: ['新增', '分配', '收回'], 库存查询: [], 商品列表: [] })
  const name = unique('企业专供')
  const page = await browse(lead, '/wms/stockVacct')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const form = dialog(page, /库存虚拟账户/)
  await form.getByLabel('账户编码').fill(unique('ZH'))
  await form.getByLabel('账户名称').fill(name)
  await choose(page, form.getByRole('combobox', { name: '渠道' }), '企业')
  await find(page, form.getByLabel('仓库', { exact: true }), warehouse, warehouse)
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await search(page, name)
  const move = async (label: string, qty: string): Promise<void> => {
    await press(page, row(front(page), name), label)
    const lines = dialog(page, `${label} ${name}`)
    await lines.getByRole('button', { name: '选择商品' }).click()
    const picker = dialog(page, '商品列表')
    await picker.getByLabel('关键字').fill(goods)
    await page.keyboard.press('Enter')
    await expect(picker).toContainText('共 1 条')
    await row(picker, goods).getByRole('checkbox').check()
    await picker.getByRole('button', { name: '确定' }).click()
    await lines.getByLabel('本次数量').fill(qty)
    await lines.getByRole('button', { name: '保存' }).click()
  }
  await move('分配', '13')
  await expect(dialog(page, `分配 ${name}`)).toContainText('公共可用库存不足')
  await dialog(page, `分配 ${name}`).getByLabel('本次数量').fill('8')
  await dialog(page, `分配 ${name}`).getByRole('button', { name: '保存' }).click()
  await told(page, '分配成功')
  await move('收回', '3')
  await told(page, '收回成功')
  await expect(row(front(page), name)).toContainText('5')
  await press(page, row(front(page), name), '流水')
  await expect(row(front(page), '收回')).toContainText(goods)
  await expect(row(front(page), '分配')).toContainText(goods)
})
