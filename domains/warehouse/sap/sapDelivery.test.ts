import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { TestNotes } from '../../../tests/notes.ts'
import { openPartners } from '../../../tests/partners.ts'
import { mapPlace, numberGoods, sapApp } from '../../../tests/sapApp.ts'
import { addSkus, bring, headOf, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { shipOut } from '../ship/issue.server.ts'
import { driftOf } from '../stock/invariants.server.ts'

let app: TestApp
let token: string
let send: Awaited<ReturnType<typeof sapApp>>
let place: TestWarehouse
let notes: TestNotes
let skus: number[]
let made = 0

const AT = '/admin/wts/sapDeliveryOrder'
interface Answer {
  id: number
  taskId: number
  taskSn: string
  status: number
  payload: unknown
  lines: { shippedQty: number | null }[]
}

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  send = await sapApp(app, token)
  notes = new TestNotes(app.db)
  place = await openWarehouse(app.db)
  await mapPlace(app.db, place.id, 'P100')
  await sql`update "wareHouseConfig" set "needPick" = 0, "sapPush" = 1 where "warehouseId" = ${place.id}`.execute(
    app.db,
  )
  skus = await addSkus(app.db, 2)
  await numberGoods(app.db, skus)
  for (const skuId of skus)
    await bring(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, 100, 1)
  const partners = await openPartners(app)
  const companyId = await partners.company({ orgName: '交货单位' })
  const shoudaId = await partners.shouda(companyId, { shoudaName: '交货售达方' })
  await sql`update "shouda" set "shoudaNum" = 'AG1' where "id" = ${shoudaId}`.execute(app.db)
  await sql`insert into "shipTo" ("shipToCode", "shipToName", "companyId", "contactName", "contactPhone", "districtId", "address", "receiveFrom", "receiveTo")
    values ('WE1', '望江门店', ${companyId}, '李二', '13900000002', 350102, '仓前街2号', '08:00', '10:00')`.execute(
    app.db,
  )
})
afterAll(() => app.close())

const item = (itemNo: number, sapCode: string, qty: number, more: object = {}) => ({
  itemNo,
  sapCode,
  qty,
  meins: 'EA',
  grossWeight: 1.5,
  ...more,
})
const order = (lines: object[], more: object = {}) => ({
  ...{
    sapDeliveryNo: `80${String(++made).padStart(8, '0')}`,
    deliveryType: 'LF',
    custType: '10',
    shoudaNum: 'AG1',
    shipToCode: 'WE1',
  },
  ...{ planGiDate: movedDay(today(), 2), sapPlant: 'P100', sapStorageLocation: 'L001', batchNo: 'B1', lines },
  ...more,
})
const ask = (path: string, body: object = {}) => app.request<Answer>('POST', `${AT}/${path}`, { token, body })
const told = async (answer: ReturnType<typeof ask>) => {
  const { code, message } = await answer
  return [code, message]
}
const info = async (id: number) => (await app.request<Answer>('GET', `${AT}/info/${id}`, { token })).data
const received = async (lines: object[], more: object = {}) => {
  const { code, message, data } = await send('deliveryOrder', order(lines, more))
  expect([code, message]).toEqual([200, '操作成功'])
  return data.id
}
const noteOf = async (taskId: number) =>
  await app.db
    .selectFrom('shipTask')
    .select(['noteId', 'status', 'planDate', 'deliveryNo', 'customer'])
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow()
const shipAll = async (taskId: number) => {
  const { noteId } = await noteOf(taskId)
  const lines = await app.db
    .selectFrom('shipTaskLine')
    .select(['noteLineId', 'qty'])
    .where('taskId', '=', taskId)
    .execute()
  await asSystem(app.db, (tx) =>
    shipOut(
      tx,
      noteId,
      lines.map((one) => ({ lineId: one.noteLineId, q: one.qty * 1000 })),
    ),
  )
}
const queued = (id: number) =>
  app.db
    .selectFrom('sapOutbox')
    .select(['id', 'payload', 'status'])
    .where('bizType', '=', 'sapDeliveryOrder')
    .where('bizId', '=', id)
    .execute()
const head = (at: number) => headOf(app.db, place.id, skus[at] ?? 0)

test('W §12: a delivery is stored whole or not at all, once, and never otherwise', async () => {
  const wrong = order([item(10, 'X9', 1), item(20, 'M0', 0)])
  const refused = await send('deliveryOrder', wrong)
  expect([refused.code, refused.message]).toEqual([422, '第1行：物料 X9 未映射'])
  const right = { ...wrong, lines: [item(10, 'M0', 2), item(20, 'M1', 1)] }
  const both = await Promise.all([send('deliveryOrder', right), send('deliveryOrder', right)])
  expect(both.map((one) => one.data.repeated).sort()).toEqual([false, true])
  const other = await send('deliveryOrder', { ...right, planGiDate: today() })
  expect([other.code, other.message]).toEqual([409, `凭证 ${right.sapDeliveryNo} 已存在且内容不同`])
  const [{ data } = { data: { id: 0 } }] = both
  expect(await info(data.id)).toMatchObject({
    status: 0,
    source: 1,
    totalQty: 3,
    totalWeight: 3,
    warehouseId: place.id,
  })
  const raw = await app.request<Answer>('GET', `${AT}/raw/${data.id}`, { token })
  expect(raw.data.payload).toEqual(right)
  expect(await told(ask('update', { id: data.id, remark: 'x' }))).toEqual([409, '接口接收的数据不能修改'])
})

test('W §5.1: without an order of ours the goods are reserved, shipped as any task, and told back once by item and lot', async () => {
  const before = await head(0)
  const id = await received([item(10, 'M0', 5), item(20, 'M1', 2)])
  const [one, two] = await Promise.all([ask(`toTask/${id}`), ask(`toTask/${id}`)])
  expect([one?.code, two?.code].sort()).toEqual([200, 409])
  const row = await info(id)
  expect(row).toMatchObject({ status: 2 })
  expect(await noteOf(row.taskId)).toMatchObject({
    noteId: -id,
    status: 0,
    planDate: movedDay(today(), 2),
    customer: '望江门店',
  })
  expect((await head(0)).reserved).toBe(before.reserved + 5)
  expect(await told(ask(`postBack/${id}`))).toEqual([409, '当前状态为已转任务，不能发货过账回传'])
  const heard = notes.told.length
  await shipAll(row.taskId)
  await shipAll(row.taskId)
  expect(notes.told.length).toBe(heard)
  expect(await head(0)).toMatchObject({ onHand: before.onHand - 5, reserved: before.reserved })
  const shipped = await info(id)
  expect([shipped.status, shipped.lines.map((line) => line.shippedQty)]).toEqual([3, [5, 2]])
  const posting = await app.db
    .selectFrom('stockPosting')
    .select(['id', 'sapSync', 'sapDescription', 'isMayPushSap'])
    .where('sourceType', '=', 'sapDeliveryOrder')
    .where('sourceId', '=', id)
    .where('actionKey', '=', 'ship')
    .executeTakeFirstOrThrow()
  expect(posting).toMatchObject({
    sapSync: 0,
    isMayPushSap: 0,
    sapDescription: expect.stringMatching(/^由SAP交货单 80\d+ 回传$/),
  })
  const backs = await Promise.all([ask(`postBack/${id}`), ask(`postBack/${id}`)])
  expect(backs.map((one) => one.code).sort()).toEqual([200, 409])
  const [row0, more] = await queued(id)
  expect([row0?.payload, more]).toMatchObject([
    {
      items: [
        { itemNo: 10, sapCode: 'M0', charg: '', qty: 5 },
        { itemNo: 20, sapCode: 'M1', qty: 2 },
      ],
    },
    undefined,
  ])
  expect((await info(id)).status).toBe(4)
  expect(await told(ask(`cancel/${id}`, { reason: 'x' }))).toEqual([409, '当前状态为已回传，不能取消'])
  expect(await driftOf(app.db)).toEqual([])
})

test('W §5.1: what belongs to an order of ours is matched to its delivery note, whenever it comes', async () => {
  const early = await notes.open(place.id, [{ skuId: skus[0] ?? 0, qty: 3 }])
  const sub = `ZD${early.noteId}`
  const other = await received([item(10, 'M0', 4)], { salesOrderNo: sub })
  expect(await told(ask(`match/${other}`))).toEqual([
    422,
    `发货单 FH${early.noteId} 的商品或数量与交货单不一致`,
  ])
  const id = await received([item(10, 'M0', 1), item(20, 'M0', 2)], { salesOrderNo: sub.toLowerCase() })
  expect((await ask(`match/${id}`)).data).toMatchObject({ taskId: early.taskId })
  expect(await info(id)).toMatchObject({ status: 1, orderSubSn: sub })
  const second = await received([item(10, 'M0', 3)], { salesOrderNo: sub })
  expect(await told(ask(`match/${second}`))).toEqual([422, `没有找到销售订单 ${sub} 的发货单`])
  await shipAll(early.taskId)
  expect(notes.heard('shipped').map((one) => one.noteId)).toContain(early.noteId)
  expect((await info(id)).lines.map((line) => line.shippedQty)).toEqual([1, 2])
  expect((await ask(`postBack/${id}`)).code).toBe(200)
  // SAP tells of it after the goods have left and been told of: nothing is told twice.
  const late = await notes.open(place.id, [{ skuId: skus[1] ?? 0, qty: 2 }])
  await shipAll(late.taskId)
  const after = await received([item(10, 'M1', 2)], { salesOrderNo: `DD${late.noteId}` })
  await ask(`match/${after}`)
  expect((await info(after)).status).toBe(3)
  const [code, message] = await told(ask(`postBack/${after}`))
  expect([code, message]).toEqual([
    409,
    expect.stringMatching(/^该发货已由库存过账 KC\S+ 推送SAP，不再回传$/),
  ])
})

test('W §5.1: what is cancelled gives its goods back, what is refused changes nothing', async () => {
  const before = await head(0)
  const id = await received([item(10, 'M0', 4)])
  await ask(`toTask/${id}`)
  const { taskId } = await info(id)
  await sql`update "shipTask" set "status" = 2 where "id" = ${taskId}`.execute(app.db)
  expect((await ask(`cancel/${id}`, { reason: '客户退单' })).message).toMatch(
    /^任务 CR\d+ 的商品已拣货，请先取消拣货$/,
  )
  // 取消拣货 is confirmed: the delivery waits again, its goods are free, and a task can be made anew.
  const confirmed = await app.request('POST', `/admin/wts/pickList/task/cancelPick/${taskId}`, {
    token,
    body: { reason: '客户改期' },
  })
  expect([confirmed.code, confirmed.message]).toEqual([200, '操作成功'])
  expect(await info(id)).toMatchObject({ status: 0, taskId: null })
  expect((await head(0)).reserved).toBe(before.reserved)
  expect((await ask(`toTask/${id}`)).code).toBe(200)
  expect((await head(0)).reserved).toBe(before.reserved + 4)
  expect((await ask(`cancel/${id}`, { reason: '客户退单' })).code).toBe(200)
  expect((await head(0)).reserved).toBe(before.reserved)
  expect(await noteOf((await info(id)).taskId)).toMatchObject({ status: 9 })
  expect(await told(ask(`toTask/${id}`))).toEqual([409, '当前状态为已取消，不能转出库任务'])
  const refusal = async (lines: object[], more: object = {}) =>
    told(ask(`toTask/${await received(lines, more)}`))
  expect((await refusal([item(10, 'M0', 1000)]))[1]).toMatch(/^库存不足：.+ 可用 \d+，需要 1000$/)
  expect(await refusal([item(10, 'M0', 1)], { shoudaNum: 'AG9' })).toEqual([422, '售达方 AG9 不存在或已停用'])
  expect(await refusal([item(10, 'M0', 1)], { shipToCode: 'WE9' })).toEqual([
    422,
    '送达方 WE9 不存在或已停用',
  ])
  expect(await refusal([item(10, 'M0', 1)], { sapPlant: 'Q1' })).toEqual([
    422,
    '工厂 Q1/L001 未映射到仓库，不能转出库任务',
  ])
  expect(await refusal([item(10, 'M0', 1)], { deliveryType: 'LR' })).toEqual([
    422,
    '退货交货单不能转出库任务',
  ])
  expect(await driftOf(app.db)).toEqual([])
})
