import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSomebodyElse } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { AppError } from '#kit/shared/errors.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { openShop, type Shop, specs } from '../../../../tests/catalogShop.ts'
import { exportedSheet, importFile, startWorker } from '../../../../tests/importing.ts'
import { writeQuota } from './quota.server.ts'
import { giveQuota, type QuotaLine, takeQuota } from './quotaLedger.server.ts'

let app: TestApp
let shop: Shop
let stop: () => Promise<void>
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  stop = startWorker(app)
})
afterAll(async () => {
  await stop()
  await app.close()
})

const Q = '/admin/product/quota'
const post = <T = { id: number }>(path: string, body: unknown) =>
  app.request<T>('POST', path, { token: shop.token, body })
const get = <T = { list: Record<string, unknown>[]; total: number }>(
  path: string,
  query: Record<string, string | number> = {},
) => app.request<T>('GET', path, { token: shop.token, query })

const hours = (n: number) => toSeconds(new Date()) + n * 3600

let lines = 0
const line = (skuId: number, pieces: number): QuotaLine => ({ lineId: ++lines, skuId, q: pieces * 1000 })

async function newSku(): Promise<{ productId: number; skuId: number }> {
  const productId = await shop.save()
  const row = await app.db
    .selectFrom('sku')
    .select('id')
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
  return { productId, skuId: row.id }
}

const form = (more: Record<string, unknown>) => ({
  quotaName: '酸奶限购',
  channelIds: [1201],
  limitType: 2,
  maxQty: 10,
  startTime: hours(-1),
  endTime: hours(24 * 400),
  ...more,
})

async function saveQuota(more: Record<string, unknown>): Promise<number> {
  const saved = await post(`${Q}/save`, form(more))
  if (saved.code !== 200) throw new Error(saved.body)
  return saved.data.id
}

const take = (uid: number, orderSn: string, list: readonly QuotaLine[], more: { t?: Date } = {}) =>
  asSystem(app.db, (tx) => takeQuota(tx, { buyer: { uid }, channelId: 1201, orderSn, lines: list, ...more }))
const give = (orderSn: string, list?: readonly { lineId: number; q: number }[]) =>
  asSystem(app.db, (tx) => giveQuota(tx, orderSn, list))

async function refusal(work: Promise<unknown>): Promise<[number, string]> {
  try {
    await work
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.message]
    throw error
  }
  return [200, '']
}

interface Left {
  skuId: number
  left: number | null
  reason: string
}
const check = async (uid: number, skuId: number, qty: number) =>
  (
    await post<Left[]>('/admin/store/product/quota/check', {
      uid,
      channelId: 1201,
      lines: [{ skuId, qty }],
    })
  ).data[0]

test('C9-9: daily limit 10, used 5: of two orders of 4 at the same instant exactly one succeeds', async () => {
  const { productId, skuId } = await newSku()
  await saveQuota({ productIds: [productId] })
  // Paid 4, unpaid 3, refunded 2: used 5. Catalog §8.2.
  const paid = line(skuId, 4)
  await take(71, 'DD-paid', [paid])
  await take(71, 'DD-unpaid', [line(skuId, 3)])
  await give('DD-paid', [{ lineId: paid.lineId, q: 2000 }])
  expect(await check(71, skuId, 4)).toEqual({ skuId, left: 5, reason: '' })
  const both = await Promise.all([
    refusal(take(71, 'DD-a', [line(skuId, 4)])),
    refusal(take(71, 'DD-b', [line(skuId, 4)])),
  ])
  expect(both.toSorted((a, b) => a[0] - b[0])).toEqual([
    [200, ''],
    [422, '超出每日限购，还可购买 1 件'],
  ])
  expect(await check(71, skuId, 2)).toEqual({ skuId, left: 1, reason: '超出每日限购，还可购买 1 件' })
  // Another buyer has a limit of their own, and the next day begins anew.
  expect(await check(72, skuId, 10)).toEqual({ skuId, left: 10, reason: '' })
  const tomorrow = new Date(Date.now() + 86_400_000)
  expect(await refusal(take(71, 'DD-c', [line(skuId, 10)], { t: tomorrow }))).toEqual([200, ''])
})

test('of two waiting transactions the second sees what the first took only after its commit', async () => {
  const { productId, skuId } = await newSku()
  await saveQuota({ productIds: [productId], maxQty: 4 })
  let second: Promise<[number, string]> = Promise.resolve([0, ''])
  await asSystem(app.db, async (tx) => {
    await takeQuota(tx, { buyer: { uid: 1 }, channelId: 1201, orderSn: 'DD-1', lines: [line(skuId, 3)] })
    second = asSomebodyElse(() => refusal(take(1, 'DD-2', [line(skuId, 3)])))
    await new Promise((resolve) => setTimeout(resolve, 200))
    const { rows } = await asSomebodyElse(() =>
      sql<{ n: number }>`select count(*) as "n" from "quotaUse" where "orderSn" = 'DD-2'`.execute(app.db),
    )
    expect(rows[0]?.n).toBe(0)
  })
  expect(await second).toEqual([422, '超出每日限购，还可购买 1 件'])
})

test('the smallest of several limits wins: per order 6 beside daily 10', async () => {
  const { productId, skuId } = await newSku()
  await saveQuota({ productIds: [productId] })
  await saveQuota({ productIds: [], skuIds: [skuId], limitType: 1, maxQty: 6 })
  expect(await check(5, skuId, 7)).toEqual({ skuId, left: 6, reason: '超出每单限购，还可购买 6 件' })
  await take(5, 'DD-day', [line(skuId, 6)])
  expect(await check(5, skuId, 5)).toEqual({ skuId, left: 4, reason: '超出每日限购，还可购买 4 件' })
  // Lines of one order count together, also when they are added later.
  await give('DD-day')
  await take(6, 'DD-six', [line(skuId, 4)])
  expect(await refusal(take(6, 'DD-six', [line(skuId, 3)]))).toEqual([422, '超出每单限购，还可购买 2 件'])
})

test('the largest quantity of a channel row holds per order, without being kept', async () => {
  const { productId, skuId } = await newSku()
  await app.db
    .updateTable('productChannel')
    .set({ maxQty: 2 })
    .where('productId', '=', productId)
    .where('channelId', '=', 1201)
    .execute()
  expect(await refusal(take(8, 'DD-ch', [line(skuId, 3)]))).toEqual([422, '超出每单限购，还可购买 2 件'])
  await take(8, 'DD-ch1', [line(skuId, 2)])
  await take(8, 'DD-ch2', [line(skuId, 2)])
})

test('the same line again takes nothing, and what came back is counted once', async () => {
  const { productId, skuId } = await newSku()
  const id = await saveQuota({ productIds: [productId] })
  const first = line(skuId, 7)
  await take(9, 'DD-again', [first])
  await take(9, 'DD-again', [first])
  expect((await check(9, skuId, 1))?.left).toBe(3)
  await give('DD-again', [{ lineId: first.lineId, q: 3000 }])
  await give('DD-again', [{ lineId: first.lineId, q: 3000 }])
  expect((await check(9, skuId, 1))?.left).toBe(6)
  await give('DD-again')
  await give('DD-again')
  expect((await check(9, skuId, 1))?.left).toBe(10)
  const uses = await get(`${Q}/use/list`, { id })
  expect(uses.data.list.map((row) => [row.orderSn, row.qty, row.given])).toEqual([['DD-again', 7, 7]])
})

test('what a rolled back order took is not taken', async () => {
  const { productId, skuId } = await newSku()
  await saveQuota({ productIds: [productId] })
  await expect(
    asSystem(app.db, async (tx) => {
      await takeQuota(tx, { buyer: { uid: 2 }, channelId: 1201, orderSn: 'DD-no', lines: [line(skuId, 9)] })
      throw new Error('stock')
    }),
  ).rejects.toThrow('stock')
  expect((await check(2, skuId, 1))?.left).toBe(10)
})

test('a quota asks for a least quantity of an order, and rules only its channels and its time', async () => {
  const { productId, skuId } = await newSku()
  await saveQuota({ productIds: [productId], minQty: 3 })
  await saveQuota({ productIds: [productId], maxQty: 1, channelIds: [1205] })
  await saveQuota({ productIds: [productId], maxQty: 1, startTime: hours(1) })
  const off = await saveQuota({ productIds: [productId], maxQty: 1 })
  await post(`${Q}/update/status/${off}`, { status: 0 })
  expect(await refusal(take(3, 'DD-min', [line(skuId, 2)]))).toEqual([422, '原味酸奶 180g起订量为3'])
  expect(await refusal(take(3, 'DD-min', [line(skuId, 2), line(skuId, 1)]))).toEqual([200, ''])
  const states = await get(`${Q}/list`, { keywords: '酸奶限购', state: 'off' })
  expect(states.data.list.map((row) => row.id)).toEqual([off])
  const coming = await get(`${Q}/list`, { state: 'coming' })
  expect(coming.data.list.map((row) => row.state)).toEqual(['coming'])
})

test('scopes: the level of a company, the company itself, its shouda; consumers are not meant', async () => {
  const { productId, skuId } = await newSku()
  const insert = async (text: ReturnType<typeof sql<{ id: number }>>) =>
    (await text.execute(app.db)).rows[0]?.id ?? 0
  const companyId = await insert(
    sql`insert into "company" ("orgName", "orgCode", "channelIds", "orgLevelId", "provinceId", "cityId", "districtId")
      values ('华中商贸', 'KH1', '{1202}', 3, 1, 1, 1) returning "id"`,
  )
  const shoudaId = await insert(
    sql`insert into "shouda" ("shoudaNum", "shoudaName", "companyId", "channelId") values ('0010002345', '华中', ${companyId}, 1202) returning "id"`,
  )
  await saveQuota({ productIds: [productId], channelIds: [1201, 1202], maxQty: 20, limitType: 4 })
  const own = await asSystem(app.db, (tx) =>
    writeQuota(tx, 'test:scope', [
      {
        quotaName: '合同限量',
        productIds: [productId],
        channelIds: [1202],
        scopeType: 3,
        scopeIds: [companyId],
        limitType: 4,
        maxQty: 5,
        startTime: new Date(Date.now() - 1000),
        endTime: new Date(Date.now() + 86_400_000),
      },
    ]),
  )
  const ask = (who: Record<string, number>, channelId: number) =>
    post<Left[]>('/admin/store/product/quota/check', { ...who, channelId, lines: [{ skuId, qty: 1 }] })
  expect((await ask({ shoudaId }, 1202)).data[0]?.left).toBe(5)
  expect((await ask({ uid: 1 }, 1202)).data[0]?.left).toBe(20)
  await asSystem(app.db, (tx) =>
    takeQuota(tx, {
      buyer: { shoudaId, companyId, orgLevelId: 3 },
      channelId: 1202,
      orderSn: 'DD-org',
      lines: [line(skuId, 4)],
    }),
  )
  expect((await ask({ shoudaId }, 1202)).data[0]?.left).toBe(1)
  const list = await get(`${Q}/list`, { keywords: '合同限量' })
  expect(list.data.list.map((row) => [row.id, row.used, row.productCount])).toEqual([[own[0], 4, 1]])
  expect((await ask({ shoudaId: 99_999 }, 1202)).message).toBe('售达方不存在')
  expect((await ask({}, 1202)).message).toBe('请选择用户或售达方')
})

test('the month limit of a payer is taken in the same transaction, after the quotas', async () => {
  const { skuId } = await newSku()
  const { rows } = await sql<{ id: number }>`insert into "payerProduct"
    ("payerId", "skuId", "monthMaxQty", "startDate", "endDate") values (4, ${skuId}, 6, '2020-01-01', '2099-12-31')
    returning "id"`.execute(app.db)
  const buy = (orderSn: string, pieces: number) =>
    refusal(
      asSystem(app.db, (tx) =>
        takeQuota(tx, {
          buyer: { shoudaId: 12, payerId: 4 },
          channelId: 1202,
          orderSn,
          lines: [line(skuId, pieces)],
        }),
      ),
    )
  expect(await buy('DD-p1', 4)).toEqual([200, ''])
  expect(await Promise.all([buy('DD-p2', 2), buy('DD-p3', 2)])).toContainEqual([
    422,
    '超出付款方月限量，还可购买 0 件',
  ])
  const id = rows[0]?.id ?? 0
  // The list tells it with its rows, the record by its id.
  const used = async () => {
    const { data } = await get('/admin/payerproduct/list', { keywords: '', payerId: 4, limit: 50 })
    const info = await get<{ monthUsed: number }>(`/admin/payerproduct/info/${id}`)
    return [data.list.find((row) => row.id === id)?.monthUsed, info.data.monthUsed]
  }
  expect(await used()).toEqual([6, 6])
  await give('DD-p1')
  expect(await used()).toEqual([2, 2])
})

test('property: whatever is taken and given back at once, used is the sum of the uses and never above the limit', async () => {
  const productId = await shop.save(specs({ 原味: {}, 草莓: {} }))
  const skus = await app.db.selectFrom('sku').select('id').where('productId', '=', productId).execute()
  const id = await saveQuota({ productIds: [productId], maxQty: 12 })
  const action = fc.record({
    uid: fc.integer({ min: 1, max: 2 }),
    order: fc.integer({ min: 1, max: 6 }),
    pieces: fc.integer({ min: 1, max: 6 }),
    which: fc.integer({ min: 0, max: 1 }),
    back: fc.boolean(),
  })
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(action, { maxLength: 4 }), { maxLength: 6 }), async (rounds) => {
      const run = ++runs
      // Each run has buyers of its own.
      const uidOf = (uid: number) => run * 1000 + uid
      const orders = new Map<string, QuotaLine[]>()
      for (const round of rounds) {
        await Promise.all(
          round.map(async ({ uid, order, pieces, which, back }) => {
            const orderSn = `P${run}-${uid}-${order}`
            const known = orders.get(orderSn) ?? []
            if (back) {
              await give(
                orderSn,
                known.slice(0, 1).map((one) => ({ lineId: one.lineId, q: pieces * 1000 })),
              )
              return
            }
            const one = line(skus[which]?.id ?? 0, pieces)
            const [code] = await refusal(take(uidOf(uid), orderSn, [one]))
            if (code === 200) orders.set(orderSn, [...(orders.get(orderSn) ?? []), one])
          }),
        )
        const { rows } = await sql<{ used: number; sum: number }>`
          select b."used", coalesce((select sum(u."qty" - u."given") from "quotaUse" u where u."limitKind" = 1
            and u."limitId" = ${id} and u."buyerKind" = b."buyerKind" and u."buyerId" = b."buyerId"), 0) as "sum"
          from "quotaBuyer" b where b."limitKind" = 1 and b."limitId" = ${id}
            and b."buyerId" = any(${sql.val([uidOf(1), uidOf(2)])}::int[])`.execute(app.db)
        for (const { used, sum } of rows) {
          expect(used).toBe(sum)
          expect(used).toBeLessThanOrEqual(12)
          expect(used).toBeGreaterThanOrEqual(0)
        }
      }
    }),
    { numRuns: 25 },
  )
}, 60_000)

test('what a quota must say', async () => {
  const { productId } = await newSku()
  const said = async (more: Record<string, unknown>) =>
    (await post(`${Q}/save`, form({ productIds: [productId], ...more }))).message
  expect(await said({ productIds: [] })).toBe('请选择商品')
  expect(await said({ quotaName: '' })).toBe('请输入限额名称')
  expect(await said({ channelIds: [] })).toBe('请选择渠道')
  expect(await said({ maxQty: 2, minQty: 3 })).toBe('限购不能小于起购')
  expect(await said({ endTime: hours(-2) })).toBe('结束时间必须晚于开始时间')
  expect(await said({ scopeType: 3 })).toBe('请选择指定对象')
  expect(await said({ scopeType: 3, scopeIds: [99_999] })).toBe('指定对象不存在或已停用')
  expect(await said({})).toBe('操作成功')
})

test('quotas another room writes are written once per source', async () => {
  const { productId } = await newSku()
  const rows = [1, 2].map((n) => ({
    quotaName: `月计划${n}`,
    productIds: [productId],
    channelIds: [1202 as const],
    limitType: 4 as const,
    maxQty: n,
    startTime: new Date(),
    endTime: new Date(Date.now() + 1000),
  }))
  const first = await asSystem(app.db, (tx) => writeQuota(tx, 'yearPlan:7', rows))
  expect(await asSystem(app.db, (tx) => writeQuota(tx, 'yearPlan:7', rows))).toEqual(first)
  expect(first).toHaveLength(2)
  const bad = rows.map((row) => ({ ...row, maxQty: 0, minQty: 1 }))
  expect(await refusal(asSystem(app.db, (tx) => writeQuota(tx, 'yearPlan:8', bad)))).toEqual([
    422,
    '限购不能小于起购',
  ])
})

const HEADINGS = '限额名称,商品编码,渠道,周期,起购,限购,开始时间,结束时间,对象,指定对象'
const bring = (lines: readonly string[], query: Record<string, string | number> = {}) =>
  importFile(
    app,
    shop.token,
    'productQuota',
    { name: 'quota.csv', content: Buffer.from([HEADINGS, ...lines].join('\n')) },
    query,
  )
const refusedRows = (taskId: number) =>
  app.db
    .selectFrom('fileTaskRow')
    .select(['rowNo', 'field', 'message'])
    .where('taskId', '=', taskId)
    .orderBy('rowNo')
    .execute()

test('quota lines are imported: those of one name and start are one quota, again they change nothing else', async () => {
  const whole = await shop.save({ productCode: 'XE-1' })
  const split = await shop.save({ productCode: 'XE-2', ...specs({ 原味: {}, 草莓: {} }) })
  const skus = await app.db
    .selectFrom('sku')
    .select(['id', 'skuCode'])
    .where('productId', '=', split)
    .orderBy('id')
    .execute()
  const line = (code: string, more = '10,2099-01-01 00:00,2099-12-31 23:59,全部,') =>
    `导入限购,${code},商城、供应链,每周,0,${more}`
  const lines = [line('xe-1'), line(skus[0]?.skuCode ?? '')]
  const named = () =>
    app.db.selectFrom('productQuota').selectAll().where('quotaName', '=', '导入限购').execute()

  const tried = await bring(lines, { dryRun: 1 })
  expect(tried).toMatchObject({ total: 2, fail: 0 })
  expect(await named()).toEqual([])
  expect(await bring(lines)).toMatchObject({ status: 2, success: 2 })
  expect(await bring(lines)).toMatchObject({ status: 2, success: 2 })
  expect(await named()).toMatchObject([
    {
      productIds: [whole],
      skuIds: [skus[0]?.id],
      channelIds: [1201, 1202],
      limitType: 3,
      maxQty: 10,
      scopeType: 0,
    },
  ])
  // Another sheet of the quota says anew how much; the goods it does not name stay until the tick lets them go.
  const other = [line('XE-2', '6,2099-01-01 00:00,2099-12-31 23:59,全部,')]
  const notesOf = async ({ id }: { id: number }) =>
    (await app.db.selectFrom('fileTask').select('notes').where('id', '=', id).executeTakeFirst())?.notes
  const goods = `XE-1、${skus[0]?.skuCode}`
  expect(await notesOf(await bring(other))).toMatchObject([
    { rowNo: 2, column: '商品编码', message: `商品${goods}不在表中，保持不变` },
  ])
  expect(await named()).toMatchObject([{ productIds: [whole, split], skuIds: [skus[0]?.id], maxQty: 6 }])
  expect(await notesOf(await bring(other, { ticks: 'remove' }))).toMatchObject([
    { rowNo: 2, column: '商品编码', message: `将移除商品${goods}` },
  ])
  expect(await named()).toMatchObject([{ productIds: [split], skuIds: [], maxQty: 6 }])
})

test('what is wrong with quota lines is told row by row, and nothing is written', async () => {
  await shop.save({ productCode: 'XE-3' })
  const line = (name: string, code: string, rest: string) => `${name},${code},商城,每日,${rest}`
  const until = '2099-01-01 00:00,2099-12-31 23:59'
  const task = await bring([
    line('甲限购', 'XE-3', `0,10,${until},全部,`),
    line('乙限购', 'NOPE', `0,10,${until},全部,`),
    line('丙限购', 'XE-3', `5,3,${until},全部,`),
    line('丁限购', 'XE-3', '0,10,2099-12-31 00:00,2099-01-01 00:00,全部,'),
    line('戊限购', 'XE-3', `0,10,${until},指定单位,没有的单位`),
    line('己限购', 'XE-3', `0,10,${until},全部,`),
    line('己限购', 'XE-3', `0,9,${until},全部,`),
    line('庚限购', 'XE-3', `0,,${until},全部,`),
  ])
  expect(task).toMatchObject({ success: 0, total: 8 })
  expect((await refusedRows(task.id)).map((one) => [one.rowNo, one.field, one.message])).toEqual([
    [3, '商品编码', '商品编码不存在'],
    [4, '限购', '限购不能小于起购'],
    [5, '结束时间', '结束时间必须晚于开始时间'],
    [6, '指定对象', '指定对象不存在或不唯一'],
    [7, '', '同组的第8行有错误'],
    [8, '限购', '限购与同一限额的首行不一致'],
    [9, '限购', '请输入限购'],
  ])
  const { total } = (await get(`${Q}/list`, { keywords: '甲限购' })).data
  expect(total).toBe(0)
  const person = await app.person({ permissions: ['admin:product:quota:list'] })
  await expect(
    importFile(app, person.token, 'productQuota', { name: 'a.csv', content: HEADINGS }),
  ).rejects.toThrow('refused')
})

test('a quota leaves as the list shows it: whom it is for, what is used, and its state in words', async () => {
  const { productId, skuId } = await newSku()
  await saveQuota({ quotaName: '导出限购', productIds: [productId], maxQty: 9 })
  await take(81, 'DD-export', [line(skuId, 4)])
  const [head, row] = await exportedSheet(app, shop.token, `${Q}/export`, { keywords: '导出限购' })
  expect(Object.fromEntries((head ?? []).map((title, index) => [title, row?.[index]]))).toMatchObject({
    限额名称: '导出限购',
    渠道: '商城',
    对象: '全部',
    商品数: '1',
    已用: '4',
    状态: '生效中',
  })
})

test('the quotas of a product are those that name it or a specification of it', async () => {
  const { productId, skuId } = await newSku()
  const other = await newSku()
  const ofProduct = await saveQuota({ quotaName: '按商品', productIds: [productId] })
  const ofSku = await saveQuota({ quotaName: '按规格', skuIds: [skuId] })
  await saveQuota({ quotaName: '别的商品', productIds: [other.productId] })
  const { data } = await get<{ list: { id: number }[] }>(`${Q}/list`, { productId })
  expect(data.list.map(({ id }) => id).sort((a, b) => a - b)).toEqual([ofProduct, ofSku])
})
