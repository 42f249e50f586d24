import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoOutcome, fillDemo } from '#kit/server/demo.ts'
import { budget, ownTime } from '../tests/ownTime.ts'
import { type TestApp, testApp } from './testing.ts'

let app: TestApp
let outcome: DemoOutcome
let taken = 0

const fill = ({ db, house }: TestApp): Promise<DemoOutcome> =>
  fillDemo(
    db,
    house.rooms.flatMap((room) => room.served),
  )

beforeAll(async () => {
  app = await testApp({ TS_DEMO: '1' })
  const begun = ownTime()
  outcome = await fill(app)
  taken = ownTime() - begun
  // A machine that is slow or busy may take long: what is measured is this thread's own time.
}, 300_000)
afterAll(() => app.close())

test('vehicles at the gate of a demonstration came today', async () => {
  const { rows } = await sql<{ waits: boolean }>`
    select "arriveTime" > now() - interval '3 hours' as "waits" from "appointmentRegister"`.execute(app.db)
  expect(rows).toEqual([{ waits: true }, { waits: true }])
})

test('nobody of a demonstration decides before it is asked', async () => {
  const { rows } = await sql`select "id" from "processTask" where "endTime" < "createTime"
    union all select "id" from "processInstance" where "endTime" < "createTime"`.execute(app.db)
  expect(rows).toEqual([])
})

async function totalOf(path: string, query: Record<string, string | number> = {}): Promise<number> {
  const token = await app.admin()
  return (await app.request('GET', `/admin${path}`, { token, query: { limit: 1, ...query } })).data.total
}

test('an empty installation is filled with what every room keeps, without taking long', async () => {
  expect(outcome).toBe('filled')
  expect(taken).toBeLessThan(budget(20_000))
  const totals = {
    products: await totalOf('/storerepo/product/list'),
    brands: await totalOf('/product/brand/list'),
    companies: await totalOf('/system/org/list'),
    licences: await totalOf('/system/org/licence/list'),
    customers: await totalOf('/customer/list'),
    suppliers: await totalOf('/supplier/list'),
    carriers: await totalOf('/logistics/provider/list'),
    stores: await totalOf('/system/store/list'),
    staff: await totalOf('/system/admin/list'),
    warehouses: await totalOf('/warehouse/list'),
    sections: await totalOf('/wms/section/list'),
    notices: await totalOf('/purpose/priceNotice/list'),
    processes: await totalOf('/workflow/definition/list'),
  }
  expect(totals).toEqual({
    products: 47,
    brands: 10,
    companies: 16,
    licences: 12,
    customers: 22,
    suppliers: 9,
    carriers: 3,
    stores: 5,
    staff: 16,
    warehouses: 4,
    sections: 26,
    notices: 12,
    processes: 3,
  })
})

const WMS = '/wms'
const WTS = '/wts'
test.each([
  ...['stock', 'stock/lot', 'stock/reserve', 'recordLog', 'stocklog', 'stockVacct', 'wmsProduct'].map(
    (one) => `${WMS}/${one}`,
  ),
  ...['stockin', 'stockout', 'transfer', 'shiftingParking', 'freeze'].map((one) => `${WMS}/${one}`),
  ...['inventoryManage', 'stockCount', 'pickList', 'pickList/task', 'pickList/strategy', 'sortOrder'].map(
    (one) => `${WTS}/${one}`,
  ),
  ...['deliveryOrder', 'sapBill', 'sapDeliveryOrder', 'sapDailyFullStock'].map((one) => `${WTS}/${one}`),
  ...['purchaseAppointment', 'appointmentRegister', 'singleItemForecast', 'exchangeInBill'].map(
    (one) => `${WTS}/${one}`,
  ),
  ...['vehicleAssignment', 'consignmentNote', 'nightCount', 'coverPage', 'attachmentSheet', 'routeTable'].map(
    (one) => `${WTS}/${one}`,
  ),
  ...['truckModel', 'driver', 'truckCar'].map((one) => `/truck/${one}`),
])('the list %s of the warehouse or transport is not empty', async (path) => {
  expect(await totalOf(`${path}/list`)).toBeGreaterThan(0)
})

test('deliveries of SAP and trips stand in several states, and the stock of yesterday differs in one line', async () => {
  for (const status of [0, 1, 2, 3, 5])
    expect(await totalOf(`${WTS}/sapDeliveryOrder/list`, { status }), `delivery ${status}`).toBeGreaterThan(0)
  for (const status of [0, 1, 3, 4])
    expect(await totalOf(`${WTS}/sapBill/list`, { status }), `bill ${status}`).toBeGreaterThan(0)
  for (const status of [1, 2, 3])
    expect(await totalOf(`${WTS}/vehicleAssignment/list`, { status }), `trip ${status}`).toBeGreaterThan(0)
  for (const status of [1, 2])
    expect(await totalOf(`${WTS}/consignmentNote/list`, { status }), `consignment ${status}`).toBe(1)
  expect(await totalOf(`${WTS}/pickList/strategy/list`)).toBe(2)
  const { data } = await app.request<{ list: { diffLines: number; diffQty: number }[] }>(
    'GET',
    `/admin${WTS}/sapDailyFullStock/list`,
    { token: await app.admin() },
  )
  expect(data.list).toMatchObject([{ diffLines: 1, diffQty: 2, status: 2 }])
})

test.each([
  ['product', '/storerepo/product/list'],
  ['company', '/system/org/list'],
  ['priceNotice', '/purpose/priceNotice/list'],
])('there is a %s in every state of its life', async (_name, path) => {
  const states = [-1, 1].concat(path.includes('storerepo') ? [0, 2] : [3])
  for (const auditStatus of states)
    expect(await totalOf(path, { auditStatus }), `${auditStatus}`).toBeGreaterThan(0)
})

test('what is on the shelf is in stock, and suppliers deliver it', async () => {
  const token = await app.admin()
  const { data } = await app.request('GET', '/admin/store/product/list', { token, query: { limit: 50 } })
  expect(data.list.filter((one) => Number(one.stock) <= 0)).toEqual([])
  expect(await totalOf('/supplier/product/list')).toBe(32)
})

test('prices moved for a year, each until the next one began', async () => {
  const { rows } = await sql<{ startTime: Date; endTime: Date | null }>`select p."startTime", p."endTime"
    from "skuPrice" p join "sku" s on s."id" = p."skuId"
    where s."skuCode" = 'TS1012-01' and p."channelId" = 1201 and p."scopeType" = 0 order by p."startTime"`.execute(
    app.db,
  )
  expect(rows).toHaveLength(8)
  expect(rows.map((row) => row.endTime)).toEqual([...rows.slice(1).map((row) => row.startTime), null])
  const days = (Date.now() - (rows[0]?.startTime.getTime() ?? 0)) / 86_400_000
  expect(days).toBeGreaterThan(270)
})

test('the login page tells whom to sign in as, and each of them may', async () => {
  const { data } = await app.request<{ demo: { password: string; people: { account: string }[] } | null }>(
    'GET',
    '/admin/getLoginPic',
  )
  expect(data.demo?.people).toHaveLength(11)
  for (const { account } of data.demo?.people ?? []) {
    const body = { account, pwd: data.demo?.password, key: '', code: '' }
    const { data: session } = await app.request('POST', '/admin/login', { body })
    expect(session, account).toMatchObject({ pwdExpired: 0, ticket: '' })
  }
})

test('who runs a store looks at products and neither writes nor examines them', async () => {
  const { data } = await app.request<{ demo: { password: string } }>('GET', '/admin/getLoginPic')
  const body = { account: 'sunhao', pwd: data.demo.password, key: '', code: '' }
  const { token } = (await app.request('POST', '/admin/login', { body })).data
  const list = await app.request('GET', '/admin/store/product/list', { token })
  expect(list.data.total).toBeGreaterThan(20)
  const examine = await app.request('POST', '/admin/product/examine/save', { token, body: {} })
  expect(examine.code).toBe(403)
  const save = await app.request('POST', '/admin/store/product/save', { token, body: {} })
  expect(save.code).toBe(403)
})

test('somebody has decided, and for somebody a task is open', async () => {
  const { rows } = await sql<{ state: string; n: number }>`
    select "state", count(*)::integer as "n" from "processTask" group by 1`.execute(app.db)
  const counts = new Map(rows.map(({ state, n }) => [state, n]))
  expect(counts.get('open')).toBeGreaterThan(2)
  expect(counts.get('done')).toBeGreaterThan(2)
})

test('a second start adds nothing', async () => {
  const before = await totalOf('/storerepo/product/list')
  expect(await fill(app)).toBe('there')
  expect(await totalOf('/storerepo/product/list')).toBe(before)
})

test('one that did not come to its end is not begun again', async () => {
  await app.db.updateTable('installation').set({ value: 'begun' }).where('name', '=', 'demo').execute()
  expect(await fill(app)).toBe('broken')
})

test('an installation with anything of its own stays as it is, and its login page tells nobody', async () => {
  const own = await testApp({ TS_DEMO: '1' })
  await own.request('POST', '/admin/product/brand/save', {
    token: await own.admin(),
    body: { brandName: '自有品牌', logo: '/upload/logo.png' },
  })
  expect(await fill(own)).toBe('used')
  const { rows } = await sql<{ brands: number; staff: number }>`select
    (select count(*)::integer from "brand") as "brands", (select count(*)::integer from "admin") as "staff"`.execute(
    own.db,
  )
  expect(rows).toEqual([{ brands: 1, staff: 1 }])
  const { data } = await own.request<{ demo: unknown }>('GET', '/admin/getLoginPic')
  expect(data.demo).toBeNull()
  await own.close()
})
