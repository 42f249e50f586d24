// Goods that are expected: a planner books a dock, the gate registers and calls the vehicle, and a receipt waits to be filled in.

import { openSupplier } from './support/appointRecords.ts'
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
import { openWarehouse } from './support/warehouseRecords.ts'

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
  await press(door, row(front(door), supplier), '开始卸货')
  await told(door, '已开始卸货，入库单草稿已生成')
  await press(door, row(front(door), supplier), '入库单')
  await expect(front(door)).toContainText(goods)
  await expect(front(door)).toContainText('未提交')
})
