// What a warehouse does beside its documents in a day: waves by strategy, labels of lots, a transfer taken back, the routes of today.
import { today } from '../kit/shared/time.ts'
import { ask, person, unique } from './support/people.ts'
import { agree, dialog, expect, find, front, press, row, search, test, told } from './support/test.ts'
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
  const receiver = await person('杨收货', { 调拨单: ['收货', '打印'] })
  await ask('POST', '/admin/system/role/update', { id: receiver.roleId, dataScope: 4 })
  const from = await openWarehouse()
  const to = await openWarehouse({ staffIds: [receiver.id] })
  const config = await ask<{ id: number }>('GET', `/admin/wms/wareHouseConfig/info/${to.id}`)
  await ask('POST', '/admin/wms/wareHouseConfig/update', { id: config.id, blindReceive: 1 })
  const { skuId, name: goods } = await receiveGoods(from.id, await firstSection(from.id), 90)
  const { id } = await ask('POST', '/admin/wms/transfer/save', {
    ...{ outWarehouseId: from.id, inWarehouseId: to.id, bizDate: today(), planOutDate: today(), submit: 1 },
    ...{ carryMode: 3, lines: [{ skuId, qty: 83 }] },
  })
  await ask('POST', `/admin/wms/transfer/examine/${id}`, { auditStatus: 1 })
  await ask('POST', `/admin/wms/transfer/ship/${id}`, { lines: [{ lineNo: 1, qty: 77 }] })

  const page = await browse(receiver, `/wms/infoTransfer/${id}`)
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
})
