// Goods that are expected: a planner books a dock, the gate registers and calls the vehicle, and a receipt waits to be filled in.

import { goneBack, openSupplier } from './support/appointRecords.ts'
import { openShop, saveProduct } from './support/catalog.ts'
import { person } from './support/people.ts'
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

test('W §5.10: a planner books a dock for a supplier, the gate calls the vehicle, and its goods wait in a receipt', async ({
  browse,
}) => {
  const { name: warehouse } = await openWarehouse()
  const { name: supplier } = await openSupplier()
  const { name: goods } = await saveProduct(await openShop(), { submit: 1 })
  const planner = await person('收货计划员', { 采购预约: ['新增', '确认'], 仓库列表: [], 商品列表: [] })
  const page = await browse(planner, '/wts/purchaseAppointment/add')
  await find(page, front(page).getByLabel('仓库', { exact: true }), warehouse, warehouse)
  await find(page, front(page).getByLabel('供应商', { exact: true }), supplier, supplier)
  await expect(front(page)).toContainText('采购尚未启用，请留空并在明细中选择预计到货的商品')
  await choose(page, front(page).getByLabel('时段', { exact: true }), '09:00–10:00 剩余2')
  await front(page).getByLabel('箱数').fill('4')
  await front(page).getByRole('button', { name: '选择商品' }).click()
  const picker = dialog(page, '商品列表')
  await picker.getByLabel('关键字').fill(goods)
  await picker.getByRole('button', { name: '查询' }).click()
  await row(picker, goods).getByRole('checkbox').first().check()
  await picker.getByRole('button', { name: '确定' }).click()
  await row(front(page), goods).getByLabel('预约数量').fill('12')
  await front(page).getByLabel('车牌号').fill('闽A12345')
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await press(page, row(front(page), supplier), '确认')
  await told(page, '已确认')
  await expect(row(front(page), supplier)).toContainText('已确认')
  await openRow(row(front(page), supplier))
  await expect(front(page)).toContainText(goods)

  const gate = await person('门岗', {
    采购预约: [],
    预约登记: ['新增', '叫号', '开始卸货', '结束卸货', '离场'],
    入库单: [],
    仓库列表: [],
  })
  const door = await browse(gate, '/wts/purchaseAppointment')
  await search(door, '闽A12345')
  await press(door, row(front(door), supplier), '登记到货')
  await front(door).getByLabel('司机', { exact: true }).fill('王师傅')
  await front(door).getByLabel('司机电话').fill('13800138000')
  await front(door).getByRole('button', { name: '保存' }).click()
  await told(door, '创建成功')
  await press(door, row(front(door), supplier), '叫号')
  await dialog(door, /^叫号/).getByRole('button', { name: '保存' }).click()
  await told(door, '已叫号')
  await expect(row(front(door), supplier)).toContainText('已叫号')
  await press(door, row(front(door), supplier), '开始卸货')
  await told(door, '已开始卸货，入库单草稿已生成')
  await press(door, row(front(door), supplier), '入库单')
  await expect(front(door)).toContainText(goods)
  await expect(front(door)).toContainText('未提交')
})

test('W §5.10: a planner forecasts what a warehouse needs, lets it count and books its arrival', async ({
  browse,
}) => {
  const { name: warehouse } = await openWarehouse()
  const { name: supplier } = await openSupplier()
  const { name: goods } = await saveProduct(await openShop(), { submit: 1 })
  const planner = await person('补货计划员', {
    单品预测: ['新增', '生效', '转预约'],
    采购预约: [],
    仓库列表: [],
    商品列表: [],
  })
  const page = await browse(planner, '/wts/singleItemForecast/add')
  await find(page, front(page).getByLabel('仓库', { exact: true }), warehouse, warehouse)
  await find(page, front(page).getByLabel('商品', { exact: true }), goods, goods)
  await find(page, front(page).getByRole('combobox', { name: '供应商' }), supplier, supplier)
  await front(page).getByLabel('计划到货').fill('24')
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await press(page, row(front(page), warehouse), '生效')
  await told(page, '已生效')
  await expect(row(front(page), warehouse)).toContainText('已生效')
  await press(page, row(front(page), warehouse), '转预约')
  const box = dialog(page, /^转预约/)
  await choose(page, box.getByLabel('时段', { exact: true }), '09:00–10:00 剩余2')
  await box.getByRole('button', { name: '保存' }).click()
  await told(page, '已转预约')
  await expect(row(front(page), warehouse)).toContainText('已转预约')
  await press(page, row(front(page), warehouse), '预约单')
  await expect(front(page)).toContainText(goods)
  await expect(front(page)).toContainText('待确认')
})

test('W §5.10: goods that a supplier exchanges are written by one, passed by another, and stand in the warehouse', async ({
  browse,
}) => {
  const { id: warehouseId, name: warehouse } = await openWarehouse()
  const { id: supplierId } = await openSupplier()
  const sectionId = await firstSection(warehouseId)
  const { skuId, name: goods } = await receiveGoods(warehouseId, sectionId, 12)
  const { outSn } = await goneBack({ warehouseId, supplierId, line: { skuId, sectionId } })
  const maker = await person('换货员', { 换入单: ['新增', '提交'], 仓库列表: [], 出库单: [], 商品列表: [] })
  const page = await browse(maker, '/wts/exchangeInBill/add')
  await find(page, front(page).getByLabel('仓库', { exact: true }), warehouse, warehouse)
  await find(page, front(page).getByLabel('换出出库单'), outSn, outSn)
  await front(page).getByRole('button', { name: '选择商品' }).click()
  const picker = dialog(page, '商品列表')
  await picker.getByLabel('关键字').fill(goods)
  await picker.getByRole('button', { name: '查询' }).click()
  await row(picker, goods).getByRole('checkbox').first().check()
  await picker.getByRole('button', { name: '确定' }).click()
  await row(front(page), goods).getByLabel('换入数量').fill('2')
  await row(front(page), goods).getByLabel('换出数量').fill('2')
  await front(page).getByRole('button', { name: /提交/ }).click()
  await told(page, '已提交')
  const lead = await person('换货主管', { 换入单: ['审核'], 库存查询: [], 仓库列表: [] })
  const judge = await browse(lead, '/wts/exchangeInBill')
  await press(judge, row(front(judge), warehouse), '审核')
  await front(judge).getByRole('button', { name: '通过' }).click()
  await expect(front(judge).getByText('审核通过', { exact: true }).first()).toBeVisible()
  await judge.goto('/wms/stock')
  await search(judge, goods)
  // 12 came, 3 more came, 3 went back, 2 came in exchange.
  await expect(row(front(judge), goods)).toContainText('14')
})
