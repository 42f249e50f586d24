import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { withCardSign } from '#kit/shared/identity.ts'
import { openWarehouse } from '../../../tests/stock.ts'
import { fleetWatch } from './fleetWatch.server.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const T = '/admin/truck'
const post = (path: string, body: unknown, as = token) =>
  app.request('POST', `${T}${path}`, { token: as, body })
const get = (path: string, query: Record<string, string | number> = {}, as = token) =>
  app.request('GET', `${T}${path}`, { token: as, query })
const refusal = async (path: string, body: unknown) => {
  const answer = await post(path, body)
  return [answer.code, answer.message]
}

let made = 0
const model = (more: Record<string, unknown> = {}) => ({
  ...{ code: `M${++made}`, name: `车型${made}`, bodyType: 1, length: 4.2, width: 1.9, height: 2 },
  ...{ loadWeight: 1500, licenceTypes: ['C1', 'B2'], ...more },
})
/** A card of somebody born on 1990-05-17, another one each time. */
function card(): string {
  return withCardSign(`35010219900517${String(100 + ++made).padStart(3, '0')}`)
}
const person = (more: Record<string, unknown> = {}) => ({
  ...{ name: `司机${++made}`, phone: `138${String(10_000_000 + made)}`, idCard: card(), ownership: 1 },
  ...{ licenceNo: `J${made}`, licenceType: 'C1', licenceBegin: '2020-01-01', licenceEnd: '2030-01-01' },
  ...{ licenceImg: '/upload/a.jpg', ...more },
})
const car = (truckModelId: number, more: Record<string, unknown> = {}) => ({
  ...{ plateNo: `闽A${String(20_000 + ++made)}`, truckModelId, ownership: 1 },
  ...{ insuranceEnd: '2030-06-30', inspectionEnd: '2030-03-31', ...more },
})
async function saved(path: string, body: unknown): Promise<number> {
  const answer = await post(path, body)
  expect([answer.code, answer.message]).toEqual([200, '操作成功'])
  return answer.data.id
}
const update = (path: string, body: Record<string, unknown>) => post(`${path}/update`, body)

test('a model holds at most its body, and nine tenths of it where nobody says', async () => {
  const id = await saved('/truckModel/save', model())
  expect((await get(`/truckModel/info/${id}`)).data).toMatchObject({
    loadVolume: 14.364,
    carCount: 0,
    tempZones: [1],
  })
  expect(await refusal('/truckModel/save', model({ loadVolume: 16 }))).toEqual([
    422,
    '容积不能大于长×宽×高（15.96）',
  ])
  expect(await refusal('/truckModel/save', model({ loadWeight: 0 }))).toEqual([422, '额定载重须大于0'])
  expect(await refusal('/truckModel/save', model({ length: 18.5 }))).toEqual([
    422,
    '货箱长(m)应在0.5到18之间',
  ])
  expect(await refusal('/truckModel/save', model({ licenceTypes: ['C1', 'Z9'] }))).toEqual([
    422,
    '准驾车型要求Z9不存在',
  ])
})

test('the card of a driver tells gender and birthday, and is seen in full by who may', async () => {
  expect(await refusal('/driver/save', person({ idCard: '350102199005171234' }))).toEqual([
    422,
    '身份证号格式不正确',
  ])
  expect(await refusal('/driver/save', person({ ownership: 2 }))).toEqual([422, '请选择物流商'])
  expect(await refusal('/driver/save', person({ phone: '12800138000' }))).toEqual([422, '手机号格式不正确'])
  expect(await refusal('/driver/save', person({ licenceEnd: '2020-01-01' }))).toEqual([
    422,
    '驾驶证有效期止须晚于有效期起',
  ])
  const idCard = card()
  const id = await saved('/driver/save', person({ idCard, gender: '2', birthday: '2001-01-01' }))
  const gender = Number(idCard[16]) % 2 === 1 ? '1' : '2'
  expect((await get(`/driver/info/${id}`)).data).toMatchObject({ idCard, gender, birthday: '1990-05-17' })
  const { token: clerk } = await app.person({
    permissions: ['admin:truck:driver:list', 'admin:truck:driver:info', 'admin:truck:driver:update'],
  })
  const seen = await get(`/driver/info/${id}`, {}, clerk)
  expect(seen.data).toMatchObject({ idCard: `****${idCard.slice(-4)}`, birthday: '1990-05-17' })
  const asSeen = { id, version: 1, idCard: `****${idCard.slice(-4)}`, name: '改了名字' }
  expect((await post('/driver/update', asSeen, clerk)).code).toBe(200)
  expect((await get(`/driver/info/${id}`)).data).toMatchObject({ idCard, name: '改了名字' })
})

test('the usual driver of a vehicle has the licence its model demands, however it came to be', async () => {
  const light = await saved('/truckModel/save', model())
  const heavy = await saved('/truckModel/save', model({ loadWeight: 8000, licenceTypes: ['B2'] }))
  const c2 = await saved('/driver/save', person({ licenceType: 'C2' }))
  const b2 = await saved('/driver/save', person({ licenceType: 'B2' }))
  expect(await refusal('/truckCar/save', car(light, { defaultDriverId: c2 }))).toEqual([422, '准驾车型不符'])
  const permit = { permitNo: '闽运350100', permitEnd: '2030-01-01' }
  expect(await refusal('/truckCar/save', car(heavy))).toEqual([422, '请输入道路运输证'])
  expect(await refusal('/truckCar/save', car(heavy, { ...permit, defaultDriverId: b2 }))).toEqual([
    422,
    '驾驶4500kg以上车辆须有从业资格证',
  ])
  expect(
    (await update('/driver', { id: b2, version: 1, certNo: 'Z350100', certEnd: '2030-01-01' })).code,
  ).toBe(200)
  const id = await saved('/truckCar/save', car(heavy, { ...permit, defaultDriverId: b2 }))
  const now = (await get(`/driver/info/${b2}`)).data
  const plate = String(Reflect.get((await get(`/truckCar/info/${id}`)).data, 'plateNo'))
  expect((await update('/driver', { id: b2, version: 2, licenceType: 'C1' })).message).toBe(
    `该司机是${plate}的默认司机：准驾车型不符`,
  )
  expect((await update('/driver', { id: b2, version: 2, certNo: '', certEnd: null })).message).toBe(
    `该司机是${plate}的默认司机：驾驶4500kg以上车辆须有从业资格证`,
  )
  expect((await update('/truckModel', { id: heavy, version: 1, licenceTypes: ['A2'] })).message).toBe(
    `${plate}的默认司机${Reflect.get(now, 'name')}：准驾车型不符`,
  )
  expect(await refusal(`/driver/update/status/${b2}`, { status: 0 })).toEqual([
    409,
    `该司机是${plate}的默认司机，请先更换`,
  ])
  expect((await post(`/driver/delete/${b2}`, {})).code).toBe(409)
  expect((await post(`/truckModel/delete/${heavy}`, {})).message).toBe('该车型下有车辆，不能删除，可以停用')
})

test('plates and frames are checked, mileage never falls, and what was done to a vehicle is kept', async () => {
  const models = await saved('/truckModel/save', model())
  expect(await refusal('/truckCar/save', car(models, { plateNo: '闽I12345' }))).toEqual([
    422,
    '车牌号格式不正确',
  ])
  expect(await refusal('/truckCar/save', car(models, { vin: 'LSGJV52P1AS12345O' }))).toEqual([
    422,
    '车架号格式不正确',
  ])
  const body = car(models, { mileage: 1000 })
  const id = await saved('/truckCar/save', body)
  expect(await refusal('/truckCar/save', car(models, { plateNo: body.plateNo }))).toEqual([
    422,
    '车牌号已存在',
  ])
  const row = (await get(`/truckCar/info/${id}`)).data
  expect(row).toMatchObject({ loadWeight: 1500, loadVolume: 14.364, status: 1 })
  expect((await update('/truckCar', { id, version: 1, mileage: 999.9 })).message).toBe('里程不能小于1000')
  const upkeep = (more: Record<string, unknown>) => ({
    truckCarId: id,
    type: 1,
    upkeepDate: '2026-03-01',
    ...more,
  })
  await saved('/truckCar/upkeep/save', upkeep({ mileage: 1500, fee: '860.00', unit: '顺驰汽修' }))
  const first = await saved('/truckCar/upkeep/save', upkeep({ mileage: 1200, type: 3 }))
  expect((await get(`/truckCar/info/${id}`)).data).toMatchObject({ mileage: 1500 })
  expect((await get('/truckCar/upkeep/list', { truckCarId: id })).data.total).toBe(2)
  expect((await post(`/truckCar/upkeep/delete/${first}`, {})).code).toBe(200)
  expect((await get('/truckCar/upkeep/list', { truckCarId: id })).data.list).toMatchObject([
    { fee: '860.00' },
  ])
  expect((await post('/truckCar/upkeep/save', upkeep({ truckCarId: 99_999 }))).code).toBe(404)
})

test('a vehicle is sent to be mended and taken out of use, but not while it is on the way', async () => {
  const id = await saved('/truckCar/save', car(await saved('/truckModel/save', model())))
  const state = async () => Reflect.get((await get(`/truckCar/info/${id}`)).data, 'status')
  expect((await post(`/truckCar/update/status/${id}`, { status: 3 })).code).toBe(200)
  expect(await state()).toBe(3)
  expect((await post(`/truckCar/update/status/${id}`, { status: 2 })).code).toBe(422)
  await app.db.updateTable('truckCar').set({ status: 2 }).where('id', '=', id).execute()
  expect(await refusal(`/truckCar/update/status/${id}`, { status: 0 })).toEqual([
    409,
    '当前状态为出车中，不能设置状态',
  ])
  expect((await post(`/truckCar/delete/${id}`, {})).message).toBe('车辆出车中，不能删除')
})

test('a warehouse that a vehicle names is kept, and may still be disabled', async () => {
  const { id: warehouseId } = await openWarehouse(app.db)
  await saved('/truckCar/save', car(await saved('/truckModel/save', model()), { warehouseId }))
  const warehouse = async (path: string, body = {}) => {
    const { code, message } = await app.request('POST', `/admin/warehouse/${path}`, { token, body })
    return [code, message]
  }
  expect(await warehouse(`delete/${warehouseId}`)).toEqual([409, '该仓库已有车辆，不能删除'])
  expect(await warehouse(`update/status/${warehouseId}`, { status: 0 })).toEqual([200, '操作成功'])
})

test('papers that end are found, and told of once for each mark', async () => {
  const { adminId: account } = await app.person()
  const driver = await saved('/driver/save', person({ adminId: account, licenceEnd: '2031-05-31' }))
  const plate = car(await saved('/truckModel/save', model()), {
    ...{ defaultDriverId: driver, insuranceEnd: '2031-05-08', inspectionEnd: '2031-08-01' },
  })
  const id = await saved('/truckCar/save', plate)
  const told = async () =>
    (
      await app.db
        .selectFrom('adminNotice')
        .select('content')
        .where('adminId', '=', account)
        .orderBy('id')
        .execute()
    ).map((one) => one.content)
  const run = (day: string) => fleetWatch.run(app.db, { day }, new AbortController().signal)
  await run('2031-04-08')
  await run('2031-04-09')
  expect(await told()).toEqual([
    `${plate.plateNo}的保险将于2031-05-08到期，还有30天，到期后不能派车，请及时续期`,
  ])
  await run('2031-05-01')
  await run('2031-05-08')
  expect((await told()).slice(1)).toEqual([
    expect.stringContaining('的驾驶证将于2031-05-31到期，还有30天'),
    expect.stringContaining('的保险将于2031-05-08到期，还有7天'),
    expect.stringContaining('的保险将于2031-05-08到期，今天是最后一天'),
  ])
  await app.db.updateTable('truckCar').set({ insuranceEnd: '2020-01-01' }).where('id', '=', id).execute()
  const found = (await get('/truckCar/list', { expiring: 1 })).data.list
  expect(found.map((one) => one.id)).toContain(id)
  expect(found.every((one) => String(Reflect.get(one, 'insuranceEnd')) < '2030')).toBe(true)
})
