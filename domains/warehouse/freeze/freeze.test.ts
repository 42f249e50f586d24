import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import {
  addSkus,
  bring,
  headOf,
  newSource,
  openWarehouse,
  placeOf,
  type TestWarehouse,
} from '../../../tests/stock.ts'
import { unfreeze } from '../stock/hold.server.ts'
import { driftOf } from '../stock/invariants.server.ts'
import { reserve } from '../stock/reserve.server.ts'
import { freezeUnsellable } from './lotFreeze.server.ts'

let app: TestApp
let clerk: Person
let lead: Person
let place: TestWarehouse
const F = '/admin/wms/freeze'
const U = '/admin/wms/unFreeze'
beforeAll(async () => {
  app = await testApp()
  const own = ['list', 'info', 'save', 'update', 'delete', 'submit', 'withdraw', 'examine', 'reverse']
  const permissions = [
    ...own.map((one) => `admin:wms:freeze:${one}`),
    'admin:wms:unFreeze:save',
    ...['list', 'info', 'save', 'submit', 'examine'].map((one) => `admin:wms:stockout:${one}`),
  ]
  clerk = await app.person({ permissions })
  lead = await app.person({ permissions })
  place = await openWarehouse(app.db)
})
afterAll(async () => {
  expect(await driftOf(app.db, null)).toEqual([])
  await app.close()
})

const post = <T = { id: number }>(path: string, body: unknown = {}, as = clerk.token) =>
  app.request<T>('POST', path, { token: as, body })
const told = async (answer: Promise<{ code: number; message: string }>) => {
  const { code, message } = await answer
  return [code, message]
}
const infoOf = async (id: number) =>
  (
    await app.request<{ remains: { freezeLineId: number }[] }>('GET', `${F}/info/${id}`, {
      token: clerk.token,
    })
  ).data
const stock = (skuId: number) => headOf(app.db, place.id, skuId)
async function goods(pieces: number): Promise<number> {
  const [skuId = 0] = await addSkus(app.db, 1)
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, pieces, 10)
  return skuId
}
const form = (skuId: number, qty: number, more = {}) => ({
  ...{ warehouseId: place.id, bizDate: today(), reason: 1, submit: 1 },
  lines: [{ skuId, sectionId: place.sections.store, qty }],
  ...more,
})
/** An approved freeze with its only line. */
async function frozen(skuId: number, qty: number) {
  const { data, message } = await post(`${F}/save`, form(skuId, qty))
  expect(message).toBe('操作成功')
  expect((await post(`${F}/examine/${data.id}`, { auditStatus: 1 }, lead.token)).code).toBe(200)
  const [line] = (await infoOf(data.id)).remains
  return { id: data.id, freezeLineId: line?.freezeLineId ?? 0 }
}
const letGo = (freezeLineId: number, qty: number) =>
  post<{ id: number }[]>(`${U}/save`, { lines: [{ freezeLineId, qty }], submit: 1 })

test('W §15-11: frozen goods are not sold, and no more is let go than was frozen', async () => {
  const skuId = await goods(20)
  const { id, freezeLineId } = await frozen(skuId, 15)
  expect(await stock(skuId)).toMatchObject({ onHand: 20, frozen: 15, available: 5 })
  const order = asSystem(app.db, (tx) =>
    reserve(tx, newSource('order'), [{ lineId: 1, warehouseId: place.id, skuId, q: 6000 }]),
  )
  await expect(order).rejects.toThrow(/^库存不足/)
  expect(await told(letGo(freezeLineId, 16))).toEqual([422, '解冻数量超过剩余冻结数量 15'])
  const { data } = await letGo(freezeLineId, 5)
  expect(await stock(skuId)).toMatchObject({ frozen: 15 })
  expect(await told(post(`${U}/examine/${data[0]?.id}`, { auditStatus: 1 }))).toEqual([
    422,
    '不能审核自己提交的单据',
  ])
  expect((await post(`${U}/examine/${data[0]?.id}`, { auditStatus: 1 }, lead.token)).code).toBe(200)
  expect(await stock(skuId)).toMatchObject({ frozen: 10, available: 10 })
  expect(await infoOf(id)).toMatchObject({ state: 2, unfrozenQty: 5, remainQty: 10 })
})

test('W §4.11: two lines of a document let go of no more than one line had frozen', async () => {
  const skuId = await goods(20)
  const { freezeLineId } = await frozen(skuId, 8)
  await frozen(skuId, 8)
  const at = { warehouseId: place.id, sectionId: place.sections.store, skuId }
  const line = { freezeLineId, ...at, q: 5000, from: await placeOf(app.db, at) }
  const both = asSystem(app.db, (tx) =>
    unfreeze(tx, { source: newSource('unfreeze'), action: 'post' }, [
      { ...line, lineId: 1 },
      { ...line, lineId: 2 },
    ]),
  )
  await expect(both).rejects.toThrow('解冻数量超过剩余冻结数量 3')
  expect(await stock(skuId)).toMatchObject({ frozen: 16 })
})

test('W §4.11: two who let go of the same at once let go of it once', async () => {
  const skuId = await goods(10)
  const { freezeLineId, id } = await frozen(skuId, 10)
  const made = await Promise.all([letGo(freezeLineId, 7), letGo(freezeLineId, 7)])
  const codes = await Promise.all(
    made.map(
      async ({ data }) => (await post(`${U}/examine/${data[0]?.id}`, { auditStatus: 1 }, lead.token)).code,
    ),
  )
  expect(codes.sort()).toEqual([200, 422])
  expect(await stock(skuId)).toMatchObject({ frozen: 3 })
  expect(await infoOf(id)).toMatchObject({ state: 2, remainQty: 3 })
})

test('W §4.6, §4.11: scrap consumes what a freeze holds, and a reversal gives it back to the freeze', async () => {
  const skuId = await goods(10)
  const { freezeLineId, id } = await frozen(skuId, 10)
  const line = { skuId, sectionId: place.sections.store, qty: 4, reason: 2, freezeLineId }
  const out = (qty: number) =>
    post('/admin/wms/stockout/save', {
      ...{ type: 4, warehouseId: place.id, bizDate: today(), submit: 1, lines: [{ ...line, qty }] },
    })
  expect(await told(out(11))).toEqual([422, '解冻数量超过剩余冻结数量 10'])
  const { data } = await out(4)
  expect((await post(`/admin/wms/stockout/examine/${data.id}`, { auditStatus: 1 }, lead.token)).code).toBe(
    200,
  )
  expect(await stock(skuId)).toMatchObject({ onHand: 6, frozen: 6, reserved: 0 })
  expect(await infoOf(id)).toMatchObject({ consumedQty: 4, remainQty: 6, state: 2 })
  expect((await letGo(freezeLineId, 7)).code).toBe(422)
})

test('W §4.11, §12: a freeze beyond what is free is refused, and turned round it is undone', async () => {
  const skuId = await goods(5)
  const { data } = await post(`${F}/save`, form(skuId, 6))
  const [code, message] = await told(post(`${F}/examine/${data.id}`, { auditStatus: 1 }, lead.token))
  expect([code, message]).toEqual([422, '可用数量不足，可用 5'])
  expect(await told(post(`${F}/save`, form(skuId, 1, { reason: 4 })))).toEqual([
    422,
    '该原因的冻结由系统生成',
  ])
  expect(await told(post(`${F}/save`, form(skuId, 1, { planUnfreezeDate: movedDay(today(), -1) })))).toEqual([
    422,
    '预计解冻日不能早于今天',
  ])
  const { id } = await frozen(skuId, 5)
  expect((await post(`${F}/reverse/${id}`, { reason: '录错' })).code).toBe(200)
  expect(await stock(skuId)).toMatchObject({ frozen: 0, available: 5 })
  expect(await infoOf(id)).toMatchObject({ remainQty: 0, reversed: 1 })
})

test('W §2.6, §13: the nightly job freezes what must not be sold any more, once', async () => {
  const [skuId = 0] = await addSkus(app.db, 1, { batchManaged: 1, shelfLifeDays: 180 })
  const at = { warehouseId: place.id, sectionId: place.sections.store, skuId }
  await bring(app.db, at, 8, 1, { lotNo: 'OLD', expiryDate: movedDay(today(), -1) })
  await bring(app.db, at, 5, 1, { lotNo: 'NEW', expiryDate: movedDay(today(), 170) })
  expect(await freezeUnsellable(app.db)).toBe(1)
  expect(await stock(skuId)).toMatchObject({ onHand: 13, frozen: 8, available: 5 })
  expect(await freezeUnsellable(app.db)).toBe(0)
  const { data } = await app.request('GET', `${F}/list?reason=5&warehouseId=${place.id}`, {
    token: clerk.token,
  })
  expect(data.list).toMatchObject([{ type: 1, state: 1, auditStatus: 1, totalQty: 8 }])
})
