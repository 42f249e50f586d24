// Goods on their way to the customer as the people of a warehouse handle them, each with just the rights for it.
import { today } from '../kit/shared/time.ts'
import { openFleet } from './support/fleet.ts'
import { tablesFit } from './support/layout.ts'
import { ask, person } from './support/people.ts'
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
import { openTask, openWarehouse, readyDelivery } from './support/warehouseRecords.ts'

test('W §5.2 to §5.4: tasks are picked, one piece is not there, the rest is checked and gets its delivery', async ({
  browse,
}) => {
  const { id: warehouseId } = await openWarehouse()
  const { taskId, taskSn, name } = await openTask(warehouseId, { qty: 4 })
  const lead = await person('黄主管', { 拣货单: ['生成拣货单', '预览', '分派'] })
  const page = await browse(lead, '/wts/pickList')
  await search(page, taskSn)
  await row(front(page), taskSn).getByRole('checkbox').check()
  await front(page).locator('.k-batch').getByRole('button', { name: '生成拣货单' }).click()
  const form = dialog(page, '生成拣货单（已选1个任务）')
  await form.getByText('按单').click()
  await form.getByRole('button', { name: '保存' }).click()
  await agree(page, '1个任务，1行，4件')
  await told(page, '已生成1张拣货单，1个任务')
  await expect(row(front(page), taskSn)).toContainText('拣货中')

  const picker = await person('刘拣货', { 拣货单: ['领取', '拣货', '登记缺货', '完成'] })
  const floor = await browse(picker, '/wts/pickList?view=list')
  await front(floor)
    .getByRole('tab', { name: /待领取/ })
    .click()
  await search(floor, taskSn)
  await press(floor, front(floor).locator('tbody tr').filter({ hasText: 'JH' }), '领取')
  await told(floor, '已领取')
  const card = front(floor).locator('.w-pick').filter({ hasText: name })
  await expect(card).toContainText('0 / 4')
  await card.getByRole('button', { name: '拣货' }).click()
  const picking = dialog(floor, '拣货：')
  await picking.getByLabel('数量').fill('5')
  await picking.getByRole('button', { name: '保存' }).click()
  await expect(picking).toContainText('超出应拣数量')
  await picking.getByLabel('数量').fill('3')
  await picking.getByRole('button', { name: '保存' }).click()
  await told(floor, '已拣货')
  await expect(card).toContainText('3 / 4')
  await card.getByRole('button', { name: '缺货' }).click()
  const missing = dialog(floor, '登记缺货')
  await missing.getByText('实物不足').click()
  await missing.getByRole('button', { name: '保存' }).click()
  await told(floor, '已登记缺货')
  await expect(card.first()).toContainText('缺货 1')
  // The missing piece is fetched from what stands there besides.
  const again = card.nth(1)
  await again.getByRole('button', { name: '拣货' }).click()
  await dialog(floor, '拣货：').getByRole('button', { name: '保存' }).click()
  await told(floor, '已拣货')
  await press(floor, front(floor).locator('.k-record-head'), '完成')
  await told(floor, '拣货已完成')
  await expect(front(floor).locator('.k-record-head')).toContainText('缺货完成')

  const checker = await person('张复核', { 拣货单: [], 配送单: ['复核', '打印'] })
  const bench = await browse(checker, '/wts/pickList')
  await search(bench, taskSn)
  await press(bench, row(front(bench), taskSn), '复核')
  const checking = dialog(bench, `复核 ${taskSn}`)
  await checking.getByLabel('箱数').fill('2')
  await checking.getByRole('spinbutton', { name: /复核数量/ }).fill('3')
  await checking.getByRole('button', { name: '保存' }).click()
  await expect(checking).toContainText('复核数量与已拣数量不符：已拣 4')
  await expect(checking.locator('.k-cell-wrong')).toHaveAttribute('data-path', 'lines.0.qty')
  await checking.getByRole('spinbutton', { name: /复核数量/ }).fill('4')
  await checking.getByRole('button', { name: '保存' }).click()
  await told(bench, '已复核，配送单已生成')
  await bench.goto('/wts/deliveryOrder')
  await search(bench, taskSn)
  await expect(row(front(bench), '望江路便利店')).toHaveCount(1)
  await expect(row(front(bench), '望江路便利店')).toContainText('待安排')
  await openRow(row(front(bench), '望江路便利店'))
  await expect(front(bench)).toContainText(name)
  const task = await ask<{ status: number }>('GET', `/admin/wts/pickList/task/info/${taskId}`)
  expect(task.status).toBe(4)
})

test('W §5.2: what is being picked is taken back by a lead, with a way to its shelf', async ({ browse }) => {
  const { id: warehouseId } = await openWarehouse()
  const { taskId, taskSn } = await openTask(warehouseId)
  await ask('POST', '/admin/wts/pickList/generate', {
    warehouseId,
    pickType: 1,
    taskIds: String(taskId),
    onlyComplete: 0,
  })
  const { list } = await ask<{ list: { id: number }[] }>(
    'GET',
    `/admin/wts/pickList/list?warehouseId=${warehouseId}`,
  )
  const lines = await ask<{ list: { id: number; qty: number }[] }>(
    'GET',
    `/admin/wts/pickList/lines?pickListId=${list[0]?.id}`,
  )
  for (const line of lines.list)
    await ask('POST', '/admin/wts/pickList/line/pick', { lineId: line.id, qty: line.qty })
  const lead = await person('黄主管', { 拣货单: ['拦截', '取消拣货'], 移库单: [] })
  const page = await browse(lead, `/wts/pickList/task/${taskId}`)
  await press(page, front(page).locator('.k-record-head'), '拦截')
  await agree(page, '装车和发车时会拒绝')
  await told(page, '已拦截')
  await expect(front(page)).toContainText('已拦截：装车和发车会拒绝')
  await press(page, front(page).locator('.k-record-head'), '取消拣货')
  await page.getByRole('textbox', { name: '取消原因' }).fill('客户退款')
  await page.getByRole('button', { name: '确定' }).click()
  await told(page, '已取消拣货')
  await expect(front(page).locator('.k-record-head')).toContainText('已取消')
  await page.goto('/wms/shiftingParking')
  await search(page, taskSn)
  await expect(front(page).locator('tbody tr').filter({ hasText: '回库' })).toContainText('未提交')
})

test('W §5.5: a dispatcher plans a trip, it is loaded by scans, leaves and comes back', async ({
  browse,
}) => {
  const { id: warehouseId, name: warehouse } = await openWarehouse()
  const { deliverySn } = await readyDelivery(warehouseId)
  const { plateNo, driverName } = await openFleet()
  const dispatcher = await person('孙调度', {
    派车单: ['新增', '选择配送单', '开始装车', '装车扫码', '发车', '回车'],
    配送单: ['签收'],
  })
  const page = await browse(dispatcher, '/wts/vehicleAssignment')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const form = dialog(page, '新增派车单')
  await find(page, form.getByLabel('仓库', { exact: true }), warehouse, warehouse)
  await find(page, form.getByLabel('车辆', { exact: true }), plateNo, plateNo)
  await find(page, form.getByLabel('司机', { exact: true }), driverName, driverName)
  await form.getByLabel('计划发车').fill(`${today()} 08:00:00`)
  await page.keyboard.press('Tab')
  await form.getByLabel('计划回车').fill(`${today()} 12:00:00`)
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await expect(front(page)).toContainText('还没有配送单')
  const head = front(page).locator('.k-record-head')
  await press(page, head, '选择配送单')
  const picker = dialog(page, '选择配送单')
  await row(picker, deliverySn).getByRole('checkbox').check()
  await picker.getByRole('button', { name: '确定' }).click()
  await told(page, '已加入')
  await expect(row(front(page), deliverySn)).toContainText('望江路便利店')
  await press(page, head, '开始装车')
  await told(page, '已开始装车')
  const scan = front(page).getByLabel('扫描箱标或配送单号')
  await scan.fill(`${deliverySn}-001`)
  await scan.press('Enter')
  await expect(front(page)).toContainText('已装 1 / 2 箱，还剩 1 箱')
  await tablesFit(page)
  await press(page, head, '发车')
  const leaving = dialog(page, /^发车/)
  await leaving.getByLabel('出车里程(km)').fill('120')
  await leaving.getByRole('button', { name: '保存' }).click()
  await expect(leaving).toContainText('还有1张配送单未装车，不能发车')
  await leaving.getByRole('button', { name: '取消' }).click()
  await agree(page)
  await expect(leaving).toBeHidden()
  await scan.fill(`${deliverySn}-002`)
  await scan.press('Enter')
  await expect(front(page)).toContainText('全部装完，可以发车')
  await press(page, head, '发车')
  await dialog(page, /^发车/).getByLabel('出车里程(km)').fill('120')
  await dialog(page, /^发车/).getByRole('button', { name: '保存' }).click()
  await told(page, '已发车')
  await expect(head).toContainText('已发车')
  const other = await browse(dispatcher, '/wts/deliveryOrder')
  await search(other, deliverySn)
  await press(other, row(front(other), deliverySn), '签收')
  const signing = dialog(other, `签收 ${deliverySn}`)
  await expect(signing.getByLabel('签收人')).toHaveValue('周莉')
  await signing.getByRole('button', { name: '保存' }).click()
  await told(other, '已签收')
  await expect(row(front(other), deliverySn)).toContainText('已签收')
  await press(page, head, '回车')
  const back = dialog(page, /^回车/)
  await back.getByLabel('回车里程(km)').fill('168.5')
  await back.getByLabel('路桥费').fill('25')
  await back.getByRole('button', { name: '保存' }).click()
  await told(page, '已回车')
  await expect(front(page)).toContainText('168.5')
})
