// The night before a trip, its papers and their way back, each by a person with just the rights for it.
import { movedDay, today } from '../kit/shared/time.ts'
import { openFleet } from './support/fleet.ts'
import { tablesFit } from './support/layout.ts'
import { ask, person } from './support/people.ts'
import { dialog, expect, find, front, openRow, press, row, search, test, told } from './support/test.ts'
import { openWarehouse, readyDelivery } from './support/warehouseRecords.ts'

/** A trip of today with one delivery of two boxes. */
async function openTrip(day = today()) {
  const place = await openWarehouse()
  const { id: delivery, deliverySn } = await readyDelivery(place.id)
  const { car, driver, plateNo, driverName } = await openFleet()
  const midnight = Date.parse(`${day}T00:00:00+08:00`) / 1000
  const { id } = await ask('POST', '/admin/wts/vehicleAssignment/save', {
    ...{ warehouseId: place.id, deliveryDate: day, truckCarId: car, driverId: driver },
    ...{ planDepartTime: midnight + 8 * 3600, planBackTime: midnight + 12 * 3600 },
    deliveryIds: String(delivery),
  })
  const { assignSn } = await ask<{ assignSn: string }>('GET', `/admin/wts/vehicleAssignment/info/${id}`)
  return { place, delivery, deliverySn, id, assignSn, plateNo, driverName }
}

test('W §5.6: a counter scans the boxes at night; one is missing and is given back, the count is finished', async ({
  browse,
}) => {
  const { place, deliverySn, plateNo, delivery } = await openTrip(movedDay(today(), 1))
  const counter = await person('郭清点', {
    夜盘单: ['生成夜盘单', '清点扫码', '处理差异', '完成', '打印'],
  })
  const page = await browse(counter, '/wts/nightCount')
  await front(page).getByRole('button', { name: '生成夜盘单' }).first().click()
  const form = dialog(page, '生成夜盘单')
  await find(page, form.getByLabel('仓库', { exact: true }), place.name, place.name)
  await form.getByLabel('日期').fill(movedDay(today(), 1))
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '夜盘单已生成')
  const head = front(page).locator('.k-record-head')
  await expect(head).toContainText('待清点')
  const scan = front(page).getByLabel('扫描箱标或配送单号')
  await scan.fill(`${deliverySn}-001`)
  await scan.press('Enter')
  await expect(front(page)).toContainText(`${plateNo} ${deliverySn}，已点 1 / 2 箱`)
  await press(page, head, '完成')
  await told(page, '清点结束，有1处差异要处理')
  await expect(head).toContainText('有差异')
  await expect(front(page)).toContainText('还有1处差异未处理')
  await tablesFit(page)
  await front(page).getByRole('button', { name: '处理', exact: true }).click()
  const handling = dialog(page, `处理差异 ${deliverySn} 第2箱`)
  await handling.getByText('减单', { exact: true }).click()
  await handling.getByRole('button', { name: '保存' }).click()
  await expect(handling).toContainText('请填写缺少的商品')
  await handling.getByRole('spinbutton', { name: /缺少数量/ }).fill('1')
  await handling.getByRole('button', { name: '保存' }).click()
  await told(page, '差异已处理')
  await press(page, head, '完成')
  await told(page, '夜盘已完成')
  await expect(head).toContainText('已完成')
  const after = await ask<{ boxCount: number }>('GET', `/admin/wts/deliveryOrder/info/${delivery}`)
  expect(after.boxCount).toBe(1)
  await press(page, head, '打印')
  await expect(page.getByRole('heading', { name: '夜盘单', exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '签字' })).toBeVisible()
})

test('W §8 #6: a dispatcher adds papers, prints the bundle of a trip, and sees what is printed', async ({
  browse,
}) => {
  const { deliverySn, assignSn, driverName } = await openTrip()
  const dispatcher = await person('孙调度', {
    附表: ['新增', '打印'],
    封面: ['打印封面'],
    配送单: ['打印'],
  })
  const page = await browse(dispatcher, '/wts/attachmentSheet')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const picker = dialog(page, '选择配送单')
  await picker.getByLabel('关键字').fill(deliverySn)
  await picker.getByRole('button', { name: '查询' }).click()
  await row(picker, deliverySn).getByRole('radio').check()
  await picker.getByRole('button', { name: '确定' }).click()
  const form = dialog(page, `新增附表 ${deliverySn}`)
  await expect(form.getByLabel('名称').first()).toHaveValue('送货回单')
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await expect(front(page).locator('.k-record-head')).toContainText('待交')
  await expect(front(page)).toContainText(assignSn)
  const covers = await browse(dispatcher, '/wts/coverPage')
  await search(covers, assignSn)
  const own = row(front(covers), assignSn)
  await expect(own).toContainText(driverName)
  await press(covers, own, '打印随车单据')
  const paper = covers.getByRole('region', { name: '打印内容' })
  for (const title of ['派车单封面', '线路表', '附表', '配送单'])
    await expect(paper.getByRole('heading', { name: title, exact: true })).toBeVisible()
  await expect(paper).toContainText('送货回单')
  // Once the browser has sent it to a printer, which none of a test does.
  await covers.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  const kept = () =>
    ask<{ list: { printCount: number; sheetCount: number }[] }>(
      'GET',
      `/admin/wts/coverPage/list?keywords=${assignSn}`,
    )
  await expect.poll(async () => (await kept()).list[0]?.printCount).toBe(1)
  expect((await kept()).list).toMatchObject([{ sheetCount: 1 }])
})

test('W §5.6: papers that came back with the driver are written down in parts until all are there', async ({
  browse,
}) => {
  const { delivery, deliverySn, id } = await openTrip()
  const { id: sheet } = await ask('POST', '/admin/wts/attachmentSheet/save', {
    deliveryId: delivery,
    lines: [
      { type: 3, name: '送货回单', copies: 1, needBack: 1 },
      { type: 6, name: '周转箱', copies: 3, needBack: 1 },
    ],
  })
  await ask('POST', `/admin/wts/vehicleAssignment/load/start/${id}`)
  await ask('POST', '/admin/wts/vehicleAssignment/load/scan', { id, code: deliverySn })
  await ask('POST', `/admin/wts/vehicleAssignment/depart/${id}`, { mileageStart: 1 })
  const clerk = await person('何文员', { 附表: ['登记回收'] })
  const page = await browse(clerk, '/wts/attachmentSheet')
  await search(page, deliverySn)
  await expect(row(front(page), '望江路便利店')).toHaveCount(1)
  await expect(row(front(page), '望江路便利店')).toContainText('已随车')
  await openRow(row(front(page), '望江路便利店'))
  const head = front(page).locator('.k-record-head')
  await press(page, head, '登记回收')
  const back = dialog(page, /^登记回收/)
  const inputs = back.getByRole('spinbutton', { name: /本次回收/ })
  // Only what is filled in is sent, and a refusal stands where it was typed.
  await inputs.nth(1).fill('4')
  await back.getByRole('button', { name: '保存' }).click()
  await expect(back).toContainText('第2行：回收份数不能超过未回收3')
  await expect(inputs.nth(1)).toHaveAttribute('aria-invalid', 'true')
  await expect(inputs.nth(0)).not.toHaveAttribute('aria-invalid', 'true')
  await inputs.nth(0).fill('1')
  await inputs.nth(1).fill('2')
  await back.getByRole('button', { name: '保存' }).click()
  await told(page, '已登记回收')
  await expect(head).toContainText('部分回收')
  await press(page, head, '登记回收')
  await dialog(page, /^登记回收/)
    .getByRole('spinbutton', { name: /本次回收/ })
    .fill('1')
  await dialog(page, /^登记回收/)
    .getByRole('button', { name: '保存' })
    .click()
  await expect(head).toContainText('已结清')
  const done = await ask<{ backCount: number; openCount: number }>(
    'GET',
    `/admin/wts/attachmentSheet/info/${sheet}`,
  )
  expect(done).toMatchObject({ backCount: 4, openCount: 0 })
})
