import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { today } from '#kit/shared/time.ts'
import {
  addSkus,
  bring,
  headOf,
  newSource,
  openVacct,
  openWarehouse,
  type TestWarehouse,
} from '../../../tests/stock.ts'
import { driftOf } from '../stock/invariants.server.ts'
import { assignVacct } from '../vacct/assign.server.ts'

let app: TestApp
let clerk: Person
let lead: Person
let place: TestWarehouse
const S = '/admin/wms/shiftingParking'
beforeAll(async () => {
  app = await testApp()
  const own = ['list', 'info', 'save', 'update', 'submit', 'withdraw', 'examine', 'reverse']
  const permissions = own.map((one) => `admin:wms:shiftingParking:${one}`)
  clerk = await app.person({ permissions })
  lead = await app.person({ permissions })
  place = await openWarehouse(app.db)
})
afterAll(async () => {
  expect(await driftOf(app.db, null)).toEqual([])
  await app.close()
})

const post = (path: string, body: unknown = {}, as = clerk.token) =>
  app.request('POST', `${S}${path}`, { token: as, body })
const told = async (answer: ReturnType<typeof post>) => {
  const { code, message } = await answer
  return [code, message]
}
async function goods(pieces: number, sectionId = place.sections.store): Promise<number> {
  const [skuId = 0] = await addSkus(app.db, 1)
  await bring(app.db, { warehouseId: place.id, sectionId, skuId }, pieces, 10)
  return skuId
}
const form = (line: Record<string, unknown>, more = {}) => ({
  ...{ warehouseId: place.id, bizDate: today(), reason: 2, submit: 1 },
  lines: [{ sectionId: place.sections.store, toSectionId: place.sections.pick, qty: 1, ...line }],
  ...more,
})
const standing = async (skuId: number) => {
  const rows = await app.db
    .selectFrom('stockLot')
    .select(['sectionId', 'onHand'])
    .where('skuId', '=', skuId)
    .where('onHand', '>', 0)
    .orderBy('sectionId')
    .execute()
  return rows.map((row) => [row.sectionId, row.onHand])
}
async function moved(line: Record<string, unknown>, more = {}) {
  const { data, message } = await post('/save', form(line, more))
  expect(message).toBe('操作成功')
  return { id: data.id, answer: await post(`/examine/${data.id}`, { auditStatus: 1 }, lead.token) }
}

test('a list says who wrote a document by name', async () => {
  const skuId = await goods(1)
  const { id } = await moved({ skuId })
  const { data } = await app.request('GET', `${S}/list?rowIds=${id}`, { token: clerk.token })
  const { realName } = await app.db
    .selectFrom('admin')
    .select('realName')
    .where('id', '=', clerk.adminId)
    .executeTakeFirstOrThrow()
  expect(data.list).toMatchObject([{ id, makerName: realName }])
})

test('W §4.8: goods change their section, and nothing else', async () => {
  const skuId = await goods(10)
  const { answer, id } = await moved({ skuId, qty: 4 })
  expect(answer.code).toBe(200)
  expect(await standing(skuId)).toEqual([
    [place.sections.store, 6],
    [place.sections.pick, 4],
  ])
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ onHand: 10, available: 10, amount: 10_000 })
  expect((await post(`/reverse/${id}`, { reason: '录错' })).code).toBe(200)
  expect(await standing(skuId)).toEqual([[place.sections.store, 10]])
})

test('W §2.2, §4.8: good to bad is held, bad to good is sold again', async () => {
  const skuId = await goods(10)
  const bad = { skuId, toSectionId: place.sections.bad, qty: 3 }
  expect((await moved(bad, { reason: 3 })).answer.code).toBe(200)
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ onHand: 10, frozen: 3, available: 7 })
  const back = { skuId, sectionId: place.sections.bad, toSectionId: place.sections.store, qty: 2 }
  expect((await moved(back, { reason: 4 })).answer.code).toBe(200)
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ frozen: 1, available: 9 })
})

test('W §4.8: what is allotted to an account does not become bad goods', async () => {
  const skuId = await goods(10)
  const vacctId = await openVacct(app.db, { warehouseId: place.id, ownerType: 1, ownerId: 1204 })
  await asSystem(app.db, (tx) =>
    assignVacct(tx, { source: newSource('vacct'), action: 'assign' }, [
      { lineId: 1, vacctId, skuId, q: 8000 },
    ]),
  )
  const { answer } = await moved({ skuId, toSectionId: place.sections.bad, qty: 3 }, { reason: 3 })
  expect([answer.code, answer.message]).toEqual([
    422,
    expect.stringMatching(/^公共可用库存不足：.*公共可用 2/),
  ])
  expect(await standing(skuId)).toEqual([[place.sections.store, 10]])
})

test('W §12: what cannot be moved is refused at its field', async () => {
  const skuId = await goods(5)
  const refusal = (line: Record<string, unknown>, more = {}) =>
    told(post('/save', form({ skuId, ...line }, more)))
  expect(await refusal({ toSectionId: place.sections.store })).toEqual([422, '移出库区与移入库区不能相同'])
  expect(await refusal({ toSectionId: place.sections.pick }, { reason: 3 })).toEqual([
    422,
    '良转次须移入不可售库区',
  ])
  const other = await openWarehouse(app.db)
  expect(await refusal({ toSectionId: other.sections.store })).toEqual([422, '库区不属于该仓库'])
  expect(await refusal({ sectionId: place.sections.pick, toSectionId: place.sections.store })).toEqual([
    422,
    '该库区没有此商品或批次',
  ])
  const { answer } = await moved({ skuId, qty: 6 })
  expect([answer.code, answer.message]).toEqual([422, '可用数量不足，可用 5'])
  await sql`update "section" set "tempZone" = 3 where "id" = ${place.sections.pick}`.execute(app.db)
  expect(await refusal({})).toEqual([422, '温层不符'])
  await sql`update "section" set "tempZone" = 1, "mixSku" = 0 where "id" = ${place.sections.pick}`.execute(
    app.db,
  )
  await goods(1, place.sections.pick)
  expect(await refusal({})).toEqual([422, '库区不允许混放商品'])
  await sql`update "section" set "mixSku" = 1, "maxWeight" = 10 where "id" = ${place.sections.pick}`.execute(
    app.db,
  )
  await sql`update "sku" set "weight" = 3 where "id" = ${skuId}`.execute(app.db)
  expect(await refusal({ qty: 4 })).toEqual([422, '超出库区容量'])
  await sql`update "section" set "maxWeight" = null where "id" = ${place.sections.pick}`.execute(app.db)
})

test('W §4.8: a pick section below its limit is filled up in whole boxes', async () => {
  const skuId = await goods(100)
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections.pick, skuId }, 3, 10)
  await sql`update "product" set "boxQty" = 12 where "id" = (select "productId" from "sku" where "id" = ${skuId})`.execute(
    app.db,
  )
  await sql`insert into "wmsProduct" ("skuId", "warehouseId", "pickSectionId", "pickMin", "pickMax")
    values (${skuId}, ${place.id}, ${place.sections.pick}, 5, 30)`.execute(app.db)
  const { data } = await app.request('GET', `${S}/replenish?warehouseId=${place.id}`, { token: clerk.token })
  expect(data).toMatchObject([
    { skuId, sectionId: place.sections.store, toSectionId: place.sections.pick, qty: 36 },
  ])
})
