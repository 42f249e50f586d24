import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { addSkus, openWarehouse } from '../../../tests/stock.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

test('W §5.10: forecasts of one supplier become one appointment, all or none', async () => {
  const place = await openWarehouse(app.db)
  const { rows } = await sql<{ id: number }>`
    insert into "supplier" ("supplierCode", "supplierName", "supplierType", "districtId", "settleType", "auditStatus", "inForce")
    values ('T1', '预测供应商', 1, 0, 1, 1, 1) returning "id"`.execute(app.db)
  const supplierId = rows[0]?.id ?? 0
  const skus = await addSkus(app.db, 3)
  const post = (path: string, body: unknown = {}) =>
    app.request('POST', `/admin/wts/singleItemForecast${path}`, { token, body })
  const made = async (skuId: number, supplier: number | null) => {
    const { data } = await post('/save', {
      ...{ warehouseId: place.id, skuId, supplierId: supplier, planQty: 24, source: 2 },
      ...{ periodStart: movedDay(today(), 1), periodEnd: movedDay(today(), 14) },
    })
    await post(`/effect/${data.id}`)
    return data.id
  }
  const ids = [await made(skus[0] ?? 0, supplierId), await made(skus[1] ?? 0, supplierId)]
  const none = await made(skus[2] ?? 0, null)
  const when = { arriveDate: movedDay(today(), 2), slotStart: '09:00' }
  const mixed = await post('/toAppointment', { ids: [...ids, none].join(','), ...when })
  expect([mixed.code, mixed.message]).toEqual([409, '只能把同一仓库、同一供应商的预测转为一张预约'])
  const late = await post('/toAppointment', { ids: ids.join(','), ...when, arriveDate: today() })
  expect(late.message).toBe('到货日期最早为明天')
  const { code, data } = await post('/toAppointment', { ids: ids.join(','), ...when })
  expect(code).toBe(200)
  const { data: booked } = await app.request<Record<string, unknown>>(
    'GET',
    `/admin/wts/purchaseAppointment/info/${data.id}`,
    { token },
  )
  expect(booked).toMatchObject({ supplierId, status: 0, slotStart: '09:00', dockNo: 1, boxes: 1 })
  expect(booked.lines).toMatchObject([
    { skuId: skus[0], qty: 24 },
    { skuId: skus[1], qty: 24 },
  ])
  const again = await post('/toAppointment', { ids: ids.join(','), ...when })
  expect([again.code, again.message]).toEqual([409, '当前状态为已转预约，不能转预约'])
})
