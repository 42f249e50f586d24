// Routes and the trips they plan: the journey of a dispatcher.
import { openFleet, openRoute } from './support/fleet.ts'
import { ask, person, unique } from './support/people.ts'
import { choose, dialog, expect, find, front, press, row, search, test, told } from './support/test.ts'
import { openWarehouse } from './support/warehouseRecords.ts'

test('W §5.8: a route is entered with its weekdays and plans its next trip with the usual vehicle and driver', async ({
  browse,
}) => {
  const place = await openWarehouse()
  const fleet = await openFleet()
  const dispatcher = await person('高调度', {
    线路表: ['新增', '编辑', '启停', '打印'],
    派车单: ['新增'],
  })
  const page = await browse(dispatcher, '/wts/routeTable')
  const [code, name] = [unique('XL'), unique('城区线')]
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const form = dialog(page, '新增线路')
  await form.getByLabel('线路编码').fill(code)
  await form.getByLabel('线路名称').fill(name)
  await find(page, form.getByLabel('仓库', { exact: true }), place.name, place.name)
  await choose(page, form.getByLabel('配送日'), '周一', '周四')
  await form.getByLabel('计划发车').fill('7点')
  await find(page, form.getByLabel('默认车辆'), fleet.plateNo, fleet.plateNo)
  await find(page, form.getByLabel('默认司机'), fleet.driverName, fleet.driverName)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toContainText('计划发车格式不正确')
  await form.getByLabel('计划发车').fill('07:30')
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await search(page, name)
  const own = row(front(page), name)
  await expect(own).toContainText(fleet.plateNo)

  await press(page, own, '派车')
  const trip = dialog(page, '新增派车单')
  await expect(trip).toContainText(name)
  await expect(trip).toContainText(fleet.driverName)
  await trip.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await expect(front(page)).toContainText(fleet.plateNo)
  const { list } = await ask<{ list: { routeId: number; truckCarId: number; deliveryDate: string }[] }>(
    'GET',
    `/admin/wts/vehicleAssignment/list?warehouseId=${place.id}`,
  )
  expect(list).toMatchObject([{ truckCarId: fleet.car }])
  const weekday = new Date(`${list[0]?.deliveryDate}T00:00:00Z`).getUTCDay()
  expect([1, 4]).toContain(weekday)
})

test('W §9: routes are printed with their stops, for who stands at their warehouse', async ({ browse }) => {
  const place = await openWarehouse()
  const route = await openRoute(place.id)
  const reader = await person('林文员', { 线路表: ['打印'] })
  const page = await browse(reader, '/wts/routeTable')
  await search(page, route.name)
  await press(page, row(front(page), route.name), '打印')
  await expect(page.getByRole('heading', { name: `线路表 ${route.name}` })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '送货时段' })).toBeVisible()
})
