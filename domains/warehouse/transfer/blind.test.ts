import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { today } from '#kit/shared/time.ts'
import { exportedRows } from '../../../tests/exporting.ts'
import { startWorker } from '../../../tests/importing.ts'
import { addSkus, bring, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { transferWatch } from './transferWatch.server.ts'

const T = '/admin/wms/transfer'
const CODES = [
  ...['list', 'info', 'all', 'save', 'update', 'submit', 'print', 'export', 'ship', 'receive', 'diff'],
  'examine',
]
const STOCK = [
  'stock:list',
  'stock:export',
  'stock:cost',
  'recordLog:list',
  'stocklog:list',
  'stocklog:export',
]
/** What is planned and shipped: no other figure of these transfers is the same. */
const PLANNED = 23
const SHIPPED = 17

let app: TestApp
let stop: () => Promise<void>
let W1: TestWarehouse
let W2: TestWarehouse
let sender: Person
let receiver: Person
let both: Person
let skuId: number

beforeAll(async () => {
  app = await testApp()
  stop = startWorker(app)
  W1 = await openWarehouse(app.db)
  W2 = await openWarehouse(app.db)
  await sql`update "wareHouseConfig" set "blindReceive" = 1 where "warehouseId" = ${W2.id}`.execute(app.db)
  const at = (...warehouseIds: number[]) =>
    app.person({
      permissions: [
        ...CODES.map((one) => `admin:wms:transfer:${one}`),
        ...STOCK.map((one) => `admin:wms:${one}`),
        ...['admin:warehouse:info', 'file:export:list'],
      ],
      ...{ dataScope: 7, scopeIds: { warehouseIds } },
    })
  sender = await at(W1.id)
  receiver = await at(W2.id)
  both = await at(W1.id, W2.id)
  const [made = 0] = await addSkus(app.db, 1)
  skuId = made
  await bring(app.db, { warehouseId: W1.id, sectionId: W1.sections.store, skuId }, 500, 12)
})
afterAll(async () => {
  await stop()
  await app.close()
})

const post = (path: string, body: unknown, { token }: Person) =>
  app.request('POST', `${T}${path}`, { token, body })
const get = <D>(path: string, query: Record<string, string | number>, { token }: Person) =>
  app.request<D>('GET', path, { token, query })

/** A transfer on its way, written and examined at its source. */
async function sent(writer = sender, of = skuId): Promise<number> {
  const form = {
    ...{ outWarehouseId: W1.id, inWarehouseId: W2.id, bizDate: today(), planOutDate: today(), submit: 1 },
    lines: [{ skuId: of, qty: PLANNED }],
  }
  const { data, message } = await post('/save', form, writer)
  expect(message).toBe('操作成功')
  expect((await post(`/examine/${data.id}`, { auditStatus: 1 }, both)).message).toBe('操作成功')
  expect((await post(`/ship/${data.id}`, { lines: [{ lineNo: 1, qty: SHIPPED }] }, sender)).code).toBe(200)
  return data.id
}
const receive = (id: number, qty: number, who: Person) =>
  post(`/receive/${id}`, { lines: [{ lineNo: 1, qty, sectionId: W2.sections.store }] }, who)

type Row = Record<string, unknown> & { id: number; lines: Record<string, unknown>[] }
/** Everything a person can ask about one transfer, by where they ask it. */
async function asked(id: number, who: Person) {
  const [printed] = (await get<Row[]>(`${T}/print`, { ids: String(id) }, who)).data
  const { list } = (await get<{ list: Row[] }>(`${T}/list`, { rowIds: String(id) }, who)).data
  const line = await get<object>('/admin/record/line', { recordType: 'transfer', recordId: id }, who)
  expect(line.code).toBe(200)
  return {
    info: (await get<Row>(`${T}/info/${id}`, {}, who)).data,
    list: list[0],
    print: printed,
    line: line.data,
    picker: (await get<object>(`${T}/all`, { ids: String(id) }, who)).data,
    found: (await get<object>('/admin/search', { keywords: String(list[0]?.transferSn) }, who)).data,
    export: await exportedRows(app, who.token, `${T}/export`, {
      rowIds: String(id),
      columns: 'transferSn,totalQty,openQty,shippedQty,receivedQty,status',
    }),
  }
}
const figures = new RegExp(`\\b(${PLANNED}|${SHIPPED})\\b`)
/** Where a figure of it is told. Numbers and addresses are no figures. */
const tells = (places: Record<string, unknown>): string[] =>
  Object.entries(places).flatMap(([place, told]) => {
    const text = JSON.stringify(told).replace(
      /"(id|skuId|[a-zA-Z]*Id|[a-zA-Z]*Time|time|key)":("[^"]*"|\d+)/g,
      '',
    )
    return figures.test(
      text.replace(/[A-Z]{1,3}[\d-]{4,}|T\d+-\d+|\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?/g, ''),
    )
      ? [place]
      : []
  })

test('W §4.7: who receives blind is told nowhere what was planned and sent, until the first receipt', async () => {
  const id = await sent()
  const before = await asked(id, receiver)
  expect(tells(before)).toEqual([])
  const hidden = { totalQty: null, shippedQty: null, openQty: null, receivedQty: 0, blind: 1, status: 2 }
  const line = { qty: null, shippedQty: null, openQty: null, skuId }
  for (const row of [before.info, before.list, before.print])
    expect(row).toMatchObject({ ...hidden, lines: [line] })
  const [head = [], cells = []] = before.export
  expect(head).toEqual(['调拨单号', '总数量', '在途数量', '已发', '已收', '状态'])
  expect(cells.slice(1, 5)).toEqual(['', '', '', '0'])
  // What was done is told, without the quantities.
  expect(JSON.stringify(before.line)).toContain('调拨出库')

  const seen = ['info', 'list', 'print', 'line', 'export']
  for (const who of [sender, both]) expect(tells(await asked(id, who))).toEqual(seen)

  // No refusal tells it either.
  const over = await receive(id, SHIPPED + 1, receiver)
  expect([over.code, over.message]).toEqual([422, '收货数量超过在途数量'])
  const early = await post(`/diff/${id}`, { lines: [{ lineNo: 1, lostQty: 1, reason: 1 }] }, receiver)
  expect([early.code, early.message]).toEqual([422, '调入仓盲收，请先收货再处理差异'])

  expect((await receive(id, 5, receiver)).code).toBe(200)
  const after = await asked(id, receiver)
  expect(tells(after)).toEqual(seen)
  expect(after.info).toMatchObject({ totalQty: PLANNED, shippedQty: SHIPPED, openQty: 12, blind: 0 })
  expect((await receive(id, 13, receiver)).message).toBe('收货数量超过在途数量 12')
})

test('W §4.7: what somebody is not shown they neither change, hand in nor decide; who wrote it sees it', async () => {
  const form = {
    ...{ outWarehouseId: W1.id, inWarehouseId: W2.id, bizDate: today(), planOutDate: today() },
    lines: [{ skuId, qty: PLANNED }],
  }
  const { data: theirs } = await post('/save', form, sender)
  expect(tells(await asked(theirs.id, receiver))).toEqual([])
  const { version } = (await get<{ version: number }>(`${T}/info/${theirs.id}`, {}, receiver)).data
  const said = async (path: string, body: object) => (await post(path, body, receiver)).message
  expect(
    (
      await app.request('POST', `${T}/update`, {
        token: receiver.token,
        body: { ...form, id: theirs.id, version },
      })
    ).message,
  ).toBe('调入仓盲收，收货前只有制单人和调出仓可以修改')
  expect(await said(`/submit/${theirs.id}`, {})).toBe('调入仓盲收，收货前只有制单人和调出仓可以提交')
  await post(`/submit/${theirs.id}`, {}, sender)
  expect(await said(`/examine/${theirs.id}`, { auditStatus: 1 })).toBe('调入仓盲收，请由调出仓审核')
  expect((await get<Row>(`${T}/info/${theirs.id}`, {}, sender)).data).toMatchObject({ auditStatus: 0 })

  const own = await sent(receiver)
  const { data } = await get<Row>(`${T}/info/${own}`, {}, receiver)
  expect(data).toMatchObject({ totalQty: PLANNED, blind: 0 })
})

test('W §4.7: without the setting the receiving warehouse sees all', async () => {
  await sql`update "wareHouseConfig" set "blindReceive" = 0 where "warehouseId" = ${W2.id}`.execute(app.db)
  const id = await sent()
  expect((await get<Row>(`${T}/info/${id}`, {}, receiver)).data).toMatchObject({
    ...{ totalQty: PLANNED, openQty: SHIPPED, blind: 0 },
    lines: [{ qty: PLANNED }],
  })
  await sql`update "wareHouseConfig" set "blindReceive" = 1 where "warehouseId" = ${W2.id}`.execute(app.db)
})

test('W §13: staff of both warehouses hear that goods are long on their way, receivers not how many', async () => {
  const id = await sent()
  await sql`update "warehouse" set "staffIds" = array[${sender.adminId}]::int[] where "id" = ${W1.id}`.execute(
    app.db,
  )
  await sql`update "warehouse" set "staffIds" = array[${receiver.adminId}]::int[] where "id" = ${W2.id}`.execute(
    app.db,
  )
  await sql`update "transfer" set "shipTime" = now() - interval '9 days' where "id" = ${id}`.execute(app.db)
  await transferWatch.run(app.db, {}, new AbortController().signal)
  const { transferSn } = (await get<{ transferSn: string }>(`${T}/info/${id}`, {}, sender)).data
  const { rows } = await sql<{ adminId: number; content: string }>`
    select "adminId", "content" from "adminNotice" where "content" like ${`%${transferSn}从%`} order by "id"`.execute(
    app.db,
  )
  expect(rows).toEqual([
    { adminId: sender.adminId, content: expect.stringContaining(`还有${SHIPPED}件未收货`) },
    { adminId: receiver.adminId, content: expect.stringContaining('还有若干件未收货') },
  ])
})

interface Listed {
  list: Record<string, unknown>[]
  total: number
}
const WMS = '/admin/wms'

/** Everything that adds up what is on its way of some goods, by where a person asks it. */
async function stockAsked(of: number, who: Person) {
  const list = async (path: string, query: Record<string, string | number> = {}) =>
    (await get<Listed>(`${WMS}/${path}`, { skuId: of, warehouseId: W2.id, ...query }, who)).data
  const exported = (path: string, columns: string) =>
    exportedRows(app, who.token, `${WMS}/${path}`, { skuId: of, warehouseId: String(W2.id), columns })
  const heads = await list('stock/list')
  const [head] = heads.list
  expect(heads.total).toBe(1)
  return {
    heads: heads.list,
    narrow: (await list('stock/list', { fields: 'inTransit,transitAmount' })).list,
    lots: (await list('stock/lot/list')).list,
    info: (await get<object>(`${WMS}/stock/info/${head?.id}`, {}, who)).data,
    trace: (await get<object>(`${WMS}/stock/lotTrace`, { skuId: of, lotNo: '-' }, who)).data,
    moves: (await list('recordLog/list')).list,
    log: (await list('stocklog/list')).list,
    totals: await list('stocklog/totals'),
    headSheet: await exported('stock/export', 'inTransit,onHand'),
    lotSheet: await exported('stock/lot/export', 'inTransit,onHand'),
    logSheet: await exported('stocklog/export', 'dInTransit,dOnHand'),
    map: (await get<object>(`/admin/warehouse/map/${W2.id}`, {}, who)).data,
  }
}
const FIGURES_OF_STOCK = ['inTransit', 'dInTransit', 'transitAmount', 'inQty']
/** What is told of goods on their way: every figure of them that stands anywhere in an answer. */
const onWayIn = (told: unknown): unknown[] =>
  typeof told !== 'object' || told === null
    ? []
    : Object.entries(told).flatMap(([name, value]) =>
        FIGURES_OF_STOCK.includes(name) ? [value] : onWayIn(value),
      )

test('W §4.4: who receives blind learns from no list of stock or of the ledger how much is on its way', async () => {
  const [of = 0] = await addSkus(app.db, 1)
  await bring(app.db, { warehouseId: W1.id, sectionId: W1.sections.store, skuId: of }, 100, 12)
  const id = await sent(sender, of)

  const { headSheet, lotSheet, logSheet, totals, ...before } = await stockAsked(of, receiver)
  for (const [place, told] of Object.entries(before)) {
    const figures = onWayIn(told)
    expect([place, figures.length > 0, figures.filter((one) => one !== null)]).toEqual([place, true, []])
  }
  expect(totals).toEqual({ inQty: 0, outQty: 0 })
  expect([headSheet[1], lotSheet[1], logSheet[1]]).toEqual([
    ['', '0'],
    ['', '0'],
    ['', '0'],
  ])

  // Neither a filter nor an order finds it out.
  const stockList = (query: Record<string, string | number>, who: Person) =>
    get<Listed>(`${WMS}/stock/list`, { skuId: of, warehouseId: W2.id, ...query }, who)
  expect((await stockList({ flag: 'transit' }, receiver)).data.total).toBe(0)
  expect((await stockList({ flag: 'transit' }, both)).data.total).toBe(1)
  for (const field of ['inTransit', 'transitAmount'])
    expect((await stockList({ sortBy: field }, receiver)).message).toBe('排序字段格式不正确')

  // Whoever works where it was sent is told.
  const seen = await stockAsked(of, both)
  expect(seen.heads).toMatchObject([{ onHand: 0, inTransit: SHIPPED, transitAmount: '204.00' }])
  expect(seen.lots).toMatchObject([{ inTransit: SHIPPED }])
  expect(seen.moves).toMatchObject([{ dInTransit: SHIPPED }])
  // What is on its way has come nowhere yet, but has left.
  expect(seen.totals).toEqual({ inQty: 0, outQty: 0 })
  const left = await get(`${WMS}/stocklog/totals`, { skuId: of, warehouseId: W1.id }, both)
  expect(left.data).toEqual({ inQty: 100, outQty: SHIPPED })
  expect([seen.headSheet[1], seen.lotSheet[1], seen.logSheet[1]]).toEqual([
    [String(SHIPPED), '0'],
    [String(SHIPPED), '0'],
    [String(SHIPPED), '0'],
  ])

  // After the first receipt the receiver is told what is still to come.
  expect((await receive(id, 5, receiver)).code).toBe(200)
  const after = await stockAsked(of, receiver)
  expect(after.heads).toMatchObject([{ onHand: 5, inTransit: SHIPPED - 5 }])
  expect(after.totals).toEqual({ inQty: 5, outQty: 0 })
})

test('W §4.4: of goods that stand there the picker tells what may be taken, not what is to come; others stay told', async () => {
  const [of = 0, other = 0] = await addSkus(app.db, 2)
  for (const [W, skus] of [
    [W1, [of]],
    [W2, [of, other]],
  ] as const)
    for (const one of skus)
      await bring(app.db, { warehouseId: W.id, sectionId: W.sections.store, skuId: one }, 40, 12)
  await sent(sender, of)
  const places = async (who: Person, sku: number) =>
    (await get<Listed>(`${WMS}/stock/places`, { skuId: sku, warehouseId: W2.id }, who)).data.list
  const picker = await app.person({
    permissions: ['admin:wms:stock:places', 'admin:wms:stock:list'],
    ...{ dataScope: 7, scopeIds: { warehouseIds: [W2.id] } },
  })
  expect(await places(picker, of)).toMatchObject([{ onHand: 40, inTransit: null }])
  expect(await places(picker, other)).toMatchObject([{ onHand: 40, inTransit: 0 }])
})

test('W §4.7: sections of the other warehouse are told by their names', async () => {
  const id = await sent()
  expect((await receive(id, SHIPPED, receiver)).code).toBe(200)
  const { rows } = await sql<{ id: number; name: string }>`
    select "id", "name" from "section" where "id" in (${W1.sections.store}, ${W2.sections.store}) order by "id"`.execute(
    app.db,
  )
  const [out, into] = [W1, W2].map(({ sections }) => rows.find((row) => row.id === sections.store)?.name)
  expect([out, into]).toEqual([expect.stringMatching(/.+/), expect.stringMatching(/.+/)])
  for (const who of [sender, receiver]) {
    const { info, list, print } = await asked(id, who)
    for (const row of [info, list, print])
      expect(row?.lines[0]).toMatchObject({
        sectionName: expect.stringContaining(out ?? ''),
        inSectionName: expect.stringContaining(into ?? ''),
      })
  }
})
