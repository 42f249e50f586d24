import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { today } from '#kit/shared/time.ts'
import { exportedRows } from '../../../tests/exporting.ts'
import { startWorker } from '../../../tests/importing.ts'
import { planOf } from '../../../tests/planOf.ts'
import {
  addSkus,
  bring,
  newSource,
  openWarehouse,
  placeOf,
  type TestWarehouse,
} from '../../../tests/stock.ts'
import { freeze, unfreeze } from './hold.server.ts'
import { reserve } from './reserve.server.ts'
import { shipOut } from './ship.server.ts'

let app: TestApp
let token: string
let W1: TestWarehouse
let W2: TestWarehouse
let skuId: number
let productCode: string
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  W1 = await openWarehouse(app.db)
  W2 = await openWarehouse(app.db)
  const [made = 0] = await addSkus(app.db, 1, { storeName: '冷泡茶', batchManaged: 1, shelfLifeDays: 180 })
  skuId = made
  const row = await app.db
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .select('product.productCode')
    .where('sku.id', '=', skuId)
    .executeTakeFirstOrThrow()
  productCode = row.productCode
  const day = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10)
  for (const W of [W1, W2])
    await bring(app.db, { warehouseId: W.id, sectionId: W.sections.store, skuId }, 20, 3, {
      lotNo: 'L1',
      productionDate: day,
    })
})
afterAll(() => app.close())

type Rows = { list: Record<string, unknown>[]; total: number }
const get = <T = Rows>(path: string, query: Record<string, string | number> = {}, who = token) =>
  app.request<T>('GET', `/admin/wms/${path}`, { token: who, query })
const post = (path: string, body: unknown, who = token) =>
  app.request('POST', `/admin/wms/${path}`, { token: who, body })

test('W §15-25: of one warehouse a person sees its stock alone, and no cost without the right to it', async () => {
  const keeper = await app.person({
    permissions: [
      'admin:wms:stock:list',
      'admin:wms:stock:export',
      'admin:wms:recordLog:list',
      'admin:wms:stocklog:list',
    ],
    dataScope: 7,
    scopeIds: { warehouseIds: [W1.id] },
  })
  for (const path of [
    'stock/list',
    'stock/lot/list',
    'stock/section/list',
    'recordLog/list',
    'stocklog/list',
  ]) {
    const { data, code } = await get(path, { keywords: '冷泡茶' }, keeper.token)
    expect([path, code, [...new Set(data.list.map((row) => row.warehouseId))]]).toEqual([path, 200, [W1.id]])
  }
  const [own] = (await get('stock/list', { keywords: productCode }, keeper.token)).data.list
  expect(own).toMatchObject({ onHand: 20, available: 20, productCode, storeName: '冷泡茶' })
  expect(own).not.toHaveProperty('amount')
  expect(own).not.toHaveProperty('avgCost')
  const all = await get('stock/list', { keywords: productCode })
  expect(all.data.list).toMatchObject([{ amount: '60.00' }, { amount: '60.00' }])
  const foreign = all.data.list.find((row) => row.warehouseId === W2.id)
  expect((await get(`stock/info/${foreign?.id}`, {}, keeper.token)).code).toBe(404)
  expect((await get(`stock/info/${own?.id}`, {}, keeper.token)).data).toMatchObject({ onHand: 20 })
})

test('W §4.4: what a sku did is found by product, section, document and freeze, with its sums', async () => {
  const order = newSource('order')
  const line = { lineId: 1, warehouseId: W1.id, skuId, q: 3000 }
  await asSystem(app.db, (tx) => reserve(tx, order, [line]))
  await asSystem(app.db, (tx) => shipOut(tx, { source: order, action: 'ship' }, [line], { moveType: 111 }))
  const DJ = newSource('freeze')
  const from = await placeOf(app.db, { warehouseId: W1.id, sectionId: W1.sections.store, skuId })
  await asSystem(app.db, (tx) =>
    freeze(tx, { source: DJ, action: 'post' }, [{ ...line, lineId: DJ.id, from }]),
  )
  await asSystem(app.db, (tx) =>
    unfreeze(tx, { source: newSource('unfreeze'), action: 'post' }, [
      { ...line, q: 1000, from, freezeLineId: DJ.id },
    ]),
  )
  const types = async (query: Record<string, string | number>) => {
    const { code, message, data } = await get('recordLog/list', { productCode, warehouseId: W1.id, ...query })
    expect([code, message]).toEqual([200, '操作成功'])
    return data.list.map((row) => row.moveType)
  }
  expect(await types({})).toEqual([142, 141, 111, 191, 101])
  expect(await types({ freezeNo: DJ.sn })).toEqual([142, 141])
  expect(await types({ sourceSn: order.sn })).toEqual([111, 191])
  expect(await types({ sectionId: W1.sections.store, dateLimit: 'today' })).toEqual([142, 141, 111, 101])
  expect(await types({ dateLimit: 'yesterday' })).toEqual([])
  expect(await types({ keywords: '冷泡茶', moveType: 191 })).toEqual([191])
  const log = await get('stocklog/list', { productCode, warehouseId: W1.id, direction: 2 })
  expect(log.data.list).toMatchObject([{ moveType: 111, dOnHand: -3, amount: '-9.00', unitCost: 3 }])
  const sums = await get<{ inQty: number; outQty: number }>('stocklog/totals', {
    productCode,
    warehouseId: W1.id,
  })
  expect(sums.data).toEqual({ inQty: 20, outQty: 3 })
  const posting = await get<{ sourceSn: string; moves: unknown[] }>(
    `stocklog/posting/${log.data.list[0]?.postingId}`,
  )
  expect([posting.data.sourceSn, posting.data.moves.length]).toEqual([order.sn, 1])
  const held = await get('stock/reserve/list', { skuId, sourceSn: order.sn })
  expect(held.data.list).toMatchObject([{ qty: 3, shipped: 3, status: 2 }])
  const trace = await get<{ lotNo: string; places: unknown[]; moves: unknown[] }>('stock/lotTrace', {
    skuId,
    lotNo: 'l1',
  })
  expect([trace.data.lotNo, trace.data.places.length, trace.data.moves.length]).toEqual(['L1', 2, 3])
  const near = await get<{ bucket: number; qty: number }[]>('stock/near', { warehouseId: W1.id })
  expect(near.data.find((one) => one.bucket === 5)).toMatchObject({ lots: 1, qty: 17, amount: '51.00' })
  expect((await get('stock/list', { flag: 'frozen', keywords: productCode })).data.total).toBe(1)
  expect((await get('stock/asof', { date: '2020-01-01', keywords: productCode })).data.total).toBe(0)
  const today = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  expect((await get('stock/asof', { date: today })).message).toBe('请选择今天以前的日期')
})

test('W §4.4: logs and lots name lots by their number and sections by their code, in lists and exports alike', async () => {
  const [move] = (await get('stocklog/list', { productCode, warehouseId: W2.id })).data.list
  expect(move).toMatchObject({ lotNo: 'L1', moveType: 101 })
  const [record] = (await get('recordLog/list', { productCode, warehouseId: W2.id })).data.list
  expect(record).toMatchObject({ lotNo: 'L1' })
  const [lot] = (await get('stock/lot/list', { keywords: productCode, warehouseId: W2.id })).data.list
  expect(lot).toMatchObject({ lotNo: 'L1', sectionCode: 'A01' })
  const stop = startWorker(app)
  const query = { keywords: productCode, warehouseId: String(W2.id) }
  const log = await exportedRows(app, token, '/admin/wms/stocklog/export', {
    ...{ ...query, columns: 'storeName,lotNo,dOnHand' },
  })
  const lots = await exportedRows(app, token, '/admin/wms/stock/lot/export', {
    ...{ ...query, columns: 'storeName,sectionCode,lotNo,onHand' },
  })
  await stop()
  expect(log).toEqual([
    ['商品名称', '批次号', '现存变动'],
    ['冷泡茶', 'L1', '20'],
  ])
  expect(lots).toEqual([
    ['商品名称', '库区编码', '批次号', '现存量'],
    ['冷泡茶', 'A01', 'L1', '20'],
  ])
})

test('W §4.10: stock goes to an account, from one to another and back, all lines or none', async () => {
  const save = (body: Record<string, unknown>) =>
    post('stockVacct/save', { mode: 1, warehouseId: W2.id, ownerType: 1, ...body })
  const first = await save({ code: 'QD-1201', name: '商城', channelId: 1201 })
  const second = await save({ code: 'QD-1204', name: '企业', channelId: 1204 })
  expect([first.code, second.code]).toEqual([200, 200])
  expect((await save({ code: 'QD-2', name: '再一个', channelId: 1201 })).message).toBe(
    '该归属在此仓库已有启用的账户',
  )
  expect((await save({ code: 'QD-3', name: '没有归属' })).message).toBe('请选择渠道')
  const { id } = first.data
  const lines = (qty: number) => [{ skuId, qty }]
  expect((await post(`stockVacct/assign/${id}`, { lines: lines(21) })).message).toBe(
    '公共可用库存不足：冷泡茶 公共可用 20，0 已分配给虚拟账户',
  )
  expect((await post(`stockVacct/assign/${id}`, { lines: lines(12) })).code).toBe(200)
  expect((await post('stockVacct/move', { fromId: id, toId: second.data.id, lines: lines(5) })).code).toBe(
    200,
  )
  expect((await post(`stockVacct/recall/${id}`, { lines: lines(8) })).message).toBe(
    '账户可用数量不足，可用 7',
  )
  expect((await post(`stockVacct/recall/${id}`, { lines: lines(2) })).code).toBe(200)
  const list = await get('stockVacct/list', { warehouseId: W2.id })
  expect(list.data.list.map((row) => [row.name, row.skuCount, row.qty, row.free])).toEqual([
    ['企业', 1, 5, 5],
    ['商城', 1, 5, 5],
  ])
  const records = await get('stockVacct/record/list', { vacctId: id })
  expect(records.data.list.map((row) => [row.type, row.qty, row.qtyAfter])).toEqual([
    [2, -2, 5],
    [9, -5, 7],
    [1, 12, 12],
  ])
  const items = await get('stockVacct/item/list', { vacctId: id })
  expect(items.data).toMatchObject({ total: 1, list: [{ qty: 5, publicAvail: 10, productCode }] })
  // Goods that the account has never had are counted at once; what moves tells what it is now.
  const [more = 0] = await addSkus(app.db, 1)
  await bring(app.db, { warehouseId: W2.id, sectionId: W2.sections.store, skuId: more }, 9)
  const both = [...lines(1), { skuId: more, qty: 4 }]
  expect((await post(`stockVacct/assign/${id}`, { lines: both })).code).toBe(200)
  expect((await get('stockVacct/item/list', { vacctId: id })).data).toMatchObject({
    total: 2,
    list: [
      { skuId: more, qty: 4, publicAvail: 5 },
      { skuId, qty: 6, publicAvail: 9 },
    ],
  })
  expect((await post('stockVacct/update', { id, mode: 2 })).message).toBe('账户已有库存，不能修改方式')
})

test('W §9: a lot label says what it is and is read by a scanner; those of other warehouses are not printed', async () => {
  const place = await openWarehouse(app.db)
  const other = await openWarehouse(app.db)
  const [skuId = 0] = await addSkus(app.db, 1, { storeName: '酸奶', batchManaged: 1, shelfLifeDays: 21 })
  const lot = { lotNo: 'L7', productionDate: '2026-01-02', expiryDate: '2026-01-23', supplierId: null }
  for (const { id: warehouseId, sections } of [place, other])
    await bring(app.db, { warehouseId, sectionId: sections.store, skuId }, 8, 12, lot)
  const { rows } = await sql<{ id: number }>`
    select "id" from "stockLot" where "skuId" = ${skuId} order by "warehouseId"`.execute(app.db)
  const { rows: named } = await sql<{ code: string }>`
    select coalesce(nullif(k."skuCode", ''), p."productCode") as "code" from "sku" k join "product" p on p."id" = k."productId"
    where k."id" = ${skuId}`.execute(app.db)
  const reader = await app.person({
    permissions: ['admin:wms:stock:print'],
    ...{ dataScope: 7, scopeIds: { warehouseIds: [place.id] } },
  })
  const { data } = await app.request('GET', '/admin/wms/stock/print', {
    token: reader.token,
    query: { ids: rows.map((row) => row.id).join(',') },
  })
  expect(data).toMatchObject([
    {
      ...{ barCode: `LOT|${named[0]?.code}|L7`, storeName: '酸奶', lotNo: 'L7', qty: 8, size: '100x70' },
      ...{ productionDate: '2026-01-02', expiryDate: '2026-01-23' },
    },
  ])
  expect(data).toHaveLength(1)
})

test('W §4.4: 出入库日志 tells who goods came from and went to, and is narrowed by that', async () => {
  const [a, b] = [await openWarehouse(app.db), await openWarehouse(app.db)]
  const [made = 0] = await addSkus(app.db, 1)
  await bring(app.db, { warehouseId: a.id, sectionId: a.sections.store, skuId: made }, 20)
  const lines = [{ skuId: made, qty: 3 }]
  const taken = await app.request('POST', '/admin/wms/stockout/save', {
    token,
    body: {
      ...{ type: 3, warehouseId: a.id, bizDate: today(), submit: 1, department: '质检部', receiver: '王检' },
      ...{ costCenter: '1', lines },
    },
  })
  const moved = await app.request('POST', '/admin/wms/transfer/save', {
    token,
    body: {
      ...{
        outWarehouseId: a.id,
        inWarehouseId: b.id,
        bizDate: today(),
        planOutDate: today(),
        submit: 1,
        lines,
      },
    },
  })
  const boss = await app.person({
    permissions: ['admin:wms:stockout:examine', 'admin:wms:transfer:examine', 'admin:wms:transfer:ship'],
  })
  const act = (path: string, body: object) => app.request('POST', path, { token: boss.token, body })
  await act(`/admin/wms/stockout/examine/${taken.data.id}`, { auditStatus: 1 })
  await act(`/admin/wms/transfer/examine/${moved.data.id}`, { auditStatus: 1 })
  expect(
    (await act(`/admin/wms/transfer/ship/${moved.data.id}`, { lines: [{ lineNo: 1, qty: 3 }] })).message,
  ).toBe('操作成功')
  const names = await sql<{ name: string }>`select "name" from "warehouse" where "id" = ${b.id}`.execute(
    app.db,
  )
  const listed = async (party?: string) => {
    const { data } = await app.request<{ list: { party: string; moveType: number }[] }>(
      'GET',
      '/admin/wms/stocklog/list',
      { token, query: { skuId: made, warehouseId: String(a.id), ...(party === undefined ? {} : { party }) } },
    )
    return data.list.map((row) => [row.moveType, row.party])
  }
  const other = names.rows[0]?.name ?? ''
  expect(await listed()).toEqual([
    [121, other],
    [162, '质检部'],
    [101, ''],
  ])
  expect(await listed('质检')).toEqual([[162, '质检部']])
  expect(await listed(other)).toEqual([[121, other]])
})

test('the ledger by warehouse and type, and sections, are read and counted in the order of an index', async () => {
  const both = sql`"moveType" = 101 and "warehouseId" = ${W1.id}`
  const moves = sql`(select "id" from "stockMove" where ${both} order by "id" desc limit 20)`
  expect(await planOf(app.db, moves, ['sort'])).toMatch(/Scan using "stockMove_warehouseType"/)
  const counted = sql`(select "physical" from "stockMove" where ${both} limit 10001)`
  expect(await planOf(app.db, counted)).toContain('Index Only Scan using "stockMove_warehouseType"')
  const lots = sql`(select "id" from "stockLot" order by "warehouseId", "sectionId", "id" desc limit 20)`
  expect(await planOf(app.db, lots, ['sort'])).toContain('stockLot_sectionOrder')
})

test('a sku in a section is one row by the first of its lots there, with what all of them make', async () => {
  const [lotted = 0] = await addSkus(app.db, 1, { batchManaged: 1, shelfLifeDays: 180 })
  const productionDate = today()
  for (const [lotNo, pieces] of [
    ['A', 3],
    ['B', 4],
  ] as const)
    for (const sectionId of [W2.sections.store, W2.sections.pick])
      await bring(app.db, { warehouseId: W2.id, sectionId, skuId: lotted }, pieces, 1, {
        lotNo,
        productionDate,
      })
  const { data } = await get('stock/section/list', { skuId: lotted })
  expect(data.total).toBe(2)
  expect(data.list).toMatchObject(
    [W2.sections.store, W2.sections.pick].map((sectionId) => ({
      ...{ sectionId, lotCount: 2, onHand: 7, lotFree: 7, allocated: 0, frozen: 0 },
    })),
  )
})
