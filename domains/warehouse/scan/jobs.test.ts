import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import type { Tx } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { TestNotes } from '../../../tests/notes.ts'
import { addSkus, bring, headOf, labelSku, openWarehouse, placeOf } from '../../../tests/stock.ts'
import { finishList } from '../pick/finish.server.ts'
import { pickLine } from '../pick/picking.server.ts'
import { makeWave } from '../pick/wave.server.ts'
import { driftOf } from '../stock/invariants.server.ts'

let app: TestApp
let notes: TestNotes
let worker: Person
const STOCKIN = '/admin/wms/stockin'
beforeAll(async () => {
  app = await testApp()
  notes = new TestNotes(app.db)
  worker = await app.person({
    permissions: [
      'admin:wms:scan:resolve',
      ...['list', 'info', 'save', 'update', 'submit', 'scan'].map((one) => `admin:wms:stockin:${one}`),
      ...['scan', 'info'].map((one) => `admin:wms:shiftingParking:${one}`),
      ...['info', 'check'].map((one) => `admin:wts:deliveryOrder:${one}`),
      'admin:wts:pickList:info',
    ],
  })
})
afterAll(async () => {
  expect(await driftOf(app.db, null)).toEqual([])
  await app.close()
})

const post = <T = { id: number }>(path: string, body: object = {}, by = worker) =>
  app.request<T>('POST', path, { token: by.token, body })
/** Twelve digits with their check digit. */
function ean13(digits: string): string {
  const sum = [...digits].reduce((all, sign, at) => all + Number(sign) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
const as = <T>(work: (tx: Tx) => Promise<T>) => asSystem(app.db, work)

/** Goods with a barcode, and a box of twelve with another. */
async function labelled(more: Parameters<typeof addSkus>[2] = {}) {
  const [skuId = 0] = await addSkus(app.db, 1, more)
  const [piece, box] = [`069012${String(skuId).padStart(7, '0')}`, `BOX${skuId}`]
  const digits = `${piece}`
  const sum = [...digits].reverse().reduce((all, sign, at) => all + Number(sign) * (at % 2 === 0 ? 3 : 1), 0)
  const gtin = `${digits}${(10 - (sum % 10)) % 10}`
  await labelSku(app.db, skuId, gtin.slice(1))
  await sql`with "made" as (insert into "productUnit" ("productId", "unitId", "ratio", "barCode")
      select "productId", 1, 12, ${box} from "sku" where "id" = ${skuId} returning "barCode", "productId")
    insert into "productBarcode" ("barCode", "productId") select * from "made"`.execute(app.db)
  return { skuId, gtin, box }
}

async function draft(lines: object[]) {
  const place = await openWarehouse(app.db)
  const { data, message } = await post(`${STOCKIN}/save`, {
    ...{ type: 6, warehouseId: place.id, bizDate: today() },
    lines: lines.map((line) => ({ sectionId: place.sections.store, ...line })),
  })
  expect(message).toBe('操作成功')
  return { place, id: data.id }
}
const linesOf = async (id: number) =>
  await app.db
    .selectFrom('stockin')
    .select(['lines', 'auditStatus', 'totalQty'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('W §15 #24: a GS1 code and a box are received, the box once though it is sent again', async () => {
  const { skuId, gtin, box } = await labelled({ batchManaged: 1, shelfLifeDays: 400 })
  const expiry = movedDay(today(), 300)
  const { id } = await draft([{ skuId, qty: 40 }])
  const said = await app.request<{
    ratio: number
    lotNo: string
    expiryDate: string
    goods: { skuId: number; codes: { code: string; ratio: number }[] }[]
  }>('GET', '/admin/wms/scan/resolve', {
    token: worker.token,
    query: { code: `(01)${gtin}(17)${expiry.slice(2).replaceAll('-', '')}(10)L2` },
  })
  expect(said.data).toMatchObject({ kind: 'goods', ratio: 1, lotNo: 'L2', expiryDate: expiry })
  expect(said.data.goods[0]?.codes).toContainEqual(expect.objectContaining({ code: box, ratio: 12 }))
  const scan = (scanId: string, qty: number, more: object = {}) =>
    post<{ scanQty: number }>(`${STOCKIN}/scan`, { id, skuId, qty, scanId, ...more })
  expect((await scan('r0', 1)).message).toBe('测试商品 已启用批次管理，请输入批次号')
  expect((await scan('r0', 1, { lotNo: 'L2' })).message).toBe('请输入生产日期')
  expect((await scan('r1', 1, { lotNo: 'L2', expiryDate: expiry })).data).toMatchObject({ scanQty: 1 })
  const twice = await Promise.all([scan('r2', 12), scan('r2', 12), scan('r2', 12)])
  expect(twice.map((one) => one.data.scanQty)).toEqual([13, 13, 13])
  expect(await linesOf(id)).toMatchObject({
    ...{ totalQty: 13, auditStatus: -1 },
    lines: [{ skuId, lotNo: 'L2', expiryDate: expiry, qty: 13, scanQty: 13 }],
  })
  expect((await post(`${STOCKIN}/scan/finish/${id}`)).code).toBe(200)
  expect(await linesOf(id)).toMatchObject({ auditStatus: 0, totalQty: 13 })
  // Sent once more after the end it is answered as it was; a further one is refused.
  expect((await scan('r2', 12)).data).toMatchObject({ scanQty: 13 })
  expect((await scan('r3', 1)).code).toBe(409)
})

test('W §4.5: what was not scanned did not come; goods that nobody expected stand on a line of their own', async () => {
  const [one, other, extra] = [await labelled(), await labelled(), await labelled()]
  const { id } = await draft([
    { skuId: one.skuId, qty: 5 },
    { skuId: other.skuId, qty: 7 },
  ])
  expect((await post(`${STOCKIN}/scan/finish/${id}`)).message).toBe('还没有扫到商品')
  await post(`${STOCKIN}/scan`, { id, skuId: one.skuId, qty: 4, scanId: 'f1' })
  await post(`${STOCKIN}/scan`, { id, skuId: extra.skuId, qty: 2, scanId: 'f2' })
  expect((await post(`${STOCKIN}/scan`, { id, skuId: one.skuId, qty: 0, scanId: 'f3' })).message).toBe(
    '数量必须大于0',
  )
  await post(`${STOCKIN}/scan/finish/${id}`)
  expect((await linesOf(id)).lines.map(({ skuId, qty }) => [skuId, qty])).toEqual([
    [one.skuId, 4],
    [extra.skuId, 2],
  ])
})

test('W §4.8: goods are put away by a scan, once, and where the warehouse lets them pass they stand there', async () => {
  const { skuId } = await labelled()
  const place = await openWarehouse(app.db)
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, 10)
  const move = (scanId: string, more: object = {}) =>
    post<{ shiftingSn: string; auditStatus: number }>('/admin/wms/shiftingParking/scan', {
      ...{ warehouseId: place.id, sectionId: place.sections.store, toSectionId: place.sections.pick },
      ...{ skuId, qty: 4, lotNo: '', scanId },
      ...more,
    })
  const waits = await move('p1')
  expect(waits.data).toMatchObject({ auditStatus: 0 })
  await sql`update "wareHouseConfig" set "autoExamineTypes" = '{shifting}' where "warehouseId" = ${place.id}`.execute(
    app.db,
  )
  const done = await Promise.all([move('p2'), move('p2')])
  expect(done[0]?.data).toMatchObject({ auditStatus: 1 })
  expect(done[1]?.data).toEqual(done[0]?.data)
  expect(
    await placeOf(app.db, { warehouseId: place.id, sectionId: place.sections.pick, skuId }),
  ).toBeDefined()
  const { rows } = await sql<{ onHand: string }>`
    select "onHand" from "stockLot" where "sectionId" = ${place.sections.pick} and "skuId" = ${skuId}`.execute(
    app.db,
  )
  expect(Number(rows[0]?.onHand)).toBe(4)
  const reasons = await app.db
    .selectFrom('shifting')
    .select('reason')
    .where('warehouseId', '=', place.id)
    .execute()
  expect(reasons.map((one) => one.reason)).toEqual([2, 2])
  const bad = await move('p4', { toSectionId: place.sections.bad, qty: 1 })
  const moved = await app.db
    .selectFrom('shifting')
    .select('reason')
    .where('shiftingSn', '=', bad.data.shiftingSn)
    .executeTakeFirstOrThrow()
  expect(moved.reason).toBe(3)
  expect((await move('p3', { qty: 99 })).code).toBe(422)
  expect((await move('p3', { toSectionId: place.sections.store })).code).toBe(422)
  expect((await headOf(app.db, place.id, skuId)).onHand).toBe(10)
})

test('W §5.3: every piece is scanned at the check, once; then the delivery is made', async () => {
  const place = await openWarehouse(app.db)
  const { skuId } = await labelled()
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, 20)
  const { taskId } = await notes.open(place.id, [{ skuId, qty: 3 }])
  const wish = {
    planDate: null,
    channelIds: [],
    logisticsModes: [],
    priority: null,
    maxTasks: null,
    taskIds: [],
  }
  await as((tx) => makeWave(tx, { ...wish, warehouseId: place.id, onlyComplete: 0, pickType: 1 }))
  const { rows } = await sql<{ id: number; pickListId: number; taskLineId: number }>`
    select l."id", l."pickListId", h."taskLineId" from "pickListLine" l join "pickShare" h on h."pickLineId" = l."id"
    join "shipTaskLine" k on k."id" = h."taskLineId" where k."taskId" = ${taskId}`.execute(app.db)
  const { id: lineId = 0, pickListId = 0, taskLineId = 0 } = rows[0] ?? {}
  await as((tx) => pickLine(tx, { lineId, qty: 3, lotNo: '', reason: '', scanId: '' }))
  const scan = (scanId: string, qty: number) =>
    post<{ checkedQty: number }>('/admin/wts/deliveryOrder/check/scan', { taskLineId, qty, scanId })
  expect((await scan('c1', 1)).code).toBe(409)
  await as((tx) => finishList(tx, pickListId))
  expect((await scan('c1', 2)).data).toEqual({ checkedQty: 2, pickedQty: 3 })
  expect((await scan('c1', 2)).data).toEqual({ checkedQty: 2, pickedQty: 3 })
  expect((await scan('c2', 2)).message).toBe('复核数量超出已拣数量')
  const check = () => post(`/admin/wts/deliveryOrder/check/${taskId}`, { boxCount: 1, lines: [] })
  expect((await check()).message).toContain('复核数量与已拣数量不符')
  await scan('c3', 1)
  expect((await check()).code).toBe(200)
  const task = await app.db
    .selectFrom('shipTask')
    .select('status')
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow()
  expect(task.status).toBe(4)
})

test('W §7: a scale of the warehouse, its net weight and the label of a lot are read as the device reads them', async () => {
  const place = await openWarehouse(app.db)
  await sql`update "wareHouseConfig" set "weighPrefix" = '21-22' where "warehouseId" = ${place.id}`.execute(
    app.db,
  )
  const { rows } = await sql<{ id: number }>`insert into "unit" ("unitCode", "unitName", "decimals")
    values ('KG-SCAN', '公斤', 3) returning "id"`.execute(app.db)
  const [skuId = 0] = await addSkus(app.db, 1)
  const plu = String(40_000 + skuId).slice(-5)
  await sql`update "product" set "unitId" = ${rows[0]?.id} where "id" = (select "productId" from "sku" where "id" = ${skuId})`.execute(
    app.db,
  )
  await labelSku(app.db, skuId, plu)
  const ask = (code: string, warehouseId?: number, by = worker) =>
    app.request<object>('GET', '/admin/wms/scan/resolve', {
      token: by.token,
      query: { code, ...(warehouseId !== undefined && { warehouseId: String(warehouseId) }) },
    })
  const scale = (prefix: string) => ean13(`${prefix}${plu}01250`)
  expect((await ask(scale('21'), place.id)).data).toMatchObject({
    kind: 'goods',
    ratio: 1.25,
    goods: [{ skuId, decimals: 3 }],
  })
  expect((await ask(scale('25'), place.id)).message).toBe(`无法识别的条码：${scale('25')}`)
  expect((await ask(scale('25'))).data).toMatchObject({ ratio: 1.25 })
  expect((await ask(`LOT|${plu}|L7`)).data).toMatchObject({
    kind: 'goods',
    ratio: 1,
    lotNo: 'L7',
    goods: [{ skuId }],
  })
  const stranger = await app.person({ permissions: ['admin:wms:scan:resolve'], dataScope: 6 })
  expect((await ask(scale('21'), place.id, stranger)).code).toBe(404)
  const sections = await app.request<{ weighPrefix: string }[]>('GET', '/admin/wms/scan/sections', {
    token: worker.token,
    query: { warehouseId: String(place.id) },
  })
  expect(new Set(sections.data.map((one) => one.weighPrefix))).toEqual(new Set(['21-22']))
})

test('W §7: a code is a section, a document or goods, within what a person may see', async () => {
  const place = await openWarehouse(app.db)
  await sql`update "section" set "barCode" = 'SEC-' || "warehouseId" || '-' || "code" where "warehouseId" = ${place.id}`.execute(
    app.db,
  )
  const { skuId, box } = await labelled()
  const { id } = await draft([{ skuId, qty: 1 }])
  const { stockinSn } = await app.db
    .selectFrom('stockin')
    .select('stockinSn')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const ask = (code: string, by = worker) =>
    app.request<object>('GET', '/admin/wms/scan/resolve', { token: by.token, query: { code } })
  expect((await ask(`sec-${place.id}-a01`)).data).toMatchObject({
    kind: 'section',
    sections: [{ id: place.sections.store, warehouseId: place.id }],
  })
  expect((await ask(stockinSn)).data).toMatchObject({ kind: 'document', document: { type: 'stockin', id } })
  expect((await ask(box)).data).toMatchObject({ kind: 'goods', ratio: 12, goods: [{ skuId }] })
  expect((await ask('nothing')).message).toBe('无法识别的条码：nothing')
  const stranger = await app.person({ permissions: ['admin:wms:scan:resolve'], dataScope: 6 })
  expect((await ask(`SEC-${place.id}-A01`, stranger)).code).toBe(422)
  expect((await ask(stockinSn, stranger)).code).toBe(422)
})
