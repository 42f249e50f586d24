// What a warehouse does beside its documents in a day: waves by strategy, labels of lots, a transfer taken back, the routes of today.
import { today } from '../kit/shared/time.ts'
import { ask, person, unique } from './support/people.ts'
import {
  agree,
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
import { firstSection, openTask, openWarehouse, receiveGoods } from './support/warehouseRecords.ts'

test('W §5.2: a lead saves a wave strategy and has it make its pick list', async ({ browse }) => {
  const { id, name: warehouse } = await openWarehouse()
  await openTask(id)
  const lead = await person('拣货主管', { 波次策略: ['新增', '立即执行'] })
  const page = await browse(lead, '/wts/waveStrategy')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const form = dialog(page, /新增/)
  const name = unique('策略')
  await form.getByLabel('策略名称').fill(name)
  await find(page, form.getByLabel('仓库', { exact: true }), warehouse, warehouse)
  // Without minutes it runs by hand alone: nothing takes the task before.
  await form.getByRole('button', { name: '保存' }).click()
  await press(page, row(front(page), name), '立即执行')
  await agree(page)
  await told(page, '已生成拣货单')
  await expect(row(front(page), name)).toContainText('1张拣货单，1个任务')
  // Nobody is going to pick it.
  const { list } = await ask<{ list: { id: number }[] }>('GET', `/admin/wts/pickList/list?warehouseId=${id}`)
  for (const one of list) await ask('POST', `/admin/wts/pickList/cancel/${one.id}`)
})

test('W §9: a keeper prints the label of a lot', async ({ browse }) => {
  const { id } = await openWarehouse()
  const { name, productCode } = await receiveGoods(id, await firstSection(id), 12)
  const keeper = await person('林仓管', { 库存查询: ['打印标签'] })
  const page = await browse(keeper, '/wms/stock?view=lot')
  await search(page, name)
  await press(page, row(front(page), name), '打印标签')
  await expect(front(page)).toContainText(name)
  await expect(front(page)).toContainText(`LOT|${productCode}`)
})

test('W §3, §4.7: a transfer that was sent in error is turned round', async ({ browse }) => {
  const from = await openWarehouse()
  const to = await openWarehouse()
  const { skuId } = await receiveGoods(from.id, await firstSection(from.id), 12)
  const { id } = await ask('POST', '/admin/wms/transfer/save', {
    ...{ outWarehouseId: from.id, inWarehouseId: to.id, bizDate: today(), planOutDate: today(), submit: 1 },
    ...{ carryMode: 3, lines: [{ skuId, qty: 5 }] },
  })
  await ask('POST', `/admin/wms/transfer/examine/${id}`, { auditStatus: 1 })
  await ask('POST', `/admin/wms/transfer/ship/${id}`, { lines: [{ lineNo: 1, qty: 5 }] })
  const lead = await person('陈主管', { 调拨单: ['冲销'], 出入库日志: [] })
  const page = await browse(lead, '/wms/transfer')
  await press(page, row(front(page), to.name), '冲销')
  const box = page.getByRole('dialog')
  await box.getByRole('textbox').fill('发错仓库')
  await box.getByRole('button', { name: /确\s*定/ }).click()
  await told(page, '已冲销')
  await expect(row(front(page), to.name)).toContainText('已取消')
  // Who the goods went to is told on both ways.
  await page.goto(`/wms/stocklog?warehouseId=${from.id}`)
  await expect(row(front(page), to.name).first()).toBeVisible()
})

test('W §5.8: a dispatcher sees which routes drive today', async ({ browse }) => {
  const { id } = await openWarehouse()
  const code = unique('R')
  await ask('POST', '/admin/wts/routeTable/save', {
    ...{ code, name: `线路${code}`, warehouseId: id, type: 1, weekdays: [1, 2, 3, 4, 5, 6, 7], stops: [] },
    ...{ cutOffTime: '16:00', planDepartTime: '07:30' },
  })
  const dispatcher = await person('调度员', { 线路表: [] })
  const page = await browse(dispatcher, '/wts/routeTable')
  await front(page).getByText('当日线路表', { exact: true }).click()
  await expect(row(front(page), code)).toContainText('07:30')
})

test('W §4.7: who receives a transfer blind says how many came before anybody tells them how many were sent', async ({
  browse,
}) => {
  const receiver = await person('杨收货', { 调拨单: ['收货', '打印', '编辑', '提交'], 库存查询: [] })
  await ask('POST', '/admin/system/role/update', { id: receiver.roleId, dataScope: 4 })
  const from = await openWarehouse()
  const to = await openWarehouse({ staffIds: [receiver.id] })
  const config = await ask<{ id: number }>('GET', `/admin/wms/wareHouseConfig/info/${to.id}`)
  await ask('POST', '/admin/wms/wareHouseConfig/update', { id: config.id, blindReceive: 1 })
  const { skuId, name: goods } = await receiveGoods(from.id, await firstSection(from.id), 90)
  const form = {
    ...{ outWarehouseId: from.id, inWarehouseId: to.id, bizDate: today(), planOutDate: today() },
    ...{ carryMode: 3, lines: [{ skuId, qty: 83 }] },
  }
  // A draft of theirs is not edited by who may not see what it plans: the button and the form say why.
  const { id: draft } = await ask('POST', '/admin/wms/transfer/save', { ...form, submit: 0 })
  const page = await browse(receiver, `/wms/infoTransfer/${draft}`)
  await front(page).locator('.k-record-head').getByRole('button', { name: '更多', exact: true }).click()
  const closed = page.getByRole('menuitem', { name: /^编辑/ })
  await expect(closed).toContainText('调入仓盲收，收货前只有制单人和调出仓可以修改')
  await expect(closed).toHaveAttribute('aria-disabled', 'true')
  const submit = page.getByRole('menuitem', { name: /^提交/ })
  await expect(submit).toContainText('调入仓盲收，收货前只有制单人和调出仓可以提交')
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await page.goto(`/wms/addTransfer?id=${draft}`)
  await expect(front(page)).toContainText('调入仓盲收，收货前只有制单人和调出仓可以修改')
  await expect(front(page).getByRole('button', { name: '保存' })).toHaveCount(0)

  const { id } = await ask('POST', '/admin/wms/transfer/save', { ...form, submit: 1 })
  await ask('POST', `/admin/wms/transfer/examine/${id}`, { auditStatus: 1 })
  await ask('POST', `/admin/wms/transfer/ship/${id}`, { lines: [{ lineNo: 1, qty: 77 }] })

  await page.goto('/wms/stock')
  await search(page, goods)
  await expect(row(front(page), goods)).toBeVisible()
  await expect(front(page).getByText('77', { exact: true })).toHaveCount(0)
  await page.goto(`/wms/infoTransfer/${id}`)
  const head = front(page).locator('.k-record-figures')
  await expect(head).toHaveText('总数量—在途—已收0')
  await expect(row(front(page), goods)).toBeVisible()
  // The time line tells that it was sent, and not how much.
  await expect(front(page)).toContainText('调拨出库')
  await expect(front(page).getByText(/\b(83|77)\b/)).toHaveCount(0)
  await front(page).getByRole('button', { name: '收货' }).click()
  const came = dialog(page, /^收货/)
  await expect(came.getByText('在途', { exact: true })).toHaveCount(0)
  await expect(came.getByLabel('实收数量')).toHaveValue('')
  await came.getByLabel('实收数量').fill('78')
  await came.getByRole('button', { name: '保存' }).click()
  await expect(came).toContainText('收货数量超过在途数量')
  await expect(came).not.toContainText('77')
  await came.getByLabel('实收数量').fill('75')
  await came.getByRole('button', { name: '保存' }).click()
  await told(page, '已收货')
  await expect(head).toHaveText('总数量83在途2已收75')
  await expect(row(front(page), goods)).toContainText('77')
  // The section it left is of a warehouse where they do not work: it is told by its name.
  const { name: section } = await ask<{ name: string }>(
    'GET',
    `/admin/wms/section/info/${await firstSection(from.id)}`,
  )
  await expect(row(front(page), goods)).toContainText(section)
  await page.goto('/wms/stock')
  await search(page, goods)
  await expect(row(front(page), to.name)).toContainText('75')
})

test('W §5.9: what is refused of a count at the desk stands at its line', async ({ browse }) => {
  const { id: warehouseId, name: warehouse } = await openWarehouse()
  const section = await firstSection(warehouseId)
  for (const qty of [12, 7]) await receiveGoods(warehouseId, section, qty)
  const counter = await person('初盘员', { 月盘点表: ['录入'] })
  const { id: plan } = await ask('POST', '/admin/wts/inventoryManage/save', {
    ...{ warehouseId, planDate: today(), countType: 2, scopeType: 1, countMode: 2 },
    counterIds: String(counter.id),
  })
  await ask('POST', `/admin/wts/inventoryManage/generate/${plan}`)
  await ask('POST', `/admin/wts/inventoryManage/start/${plan}`)
  const page = await browse(counter, '/wts/monthlyStockCount')
  await openRow(row(front(page), warehouse))
  const counts = front(page).getByLabel('本轮实盘')
  await expect(counts).toHaveCount(2)
  const save = front(page).getByRole('button', { name: '保存本页' })
  // Only what was typed is sent.
  await counts.nth(1).fill('6.5')
  await save.click()
  await expect(front(page)).toContainText('第2行：该商品不支持小数数量')
  await expect(counts.nth(1)).toHaveAttribute('aria-invalid', 'true')
  await expect(counts.nth(0)).not.toHaveAttribute('aria-invalid', 'true')
  await counts.nth(1).fill('6')
  await expect(front(page)).not.toContainText('第2行：')
  await save.click()
  await told(page, '已保存')
  const { list } = await ask<{ list: { id: number }[] }>('GET', `/admin/wts/stockCount/list?planId=${plan}`)
  const lines = await ask<{ list: { firstQty: number | null }[] }>(
    'GET',
    `/admin/wts/stockCount/lines?countId=${list[0]?.id}`,
  )
  expect(lines.list.map((one) => one.firstQty)).toEqual([null, 6])
})
