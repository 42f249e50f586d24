import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { importFile, startWorker } from '../../../tests/importing.ts'
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
let warehouseId = 0

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  place = await openWarehouse(app.db)
  warehouseId = place.id
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

interface Answer {
  id: number
  payload: unknown
  remark: string
  handleReason: string
  lines: object[]
  list: { id: number }[]
}
const as = (method: 'GET' | 'POST', path: string, body: object = {}) =>
  app.request<Answer>(method, `/admin/wts/sapDailyFullStock/${path}`, {
    token,
    ...(method === 'POST' ? { body } : {}),
  })
const lineRows = async (id: number) =>
  (
    await sql<{ id: number; sapCode: string; charg: string; own: number; diff: number; told: number }>`
      select "id", "sapCode", "charg", "ownLabst"::float8 as "own", "diffQty"::float8 as "diff", "told" from "sapDailyStockLine"
      where "fullStockId" = ${id} order by "lineNo"`.execute(app.db)
  ).rows

test('W §5.1: what was sent is kept as it came, and what a person writes has none', async () => {
  const day = movedDay(today(), -20)
  const sent = { ...line('M0', 1), labst: '1.5' }
  const { data } = await send([sent], { stockDate: day, remark: '月末' })
  const raw = await as('GET', `raw/${data.id}`)
  expect(raw.data.payload).toEqual({
    ...{ stockDate: day, sapPlant: 'P100', sapStorageLocation: 'L001', batchNo: 'B1', remark: '月末' },
    lines: [sent],
  })
  const typed = await as('POST', 'save', {
    ...{ stockDate: day, sapPlant: 'Q300', sapStorageLocation: 'L001', lines: [line('M0', 3)] },
  })
  expect((await as('GET', `raw/${typed.data.id}`)).data.payload).toBeNull()
})

test('W §5.1: an edit keeps the record and its lines, and only before it was compared; the remark outlives its settling', async () => {
  const place = { stockDate: movedDay(today(), -30), sapPlant: 'Q400', sapStorageLocation: 'L001' }
  const made = await as('POST', 'save', {
    ...place,
    remark: '手工录入',
    lines: [line('M0', 3), line('M1', 2)],
  })
  const { id } = made.data
  const [first] = await lineRows(id)
  const change = (more: object) => as('POST', 'update', { id, ...place, remark: '手工录入', ...more })
  expect((await change({ lines: [line('M2', 1), line('M0', 5)], version: 99 })).code).toBe(409)
  expect((await change({ lines: [line('M2', 1), line('M0', 5)] })).code).toBe(200)
  const after = await lineRows(id)
  expect(after.map((one) => one.sapCode)).toEqual(['M2', 'M0'])
  expect(after[1]?.id).toBe(first?.id)
  // The warehouse gets its place in SAP: the record is compared, and stays as it is then.
  await sql`update "warehouse" set "sapPlant" = 'Q400' where "id" = ${warehouseId}`.execute(app.db)
  expect((await as('POST', `compare/${id}`)).code).toBe(200)
  await sql`update "warehouse" set "sapPlant" = 'P100' where "id" = ${warehouseId}`.execute(app.db)
  expect((await change({ lines: [line('M0', 9)] })).message).toBe('当前状态为有差异，不能编辑')
  expect((await as('POST', `handled/${id}`, { reason: '已核实' })).code).toBe(200)
  const { data } = await as('GET', `info/${id}`)
  expect([data.remark, data.handleReason]).toEqual(['手工录入', '已核实'])
  expect((await as('POST', `delete/${id}`)).message).toBe('当前状态为差异已处理，不能删除')
})

test('W §5.1: lots are set against lots where both have them', async () => {
  const own = await openWarehouse(app.db)
  await sql`update "warehouse" set "sapPlant" = 'P500', "sapStorageLocation" = 'L009' where "id" = ${own.id}`.execute(
    app.db,
  )
  const [lotted = 0] = await addSkus(app.db, 1, { batchManaged: 1, shelfLifeDays: 365 })
  await sql`update "product" set "sapCode" = 'LOT1' where "id" = (select "productId" from "sku" where "id" = ${lotted})`.execute(
    app.db,
  )
  const at = { warehouseId: own.id, sectionId: own.sections.store, skuId: lotted }
  for (const [lotNo, pieces] of [
    ['A1', 5],
    ['A2', 3],
  ] as const)
    await bring(app.db, at, pieces, 1, { lotNo, productionDate: movedDay(today(), -10) })
  const told = [
    { ...line('LOT1', 5), charg: 'a1' },
    { ...line('LOT1', 2), charg: 'A9' },
  ]
  const { data } = await send(told, { sapPlant: 'P500', sapStorageLocation: 'L009' })
  expect(await lineRows(data.id)).toMatchObject([
    { charg: 'a1', own: 5, diff: 0, told: 1 },
    { charg: 'A9', own: 0, diff: 2, told: 1 },
    { charg: 'A2', own: 3, diff: 3, told: 0 },
  ])
  // Compared again, what the comparison added is not told by SAP.
  await as('POST', `compare/${data.id}`)
  expect(await lineRows(data.id)).toHaveLength(3)
  expect((await as('GET', `edit/${data.id}`)).data.lines).toHaveLength(2)
  const found = await app.request('GET', '/admin/wts/sapDailyFullStock/list?differing=1&dateLimit=today', {
    token,
  })
  expect(found.data.list.map((one) => one.id)).toContain(data.id)
})

test('W §5.1, §9: a sheet is taken whole or refused with every row', async () => {
  const stop = startWorker(app)
  const day = movedDay(today(), -40)
  const sheet = (rows: readonly string[]) => ({
    name: 'sap.csv',
    content: Buffer.from(
      ['库存日期,工厂,库存地点,备注,物料号,批次,非限制,在途,质检,冻结,单位', ...rows].join('\n'),
    ),
  })
  const faults = async (taskId: number) =>
    await app.db
      .selectFrom('fileTaskRow')
      .select(['rowNo', 'message'])
      .where('taskId', '=', taskId)
      .orderBy('rowNo')
      .execute()
  const bad = await importFile(
    app,
    token,
    'sapDailyFullStock',
    sheet([
      `${day},Q500,L1,,M0,,4,0,0,0,EA`,
      `${day},Q500,L1,,X7,,4,0,0,0,EA`,
      `${day},Q500,L1,,M0,,5,0,0,0,EA`,
    ]),
  )
  expect(await faults(bad.id)).toEqual([
    { rowNo: 2, message: '同组的第3、4行有错误' },
    { rowNo: 3, message: '物料 X7 未映射' },
    { rowNo: 4, message: '物料 M0 批次重复' },
  ])
  const before = (await stored()).length
  const good = await importFile(
    app,
    token,
    'sapDailyFullStock',
    sheet([
      `${day},Q500,L1,月结,M0,,4,0,0,0,EA`,
      `${day},Q500,L1,,M1,,2,0,0,0,EA`,
      `${day},Q501,L1,,M1,,2,0,0,0,EA`,
    ]),
  )
  await stop()
  expect([good.fail, await stored()]).toEqual([0, expect.objectContaining({ length: before + 2 })])
  const [first] = (await stored()).slice(-2)
  expect((await as('GET', `info/${first?.id}`)).data).toMatchObject({
    source: 2,
    lineCount: 2,
    remark: '月结',
    status: 0,
  })
})
