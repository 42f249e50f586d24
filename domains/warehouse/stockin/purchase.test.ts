import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { refuse } from '#kit/shared/errors.ts'
import { today } from '#kit/shared/time.ts'
import { registerNow } from '../../../tests/registering.ts'
import { addSkus, headOf, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { declareInbound } from '../stock/declare.server.ts'

let app: TestApp
let token: string
let place: TestWarehouse
let supplierId = 0
let skuId = 0
/** thousandths of the one order line that came */
let received = 0
const ORDERED = 100_000

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  place = await openWarehouse(app.db)
  const skus = await addSkus(app.db, 1)
  skuId = skus[0] ?? 0
  await sql`update "wareHouseConfig" set "overReceivePct" = 5 where "warehouseId" = ${place.id}`.execute(
    app.db,
  )
  const { rows } = await sql<{ id: number }>`
    insert into "supplier" ("supplierCode", "supplierName", "supplierType", "districtId", "settleType", "auditStatus", "inForce")
    values (${`S${skuId}`}, '青源食品', 1, 0, 1, 1, 1) returning "id"`.execute(app.db)
  supplierId = rows[0]?.id ?? 0
})
afterAll(() => app.close())

const ask = (path: string, body: object = {}) =>
  app.request('POST', `/admin/wms/stockin/${path}`, { token, body })
const form = (qty: number, more: object = {}) => ({
  ...{ type: 1, warehouseId: place.id, bizDate: today(), supplierId },
  lines: [{ skuId, sectionId: place.sections.store, qty, purchaseSn: 'CG1', purchaseLineId: 7, ...more }],
})

test('W §4.5: without purchases there is no purchase receipt', async () => {
  expect((await ask('save', form(1))).message).toBe('采购尚未启用，请选择其他入库类型')
})

test('W §15 #6: of an order of 100 at most 105 are received, at its price, and the order hears it', async () => {
  registerNow(
    app.db,
    declareInbound({
      lock: async () => undefined,
      openLines: async (_db, purchaseSn) =>
        purchaseSn === 'CG1'
          ? [
              {
                ...{ purchaseLineId: 7, supplierId, skuId, price: 1200, ordered: ORDERED },
                q: ORDERED - received,
              },
            ]
          : [],
      received: async (_tx, _source, lines) => {
        for (const { q, overReceive } of lines) {
          if (received + q > ORDERED * (1 + overReceive / 100)) throw refuse('收货数量超出订单数量', 'qty')
          received += q
        }
      },
      returned: async () => undefined,
      onOrder: async () => [],
    }),
  )
  expect((await ask('save', form(5, { purchaseLineId: 8 }))).message).toBe('请按采购单载入明细')
  const { data: open } = await app.request('GET', '/admin/wms/stockin/purchase', {
    token,
    query: { purchaseSn: 'CG1' },
  })
  expect(open).toMatchObject([{ purchaseSn: 'CG1', planQty: 100, price: '12.00' }])
  await sql`update "wareHouseConfig" set "blindReceive" = 1 where "warehouseId" = ${place.id}`.execute(app.db)
  const blind = await app.request('GET', '/admin/wms/stockin/purchase', {
    token,
    query: { purchaseSn: 'CG1', warehouseId: String(place.id) },
  })
  expect(blind.data).toMatchObject([{ purchaseSn: 'CG1', planQty: 0 }])
  expect((await ask('save', form(106))).message).toBe('收货数量超出订单数量')
  const { data } = await ask('save', { ...form(105), submit: 1 })
  expect((await ask(`examine/${data.id}`, { auditStatus: 1 })).code).toBe(200)
  expect(received).toBe(105_000)
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ onHand: 105, amount: 126_000 })
  const { rows } = await sql<{ type: number }>`
    select "moveType" as "type" from "stockMove" where "skuId" = ${skuId} and "dOnHand" > 0`.execute(app.db)
  expect(rows).toEqual([{ type: 101 }])
  expect((await ask('save', form(1))).message).toBe('收货数量超出订单数量')
  expect((await ask(`reverse/${data.id}`, { reason: '收错' })).code).toBe(200)
  expect(received).toBe(0)
})
