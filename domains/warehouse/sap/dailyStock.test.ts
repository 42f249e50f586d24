import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { today } from '#kit/shared/time.ts'
import {
  addSkus,
  bring,
  newSource,
  openWarehouse,
  placeOf,
  type TestWarehouse,
} from '../../../tests/stock.ts'
import { freeze } from '../stock/hold.server.ts'

let app: TestApp
let token: string
let access: string
let place: TestWarehouse
let skuId = 0

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  place = await openWarehouse(app.db)
  await sql`update "warehouse" set "sapPlant" = 'P100', "sapStorageLocation" = 'L001' where "id" = ${place.id}`.execute(
    app.db,
  )
  const skus = await addSkus(app.db, 3)
  skuId = skus[0] ?? 0
  for (const [at, id] of skus.entries())
    await sql`update "product" set "sapCode" = ${`M${at}`} where "id" = (select "productId" from "sku" where "id" = ${id})`.execute(
      app.db,
    )
  const saved = await app.request<{ appKey: string; appSecret: string }>('POST', '/admin/open/app/save', {
    token,
    body: { name: 'SAP', channelId: 1201, scopes: ['sap'] },
  })
  const timestamp = Math.floor(Date.now() / 1000)
  const sign = createHmac('sha256', saved.data.appSecret)
    .update(`${saved.data.appKey}\n${timestamp}`)
    .digest('hex')
  const given = await app.request<{ accessToken: string }>('POST', '/open/token', {
    body: { appKey: saved.data.appKey, timestamp, sign },
  })
  access = given.data.accessToken
})
afterAll(() => app.close())

const line = (sapCode: string, labst: number, umlme = 0) => ({
  sapCode,
  charg: '',
  labst,
  umlme,
  insme: 0,
  speme: 0,
  meins: 'EA',
})
const send = (lines: object[], more: object = {}) =>
  app.request('POST', '/open/sap/dailyFullStock/save', {
    headers: { authorization: `Bearer ${access}` },
    body: { stockDate: today(), sapPlant: 'P100', sapStorageLocation: 'L001', batchNo: 'B1', lines, ...more },
  })
const stored = async () => {
  const { rows } = await sql<{ id: number; status: number; diffLines: number; diffQty: number }>`
    select "id", "status", "diffLines", "diffQty"::float8 as "diffQty" from "sapDailyFullStock" order by "id"`.execute(
    app.db,
  )
  return rows
}

test('W §15 #23: a batch with an unknown material is refused whole, the mended one is compared, and told again is one record', async () => {
  const at = { warehouseId: place.id, sectionId: place.sections.store, skuId }
  await bring(app.db, at, 490)
  const from = await placeOf(app.db, at)
  await asSystem(app.db, (tx) =>
    freeze(tx, { source: newSource('freeze'), action: 'post' }, [
      { lineId: 1, warehouseId: place.id, skuId, q: 10_000, from },
    ]),
  )
  const wrong = await send([line('M0', 480), line('X9', 1), line('M2', 0)])
  expect([wrong.code, wrong.message]).toEqual([422, '第2行：物料 X9 未映射'])
  expect(await stored()).toEqual([])
  const first = await send([line('M0', 480), line('M1', 0), line('M2', 0)])
  expect(first).toMatchObject({ code: 200, data: { repeated: false } })
  expect(await stored()).toMatchObject([{ status: 2, diffLines: 1, diffQty: 10 }])
  const again = await send([line('M0', 480), line('M1', 0), line('M2', 0)])
  expect(again).toMatchObject({ code: 200, data: { id: first.data.id, repeated: true } })
  expect(await stored()).toHaveLength(1)
})

test('W §5.1: something else for the same day replaces what is not settled; what is settled stays', async () => {
  const [before] = await stored()
  expect((await send([line('M0', 480), line('M1', 3)])).code).toBe(200)
  const [old, now] = await stored()
  expect([old?.id, old?.status, now?.status]).toEqual([before?.id, 9, 2])
  const ask = (path: string, body: object = {}) =>
    app.request('POST', `/admin/wts/sapDailyFullStock/${path}`, { token, body })
  expect((await ask(`toCount/${now?.id}`)).code).toBe(200)
  expect((await ask(`handled/${now?.id}`, { reason: '盘点处理' })).code).toBe(200)
  const late = await send([line('M0', 1)])
  expect([late.code, late.message]).toEqual([409, `凭证 ${today()} P100/L001 已存在且内容不同`])
  expect((await ask(`compare/${now?.id}`)).message).toBe('当前状态为差异已处理，不能比对')
})

test('W §5.1: goods that SAP leaves out differ, lines in another order are the same, and nobody types over the interface', async () => {
  await sql`update "sapDailyFullStock" set "isDel" = 1`.execute(app.db)
  expect((await send([line('M1', 0), line('M2', 0)])).code).toBe(200)
  const { rows } = await sql<{ sapCode: string; diffQty: number }>`
    select l."sapCode", l."diffQty"::float8 as "diffQty" from "sapDailyStockLine" l join "sapDailyFullStock" f on f."id" = l."fullStockId"
    where f."isDel" = 0 and l."diffQty" > 0`.execute(app.db)
  expect(rows).toEqual([{ sapCode: 'M0', diffQty: 490 }])
  expect(await send([line('M2', 0), line('M1', 0)])).toMatchObject({ code: 200, data: { repeated: true } })
  const typed = await app.request('POST', '/admin/wts/sapDailyFullStock/save', {
    token,
    body: { stockDate: today(), sapPlant: 'P100', sapStorageLocation: 'L001', lines: [line('M0', 3)] },
  })
  expect(typed.message).toBe('该库存日期和地点已有接口数据，不能手工录入')
})

test('W §5.1: what nobody has mapped waits, and a day to come is refused', async () => {
  const other = await send([line('M0', 1)], { sapPlant: 'Q200' })
  const row = (await stored()).at(-1)
  expect([other.code, row?.status]).toEqual([200, 0])
  const compared = await app.request('POST', `/admin/wts/sapDailyFullStock/compare/${row?.id}`, { token })
  expect(compared.message).toBe('工厂 Q200/L001 未映射到仓库，不能比对')
  expect((await send([line('M0', 1)], { stockDate: '2099-01-01' })).message).toBe('库存日期不能晚于今天')
})
