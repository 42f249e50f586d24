// What trips came to, as somebody reads it who may do nothing else.
import { today } from '../kit/shared/time.ts'
import { query } from './support/database.ts'
import { openFleet } from './support/fleet.ts'
import { tablesFit } from './support/layout.ts'
import { showsLittle } from './support/page.ts'
import { ask, person } from './support/people.ts'
import { expect, front, row, test } from './support/test.ts'
import { openWarehouse, readyDelivery } from './support/warehouseRecords.ts'

test('W §5.8: the trips of a day are read with their sum, down to the trip, and printed', async ({
  browse,
}) => {
  const { id: warehouseId } = await openWarehouse()
  const { id: delivery } = await readyDelivery(warehouseId)
  const { car, driver, driverName } = await openFleet()
  const noon = Date.parse(`${today()}T12:00:00+08:00`) / 1000
  const { id: trip } = await ask('POST', '/admin/wts/vehicleAssignment/save', {
    ...{ warehouseId, deliveryDate: today(), truckCarId: car, driverId: driver, helperName: '' },
    ...{ planDepartTime: noon, planBackTime: noon + 3600, deliveryIds: String(delivery) },
  })
  await query(`update "vehicleAssignment" set "status" = 3, "tollFee" = 1250 where "id" = $1`, [trip])
  const { assignSn } = await ask<{ assignSn: string }>('GET', `/admin/wts/vehicleAssignment/info/${trip}`)

  const reader = await person('周统计', { 配送汇总: ['打印'] })
  const page = await browse(reader, `/wts/deliverySummary?by=4&warehouseId=${warehouseId}`)
  await expect(row(front(page), driverName)).toContainText('12.50')
  // What counts before anything is chosen is shown.
  await expect(front(page).locator('.k-filter').filter({ hasText: '日期' }).first()).toContainText('本月')
  await expect(front(page).locator('tfoot')).toContainText('12.50')
  await showsLittle(page)
  await row(front(page), driverName).locator('.ant-table-row-expand-icon').click()
  await expect(front(page).getByRole('link', { name: assignSn })).toBeVisible()
  await tablesFit(page)
  await expect(front(page).getByRole('button', { name: '导出' })).toHaveCount(0)
  await front(page).getByRole('button', { name: '打印' }).click()
  await expect(front(page).locator('.k-paper')).toContainText('合计')
})
