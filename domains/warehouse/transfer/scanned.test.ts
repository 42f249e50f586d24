import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { today } from '#kit/shared/time.ts'
import { addSkus, bring, headOf, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { driftOf } from '../stock/invariants.server.ts'

let app: TestApp
let clerk: Person
let lead: Person
let source: Person
let target: Person
let other: Person
let W1: TestWarehouse
let W2: TestWarehouse
const T = '/admin/wms/transfer'
const codes = (...names: string[]) => names.map((one) => `admin:wms:transfer:${one}`)
beforeAll(async () => {
  app = await testApp()
  lead = await app.person({
    permissions: codes('list', 'info', 'examine', 'ship', 'receive'),
  })
  clerk = await app.person({ permissions: codes('save') })
  W1 = await openWarehouse(app.db)
  W2 = await openWarehouse(app.db)
  const W3 = await openWarehouse(app.db)
  const at = ({ id }: TestWarehouse, ...names: string[]) =>
    app.person({
      permissions: codes('list', 'info', ...names),
      ...{ dataScope: 7, scopeIds: { warehouseIds: [id] } },
    })
  source = await at(W1, 'ship', 'receive')
  target = await at(W2, 'receive')
  other = await at(W3, 'ship', 'receive')
})
afterAll(async () => {
  expect(await driftOf(app.db, null)).toEqual([])
  await app.close()
})

interface Line {
  lineNo: number
  want: number | null
  done: number
  sectionId: number | null
}
interface Told {
  step: string
  off: string
  warehouseId: number
  lines: Line[]
}
const post = <R = { scanQty: number }>(path: string, body: object, { token }: Person) =>
  app.request<R>('POST', `${T}${path}`, { token, body })
const infoOf = (id: number, { token } = lead) => app.request<Told>('GET', `${T}/scan/info/${id}`, { token })
const listOf = async ({ token }: Person) =>
  (await app.request<{ list: { id: number }[] }>('GET', `${T}/scan/list`, { token })).data.list.map(
    (one) => one.id,
  )
const told = async (answer: Promise<{ code: number; message: string }>) => {
  const { code, message } = await answer
  return [code, message]
}
let scans = 0
const out = (id: number, qty: number, by = source, more: object = {}) =>
  post('/scan/ship', { id, lineNo: 1, qty, scanId: `out-${++scans}`, ...more }, by)
const into = (id: number, qty: number, by = target, more: object = {}) =>
  post('/scan/receive', { id, lineNo: 1, qty, scanId: `in-${++scans}`, ...more }, by)
const shipDone = (id: number, by = source) => post(`/scan/ship/finish/${id}`, {}, by)
const receiveDone = (id: number, by = target) => post(`/scan/receive/finish/${id}`, {}, by)

/** A transfer over so many pieces of each of some goods, approved. */
async function approved(...qtys: number[]) {
  const skuIds = await addSkus(app.db, qtys.length)
  for (const skuId of skuIds)
    await bring(app.db, { warehouseId: W1.id, sectionId: W1.sections.store, skuId }, 40, 12)
  const { data, message } = await post<{ id: number }>(
    '/save',
    {
      ...{ outWarehouseId: W1.id, inWarehouseId: W2.id, bizDate: today(), planOutDate: today(), submit: 1 },
      lines: skuIds.map((skuId, at) => ({ skuId, qty: qtys[at] })),
    },
    clerk,
  )
  expect(message).toBe('操作成功')
  expect((await post(`/examine/${data.id}`, { auditStatus: 1 }, lead)).code).toBe(200)
  return { id: data.id, skuIds, skuId: skuIds[0] ?? 0 }
}
const at = (place: TestWarehouse, skuId: number) => headOf(app.db, place.id, skuId)
const rowOf = (id: number) =>
  app.db
    .selectFrom('transfer')
    .select(['status', 'lines', 'shippedQty', 'receivedQty', 'openQty'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('W §7: scanned out and in, each scan once and each step once, though it is sent twice and at once', async () => {
  const { id, skuId } = await approved(10)
  expect((await infoOf(id)).data).toMatchObject({
    ...{ step: 'ship', off: '', warehouseId: W1.id },
    lines: [{ lineNo: 1, want: 10, done: 0, sectionId: W1.sections.store }],
  })
  const twice = await Promise.all([1, 2, 3].map(() => out(id, 4, source, { scanId: 'same-out' })))
  expect(twice.map((one) => one.data.scanQty)).toEqual([4, 4, 4])
  expect((await out(id, 2)).data).toEqual({ lineNo: 1, scanQty: 6 })
  // Nothing has left before it is finished.
  expect(await at(W1, skuId)).toMatchObject({ onHand: 40, reserved: 10 })
  const ends = await Promise.all([shipDone(id), shipDone(id)])
  expect(ends.map((one) => one.code).sort()).toEqual([200, 409])
  expect(await at(W1, skuId)).toMatchObject({ onHand: 34, reserved: 0 })
  expect(await at(W2, skuId)).toMatchObject({ onHand: 0, inTransit: 6 })
  expect(await rowOf(id)).toMatchObject({ status: 2, shippedQty: 6, openQty: 6 })
  // What was counted is answered as then; what was scanned out counts for nothing that comes in.
  expect((await out(id, 4, source, { scanId: 'same-out' })).data).toEqual({ lineNo: 1, scanQty: 4 })
  expect((await infoOf(id)).data).toMatchObject({
    ...{ step: 'receive', warehouseId: W2.id },
    lines: [{ want: 6, done: 0, sectionId: null }],
  })

  const came = await Promise.all([1, 2].map(() => into(id, 4, target, { scanId: 'same-in' })))
  expect(came.map((one) => one.data.scanQty)).toEqual([4, 4])
  const received = await Promise.all([receiveDone(id), receiveDone(id)])
  expect(received.map((one) => one.code).sort()).toEqual([200, 422])
  expect(received.map((one) => one.message)).toContain('还没有扫到商品')
  expect(await at(W2, skuId)).toMatchObject({ onHand: 4, inTransit: 2 })
  await into(id, 2)
  expect((await receiveDone(id)).code).toBe(200)
  expect(await rowOf(id)).toMatchObject({ status: 4, receivedQty: 6, openQty: 0 })
  expect(await told(into(id, 1))).toEqual([409, '当前状态为已完成，不能收货'])
  expect(await told(infoOf(id))).toEqual([409, '当前状态为已完成，不能扫码收发'])
})

test('W §12: too much, no such line, nothing and parts of a piece are refused and leave nothing behind', async () => {
  const { id } = await approved(5)
  expect(await told(out(id, 6))).toEqual([422, '发出数量不能超过调拨数量 5'])
  expect(await told(out(id, 1, source, { lineNo: 2 }))).toEqual([422, '商品不在本单中'])
  expect(await told(out(id, 0))).toEqual([422, '数量必须大于0'])
  expect(await told(out(id, 1.5))).toEqual([422, '该商品不支持小数数量'])
  expect(await told(shipDone(id))).toEqual([422, '还没有扫到商品'])
  expect(await told(out(id, 6, source, { scanId: 'put-right' }))).toEqual([422, '发出数量不能超过调拨数量 5'])
  expect((await out(id, 5, source, { scanId: 'put-right' })).data).toMatchObject({ scanQty: 5 })
  expect(await told(into(id, 1))).toEqual([409, '当前状态为待出库，不能收货'])
  await shipDone(id)
  await into(id, 3)
  expect(await told(into(id, 3))).toEqual([422, '收货数量超过在途数量 5'])
  expect((await rowOf(id)).lines).toMatchObject([{ scanQty: 3, shippedQty: 5 }])
})

test('W §14: only the side that may posts it by scans, and others see none of it', async () => {
  const { id } = await approved(4)
  expect(await told(out(id, 1, target))).toEqual([403, '没有权限访问。'])
  expect((await out(id, 1, other)).code).toBe(404)
  expect((await infoOf(id, other)).code).toBe(404)
  expect([await listOf(source), await listOf(target), await listOf(other)]).toEqual([
    expect.arrayContaining([id]),
    expect.not.arrayContaining([id]),
    [],
  ])
  expect((await infoOf(id, target)).data.off).toBe('只有调出仓可以出库')
  await out(id, 4)
  expect((await shipDone(id, other)).code).toBe(404)
  expect((await shipDone(id)).code).toBe(200)
  expect(await told(into(id, 1, source))).toEqual([403, '只有调入仓可以收货'])
  expect(await told(receiveDone(id, source))).toEqual([403, '只有调入仓可以收货'])
  expect(await listOf(source)).not.toContain(id)
  expect(await listOf(target)).toContain(id)
  await into(id, 1, target, { scanId: 'belongs' })
  expect(await told(into(id, 1, lead, { scanId: 'belongs' }))).toEqual([409, '扫码号已用于其他作业'])
})

test('W §4.7: goods go into the section that was scanned; those of a line into one, of the warehouse that receives', async () => {
  const { id, skuIds } = await approved(4, 4)
  await out(id, 4)
  await out(id, 4, source, { lineNo: 2 })
  await shipDone(id)
  expect(await told(into(id, 1, target, { sectionId: W1.sections.store }))).toEqual([422, '库区不属于该仓库'])
  await into(id, 1, target, { sectionId: W2.sections.pick })
  expect(await told(into(id, 1, target, { sectionId: W2.sections.store }))).toEqual([
    422,
    '该商品已放入B01，请先完成本次收货',
  ])
  await into(id, 3)
  await into(id, 4, target, { lineNo: 2 })
  expect((await receiveDone(id)).code).toBe(200)
  const { rows } = await sql<{ sectionId: number; onHand: number }>`
    select "sectionId", "onHand"::float8 as "onHand" from "stockLot" where "warehouseId" = ${W2.id} and "onHand" > 0
      and "skuId" = any(${sql.val(skuIds)}::int[]) order by "skuId"`.execute(app.db)
  expect(rows).toEqual([
    { sectionId: W2.sections.pick, onHand: 4 },
    { sectionId: W2.sections.store, onHand: 4 },
  ])
})

test('W §7: what the desk has posted meanwhile is not posted once more by scans that were made before', async () => {
  const { id, skuId } = await approved(10)
  await out(id, 10)
  await shipDone(id)
  await into(id, 4)
  const lines = [{ lineNo: 1, qty: 4, sectionId: W2.sections.store }]
  expect((await post(`/receive/${id}`, { lines }, target)).code).toBe(200)
  expect((await infoOf(id)).data.lines).toMatchObject([{ want: 6, done: 0 }])
  expect(await told(receiveDone(id))).toEqual([422, '还没有扫到商品'])
  expect(await at(W2, skuId)).toMatchObject({ onHand: 4, inTransit: 6 })
})

test('W §4.7: a warehouse that receives blind learns how many were due only when it has said how many came', async () => {
  const { id } = await approved(5)
  await out(id, 5)
  await shipDone(id)
  await sql`update "wareHouseConfig" set "blindReceive" = 1 where "warehouseId" = ${W2.id}`.execute(app.db)
  expect((await infoOf(id, target)).data.lines).toMatchObject([{ want: null, done: 0 }])
  expect((await into(id, 6)).data).toMatchObject({ scanQty: 6 })
  expect(await told(receiveDone(id))).toEqual([422, '收货数量超过在途数量'])
  await sql`update "wareHouseConfig" set "blindReceive" = 0 where "warehouseId" = ${W2.id}`.execute(app.db)
})
