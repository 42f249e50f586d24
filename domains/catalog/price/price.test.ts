import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { jobOf } from '#kit/server/jobs.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { startOfDay, toSeconds } from '#kit/shared/time.ts'
import { openShop, type Shop, sku, specs } from '../../../tests/catalogShop.ts'
import { planOf } from '../../../tests/planOf.ts'
import { waitsFor } from '../../../tests/waitsFor.ts'
import { currentPrices, dropPlanned, setSkuPrice } from '../product/price.server.ts'
import { rulingNow } from './companyPrices.server.ts'
import { getBase, getSkuPrice, getSkuPrices } from './getPrice.server.ts'
import { BELOW_FLOOR, rulingAt } from './price.rules.ts'
import { draftPriceNotice } from './priceNotice.server.ts'

let app: TestApp
let shop: Shop
/** decides what the administrator made */
let other: string

const BASE = '/admin/product/basePrice'
const NOTICE = '/admin/purpose/priceNotice'
const SALE = '/admin/purpose/productSaleInfo'
const P = '/admin/store/product'
const DAY = 86_400

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  const codes = [BASE, SALE, NOTICE].map((path) => `${path.slice(1).replaceAll('/', ':')}:examine`)
  other = (await app.person({ permissions: [...codes, BELOW_FLOOR] })).token
})
afterAll(() => app.close())

const post = <T = { id: number }>(path: string, body: unknown, token = shop.token) =>
  app.request<T>('POST', path, { token, body })
const get = <T>(path: string, query = {}, token = shop.token) => app.request<T>('GET', path, { token, query })

async function firstSku(productId: number): Promise<number> {
  const rows = await app.db
    .selectFrom('sku')
    .select('id')
    .where('productId', '=', productId)
    .orderBy('id')
    .execute()
  return rows[0]?.id ?? 0
}
const newSku = async (more = {}) => firstSku(await shop.save(more))
const rowsOf = (skuId: number) =>
  app.db.selectFrom('skuPrice').selectAll().where('skuId', '=', skuId).orderBy('id').execute()
const run = (time?: Date) =>
  jobOf(app.db, 'catalog.priceSchedule')?.run(
    app.db,
    time === undefined ? {} : { time: toSeconds(time) },
    new AbortController().signal,
  )
const now = () => Math.floor(Date.now() / 1000)

const notice = (skuId: number, newPrice: string, more = {}) => ({
  noticeTitle: '酸奶调价',
  noticeType: 1,
  scopeType: 0,
  channelId: 1201,
  effectTime: now() + DAY,
  reason: '成本上涨',
  lines: [{ skuId, newPrice }],
  submit: 1,
  ...more,
})

/** A document that was submitted by one person and passed by another. */
async function passed(path: string, body: unknown): Promise<number> {
  const saved = await post(`${path}/save`, body)
  if (saved.code !== 200) throw new Error(saved.body)
  const decided = await post(`${path}/examine/${saved.data.id}`, { auditStatus: 1 }, other)
  if (decided.code !== 200) throw new Error(decided.body)
  return saved.data.id
}
const noticeRow = (id: number) =>
  app.db.selectFrom('priceNotice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const basePrice = (skuId: number, price: string, minRate: number) => ({
  priceTitle: '基础价',
  effectTime: now() - 60,
  lines: [{ skuId, basePrice: price, minRate, purchaseBase: '8.00' }],
  submit: 1,
})

let customers = 0

/** Rows of parties, which have rooms of their own; each call makes its own. */
async function customer() {
  customers += 1
  const code = String(customers)
  const { rows } = await sql<{
    company: number
    shouda: number
    payer: number
    level: number
    sales: number
  }>`
    with "level" as (insert into "orgLevel" ("grade", "levelName", "channelId", "discount", "minScore")
        values (10, ${`金牌${code}`}, ${2000 + customers}, 95, 0) returning "id"),
      "sales" as (insert into "salesChannel" ("channelCode", "channelName", "channelId")
        values (${code}, '华中KA', 1202) returning "id"),
      "company" as (insert into "company" ("orgCode", "orgName", "orgType", "orgLevelId", "channelIds", "provinceId", "cityId",
          "districtId", "address", "contactName", "contactPhone")
        select ${`KH${code}`}, ${`华中超市${code}`}, '1', "id", array[1202], 0, 0, 0, '', '', ''
        from "level" returning "id", "orgLevelId"),
      "shouda" as (insert into "shouda" ("shoudaNum", "shoudaName", "companyId", "channelId", "salesChannelId",
          "salesOrg", "distChannel", "division", "paymentTerms")
        select ${code}, '华中超市售达方', c."id", 1202, s."id", '1000', '10', '00', 'Z001'
        from "company" c, "sales" s returning "id"),
      "payer" as (insert into "payer" ("payerCode", "payerName", "companyId")
        select ${code}, '华中超市付款方', "id" from "company" returning "id")
    select c."id" as "company", c."orgLevelId" as "level", s."id" as "sales", d."id" as "shouda", p."id" as "payer"
    from "company" c, "sales" s, "shouda" d, "payer" p`.execute(app.db)
  const [made] = rows
  if (made === undefined) throw new Error('no customer')
  return made
}

interface Calc {
  lines: {
    price: string
    amount: string
    net: string
    tax: string
    locked: number
    reason: string
    steps: { label: string; price: string | null; sourceName: string; note: string; used: number }[]
  }[]
}

test('C9-6: one line of 57 out of three packing units is priced for a customer, and its agreements go first', async () => {
  const units = await get<{ value: number; label: string }[]>('/admin/product/unit/all')
  const unit = (label: string) => units.data.find((one) => one.label === label)?.value ?? 0
  const skuId = await newSku({
    taxRate: 13,
    productUnits: [
      { unitId: unit('提'), ratio: 6 },
      { unitId: unit('箱'), ratio: 12 },
    ],
  })
  const { shouda, payer, level, sales } = await customer()
  await passed(BASE, basePrice(skuId, '10.00', 10))
  await passed(SALE, {
    infoTitle: '华中KA供货',
    salesChannelId: sales,
    effectTime: now() - 60,
    lines: [{ skuId, supplyPrice: '12.30', retailPrice: '15.80' }],
    submit: 1,
  })
  await passed(
    NOTICE,
    notice(skuId, '11.80', {
      scopeType: 3,
      scopeIds: String(level),
      channelId: 1202,
      effectTime: now() - 60,
    }),
  )
  const lines = [
    {
      skuId,
      packs: [
        { unitId: unit('箱'), qty: 2 },
        { unitId: unit('提'), qty: 1 },
        { unitId: shop.unitId, qty: 3 },
      ],
    },
  ]
  // 2 × 12 + 6 + 3 = 33 here; the worked 57 has boxes of 24.
  await sql`update "productUnit" set "ratio" = 24 where "unitId" = ${unit('箱')}`.execute(app.db)
  const calc = async (more = {}) => {
    const answer = await post<Calc>(`${P}/price/calc`, { channelId: 1202, shoudaId: shouda, lines, ...more })
    expect(answer.code).toBe(200)
    return answer.data.lines[0]
  }
  const rated = await calc()
  expect(rated?.reason).toBe('销售渠道价 × 组织等级折扣95.00%')
  expect(rated?.steps.map((one) => [one.label, one.price, one.note, one.used])).toEqual([
    ['售达方价', null, '没有价格', 0],
    ['销售渠道价', '12.30', '', 1],
    ['渠道价', '12.80', '', 0],
    ['组织等级折扣', '11.69', '12.30 × 95.00%', 1],
    ['组织等级价', '11.80', '', 0],
  ])
  expect(rated).toMatchObject({
    qty: 57,
    price: '11.69',
    amount: '666.33',
    net: '589.67',
    tax: '76.66',
    locked: 0,
    basePrice: '10.00',
    floorPrice: '9.00',
  })
  await passed(
    NOTICE,
    notice(skuId, '11.50', {
      scopeType: 2,
      scopeIds: String(shouda),
      channelId: 1202,
      effectTime: now() - 60,
    }),
  )
  expect(await calc()).toMatchObject({ price: '11.50', locked: 1 })
  const day = new Date().toISOString().slice(0, 10)
  const agreed = { payerId: payer, skuIds: String(skuId), startDate: day, endDate: '2099-12-31' }
  const discount = await post('/admin/payerproduct/save', { ...agreed, discountRate: 98 })
  expect(discount.code).toBe(200)
  expect(await calc({ payerId: payer })).toMatchObject({
    price: '11.27',
    locked: 1,
    reason: '售达方价 × 付款方折扣98.00%',
  })
  expect(await post('/admin/payerproduct/save', { ...agreed, settlePrice: '11.20' })).toMatchObject({
    code: 422,
    message: '该付款方商品在此期间已存在',
  })
  // Nor is one that was disabled enabled again beside another.
  const turn = (id: number, status: 0 | 1) => post(`/admin/payerproduct/update/status/${id}`, { status })
  expect((await turn(discount.data.id, 0)).code).toBe(200)
  const second = await post('/admin/payerproduct/save', { ...agreed, settlePrice: '11.20' })
  expect((await turn(discount.data.id, 1)).message).toBe('该付款方商品在此期间已存在')
  expect((await turn(second.data.id, 0)).code).toBe(200)
  expect((await turn(discount.data.id, 1)).code).toBe(200)
  await post('/admin/payerproduct/update', { id: discount.data.id, discountRate: null, settlePrice: '11.20' })
  const line = await calc({ payerId: payer })
  expect(line).toMatchObject({ price: '11.20', locked: 1 })
  expect(line?.steps.map((one) => [one.label, one.price, one.note, one.used])).toEqual([
    ['付款方结算价', '11.20', '锁定价', 1],
    ['售达方价', '11.50', '锁定价', 0],
    ['销售渠道价', '12.30', '', 0],
    ['渠道价', '12.80', '', 0],
    ['组织等级折扣', null, '锁定价不再优惠', 0],
    ['组织等级价', '11.80', '锁定价不再优惠', 0],
  ])
  expect(line?.steps[0]).toMatchObject({
    sourceName: '付款方商品',
    startTime: toSeconds(startOfDay(new Date(`${day}T12:00:00+08:00`))),
    endTime: toSeconds(new Date('2100-01-01T00:00:00+08:00')),
  })
  expect(line?.steps[1]?.sourceName).toMatch(/^价格通知单 JG\d{14}$/)
  // Door and call answer the same.
  const one = await getSkuPrice(app.db, {
    skuId,
    channelId: 1202,
    shoudaId: shouda,
    payerId: payer,
    q: 57_000,
  })
  expect(one).toMatchObject({ price: 1120, locked: true, base: 1000, floorPrice: 900 })
  await expect(getSkuPrice(app.db, { skuId, channelId: 1205, q: 1000 })).rejects.toMatchObject({
    code: 422,
    message: '该商品在当前渠道未定价',
  })
})

test('C9-6: a consumer pays the lowest of the price, the level and the paid membership', async () => {
  const productId = await shop.save({
    isMemberPrice: 1,
    attrValue: [sku({ 规格: '默认' }, { price: '15.80' })],
  })
  const skuId = await firstSku(productId)
  const calc = async (uid: number) => {
    const answer = await post<Calc>(`${P}/price/calc`, { channelId: 1201, uid, lines: [{ skuId, qty: 1 }] })
    return answer.code === 200 ? answer.data.lines[0] : answer
  }
  const level = async (levelType: 1 | 2, name: string, grade: number, discount: number | null) =>
    (
      await app.db
        .insertInto('systemUserLevel')
        .values({ levelType, name, grade, discount, icon: '/x.png' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const silver = await level(1, '银卡', 1, 97)
  const [gold, black] = [await level(2, '金卡', 1, null), await level(2, '黑卡', 2, null)]
  const consumer = async (no: string, paid: number | null) => {
    const { id } = await app.db
      .insertInto('user')
      .values({ userNo: no, nickname: no, level: silver })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (paid !== null)
      await app.db
        .insertInto('userPaidMember')
        .values({
          uid: id,
          levelId: paid,
          anchor: '2025-01-01',
          startTime: new Date(0),
          status: 1,
          vipOrderId: id,
        })
        .execute()
    return id
  }
  const [plain, member, other] = [
    await consumer('C1', null),
    await consumer('C2', gold),
    await consumer('C3', black),
  ]
  expect(await calc(999_999)).toMatchObject({ code: 422, message: '用户不存在' })
  expect(await calc(plain)).toMatchObject({ price: '15.33', reason: '渠道价 × 会员等级折扣97.00%' })
  await sql`insert into "productVip" ("productId", "approved", "onShelf", "auditStatus", "levelIds")
    values (${productId}, ${JSON.stringify([{ skuId, vipPrice: 1390 }])}::jsonb, 1, 1, array[${gold}::int])`.execute(
    app.db,
  )
  expect(await calc(plain)).toMatchObject({ price: '15.33' })
  expect(await calc(member)).toMatchObject({
    price: '13.90',
    reason: '付费会员价',
    steps: [
      { label: '渠道价', price: '15.80', used: 0 },
      { label: '会员等级折扣', name: '银卡', price: '15.33', note: '15.80 × 97.00%', used: 0 },
      { label: '付费会员价', price: '13.90', sourceName: '付费商品', used: 1 },
    ],
  })
  // Not for their level, off the shelf of the pool, over: no paid price.
  expect(await calc(other)).toMatchObject({ price: '15.33' })
  const vip = (change: { onShelf?: 0 | 1; endTime?: Date | null }) =>
    app.db.updateTable('productVip').set(change).where('productId', '=', productId).execute()
  await vip({ onShelf: 0 })
  expect(await calc(member)).toMatchObject({ price: '15.33' })
  await vip({ onShelf: 1, endTime: new Date(Date.now() - 1000) })
  expect(await calc(member)).toMatchObject({ price: '15.33' })
  await vip({ endTime: null })
  await app.db.updateTable('product').set({ isMemberPrice: 0 }).where('id', '=', productId).execute()
  expect(await calc(member)).toMatchObject({ price: '15.80', reason: '渠道价' })
})

test('an agreement names a price or a rate, and its floor is guarded', async () => {
  const skuId = await newSku()
  const { payer } = await customer()
  await passed(BASE, basePrice(skuId, '10.00', 10))
  const agreed = { payerId: payer, skuIds: String(skuId), startDate: '2026-01-01', endDate: '2099-12-31' }
  const limited = await app.person({ permissions: ['admin:payerproduct:save'] })
  expect(
    await post('/admin/payerproduct/save', { ...agreed, settlePrice: '9.00', discountRate: 98 }),
  ).toMatchObject({ code: 422, message: '结算价与折扣率只能填写一项' })
  expect(
    await post('/admin/payerproduct/save', { ...agreed, settlePrice: '8.99' }, limited.token),
  ).toMatchObject({ code: 422, message: '售价不能低于最低限价 9.00 元' })
  expect(await post('/admin/payerproduct/save', { ...agreed, endDate: '2025-12-31' })).toMatchObject({
    code: 422,
    message: '结束日期不能早于开始日期',
  })
  // Two at once: one of them.
  const both = await Promise.all(
    [1, 2].map(() => post('/admin/payerproduct/save', { ...agreed, settlePrice: '9.00' })),
  )
  expect(both.map((one) => one.code).sort()).toEqual([200, 422])
  const other = await customer()
  const id = both.find((one) => one.code === 200)?.data.id ?? 0
  await post('/admin/payerproduct/copyTo', { ids: String(id), payerIds: `${other.payer},${payer}` })
  const list = await get<{ list: { payerId: number; settlePrice: string; validity: string }[] }>(
    '/admin/payerproduct/list',
    { payerId: other.payer, valid: '1' },
  )
  expect(list.data.list).toMatchObject([
    { payerId: other.payer, settlePrice: '9.00', validity: '2026-01-01 至 2099-12-31' },
  ])
})

test('C9-7: no entry takes a price below the floor from a person without the permission', async () => {
  const id = await shop.save()
  const skuId = await firstSku(id)
  await passed(BASE, basePrice(skuId, '10.00', 10))
  expect((await getBase(app.db, [skuId])).get(skuId)).toEqual({
    basePrice: 1000,
    minRate: 10,
    purchaseBase: 800,
    floorPrice: 900,
  })
  const text = '售价不能低于最低限价 9.00 元'
  const clerk = await app.person({
    permissions: ['admin:store:product:update', 'admin:purpose:priceNotice:save', 'admin:store:product:cost'],
  })
  const form = (price: string) => ({ id, attrValue: [sku({ 规格: '默认' }, { price })] })
  expect(await post(`${P}/update`, form('8.99'), clerk.token)).toMatchObject({
    code: 422,
    message: text,
    data: [{ field: 'attrValue.0.price' }],
  })
  expect((await post(`${P}/update`, form('9.00'), clerk.token)).code).toBe(200)
  expect(await post(`${NOTICE}/save`, notice(skuId, '8.99'), clerk.token)).toMatchObject({
    code: 422,
    message: text,
    data: [{ field: 'lines.0.newPrice' }],
  })
  expect((await post(`${NOTICE}/save`, notice(skuId, '9.00', { submit: 0 }), clerk.token)).code).toBe(200)
  expect((await post(`${NOTICE}/save`, notice(skuId, '8.99', { submit: 0 }))).code).toBe(200)

  // The floor rose after the price was entered: who passes it needs the permission.
  const entered = await post(`${NOTICE}/save`, notice(skuId, '9.50'))
  await passed(BASE, basePrice(skuId, '11.00', 10))
  const examiner = await app.person({ permissions: ['admin:purpose:priceNotice:examine'] })
  expect(
    await post(`${NOTICE}/examine/${entered.data.id}`, { auditStatus: 1 }, examiner.token),
  ).toMatchObject({ code: 422, message: '售价不能低于最低限价 9.90 元' })
  expect((await post(`${NOTICE}/examine/${entered.data.id}`, { auditStatus: 1 }, other)).code).toBe(200)
})

test('C9-8: a planned price is charged from its moment on, whether or not the job has run; the job runs once', async () => {
  const productId = await shop.save()
  const skuId = await firstSku(productId)
  const tomorrow = startOfDay(new Date(), 1)
  const id = await passed(NOTICE, notice(skuId, '13.20', { effectTime: toSeconds(tomorrow) }))
  const at = async (time: Date) => {
    const answer = await post<Calc>(`${P}/price/calc`, {
      channelId: 1201,
      time: toSeconds(time),
      lines: [{ skuId, qty: 1 }],
    })
    return answer.data.lines[0]?.price
  }
  expect(await at(new Date(tomorrow.getTime() - 1000))).toBe('12.80')
  expect(await at(tomorrow)).toBe('13.20')
  expect((await noticeRow(id)).execStatus).toBe(0)
  const shown = () =>
    app.db.selectFrom('sku').select('price').where('id', '=', skuId).executeTakeFirstOrThrow()
  const before = (await rowsOf(skuId)).length
  await run(new Date(tomorrow.getTime() - 1000))
  expect((await noticeRow(id)).execStatus).toBe(0)
  await run(tomorrow)
  expect((await noticeRow(id)).execStatus).toBe(1)
  // Told again changes nothing.
  const version = (await noticeRow(id)).version
  expect(await run(tomorrow)).toBe(0)
  expect((await noticeRow(id)).version).toBe(version)
  expect(await rowsOf(skuId)).toHaveLength(before)
  expect((await shown()).price).toBe(1280)
  expect(
    await app.request('POST', `${NOTICE}/revoke/${id}`, { token: shop.token, body: { reason: '太晚' } }),
  ).toMatchObject({ code: 409, message: '当前状态为已生效，不能撤回' })
})

test('C9-8: taken back before its moment, the price before stays, and who was told is told again', async () => {
  const skuId = await newSku({ channels: [1202] })
  const { company, shouda } = await customer()
  await sql`update "company" set "inForce" = 1, "status" = 1 where "id" = ${company}`.execute(app.db)
  await sql`update "systemNotification" set "isSms" = 1 where "mark" like 'priceNotice%'`.execute(app.db)
  // One who may no longer sign in is told nothing.
  await sql`insert into "orgUser" ("orgId", "account", "realName", "phone", "orgRole", "shoudaIds", "status")
    select ${company}, 'buyer' || ${company} || '-' || n, '采购', '139' || lpad((${company}::int * 2 + n)::text, 8, '0'), array[1],
      array[${shouda}::int], n from generate_series(0, 1) n`.execute(app.db)
  const tomorrow = startOfDay(new Date(), 1)
  const id = await passed(
    NOTICE,
    notice(skuId, '13.20', {
      scopeType: 2,
      scopeIds: String(shouda),
      channelId: 1202,
      notifyWay: [2],
      effectTime: toSeconds(tomorrow),
    }),
  )
  const info = await get<{ receiverCount: number }>(`${NOTICE}/info/${id}`)
  expect(info.data.receiverCount).toBe(1)
  const { noticeNo } = await noticeRow(id)
  const price = async () =>
    (await getSkuPrice(app.db, { skuId, channelId: 1202, shoudaId: shouda, q: 1000, time: tomorrow })).price
  expect(await price()).toBe(1320)
  expect(await post(`${NOTICE}/revoke/${id}`, {})).toMatchObject({ code: 422, message: '请输入撤回原因' })
  expect((await post(`${NOTICE}/revoke/${id}`, { reason: '客户未确认' })).code).toBe(200)
  expect(await price()).toBe(1280)
  expect(await noticeRow(id)).toMatchObject({ execStatus: 3, revokeReason: '客户未确认' })
  expect(await post(`${NOTICE}/revoke/${id}`, { reason: '再来' })).toMatchObject({
    code: 409,
    message: '当前状态为已撤回，不能撤回',
  })
  await run(tomorrow)
  expect((await noticeRow(id)).execStatus).toBe(3)
  const told = await app.db
    .selectFrom('noticeSent')
    .select('mark')
    .where('source', '=', noticeNo)
    .orderBy('id')
    .execute()
  expect(told.map((one) => one.mark)).toEqual(['priceNotice', 'priceNoticeRevoked'])
  const sap = await app.db
    .selectFrom('sapOutbox')
    .select('action')
    .where('bizSn', '=', noticeNo)
    .orderBy('id')
    .execute()
  expect(sap.map((one) => one.action)).toEqual(['create', 'cancel'])
})

test('a promotion ends by itself and the price before rules and shows again', async () => {
  const productId = await shop.save()
  const skuId = await firstSku(productId)
  expect(await post(`${NOTICE}/save`, notice(skuId, '9.90', { noticeType: 3 }))).toMatchObject({
    code: 422,
    message: '请选择失效时间',
  })
  const end = now() + 2
  const id = await passed(
    NOTICE,
    notice(skuId, '9.90', { noticeType: 3, effectTime: now() - 5, expireTime: end }),
  )
  const shown = async () => {
    const info = await get<{ price: string; attrValue: { price: string }[] }>(`${P}/info/${productId}`)
    return [info.data.price, info.data.attrValue[0]?.price]
  }
  expect((await noticeRow(id)).execStatus).toBe(1)
  expect(await shown()).toEqual(['9.90', '9.90'])
  expect(await run()).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 2200))
  expect(await run()).toBe(1)
  expect((await noticeRow(id)).execStatus).toBe(4)
  expect(await shown()).toEqual(['12.80', '12.80'])
  const home = await currentPrices(app.db, [skuId], [1201])
  expect(home[0]?.price).toBe(1280)
})

test('a later notice ends the one before it, and the calendar names both', async () => {
  const skuId = await newSku()
  const first = await passed(NOTICE, notice(skuId, '13.00', { effectTime: now() - 5 }))
  const second = await passed(NOTICE, notice(skuId, '13.50', { effectTime: now() - 5 }))
  await run()
  expect([(await noticeRow(first)).execStatus, (await noticeRow(second)).execStatus]).toEqual([4, 1])
  expect((await noticeRow(second)).lines[0]).toMatchObject({ oldPrice: 1300, newPrice: 1350, result: '' })
  const total = async () =>
    (await get<{ total: number }>(`${P}/price/history`, { skuId, channelId: 1201 })).data.total
  expect(await total()).toBe(3)
  const plan = await passed(NOTICE, notice(skuId, '14.00'))
  expect(await total()).toBe(4)
  const history = await get<{
    list: { price: string; state: number; sourceName: string; sourceReason: string }[]
  }>(`${P}/price/history`, { skuId, channelId: 1201 })
  expect(history.data.list.map((row) => [row.price, row.state])).toEqual([
    ['14.00', 0],
    ['13.50', 1],
    ['13.00', 2],
    ['12.80', 2],
  ])
  // Who looks back asks who did it and why.
  expect(history.data.list[0]).toMatchObject({
    sourceName: `价格通知单 ${(await noticeRow(plan)).noticeNo}`,
    sourceReason: '成本上涨',
  })
  const then = await get<{ list: { price: string }[] }>(`${P}/price/history`, {
    skuId,
    channelId: 1201,
    time: now() + 2 * DAY,
  })
  expect(then.data.list.map((row) => row.price)).toEqual(['14.00'])
})

test('the calendar lays out what rules from when to when, once more after an interruption', async () => {
  const skuId = await newSku({ channels: [1202] })
  await passed(BASE, basePrice(skuId, '10.00', 10))
  const start = now() + DAY
  const promotion = await passed(
    NOTICE,
    notice(skuId, '9.90', { channelId: 1202, noticeType: 3, effectTime: start, expireTime: start + DAY }),
  )
  await passed(NOTICE, notice(skuId, '13.20', { channelId: 1202, effectTime: start + 2 * DAY }))
  const calendar = await get<Record<string, unknown>[]>(`${P}/price/calendar`, { skuId, channelId: 1202 })
  const [base, ...channel] = calendar.data
  expect(base).toMatchObject({ scopeType: 9, price: '10.00', floorPrice: '9.00', state: 1, endTime: null })
  expect(
    channel.map((one) => [one.price, one.startTime, one.endTime, one.state, one.changeRate, one.sourceName]),
  ).toEqual([
    ['13.20', start + 2 * DAY, null, 0, 3.13, expect.stringMatching(/^价格通知单 JG/)],
    ['12.80', start + DAY, start + 2 * DAY, 0, 29.29, '商品资料'],
    ['9.90', start, start + DAY, 0, -22.66, `价格通知单 ${(await noticeRow(promotion)).noticeNo}`],
    ['12.80', expect.any(Number), start, 1, null, '商品资料'],
  ])
  // While the promotion rules, the price it interrupts has not ended.
  await app.db
    .updateTable('skuPrice')
    .set({ startTime: new Date() })
    .where('sourceType', '=', 'priceNotice')
    .where('sourceId', '=', promotion)
    .execute()
  const history = await get<{ list: { price: string; state: number }[] }>(`${P}/price/history`, {
    skuId,
    scopeType: '0',
  })
  expect(history.data.list.map((one) => [one.price, one.state])).toEqual([
    ['13.20', 0],
    ['9.90', 1],
    ['12.80', 3],
  ])
})

test('what changed since it was entered, and what is gone, is said at the line', async () => {
  const skuId = await newSku()
  const gone = await newSku()
  const saved = await post(
    `${NOTICE}/save`,
    notice(skuId, '14.00', {
      effectTime: now() - 5,
      lines: [
        { skuId, newPrice: '14.00' },
        { skuId: gone, newPrice: '14.00' },
      ],
    }),
  )
  await passed(NOTICE, notice(skuId, '13.00', { effectTime: now() - 5 }))
  await app.db.updateTable('sku').set({ isDel: 1 }).where('id', '=', gone).execute()
  const decide = () => post(`${NOTICE}/examine/${saved.data.id}`, { auditStatus: 1 }, other)
  const both = await Promise.all([decide(), decide()])
  expect(both.map((one) => one.code).sort()).toEqual([200, 409])
  const row = await noticeRow(saved.data.id)
  expect(row.execStatus).toBe(2)
  expect(row.lines.map((line) => line.result)).toEqual(['原价已变化', '商品已删除'])
  expect(row.lines[0]?.oldPrice).toBe(1300)
  const sources = (await rowsOf(skuId)).filter((one) => one.sourceId === saved.data.id)
  expect(sources).toHaveLength(1)
})

test('C9-18: cost and margin are absent for who may not see them', async () => {
  const skuId = await newSku()
  const codes = ['list', 'info', 'print', 'update', 'save'].map((one) => `admin:purpose:priceNotice:${one}`)
  const clerk = await app.person({ permissions: [...codes, 'admin:store:product:productAttrValuelist'] })
  const saved = await post(`${NOTICE}/save`, notice(skuId, '13.20', { submit: 0 }), clerk.token)
  const info = await get<{ lines: Record<string, unknown>[] }>(
    `${NOTICE}/info/${saved.data.id}`,
    {},
    clerk.token,
  )
  expect(info.data.lines[0]).toMatchObject({ newPrice: '13.20', oldPrice: '12.80', changeRate: 3.13 })
  expect(info.body).not.toContain('"cost"')
  expect(info.body).not.toContain('grossRate')
  const print = await get(`${NOTICE}/print`, { ids: saved.data.id }, clerk.token)
  expect(print.body).not.toContain('grossRate')
  const found = await post<{ list: unknown[] }>(`${P}/sku/find`, { skuIds: String(skuId) }, clerk.token)
  expect(found.data.list).toHaveLength(1)
  expect(found.body).not.toContain('"cost"')
  const seen = await get<{ lines: Record<string, unknown>[] }>(`${NOTICE}/info/${saved.data.id}`)
  expect(seen.data.lines[0]).toMatchObject({ cost: '8.00', grossRate: 39.39 })
})

test('lines are found by codes of specifications, products and barcodes; what is not found is told', async () => {
  const id = await shop.save({
    ...specs({ 原味: { barCode: '6901234567892' }, 草莓: {} }),
    productCode: 'FIND-1',
  })
  const rows = await app.db
    .selectFrom('sku')
    .select(['id', 'skuCode'])
    .where('productId', '=', id)
    .orderBy('sort')
    .execute()
  const find = async (codes: string[]) => {
    const answer = await post<{ list: { skuId: number; price: string }[]; notFound: string[] }>(
      `${P}/sku/find`,
      { codes, channelId: 1202 },
    )
    return [answer.data.list.map((one) => one.skuId), answer.data.notFound]
  }
  const [first, second] = rows
  expect(await find(['find-1', 'NOPE'])).toEqual([[first?.id, second?.id], ['NOPE']])
  expect(await find([second?.skuCode ?? '', '6901234567892'])).toEqual([[second?.id, first?.id], []])
  const many = Array.from({ length: 501 }, (_, index) => `C${index}`)
  expect((await post(`${P}/sku/find`, { codes: many })).code).toBe(422)
})

test('documents are copied, drafted once by their source, and refuse what makes no sense', async () => {
  const skuId = await newSku()
  const id = await passed(NOTICE, notice(skuId, '13.20'))
  const copy = await post(`${NOTICE}/copy/${id}`, {})
  expect(await noticeRow(copy.data.id)).toMatchObject({ auditStatus: -1, execStatus: null, lineCount: 1 })
  const twice = {
    lines: [
      { skuId, newPrice: '1.00' },
      { skuId, newPrice: '2.00' },
    ],
  }
  expect((await post(`${NOTICE}/save`, notice(skuId, '13.20', twice))).message).toMatch(/^商品.+重复$/)
  expect(await post(`${NOTICE}/save`, notice(skuId, '13.20', { expireTime: now() - 1 }))).toMatchObject({
    code: 422,
    message: '失效时间须晚于生效时间',
  })
  expect(await post(`${NOTICE}/save`, notice(skuId, '13.20', { scopeType: 2 }))).toMatchObject({
    code: 422,
    message: '请选择适用对象',
  })
  const draft = () =>
    asSystem(app.db, (tx) =>
      draftPriceNotice(
        tx,
        {
          noticeTitle: '计划调价',
          noticeType: 1,
          channelId: 1201,
          scopeType: 0,
          scopeIds: [],
          effectTime: new Date(Date.now() + 1000 * DAY),
          reason: '年度计划',
        },
        [{ skuId, newPrice: 1400 }],
        'plan 1',
      ),
    )
  const drafts = await Promise.all([draft(), draft()])
  expect(drafts[0]).toBe(drafts[1])
})

test('a sales channel lends its prices to those below it, and is kept while it is used', async () => {
  const S = '/admin/purpose/salesChannel'
  const save = async (channelCode: string, more = {}) =>
    (await post(`${S}/save`, { channelCode, channelName: channelCode, channelId: 1202, ...more })).data.id
  const top = await save('KA')
  const [below] = await waitsFor(app, "hashtext('salesChannel')", () => save('KA01', { pid: top }))
  expect(await post(`${S}/update`, { id: top, pid: below })).toMatchObject({
    code: 422,
    message: '上级渠道不能是自己或下级',
  })
  expect(
    await post(`${S}/save`, { channelCode: 'X', channelName: 'X', channelId: 1203, pid: top }),
  ).toMatchObject({ code: 422, message: '上级渠道须属于同一渠道' })
  const skuId = await newSku()
  await passed(SALE, {
    infoTitle: 'KA供货',
    salesChannelId: top,
    effectTime: now() - 60,
    lines: [{ skuId, supplyPrice: '12.30', retailPrice: '15.80', minRetailPrice: '14.00', minQty: 6 }],
    submit: 1,
  })
  const [priced] = await getSkuPrices(app.db, { channelId: 1202, salesChannelId: below }, [
    { skuId, quantity: 1000 },
  ])
  expect(priced?.chosen).toMatchObject({ price: 1230, otPrice: 1580, step: 'salesChannel' })
  const listing = await app.db
    .selectFrom('productChannel')
    .innerJoin('sku', 'sku.productId', 'productChannel.productId')
    .select(['channelId', 'minQty'])
    .where('sku.id', '=', skuId)
    .orderBy('channelId')
    .execute()
  expect(listing.map((one) => [one.channelId, one.minQty])).toEqual([
    [1201, 1],
    [1202, 6],
  ])
  expect((await post(`${S}/delete/${top}`, {})).code).toBe(409)
  const { shouda } = await customer()
  await sql`update "shouda" set "salesChannelId" = ${below}, "status" = 1 where "id" = ${shouda}`.execute(
    app.db,
  )
  expect(await post(`${S}/update/status/${below}`, { status: 0 })).toMatchObject({
    code: 409,
    message: '该销售渠道下有启用的售达方，不能停用',
  })
})

test('of one scope, sku and instant exactly one record rules, whatever the order of approval', async () => {
  const skuId = await newSku()
  const second = 1000
  const base = Date.now() + 1000 * DAY * 1000
  let source = 1_000_000
  const document = fc.record({
    start: fc.integer({ min: 0, max: 20 }),
    length: fc.option(fc.integer({ min: 1, max: 8 }), { nil: null }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(document, { minLength: 1, maxLength: 6, selector: (one) => one.start }),
      fc.infiniteStream(fc.nat()),
      async (documents, random) => {
        const priced = documents.map((one, index) => ({ ...one, price: 100 + index }))
        const shuffled = [...priced].sort(() => ((random.next().value ?? 0) % 2 === 0 ? -1 : 1))
        const outcome = async (order: typeof priced) => {
          const used: number[] = []
          for (const { start, length, price } of order) {
            const sourceId = ++source
            used.push(sourceId)
            const entry = {
              skuId,
              channelId: 1203,
              price,
              otPrice: price,
              sourceId,
              startTime: new Date(base + start * second),
              endTime: length === null ? null : new Date(base + (start + length) * second),
            }
            // Posted twice, it stands there once.
            for (let again = 0; again < 2; again++)
              await asSystem(app.db, (tx) => setSkuPrice(tx, [entry], 'priceNotice'))
          }
          const rows = (await rowsOf(skuId)).filter((one) => one.channelId === 1203)
          expect(rows).toHaveLength(order.length)
          const seen = []
          for (let at = 0; at < 30; at++) {
            const time = new Date(base + at * second)
            const [found] = await getSkuPrices(app.db, { channelId: 1203, time }, [{ skuId, quantity: 1000 }])
            expect(found?.chosen?.price ?? null).toBe(rulingAt(rows, time)?.price ?? null)
            // Open rows follow each other without gap or overlap.
            const open = rows.filter((one) => one.isTimed === 0 && one.startTime <= time)
            expect(open.filter((one) => one.endTime === null || one.endTime > time).length).toBe(
              open.length === 0 ? 0 : 1,
            )
            seen.push(found?.chosen?.price ?? null)
          }
          for (const sourceId of used)
            await asSystem(app.db, (tx) => dropPlanned(tx, { sourceType: 'priceNotice', sourceId }))
          return seen
        }
        expect(await outcome(shuffled)).toEqual(await outcome(priced))
      },
    ),
    { numRuns: 8 },
  )
}, 60_000)

test('prices of a company: what holds now for its sold-to parties alone, of those within the data scope', async () => {
  const [skuId, { company, shouda }, stranger] = [await newSku(), await customer(), await customer()]
  const scoped = (scopeIds: number, price: string, effectTime: number) =>
    passed(
      NOTICE,
      notice(skuId, price, { scopeType: 2, scopeIds: String(scopeIds), channelId: 1202, effectTime }),
    )
  await scoped(shouda, '11.50', now() - 120)
  await scoped(shouda, '11.40', now() - 60)
  await scoped(shouda, '11.30', now() + DAY)
  await scoped(stranger.shouda, '9.90', now() - 60)
  const read = (token?: string) =>
    get<{ list: object[]; total: number }>(`${P}/price/company`, { companyId: company }, token)
  const { data } = await read()
  const beyond = { companyId: company, page: 2 }
  expect((await get(`${P}/price/company`, beyond)).data).toMatchObject({ total: 1, list: [] })
  expect(data).toMatchObject({
    total: 1,
    list: [{ skuId, shoudaId: shouda, shoudaName: expect.stringContaining('华中超市'), price: '11.40' }],
  })
  const permissions = ['admin:store:product:price:history']
  expect((await read((await app.person({ permissions, dataScope: 1 })).token)).data.total).toBe(1)
  // 名下单位与客户: nobody gave them this company.
  expect((await read((await app.person({ permissions, dataScope: 5 })).token)).data).toMatchObject({
    total: 0,
    list: [],
  })
  expect((await read((await app.person({ permissions: [] })).token)).code).toBe(403)
})

test('the prices of a company, and the parties of a sales channel, are found without going through all of them', async () => {
  expect(await planOf(app.db, rulingNow(app.db, sql`array[1, 2]`))).toContain('skuPrice_shouda')
  const parties = app.db
    .selectFrom('shouda')
    .select('id')
    .where('salesChannelId', '=', 1)
    .where('isDel', '=', 0)
  expect(await planOf(app.db, parties)).toContain('shouda_salesChannel')
})

test('the price notices of a product are those with a line of one of its specifications', async () => {
  const productId = await shop.save()
  const skuId = await firstSku(productId)
  const [own, foreign] = [
    await post(`${NOTICE}/save`, notice(skuId, '9.90')),
    await post(`${NOTICE}/save`, notice(await newSku(), '9.90')),
  ]
  expect([own.code, foreign.code]).toEqual([200, 200])
  const { data } = await get<{ list: { id: number }[] }>(`${NOTICE}/list`, { productId })
  expect(data.list.map(({ id }) => id)).toEqual([own.data.id])
})
