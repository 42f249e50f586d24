import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { openSheet } from '#kit/server/spreadsheet/spreadsheet.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { multipart } from '../../../tests/importing.ts'
import {
  addSkus,
  bring,
  headOf,
  newSource,
  openVacct,
  openWarehouse,
  placeOf,
  type TestWarehouse,
} from '../../../tests/stock.ts'
import { shift } from '../stock/hold.server.ts'
import { driftOf } from '../stock/invariants.server.ts'
import { reserve } from '../stock/reserve.server.ts'
import { shipOut } from '../stock/ship.server.ts'
import { assignVacct } from '../vacct/assign.server.ts'
import { planCounts } from './count.jobs.ts'

let app: TestApp
let lead: Person
let first: Person
let second: Person
let boss: Person
let place: TestWarehouse
const P = '/admin/wts/inventoryManage'
const S = '/admin/wts/stockCount'
const sheet = (names: readonly string[]) => names.map((one) => `admin:wts:stockCount:${one}`)
const COUNTER = sheet(['list', 'info', 'entry'])
beforeAll(async () => {
  app = await testApp()
  const plan = ['list', 'info', 'save', 'update', 'delete', 'generate', 'start', 'cancel', 'book']
  lead = await app.person({
    permissions: [
      ...plan.map((one) => `admin:wts:inventoryManage:${one}`),
      ...COUNTER,
      ...sheet(['start', 'submit', 'withdraw', 'cancel']),
    ],
  })
  first = await app.person({ permissions: COUNTER })
  second = await app.person({ permissions: COUNTER })
  boss = await app.person({ permissions: [...COUNTER, ...sheet(['examine'])] })
})
afterAll(async () => {
  expect(await driftOf(app.db, null)).toEqual([])
  await app.close()
})

const post = <T = { id: number }>(path: string, body: unknown, as: Person) =>
  app.request<T>('POST', path, { token: as.token, body })
const told = async (answer: Promise<{ code: number; message: string }>) => {
  const { code, message } = await answer
  return [code, message]
}
interface Line {
  id: number
  bookQty: number | null
  diffQty: number | null
  diffAmount?: string | null
  firstQty: number | null
  finalQty: number | null
}
const linesOf = async (countId: number, as = lead) =>
  (await app.request<{ list: Line[] }>('GET', `${S}/lines?countId=${countId}`, { token: as.token })).data.list
const infoOf = async (id: number, as = lead) =>
  (
    await app.request<{ status: number; diffCount: number; accuracy: number | null }>(
      'GET',
      `${S}/info/${id}`,
      { token: as.token },
    )
  ).data

/** A warehouse of its own with goods in A01, and a plan over it that is under way; answers the only sheet. */
async function counting(pieces: number, more: Record<string, unknown> = {}) {
  place = await openWarehouse(app.db)
  const [skuId = 0] = await addSkus(app.db, 1)
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, pieces, 12)
  const { data, message } = await post(
    `${P}/save`,
    {
      ...{ countType: 2, warehouseId: place.id, planDate: today(), scopeType: 2, countMode: 1, blind: 1 },
      ...{
        sectionIds: String(place.sections.store),
        counterIds: `${first.adminId},${second.adminId},${boss.adminId}`,
        ...more,
      },
    },
    lead,
  )
  expect(message).toBe('操作成功')
  for (const step of ['generate', 'start'])
    expect((await post(`${P}/${step}/${data.id}`, {}, lead)).message).toBe('操作成功')
  const { list } = (
    await app.request<{ list: { id: number; countSn: string }[] }>('GET', `${S}/list?planId=${data.id}`, {
      token: lead.token,
    })
  ).data
  const [{ id, countSn } = { id: 0, countSn: '' }] = list
  const [line] = await linesOf(id)
  return { planId: data.id, id, countSn, skuId, lineId: line?.id ?? 0 }
}
const enter = (id: number, lineId: number, qty: number, as: Person, more = {}) =>
  post(`${S}/entry/${id}`, { lines: [{ lineId, qty, ...more }] }, as)
const finish = (id: number, as: Person) => post(`${S}/round/finish/${id}`, {}, as)
const examine = (id: number, body: object = { auditStatus: 1 }) => post(`${S}/examine/${id}`, body, boss)

test('W §15-14: a blind count tells nobody the book, and nothing leaves a section that is counted', async () => {
  const { id, countSn, skuId, lineId } = await counting(120)
  const [line] = await linesOf(id, first)
  expect(line).toMatchObject({ bookQty: null, diffQty: null, finalQty: null })
  expect((await linesOf(id, lead))[0]).toMatchObject({ bookQty: 120 })
  const from = await placeOf(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId })
  const moved = asSystem(app.db, (tx) =>
    shift(tx, { source: newSource('shifting'), action: 'post' }, [
      { lineId: 1, warehouseId: place.id, skuId, q: 1000, from, toSectionId: place.sections.pick },
    ]),
  )
  await expect(moved).rejects.toThrow(`库区 A01 正在盘点（${countSn}），暂不能出入库`)
  await asSystem(app.db, (tx) =>
    reserve(tx, newSource('order'), [{ lineId: 1, warehouseId: place.id, skuId, q: 1000 }]),
  )
  await enter(id, lineId, 120, first)
  expect((await linesOf(id, second))[0]).toMatchObject({ bookQty: null })
})

test('W §15-15, §10.9: counted twice by others, decided by the third, and posted once', async () => {
  const { id, planId, skuId, lineId } = await counting(120, {
    tolerancePct: '1.00',
    toleranceAmount: '20.00',
  })
  expect(await told(finish(id, first))).toEqual([422, '还有 1 行未盘点'])
  await enter(id, lineId, 117, first)
  expect((await finish(id, first)).code).toBe(200)
  expect(await infoOf(id)).toMatchObject({ status: 2 })
  expect((await linesOf(id, second))[0]).toMatchObject({ firstQty: null })
  expect(await told(enter(id, lineId, 118, first))).toEqual([422, '复盘人不能与初盘人相同'])
  await enter(id, lineId, 118, second)
  await finish(id, second)
  expect(await infoOf(id)).toMatchObject({ status: 3 })
  await enter(id, lineId, 118, boss)
  await finish(id, boss)
  expect(await infoOf(id)).toMatchObject({ status: 4, diffCount: 1, accuracy: 0 })
  expect((await linesOf(id, first))[0]).toMatchObject({ bookQty: 120, finalQty: 118, diffQty: -2 })
  expect(await told(post(`${S}/submit/${id}`, {}, lead))).toEqual([422, '请选择第1行的差异原因'])
  await post(`${S}/reason/${id}`, { lines: [{ lineId, reason: 4, note: '' }] }, first)
  expect((await post(`${S}/submit/${id}`, {}, lead)).code).toBe(200)
  const codes = (await Promise.all([examine(id), examine(id)])).map((one) => one.code).sort()
  expect(codes).toEqual([200, 409])
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ onHand: 118, amount: 141_600 })
  const { rows } = await sql<{
    countSn: string
  }>`select "countSn" from "section" where "id" = ${place.sections.store}`.execute(app.db)
  expect(rows).toEqual([{ countSn: '' }])
  const plan = (await app.request<{ status: number }>('GET', `${P}/info/${planId}`, { token: lead.token }))
    .data
  expect(plan.status).toBe(5)
})

test('W §15-16: a loss that orders need is asked about, and then cuts the newest of them', async () => {
  const { id, skuId, lineId } = await counting(10)
  const orders = [newSource('order'), newSource('order'), newSource('order')]
  for (const source of orders)
    await asSystem(app.db, (tx) =>
      reserve(tx, source, [{ lineId: 1, warehouseId: place.id, skuId, q: 3000 }]),
    )
  for (const [who, qty] of [
    [first, 7],
    [second, 7],
  ] as const) {
    await enter(id, lineId, qty, who)
    await finish(id, who)
  }
  await post(`${S}/reason/${id}`, { lines: [{ lineId, reason: 4 }] }, first)
  await post(`${S}/submit/${id}`, {}, lead)
  const asked = await examine(id)
  expect([asked.code, asked.message]).toEqual([422, '盘亏后库存不足，将影响 1 个订单，请确认'])
  expect(asked.data).toMatchObject({ reason: 'confirm', lost: [{ sn: orders[2]?.sn, q: 2 }] })
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ onHand: 10, reserved: 9 })
  expect((await examine(id, { auditStatus: 1, confirmed: 1 })).message).toBe('操作成功')
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ onHand: 7, reserved: 7, available: 0 })
  const { rows } = await sql<{ open: number; shortQty: number }>`
    select "open"::float8 as "open", "shortQty"::float8 as "shortQty" from "stockReserve" where "sourceSn" = ${orders[2]?.sn ?? ''}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ open: 1, shortQty: 2 }])
})

test('W §2.7: a loss takes first what an account has not reserved', async () => {
  const { id, skuId, lineId } = await counting(10)
  const vacctId = await openVacct(app.db, { warehouseId: place.id, ownerType: 1, ownerId: 1204 })
  await asSystem(app.db, (tx) =>
    assignVacct(tx, { source: newSource('vacct'), action: 'assign' }, [
      { lineId: 1, vacctId, skuId, q: 9000 },
    ]),
  )
  for (const who of [first, second]) {
    await enter(id, lineId, 6, who)
    await finish(id, who)
  }
  await post(`${S}/reason/${id}`, { lines: [{ lineId, reason: 4 }] }, first)
  await post(`${S}/submit/${id}`, {}, lead)
  expect((await examine(id)).message).toBe('盘亏后库存不足，将影响 0 个订单，请确认')
  expect((await examine(id, { auditStatus: 1, confirmed: 1 })).message).toBe('操作成功')
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ onHand: 6, vAlloc: 6, publicAvail: 0 })
})

test('W §15-17: a dynamic count reads the book when a figure is entered', async () => {
  const { id, skuId, lineId } = await counting(50, { countMode: 2 })
  const source = newSource('order')
  await asSystem(app.db, async (tx) => {
    await reserve(tx, source, [{ lineId: 1, warehouseId: place.id, skuId, q: 6000 }])
    await shipOut(tx, { source, action: 'ship' }, [{ lineId: 1, q: 6000 }], { moveType: 111 })
  })
  await enter(id, lineId, 44, first)
  expect((await linesOf(id))[0]).toMatchObject({ bookQty: 44 })
  await finish(id, first)
  expect(await infoOf(id)).toMatchObject({ status: 4, diffCount: 0, accuracy: 100 })
})

test('W §12: a refusal names the line of those that were sent, and parts of a piece are none', async () => {
  const { id, lineId, skuId } = await counting(9)
  const lot = { sectionId: place.sections.store, lotNo: '' }
  const [other = 0] = await addSkus(app.db, 1)
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections.pick, skuId: other }, 1, 12)
  expect((await post(`${S}/line/add/${id}`, { ...lot, skuId: other, qty: 0.5 }, first)).data).toMatchObject([
    { field: 'qty', message: '该商品不支持小数数量' },
  ])
  expect((await post(`${S}/line/add/${id}`, { ...lot, skuId: other, qty: 3 }, first)).code).toBe(200)
  const found = (await linesOf(id)).find((line) => line.id !== lineId)?.id ?? 0
  const lines = [
    { lineId, qty: 9 },
    { lineId: found, qty: 2.5 },
  ]
  const { code, data } = await post(`${S}/entry/${id}`, { lines }, first)
  expect([code, data]).toEqual([422, [{ field: 'lines.1.qty', message: '该商品不支持小数数量' }]])
  expect(skuId).not.toBe(other)
  expect((await linesOf(id)).map((line) => line.firstQty)).toEqual([null, 3])
})

test('W §7: a scan that is sent again counts once, and scans add up', async () => {
  const { id, lineId } = await counting(5)
  const scan = (scanId: string) => enter(id, lineId, 1, first, { adds: 1, scanId })
  await Promise.all([scan('s1'), scan('s1'), scan('s2'), scan('s1')])
  expect((await linesOf(id, first))[0]).toMatchObject({ firstQty: 2 })
  await enter(id, lineId, 5, first)
  expect((await linesOf(id, first))[0]).toMatchObject({ firstQty: 5 })
})

test('W §5.9: a void plan posts nothing, and goods move again', async () => {
  const { planId, id, skuId } = await counting(10)
  expect((await post(`${P}/cancel/${planId}`, { reason: '改期' }, lead)).code).toBe(200)
  expect(await infoOf(id)).toMatchObject({ status: 9 })
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, 1, 12)
  expect((await headOf(app.db, place.id, skuId)).onHand).toBe(11)
})

test('W §5.9: goods that the book does not know there are found and come in', async () => {
  const { id, lineId, skuId } = await counting(10)
  const found = { skuId, sectionId: place.sections.bad, lotNo: '', qty: 3 }
  const other = await openWarehouse(app.db)
  expect(
    await told(post(`${S}/line/add/${id}`, { ...found, sectionId: other.sections.store }, first)),
  ).toEqual([422, '库区不属于该仓库'])
  expect((await post(`${S}/line/add/${id}`, found, first)).message).toBe('操作成功')
  expect(await told(post(`${S}/line/add/${id}`, found, first))).toEqual([
    422,
    '该库区的此商品和批次已在盘点表中',
  ])
  await enter(id, lineId, 10, first)
  await finish(id, first)
  const [, line] = await linesOf(id)
  await enter(id, line?.id ?? 0, 3, second)
  await finish(id, second)
  await post(`${S}/reason/${id}`, { lines: [{ lineId: line?.id, reason: 1 }] }, first)
  await post(`${S}/submit/${id}`, {}, lead)
  expect((await examine(id)).message).toBe('操作成功')
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ onHand: 13, frozen: 3, available: 10 })
})

test('W §13: what moved yesterday is counted today, once, and monthly counts are drafted on the 25th', async () => {
  const at = await openWarehouse(app.db)
  const [skuId = 0] = await addSkus(app.db, 1)
  await bring(app.db, { warehouseId: at.id, sectionId: at.sections.store, skuId }, 5, 1)
  await sql`update "warehouse" set "staffIds" = ${sql.val([first.adminId])}::int[] where "id" = ${at.id}`.execute(
    app.db,
  )
  expect(await planCounts(app.db, movedDay(today(), 1))).toBe(1)
  expect(await planCounts(app.db, movedDay(today(), 1))).toBe(0)
  expect(await planCounts(app.db, '2031-03-25')).toBe(1)
  const { list } = (
    await app.request<{ list: { countType: number; status: number; lineCount: number }[] }>(
      'GET',
      `${P}/list?warehouseId=${at.id}`,
      { token: lead.token },
    )
  ).data
  expect(list).toMatchObject([
    { countType: 2, status: 0, lineCount: 0 },
    { countType: 1, status: 2, lineCount: 1 },
  ])
})

test('W §5.9: a sheet of 20,000 lines is made within five seconds', async () => {
  const at = await openWarehouse(app.db)
  const skus = await addSkus(app.db, 20_000)
  await sql`insert into "stock" ("warehouseId", "skuId", "onHand") select ${at.id}, unnest(${sql.val(skus)}::int[]), 1`.execute(
    app.db,
  )
  await sql`insert into "lot" ("skuId", "lotNo", "firstInTime") select unnest(${sql.val(skus)}::int[]), '-', now() on conflict do nothing`.execute(
    app.db,
  )
  await sql`insert into "stockLot" ("warehouseId", "sectionId", "skuId", "lotId", "lotNo", "onHand")
    select ${at.id}, ${at.sections.store}, "skuId", "id", "lotNo", 1 from "lot" where "skuId" = any(${sql.val(skus)}::int[])`.execute(
    app.db,
  )
  const { data } = await post(
    `${P}/save`,
    {
      ...{
        countType: 4,
        warehouseId: at.id,
        planDate: today(),
        scopeType: 1,
        counterIds: String(first.adminId),
      },
    },
    lead,
  )
  const begin = performance.now()
  expect((await post(`${P}/generate/${data.id}`, {}, lead)).message).toBe('操作成功')
  expect((await post(`${P}/start/${data.id}`, {}, lead)).message).toBe('操作成功')
  expect(performance.now() - begin).toBeLessThan(10_000)
  await sql`delete from "stockLot" where "warehouseId" = ${at.id}`.execute(app.db)
  await sql`delete from "stock" where "warehouseId" = ${at.id}`.execute(app.db)
})

test('W §9: what was counted comes from a sheet, and with anything wrong nothing of it is kept', async () => {
  const { id, countSn } = await counting(120)
  const send = (rows: readonly string[], as = first) =>
    app.request<{ done: number; faults: { rowNo: number; column: string; message: string }[] }>(
      'POST',
      `${S}/import/${id}`,
      { token: as.token, ...multipart('count.csv', rows.join('\n')) },
    )
  const file = await app.request('GET', `${S}/import/template/${id}`, { token: first.token })
  const sheet = await openSheet(Readable.from([file.bytes]), { fileName: 'count.xlsx' })
  const cells: string[][] = []
  for await (const row of sheet.rows()) cells.push(row.cells)
  await sheet.close()
  expect(cells[0]).toEqual(expect.arrayContaining(['*盘点表号', '*行号', '*实盘']))
  expect(cells[0]?.join()).not.toContain('账面')
  expect(cells[1]?.slice(0, 3)).toEqual([countSn, '1', 'A01'])
  const head = '盘点表号,行号,实盘'
  const wrong = await send([
    head,
    `${countSn},1,5`,
    'PD1,1,5',
    `${countSn},9,5`,
    `${countSn},1,6`,
    `${countSn},1,x`,
  ])
  expect(wrong.data.done).toBe(0)
  expect(wrong.data.faults.map(({ rowNo, message }) => [rowNo, message])).toEqual([
    [3, `不是本盘点表（${countSn}）`],
    [4, '盘点明细不存在'],
    [5, '行号在文件中重复'],
    [6, expect.stringContaining('实盘格式不正确')],
  ])
  expect((await linesOf(id, first))[0]?.firstQty).toBeNull()
  // Lines that are blank wait for whoever counts them.
  expect((await send([head, `${countSn},1,`])).data).toEqual({ done: 0, faults: [] })
  expect((await send([head, `${countSn},1,118`])).data).toEqual({ done: 1, faults: [] })
  expect((await linesOf(id, first))[0]?.firstQty).toBe(118)
  await finish(id, first)
  expect((await send([head, `${countSn},1,118`], first)).message).toBe('复盘人不能与初盘人相同')
  await send([head, `${countSn},1,118`], second)
  await finish(id, second)
  expect(await infoOf(id)).toMatchObject({ status: 4 })
  expect((await send(['盘点表号,行号,原因,说明', `${countSn},1,破损,碎了`], boss)).data.done).toBe(1)
  expect((await linesOf(id))[0]).toMatchObject({ reason: 3, note: '碎了' })
})
