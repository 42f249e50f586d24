import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { today } from '#kit/shared/time.ts'
import { registerNow } from '../../../tests/registering.ts'
import { addSkus, bring, headOf, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { declareExchange } from '../stock/declare.server.ts'
import { driftOf } from '../stock/invariants.server.ts'

let app: TestApp
let keeper: Person
let lead: Person
let place: TestWarehouse
let supplierId = 0
const X = '/admin/wts/exchangeInBill'
const ALL = ['list', 'info', 'save', 'update', 'delete', 'submit', 'withdraw', 'examine', 'reverse']

beforeAll(async () => {
  app = await testApp()
  const permissions = [...ALL.map((one) => `admin:wts:exchangeInBill:${one}`), 'admin:wms:stock:cost']
  keeper = await app.person({ permissions })
  lead = await app.person({ permissions })
  place = await openWarehouse(app.db)
  const { rows } = await sql<{ id: number }>`
    insert into "supplier" ("supplierCode", "supplierName", "supplierType", "districtId", "settleType", "auditStatus", "inForce")
    values ('X1', '换货供应商', 1, 0, 1, 1, 1) returning "id"`.execute(app.db)
  supplierId = rows[0]?.id ?? 0
})
afterAll(async () => {
  expect(await driftOf(app.db, null)).toEqual([])
  await app.close()
})

const post = (path: string, body: unknown = {}, as = keeper.token) =>
  app.request('POST', `${X}${path}`, { token: as, body })
const told = async (answer: ReturnType<typeof post>) => {
  const { code, message } = await answer
  return [code, message]
}
let made = 0
async function wentOut(skuId: number, qty: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into "stockout" ("stockoutSn", "warehouseId", "type", "bizDate", "supplierId", "auditStatus", "lines")
    values (${`CKX${++made}`}, ${place.id}, 6, ${today()}, ${supplierId}, 1, ${JSON.stringify([{ skuId, qty }])}::jsonb) returning "id"`.execute(
    app.db,
  )
  return rows[0]?.id ?? 0
}
const form = (stockoutId: number, line: Record<string, unknown>) => ({
  ...{ exchangeType: 2, warehouseId: place.id, bizDate: today(), stockoutId, submit: 1 },
  lines: [{ sectionId: place.sections.store, qty: 1, outQty: 1, ...line }],
})

test('W §5.10: what a supplier sends in exchange comes in by 171, no more than went out, and can be turned round once', async () => {
  const [came = 0, went = 0] = await addSkus(app.db, 2)
  const at = { warehouseId: place.id, sectionId: place.sections.store }
  await bring(app.db, { ...at, skuId: came }, 10, 3)
  await bring(app.db, { ...at, skuId: went }, 10, 2)
  const out = await wentOut(went, 5)
  const line = (qty: number) => ({ skuId: came, qty, outSkuId: went, outQty: qty })
  expect(await told(post('/save', form(out, line(6))))).toEqual([422, '超过未换入的换出数量5'])
  const { data, message } = await post('/save', form(out, line(4)))
  expect(message).toBe('操作成功')
  expect(await told(post('/save', form(out, line(2))))).toEqual([422, '超过未换入的换出数量1'])
  const decide = () => post(`/examine/${data.id}`, { auditStatus: 1 }, lead.token)
  const codes = (await Promise.all([decide(), decide()])).map((one) => one.code).sort()
  expect(codes).toEqual([200, 409])
  expect(await headOf(app.db, place.id, came)).toMatchObject({ onHand: 14, available: 14 })
  const moves = await app.db
    .selectFrom('stockMove')
    .select(['moveType'])
    .where('skuId', '=', came)
    .orderBy('id')
    .execute()
  expect(moves.map((one) => one.moveType)).toEqual([101, 171])
  const info = await app.request<Record<string, unknown>>('GET', `${X}/info/${data.id}`, {
    token: keeper.token,
  })
  expect(info.data).toMatchObject({ supplierId, outState: 1, priceDiff: '4.00', totalQty: 4, outQty: 4 })
  expect(await told(post(`/reverse/${data.id}`, { reason: '录错' }))).toEqual([200, '操作成功'])
  expect(await told(post(`/reverse/${data.id}`, { reason: '再来' }))).toEqual([409, '单据已冲销'])
  expect((await headOf(app.db, place.id, came)).onHand).toBe(10)
  expect((await post('/save', form(out, line(5)))).code).toBe(200)
})

test('W §5.10, §12: an exchange says against what, and bad goods go where bad goods stand', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  const out = await wentOut(skuId, 3)
  const line = { skuId, outSkuId: skuId }
  const refusal = (more: Record<string, unknown>, of: Record<string, unknown> = {}) =>
    told(post('/save', { ...form(out, { ...line, ...of }), ...more }))
  expect(await refusal({ stockoutId: null })).toEqual([422, '请选择换出出库单'])
  expect(await refusal({}, { outSkuId: null })).toEqual([422, '请选择换出商品'])
  expect(await refusal({}, { grade: 'C' })).toEqual([422, '次品和报废只能放入不良品区'])
  expect(await refusal({ exchangeType: 1 })).toEqual([422, '请输入售后单'])
  expect(await refusal({ exchangeType: 1, refundSn: 'TK1' })).toEqual([
    422,
    '售后尚未启用，客户换货请在售后启用后登记；与供应商换货请选择供应商换货',
  ])
  await sql`update "stockout" set "reversed" = 1 where "id" = ${out}`.execute(app.db)
  expect(await refusal({})).toEqual([422, '出库单未审核通过或已冲销'])
})

test('W §5.10: goods of a customer tell the after-sale in the same transaction, and its refusal undoes them', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  const came: object[] = []
  registerNow(
    app.db,
    declareExchange({
      lock: async () => undefined,
      async received(_tx, refundSn, lines) {
        if (refundSn === 'TK9') throw new Error('售后单已完成')
        came.push({ refundSn, lines })
      },
    }),
  )
  const of = (refundSn: string) => ({
    ...{ exchangeType: 1, warehouseId: place.id, bizDate: today(), refundSn, customer: '张三', submit: 1 },
    lines: [{ skuId, sectionId: place.sections.returns, qty: 2, refundLineId: 31 }],
  })
  const first = await post('/save', of('TK8'))
  expect((await post(`/examine/${first.data.id}`, { auditStatus: 1 }, lead.token)).code).toBe(200)
  expect(came).toEqual([{ refundSn: 'TK8', lines: [{ refundLineId: 31, q: 2000 }] }])
  const second = await post('/save', of('TK9'))
  expect((await post(`/examine/${second.data.id}`, { auditStatus: 1 }, lead.token)).code).not.toBe(200)
  expect((await headOf(app.db, place.id, skuId)).onHand).toBe(2)
  expect(await told(post(`/reverse/${first.data.id}`, { reason: '录错' }))).toEqual([
    409,
    '客户换货已转入售后，请在售后单处理',
  ])
})
