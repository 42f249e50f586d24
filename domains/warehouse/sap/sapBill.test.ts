import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { importFile, startWorker } from '../../../tests/importing.ts'
import { mapPlace, numberGoods, sapApp } from '../../../tests/sapApp.ts'
import { addSkus, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'

let app: TestApp
let token: string
let send: Awaited<ReturnType<typeof sapApp>>
let place: TestWarehouse
let skus: number[]
let keeper: Person
let made = 0

const AT = '/admin/wts/sapBill'
const IN = ['info', 'save', 'submit', 'examine', 'delete', 'reverse'].map((one) => `admin:wms:stockin:${one}`)

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  send = await sapApp(app, token)
  place = await openWarehouse(app.db)
  await mapPlace(app.db, place.id, 'P100')
  skus = await addSkus(app.db, 3)
  await numberGoods(app.db, skus)
  keeper = await app.person({
    permissions: [
      ...['list', 'info', 'save', 'update', 'delete', 'match', 'generate', 'ignore'].map(
        (one) => `admin:wts:sapBill:${one}`,
      ),
      ...IN,
    ],
  })
})
afterAll(() => app.close())

/** What calls of bills answer, of which each tells a part. */
interface Answer {
  id: number
  repeated: boolean
  payload: unknown
  status: number
  relatedSn: string
  type: string
  sn: string
  lines: { postingSn: string }[]
}
interface Receipt {
  stockinSn: string
  lines: { skuId: number; qty: number; sectionId: number }[]
}

const item = (itemNo: number, sapCode: string, qty: number, more: object = {}) => ({
  itemNo,
  sapCode,
  qty,
  meins: 'EA',
  ...more,
})
const errorsOf = (data: unknown): unknown[] =>
  Array.isArray(data) ? data.map((one) => Reflect.get(Object(one), 'message')) : []
const bill = (lines: object[], more: object = {}) => ({
  ...{
    sapBillNo: `50${String(++made).padStart(8, '0')}`,
    sapYear: '2026',
    moveType: '501',
    postingDate: today(),
  },
  ...{ sapPlant: 'P100', sapStorageLocation: 'L001', batchNo: 'B1', lines },
  ...more,
})
const ask = (path: string, body: object = {}, as = token) =>
  app.request<Answer>('POST', `${AT}/${path}`, { token: as, body })
const info = async (id: number) => (await app.request<Answer>('GET', `${AT}/info/${id}`, { token })).data
const told = async (answer: ReturnType<typeof ask>) => {
  const { code, message } = await answer
  return [code, message]
}

/** Goods received by a document of ours, with its number. */
async function received(lines: { at: number; qty: number }[]): Promise<{ id: number; sn: string }> {
  const { data } = await app.request('POST', '/admin/wms/stockin/save', {
    token,
    body: {
      ...{ type: 6, warehouseId: place.id, bizDate: today(), submit: 1 },
      lines: lines.map(({ at, qty }) => ({ skuId: skus[at], sectionId: place.sections.store, qty })),
    },
  })
  await app.request('POST', `/admin/wms/stockin/examine/${data.id}`, { token, body: { auditStatus: 1 } })
  const { data: row } = await app.request<Receipt>('GET', `/admin/wms/stockin/info/${data.id}`, { token })
  return { id: data.id, sn: row.stockinSn }
}
const postings = async (type: string, id: number) =>
  await app.db
    .selectFrom('stockPosting')
    .select(['postingSn', 'sapSync', 'sapDescription'])
    .where('sourceType', '=', type)
    .where('sourceId', '=', id)
    .execute()

test('W §12: a batch with errors tells all rows and stores nothing; told again it is one record, told otherwise refused', async () => {
  const wrong = bill([item(1, 'M0', 5), item(2, 'X9', 1), item(2, 'M1', 0), item(4, 'X8', 1)])
  const refused = await send('bill', wrong)
  expect([refused.code, errorsOf(refused.data)]).toEqual([
    422,
    ['第2行：物料 X9 未映射', '第4行：物料 X8 未映射', '第3行：行项目 2 重复', '第3行：数量必须大于0'],
  ])
  const right = { ...wrong, lines: [item(1, 'M0', 5), item(2, 'M1', 2)] }
  const [one, two] = await Promise.all([send('bill', right), send('bill', right)])
  expect([one?.code, two?.code, one?.data.id === two?.data.id]).toEqual([200, 200, true])
  expect([one?.data.repeated, two?.data.repeated].sort()).toEqual([false, true])
  // In another order it says the same.
  expect((await send('bill', { ...right, lines: right.lines.toReversed() })).data.repeated).toBe(true)
  const other = await send('bill', { ...right, lines: [item(1, 'M0', 6)] })
  expect([other.code, other.message]).toEqual([409, `凭证 ${right.sapBillNo}/2026 已存在且内容不同`])
  // SAP counts anew each year.
  expect((await send('bill', { ...right, sapYear: '2025' })).data.repeated).toBe(false)
  const row = await info(one?.data.id)
  expect(row).toMatchObject({ status: 0, source: 1, lineCount: 2, totalQty: 7, warehouseId: place.id })
  const raw = await app.request<Answer>('GET', `${AT}/raw/${one?.data.id}`, { token })
  expect(raw.data.payload).toEqual(right)
  expect(await told(ask('update', { id: row.id, remark: 'x' }))).toEqual([409, '接口接收的数据不能修改'])
  expect(await told(ask(`delete/${row.id}`))).toEqual([409, '接口接收的数据不能删除'])
})

test('W §5.1: lines are matched to our posting by reference, material and quantity within three days, once', async () => {
  const { id, sn } = await received([
    { at: 0, qty: 8 },
    { at: 1, qty: 2 },
  ])
  const [posting] = await postings('stockin', id)
  const first = await send(
    'bill',
    bill([item(1, 'M0', 5), item(2, 'M0', 3), item(3, 'M1', 1)], { referenceNo: sn }),
  )
  expect((await ask(`match/${first.data.id}`)).data).toEqual({ matched: 2, open: 1 })
  const row = await info(first.data.id)
  expect([row.status, row.relatedSn, row.lines.map((one) => one.postingSn)]).toEqual([
    2,
    posting?.postingSn,
    [posting?.postingSn, posting?.postingSn, ''],
  ])
  // Another bill finds what is left of the posting, and no more.
  const second = await send(
    'bill',
    bill([item(1, 'M0', 8), item(2, 'M1', 2)], { referenceNo: sn.toLowerCase() }),
  )
  expect((await ask(`match/${second.data.id}`)).data).toEqual({ matched: 1, open: 1 })
  // Too late, of another kind, without a reference.
  const late = await send(
    'bill',
    bill([item(1, 'M1', 2)], { referenceNo: sn, postingDate: movedDay(today(), -4) }),
  )
  expect((await ask(`match/${late.data.id}`)).data).toEqual({ matched: 0, open: 1 })
  const none = await send('bill', bill([item(1, 'M1', 2)]))
  expect(await told(ask(`match/${none.data.id}`))).toEqual([422, '没有参考号，不能匹配'])
  // 忽略 frees what matched.
  expect(await told(ask(`ignore/${first.data.id}`, { reason: '重复凭证' }))).toEqual([200, '操作成功'])
  expect((await ask(`match/${second.data.id}`)).data).toEqual({ matched: 1, open: 0 })
  expect((await info(second.data.id)).status).toBe(1)
  expect(await told(ask(`ignore/${second.data.id}`, { reason: 'x' }))).toEqual([
    409,
    '当前状态为已匹配，不能忽略',
  ])
})

test('W §5.1, §2.2: what is not ours becomes a draft by its movement type, posts once, and SAP is not told again', async () => {
  await sql`update "wareHouseConfig" set "sapPush" = 1 where "warehouseId" = ${place.id}`.execute(app.db)
  const got = await send(
    'bill',
    bill(
      [
        item(1, 'M2', 4, { charg: '' }),
        item(2, 'M2', 6, { amount: '30.00' }),
        item(3, 'M1', 1, { sectionCode: 'b01' }),
      ],
      { referenceNo: 'DN1' },
    ),
  )
  const { data } = await ask(`generate/${got.data.id}`, {}, keeper.token)
  expect(data.type).toBe('stockin')
  expect(await told(ask(`generate/${got.data.id}`))).toEqual([409, '当前状态为已生成单据，不能生成单据'])
  const draft = (await app.request<Receipt>('GET', `/admin/wms/stockin/info/${data.id}`, { token })).data
  expect(draft).toMatchObject({ type: 6, auditStatus: -1, totalQty: 11, deliveryNoteNo: 'DN1' })
  expect(draft.lines.map((one) => [one.skuId, one.qty, one.sectionId])).toEqual([
    [skus[2], 10, place.sections.store],
    [skus[1], 1, place.sections.pick],
  ])
  // A draft that is thrown away gives the bill back.
  expect(
    (await app.request('POST', `/admin/wms/stockin/delete/${data.id}`, { token: keeper.token, body: {} }))
      .code,
  ).toBe(200)
  expect(await info(got.data.id)).toMatchObject({ status: 0, relatedSn: '', docId: null })
  const again = (await ask(`generate/${got.data.id}`, {}, keeper.token)).data
  expect(await info(got.data.id)).toMatchObject({ status: 3, relatedSn: again.sn, docId: again.id })
  await app.request('POST', `/admin/wms/stockin/submit/${again.id}`, { token: keeper.token, body: {} })
  await app.request('POST', `/admin/wms/stockin/examine/${again.id}`, { token, body: { auditStatus: 1 } })
  const [posting, other] = await postings('stockin', again.id)
  expect([posting, other]).toMatchObject([
    { sapSync: 1, sapDescription: expect.stringMatching(/^来自SAP凭证 50\d+\/2026，不再推送$/) },
    undefined,
  ])
  // What turns it round is news to SAP.
  await app.request('POST', `/admin/wms/stockin/reverse/${again.id}`, { token, body: { reason: '录错' } })
  const [, turned] = await postings('stockin', again.id)
  const queued = await app.db
    .selectFrom('sapOutbox')
    .select('bizSn')
    .where('bizSn', '=', turned?.postingSn ?? '')
    .execute()
  expect(queued).toHaveLength(1)
  await sql`update "wareHouseConfig" set "sapPush" = 0 where "warehouseId" = ${place.id}`.execute(app.db)
})

test('W §5.1: stock-outs are drafted, and what has no document of ours is refused', async () => {
  const scrap = await send('bill', bill([item(1, 'M0', 1, { reason: '破损' })], { moveType: '551' }))
  const { data } = await ask(`generate/${scrap.data.id}`)
  expect((await app.request('GET', `/admin/wms/stockout/info/${data.id}`, { token })).data).toMatchObject({
    type: 4,
    auditStatus: -1,
    totalQty: 1,
  })
  const sale = await send('bill', bill([item(1, 'M0', 1)], { moveType: '601' }))
  expect(await told(ask(`generate/${sale.data.id}`))).toEqual([
    422,
    '移动类型 601 不能生成入库单或出库单，请匹配或忽略',
  ])
  const buy = await send('bill', bill([item(1, 'M0', 1, { poNo: '4500000001' })], { moveType: '101' }))
  expect(await told(ask(`generate/${buy.data.id}`))).toEqual([
    409,
    '采购启用后才能生成采购入库单，请匹配或忽略',
  ])
  const nowhere = await send('bill', bill([item(1, 'M0', 1)], { sapPlant: 'Q200' }))
  expect(await info(nowhere.data.id)).toMatchObject({ warehouseId: null, status: 0 })
  expect(await told(ask(`generate/${nowhere.data.id}`))).toEqual([
    422,
    '工厂 Q200/L001 未映射到仓库，不能生成单据',
  ])
  const [extra] = await addSkus(app.db, 1)
  await sql`update "sku" set "suk" = '大', "productId" = (select "productId" from "sku" where "id" = ${skus[2]}) where "id" = ${extra}`.execute(
    app.db,
  )
  const vague = await send('bill', bill([item(1, 'M2', 1)]))
  expect(await told(ask(`generate/${vague.data.id}`))).toEqual([422, '第1行：物料 M2 有多个规格，请手工开单'])
  await sql`update "sku" set "isDel" = 1 where "id" = ${extra}`.execute(app.db)
})

test('W §5.1: by hand and by sheet the same rules hold, and another warehouse is nobody’s to write for', async () => {
  const mine = bill([item(1, 'M0', 2)], { remark: '补录' })
  const { batchNo: _batch, ...form } = mine
  const { data } = await ask('save', form, keeper.token)
  expect(await info(data.id)).toMatchObject({ source: 3, status: 0, remark: '补录', totalQty: 2 })
  expect(await told(ask('save', form))).toEqual([422, `凭证 ${form.sapBillNo}/2026 已存在`])
  expect((await send('bill', mine)).data).toEqual({ id: data.id, repeated: true })
  expect(await told(ask('update', { id: data.id, lines: [item(1, 'M9', 2)] }))).toEqual([
    422,
    '第1行：物料 M9 未映射',
  ])
  expect((await ask('update', { id: data.id, lines: [item(1, 'M0', 3)] })).code).toBe(200)
  expect(await info(data.id)).toMatchObject({ totalQty: 3 })
  expect(await told(ask('save', { ...form, sapBillNo: '51', postingDate: movedDay(today(), 1) }))).toEqual([
    422,
    '过账日期不能晚于今天',
  ])
  const other = await openWarehouse(app.db)
  await mapPlace(app.db, other.id, 'P300')
  const local = await app.person({
    permissions: ['admin:wts:sapBill:save', 'admin:wts:sapBill:list'],
    dataScope: 7,
    scopeIds: { warehouseIds: [place.id] },
  })
  expect(await told(ask('save', { ...form, sapBillNo: '52', sapPlant: 'P300' }, local.token))).toEqual([
    422,
    '该工厂和库存地点的仓库不在您的数据范围内',
  ])
  const seen = await app.request('GET', `${AT}/list`, { token: local.token })
  expect(seen.data.list.every((one) => one.warehouseId === place.id)).toBe(true)

  const stop = startWorker(app)
  const head =
    '物料凭证,年度,SAP移动类型,过账日期,凭证日期,工厂,库存地点,参考号,抬头文本,供应商编码,客户编码,备注,行项目,物料号,批次,数量,单位,库区,本位币金额,采购订单,采购行,原因'
  const line = (no: string, row: number, code: string, qty: number) =>
    `${no},2026,501,${today()},,P100,L001,REF1,,,,,${row},${code},,${qty},EA,,,,,`
  const content = Buffer.from(
    [head, line('60', 1, 'M0', 1), line('60', 2, 'M1', 2), line('61', 1, 'M0', 5)].join('\n'),
  )
  const task = await importFile(app, token, 'sapBill', { name: 'bills.csv', content })
  await stop()
  expect([task.status, task.fail, task.message]).toMatchObject([2, 0, expect.anything()])
  const { rows } = await sql<{ sapBillNo: string; source: number; lineCount: number; raw: unknown }>`
    select "sapBillNo", "source", "lineCount", "rawPayload" as "raw" from "sapBill" where "sapBillNo" in ('60', '61') order by 1`.execute(
    app.db,
  )
  expect(rows).toMatchObject([
    { source: 2, lineCount: 2, raw: { referenceNo: 'REF1' } },
    { source: 2, lineCount: 1 },
  ])
})
