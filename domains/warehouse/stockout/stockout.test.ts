import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { today } from '#kit/shared/time.ts'
import { addSkus, bring, headOf, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { driftOf } from '../stock/invariants.server.ts'

let app: TestApp
let clerk: Person
let lead: Person
let place: TestWarehouse
const S = '/admin/wms/stockout'
const ALL = ['list', 'info', 'save', 'update', 'delete', 'submit', 'withdraw', 'examine', 'reverse']
beforeAll(async () => {
  app = await testApp()
  const permissions = [...ALL.map((one) => `admin:wms:stockout:${one}`), 'admin:wms:stock:cost']
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
const examine = (id: number, auditStatus = 1, opinion = '') =>
  post(`/examine/${id}`, { auditStatus, opinion }, lead.token)
const form = (lines: Record<string, unknown>[], more: Record<string, unknown> = {}) => ({
  ...{ type: 5, warehouseId: place.id, bizDate: today(), submit: 1 },
  lines: lines.map((line) => ({ qty: 1, ...line })),
  ...more,
})
async function made(lines: Record<string, unknown>[], more: Record<string, unknown> = {}): Promise<number> {
  const answer = await post('/save', form(lines, more))
  expect([answer.code, answer.message]).toEqual([200, '操作成功'])
  return answer.data.id
}
const infoOf = async (id: number) =>
  (
    await app.request<{ lines: { lotNo: string; qty: number }[] }>('GET', `${S}/info/${id}`, {
      token: clerk.token,
    })
  ).data
/** Goods of which so many pieces stand in a section. */
async function goods(pieces: number, sectionId = place.sections.store, lotted = false): Promise<number> {
  const [skuId = 0] = await addSkus(app.db, 1, lotted ? { batchManaged: 1, shelfLifeDays: 180 } : {})
  if (!lotted) await bring(app.db, { warehouseId: place.id, sectionId, skuId }, pieces, 10)
  return skuId
}
const stock = (skuId: number) => headOf(app.db, place.id, skuId)

test('W §15-13: what is handed in is held, and free again once it is rejected with a reason', async () => {
  const skuId = await goods(10)
  const id = await made([{ skuId, qty: 8 }])
  expect(await stock(skuId)).toMatchObject({ onHand: 10, reserved: 8, available: 2 })
  expect(await told(examine(id, 2))).toEqual([422, '请输入驳回原因'])
  expect((await examine(id, 2, '不需要')).code).toBe(200)
  expect(await stock(skuId)).toMatchObject({ onHand: 10, reserved: 0, available: 10 })
  expect(await infoOf(id)).toMatchObject({ auditStatus: 2 })
})

test('W §15-12: its maker does not decide it, and it stays held', async () => {
  const skuId = await goods(10)
  const id = await made([{ skuId, qty: 3 }])
  expect(await told(post(`/examine/${id}`, { auditStatus: 1 }))).toEqual([422, '不能审核自己提交的单据'])
  expect(await stock(skuId)).toMatchObject({ reserved: 3, available: 7 })
  expect(await infoOf(id)).toMatchObject({ auditStatus: 0 })
})

test('W §4.6: withdrawn and handed in again it is held once, approved it leaves with its value', async () => {
  const skuId = await goods(10)
  const id = await made([{ skuId, qty: 4 }])
  expect((await post(`/withdraw/${id}`)).code).toBe(200)
  expect(await stock(skuId)).toMatchObject({ reserved: 0, available: 10 })
  expect((await post(`/submit/${id}`)).code).toBe(200)
  expect(await stock(skuId)).toMatchObject({ reserved: 4, available: 6 })
  expect((await examine(id)).code).toBe(200)
  expect(await stock(skuId)).toMatchObject({ onHand: 6, reserved: 0, available: 6, amount: 6000 })
  expect(await infoOf(id)).toMatchObject({ totalAmount: '40.00', totalQty: 4 })
})

test('W §4.6, §10.3: without a place goods leave by what expires first, and the lines show it', async () => {
  const skuId = await goods(0, place.sections.store, true)
  const at = { warehouseId: place.id, sectionId: place.sections.store, skuId }
  await bring(app.db, at, 5, 1, { lotNo: 'L2', expiryDate: '2031-06-30' })
  await bring(app.db, at, 50, 1, { lotNo: 'L1', expiryDate: '2031-03-31' })
  await bring(app.db, { ...at, sectionId: place.sections.pick }, 2, 1, {
    lotNo: 'L2',
    expiryDate: '2031-06-30',
  })
  const id = await made([{ skuId, qty: 53 }])
  const { lines } = await infoOf(id)
  expect(lines.map((one) => [one.lotNo, one.qty])).toEqual([
    ['L1', 50],
    ['L2', 2],
    ['L2', 1],
  ])
  expect(lines[0]).toMatchObject({ expiryDate: '2031-03-31', sectionId: place.sections.store })
  expect((await examine(id)).code).toBe(200)
  expect(await stock(skuId)).toMatchObject({ onHand: 4, reserved: 0 })
})

test('W §4.6: of thirty documents at once over ten pieces ten are held', async () => {
  const skuId = await goods(10)
  const codes = await Promise.all(
    Array.from({ length: 30 }, async () => (await post('/save', form([{ skuId }]))).code),
  )
  expect(codes.filter((code) => code === 200)).toHaveLength(10)
  expect(await stock(skuId)).toMatchObject({ reserved: 10, available: 0 })
})

test('W §15-26: turned round once, and its goods are there again', async () => {
  const skuId = await goods(10)
  const id = await made([{ skuId, qty: 6 }])
  expect(await told(post(`/reverse/${id}`, { reason: '录错' }))).toEqual([409, '出库单未审核通过，不能冲销'])
  await examine(id)
  expect((await post(`/reverse/${id}`, { reason: '录错' })).code).toBe(200)
  expect(await stock(skuId)).toMatchObject({ onHand: 10, reserved: 0, available: 10, amount: 10_000 })
  expect(await told(post(`/reverse/${id}`, { reason: '录错' }))).toEqual([409, '单据已冲销'])
})

test('W §4.6: bad goods are scrapped from where they stand, with a reason', async () => {
  const skuId = await goods(4, place.sections.bad)
  const bad = { skuId, sectionId: place.sections.bad, qty: 3 }
  expect(await told(post('/save', form([bad], { type: 4 })))).toEqual([422, '请选择原因'])
  const id = await made([{ ...bad, reason: 1 }], { type: 4 })
  expect(await stock(skuId)).toMatchObject({ onHand: 4, frozen: 4, reserved: 0 })
  expect((await examine(id)).code).toBe(200)
  expect(await stock(skuId)).toMatchObject({ onHand: 1, frozen: 1 })
})

test('W §4.6: no more goes back to a supplier than its receipt brought', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  const { rows } = await sql<{ id: number }>`
    insert into "supplier" ("supplierCode", "supplierName", "supplierType", "districtId", "settleType", "auditStatus", "inForce")
    values (${`S${skuId}`}, '青源食品', 1, 0, 1, 1, 1) returning "id"`.execute(app.db)
  const supplierId = rows[0]?.id ?? 0
  const { id: stockinId } = await app.db
    .insertInto('stockin')
    .values({ stockinSn: `RKT${skuId}`, warehouseId: place.id, bizDate: today(), supplierId, auditStatus: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, 10, 10)
  await app.db
    .updateTable('stockPosting')
    .set({ sourceId: stockinId })
    .where('sourceType', '=', 'stockin')
    .where('id', 'in', (of) => of.selectFrom('stockMove').select('postingId').where('skuId', '=', skuId))
    .execute()
  const head = { type: 2, supplierId, stockinId }
  expect(await told(post('/save', form([{ skuId, qty: 11 }], head)))).toEqual([
    422,
    '退货数量超过原入库单可退数量 10',
  ])
  await made([{ skuId, qty: 6 }], head)
  expect(await told(post('/save', form([{ skuId, qty: 5 }], head)))).toEqual([
    422,
    '退货数量超过原入库单可退数量 4',
  ])
})

test('W §12: what cannot leave is refused at its field', async () => {
  const skuId = await goods(5)
  const refusal = (line: Record<string, unknown>, more = {}) =>
    told(post('/save', form([{ skuId, ...line }], more)))
  expect(await refusal({ qty: 0 })).toEqual([422, '数量必须大于0'])
  expect(await refusal({ qty: 6 })).toEqual([422, expect.stringMatching(/^库存不足：.+ 可用 5，需要 6$/)])
  expect(await refusal({ sectionId: place.sections.pick })).toEqual([422, '该库区没有此商品或批次'])
  expect(await refusal({}, { type: 1 })).toEqual([422, '该类型的出库单由系统生成'])
  expect(await refusal({}, { type: 3 })).toEqual([422, '请输入领用部门'])
  expect(await refusal({}, { type: 2 })).toEqual([422, '请选择供应商'])
  expect((await stock(skuId)).reserved).toBe(0)
})
