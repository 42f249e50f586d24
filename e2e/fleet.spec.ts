// Models, drivers and vehicles: the journeys of a dispatcher who looks after them.
import { card, plate } from './support/fleet.ts'
import { ask, type Person, person, phone, unique } from './support/people.ts'
import { upload } from './support/pictures.ts'
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

const dispatcher = (): Promise<Person> =>
  person('高调度', {
    图片管理: ['上传'],
    车型管理: ['新增', '编辑', '启停'],
    司机管理: ['新增', '编辑', '启停'],
    车辆管理: ['新增', '编辑', '设置状态', '登记维保'],
  })

test('a model, its driver and a vehicle are registered by hand, and a driver without the licence is refused', async ({
  browse,
}) => {
  const name = unique('厢式车')
  const page = await browse(await dispatcher(), '/truck/addTruckModel')
  const label = (text: string | RegExp) => front(page).getByLabel(text, { exact: true })
  await label('车型编码').fill(unique('M'))
  await label('车型名称').fill(name)
  await label('货箱长(m)').fill('7.6')
  await label('货箱宽(m)').fill('2.3')
  await label('货箱高(m)').fill('2.5')
  await label('货箱高(m)').press('Tab')
  await expect(label('容积(m³)')).toHaveValue(/39\.33/)
  await label('额定载重(kg)').fill('8000')
  await choose(page, label('准驾车型要求'), 'C1', 'B2')
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await search(page, name)
  await expect(row(front(page), name)).toContainText('B2')

  const driverName = unique('陈师傅')
  await page.goto('/truck/addDriver')
  await label('姓名').fill(driverName)
  await label('手机').fill(phone())
  await label('身份证号').fill(card())
  await label('身份证号').press('Tab')
  await expect(label('生日')).toHaveValue('1990-05-17')
  await label('驾驶证号').fill('350102199005171234')
  await choose(page, label('准驾车型'), 'B2')
  await label('驾驶证有效期起').fill('2020-01-01')
  await label('驾驶证有效期起').press('Tab')
  await label('驾驶证到期').fill('2035-01-01')
  await label('驾驶证到期').press('Tab')
  await upload(page, front(page).getByRole('button', { name: '上传' }))
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')

  const plateNo = plate('A')
  await page.goto('/truck/addTruckCar')
  await label('车牌号').fill(plateNo)
  await find(page, label('车型'), name, name)
  await find(page, label('默认司机'), driverName, driverName)
  await label('保险到期').fill('2035-06-30')
  await label('保险到期').press('Tab')
  await label('年检到期').fill('2035-03-31')
  await label('年检到期').press('Tab')
  await label('道路运输证').fill('闽运350100')
  await label('道路运输证到期').fill('2035-01-01')
  await label('道路运输证到期').press('Tab')
  await front(page).getByRole('button', { name: '保存' }).click()
  await expect(front(page)).toContainText('驾驶4500kg以上车辆须有从业资格证')
  const driver = (
    await ask<{ list: { id: number }[] }>(
      'GET',
      `/admin/truck/driver/list?keywords=${encodeURIComponent(driverName)}`,
    )
  ).list[0]
  await ask('POST', '/admin/truck/driver/update', {
    id: driver?.id,
    version: 1,
    certNo: 'Z1',
    certEnd: '2035-01-01',
  })
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await search(page, plateNo)
  await expect(row(front(page), plateNo)).toContainText('8000 kg / 39.33 m³')
  await expect(row(front(page), plateNo)).toContainText(driverName)
})

test('a vehicle is looked at, what was done to it is noted, and it is sent to be mended', async ({
  browse,
}) => {
  const model = await ask('POST', '/admin/truck/truckModel/save', {
    ...{ code: unique('M'), name: unique('面包车'), length: 2.6, width: 1.5, height: 1.3, loadWeight: 900 },
    ...{ bodyType: 5, licenceTypes: ['C1'] },
  })
  const plateNo = plate('B')
  const dates = { insuranceEnd: '2020-01-01', inspectionEnd: '2035-01-01' }
  await ask('POST', '/admin/truck/truckCar/save', { plateNo, truckModelId: model.id, ownership: 1, ...dates })
  const page = await browse(await dispatcher(), '/truck/truckCar')
  await search(page, plateNo)
  await expect(row(front(page), plateNo)).toContainText('已过期')
  await openRow(row(front(page), plateNo))
  await expect(front(page)).toContainText('还没有维保记录')
  await press(page, front(page), '登记维保')
  const form = dialog(page, `登记维保 ${plateNo}`)
  await choose(page, form.getByLabel('类型'), '维修')
  await form.getByLabel('里程(km)').fill('12500.5')
  await form.getByLabel('费用').fill('420')
  await form.getByLabel('单位').fill('顺驰汽修')
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await expect(row(front(page), '顺驰汽修')).toContainText('420.00')
  await expect(front(page)).toContainText('12,500.5')
  await press(page, front(page), '送修')
  await page.getByRole('dialog', { name: '系统提示' }).getByRole('button', { name: '确定' }).click()
  await told(page, '操作成功')
  await page.goto('/truck/truckCar')
  await search(page, plateNo)
  await expect(row(front(page), plateNo)).toContainText('维修')
  await expect(row(front(page), plateNo)).toContainText('12,500.5')
})
