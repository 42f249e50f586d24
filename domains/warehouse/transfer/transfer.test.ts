import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { today } from '#kit/shared/time.ts'
import { addSkus, bring, headOf, newSource, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { driftOf } from '../stock/invariants.server.ts'
import { release, reserve } from '../stock/reserve.server.ts'

let app: TestApp
let clerk: Person
let lead: Person
let W1: TestWarehouse
let W2: TestWarehouse
const T = '/admin/wms/transfer'
const OWN = ['list', 'info', 'save', 'update', 'submit', 'withdraw', 'ship', 'receive', 'diff', 'cancel']
const codes = (names: readonly string[]) => names.map((one) => `admin:wms:transfer:${one}`)
beforeAll(async () => {
  app = await testApp()
  clerk = await app.person({ permissions: codes(OWN) })
  lead = await app.person({ permissions: codes([...OWN, 'examine', 'reverse']) })
  W1 = await openWarehouse(app.db)
  W2 = await openWarehouse(app.db)
})
afterAll(async () => {
  expect(await driftOf(app.db, null)).toEqual([])
  await app.close()
})

const post = (path: string, body: unknown = {}, as = clerk.token) =>
  app.request('POST', `${T}${path}`, { token: as, body })
const told = async (answer: Promise<{ code: number; message: string }>) => {
  const { code, message } = await answer
  return [code, message]
}
interface Info {
  status: number
  openQty: number
  lines: { openQty: number; shippedQty: number; sectionId: number; lotNo: string }[]
}
const infoOf = async (id: number) =>
  (await app.request<Info>('GET', `${T}/info/${id}`, { token: clerk.token })).data
async function goods(pieces: number): Promise<number> {
  const [skuId = 0] = await addSkus(app.db, 1)
  await bring(app.db, { warehouseId: W1.id, sectionId: W1.sections.store, skuId }, pieces, 12)
  return skuId
}
const form = (skuId: number, qty: number, more = {}) => ({
  ...{ outWarehouseId: W1.id, inWarehouseId: W2.id, bizDate: today(), planOutDate: today(), submit: 1 },
  lines: [{ skuId, qty }],
  ...more,
})
async function approved(skuId: number, qty: number): Promise<number> {
  const { data, message } = await post('/save', form(skuId, qty))
  expect(message).toBe('操作成功')
  expect((await post(`/examine/${data.id}`, { auditStatus: 1 }, lead.token)).message).toBe('操作成功')
  return data.id
}
const ship = (id: number, qty: number) => post(`/ship/${id}`, { lines: [{ lineNo: 1, qty }] })
const receive = (id: number, qty: number, as = clerk.token) =>
  post(`/receive/${id}`, { lines: [{ lineNo: 1, qty, sectionId: W2.sections.store }] }, as)
const diff = (id: number, more: object, as = clerk.token) =>
  post(`/diff/${id}`, { lines: [{ lineNo: 1, ...more }] }, as)
const at = (place: TestWarehouse, skuId: number) => headOf(app.db, place.id, skuId)

test('W §15-9: what is shipped is received in parts, never more than is on its way, and the rest is lost', async () => {
  const skuId = await goods(40)
  const id = await approved(skuId, 25)
  expect(await at(W1, skuId)).toMatchObject({ onHand: 40, reserved: 25, available: 15 })
  expect((await infoOf(id)).status).toBe(1)
  expect((await ship(id, 25)).message).toBe('操作成功')
  expect(await at(W1, skuId)).toMatchObject({ onHand: 15, reserved: 0 })
  expect(await at(W2, skuId)).toMatchObject({ onHand: 0, inTransit: 25 })
  expect((await receive(id, 20)).code).toBe(200)
  expect(await infoOf(id)).toMatchObject({ status: 3, openQty: 5 })
  expect(await told(receive(id, 6))).toEqual([422, '收货数量超过在途数量 5'])
  expect((await receive(id, 4)).code).toBe(200)
  expect(await at(W2, skuId)).toMatchObject({ onHand: 24, inTransit: 1 })
  expect(await told(diff(id, { lostQty: 1 }, lead.token))).toEqual([422, '请选择差异原因'])
  expect(await told(diff(id, { lostQty: 1, reason: 3 }))).toEqual([
    422,
    '损失超过收货差异容差，须由有审核权限的其他人处理',
  ])
  expect((await diff(id, { lostQty: 1, reason: 3 }, lead.token)).code).toBe(200)
  expect(await infoOf(id)).toMatchObject({ status: 4, openQty: 0 })
  const [one, two] = [await at(W1, skuId), await at(W2, skuId)]
  expect(one.onHand + two.onHand + two.inTransit).toBe(39)
  expect(one.amount + two.amount).toBe(39 * 1200)
})

test('W §4.7: what is not shipped is free again, and what is sent back stands where it stood', async () => {
  const skuId = await goods(10)
  const id = await approved(skuId, 8)
  expect(await told(ship(id, 9))).toEqual([422, '发出数量不能超过调拨数量 8'])
  expect((await ship(id, 5)).code).toBe(200)
  expect(await at(W1, skuId)).toMatchObject({ onHand: 5, reserved: 0, available: 5 })
  expect(await told(ship(id, 1))).toEqual([409, '当前状态为在途，不能出库'])
  expect((await diff(id, { returnedQty: 5, reason: 4 })).code).toBe(200)
  expect(await at(W1, skuId)).toMatchObject({ onHand: 10, available: 10, amount: 12_000 })
  expect(await infoOf(id)).toMatchObject({ status: 4 })
})

test('W §4.7: cancelled or rejected it holds nothing', async () => {
  const skuId = await goods(10)
  const id = await approved(skuId, 8)
  expect((await post(`/cancel/${id}`, { reason: '不需要' })).code).toBe(200)
  expect(await at(W1, skuId)).toMatchObject({ reserved: 0, available: 10 })
  expect(await told(ship(id, 1))).toEqual([409, '当前状态为已取消，不能出库'])
  const { data } = await post('/save', form(skuId, 10))
  expect(await at(W1, skuId)).toMatchObject({ available: 0 })
  await post(`/examine/${data.id}`, { auditStatus: 2, opinion: '不同意' }, lead.token)
  expect(await at(W1, skuId)).toMatchObject({ available: 10 })
})

test('W §4.7: of two who receive the same at once one does', async () => {
  const skuId = await goods(10)
  const id = await approved(skuId, 10)
  await ship(id, 10)
  const codes = (await Promise.all([receive(id, 7), receive(id, 7), receive(id, 7)])).map((one) => one.code)
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(await at(W2, skuId)).toMatchObject({ onHand: 7, inTransit: 3 })
})

test('W §14: the source ships, the target receives, both see it, nobody else does', async () => {
  const skuId = await goods(10)
  const at = (warehouseId: number) =>
    app.person({
      permissions: codes([...OWN, 'examine']),
      dataScope: 7,
      scopeIds: { warehouseIds: [warehouseId] },
    })
  const W3 = await openWarehouse(app.db)
  const [source, target, other] = [await at(W1.id), await at(W2.id), await at(W3.id)]
  const { data, message } = await post('/save', form(skuId, 4), source.token)
  expect(message).toBe('操作成功')
  await post(`/examine/${data.id}`, { auditStatus: 1 }, target.token)
  for (const { token } of [source, target])
    expect((await app.request('GET', `${T}/info/${data.id}`, { token })).code).toBe(200)
  expect((await app.request('GET', `${T}/info/${data.id}`, { token: other.token })).code).toBe(404)
  const send = (token: string) => post(`/ship/${data.id}`, { lines: [{ lineNo: 1, qty: 4 }] }, token)
  expect(await told(send(target.token))).toEqual([403, '只有调出仓可以出库'])
  expect((await send(source.token)).code).toBe(200)
  expect(await told(receive(data.id, 4, source.token))).toEqual([403, '只有调入仓可以收货'])
  expect((await receive(data.id, 4, target.token)).code).toBe(200)
  expect(await told(post('/save', form(skuId, 1), other.token))).toEqual([
    422,
    '调出仓和调入仓至少有一个须是您负责的仓库',
  ])
})

test('W §4.7: within a city that says so approval ships and receives', async () => {
  const skuId = await goods(10)
  await sql`update "warehouse" set "cityId" = 350100 where "id" in (${W1.id}, ${W2.id})`.execute(app.db)
  await sql`update "wareHouseConfig" set "oneStep" = 1 where "warehouseId" = ${W1.id}`.execute(app.db)
  const id = await approved(skuId, 6)
  expect(await infoOf(id)).toMatchObject({ status: 4, openQty: 0 })
  expect(await at(W1, skuId)).toMatchObject({ onHand: 4 })
  expect(await at(W2, skuId)).toMatchObject({ onHand: 6, inTransit: 0 })
  await sql`update "wareHouseConfig" set "oneStep" = 0 where "warehouseId" = ${W1.id}`.execute(app.db)
})

test('W §12: what cannot be transferred is refused at its field', async () => {
  const skuId = await goods(5)
  const refusal = (more: object, qty = 1) => told(post('/save', form(skuId, qty, more)))
  expect(await refusal({ inWarehouseId: W1.id })).toEqual([422, '调出仓与调入仓不能相同'])
  expect(await refusal({ planInDate: '2020-01-01' })).toEqual([422, '计划到货日不能早于计划出库日'])
  expect(await refusal({ carryMode: 2 })).toEqual([422, '请选择物流商'])
  expect(await refusal({}, 6)).toEqual([422, expect.stringMatching(/^库存不足：.+ 可用 5，需要 6$/)])
  expect((await at(W1, skuId)).reserved).toBe(0)
})

test('W §3: a transfer is turned round whole, by who works on both sides, once, and only while nothing of it is used', async () => {
  const skuId = await goods(40)
  const id = await approved(skuId, 25)
  const undo = (as = lead.token) => told(post(`/reverse/${id}`, { reason: '发错' }, as))
  expect(await undo()).toEqual([409, '调拨单尚未出库，请取消'])
  // 5 are not shipped, 12 come, 2 are lost, 1 goes back, 5 are still on their way.
  await ship(id, 20)
  await receive(id, 12)
  await diff(id, { lostQty: 2, returnedQty: 1, reason: 3 }, lead.token)
  expect(await at(W2, skuId)).toMatchObject({ onHand: 12, inTransit: 5 })
  const side = await app.person({
    permissions: codes(['list', 'info', 'reverse']),
    ...{ dataScope: 7, scopeIds: { warehouseIds: [W1.id] } },
  })
  expect(await undo(side.token)).toEqual([403, '调出仓和调入仓都由您负责才能冲销'])
  const away = newSource('order')
  await asSystem(app.db, (tx) => reserve(tx, away, [{ lineId: 1, warehouseId: W2.id, skuId, q: 4000 }]))
  expect((await undo())[1]).toMatch(/^库存已被使用，无法冲销：.* 可冲销 8$/)
  expect(await infoOf(id)).toMatchObject({ status: 3, openQty: 5 })
  await asSystem(app.db, (tx) => release(tx, away))
  expect(await undo()).toEqual([200, '操作成功'])
  expect(await at(W1, skuId)).toMatchObject({ onHand: 40, reserved: 0, available: 40, amount: 48_000 })
  expect(await at(W2, skuId)).toMatchObject({ onHand: 0, inTransit: 0, amount: 0 })
  expect(await infoOf(id)).toMatchObject({ status: 7, reversed: 1, openQty: 0, lines: [{ shippedQty: 0 }] })
  expect(await undo()).toEqual([409, '单据已冲销'])
})

test('W §4.7, §12: a refusal names the line as it was sent, behind those of which nothing is done; pieces are whole', async () => {
  const skuIds = [await goods(10), await goods(10)]
  const { data } = await post('/save', {
    ...form(0, 0),
    lines: skuIds.map((skuId) => ({ skuId, qty: 5 })),
  })
  await post(`/examine/${data.id}`, { auditStatus: 1 }, lead.token)
  const both = (of: object, second: object) => ({
    lines: [
      { lineNo: 1, ...of },
      { lineNo: 2, ...second },
    ],
  })
  const refused = async (step: string, lines: object) =>
    (await post(`/${step}/${data.id}`, lines, lead.token)).data
  const sectionId = W2.sections.store
  expect(await refused('ship', both({ qty: 0 }, { qty: 6 }))).toEqual([
    { field: 'lines.1.qty', message: '发出数量不能超过调拨数量 5' },
  ])
  expect(await refused('ship', both({ qty: 0 }, { qty: 2.5 }))).toEqual([
    { field: 'lines.1.qty', message: '该商品不支持小数数量' },
  ])
  expect((await post(`/ship/${data.id}`, both({ qty: 5 }, { qty: 5 }))).code).toBe(200)
  expect(await refused('receive', both({ qty: 0, sectionId }, { qty: 1, sectionId: null }))).toEqual([
    { field: 'lines.1.sectionId', message: '请选择入库库区' },
  ])
  expect(await refused('receive', both({ qty: 0, sectionId }, { qty: 0.5, sectionId }))).toEqual([
    { field: 'lines.1.qty', message: '该商品不支持小数数量' },
  ])
  expect(await refused('diff', both({}, { returnedQty: 0.5, reason: 4 }))).toEqual([
    { field: 'lines.1.returnedQty', message: '该商品不支持小数数量' },
  ])
  expect(await refused('diff', both({}, { lostQty: 1 }))).toEqual([
    { field: 'lines.1.reason', message: '请选择差异原因' },
  ])
  expect((await post(`/receive/${data.id}`, both({ qty: 5, sectionId }, { qty: 5, sectionId }))).code).toBe(
    200,
  )
})
