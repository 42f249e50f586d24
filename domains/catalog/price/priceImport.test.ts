import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openShop, type Shop, specs } from '../../../tests/catalogShop.ts'
import { exportedCells, importFile, multipart, startWorker } from '../../../tests/importing.ts'
import { openPartners, type Partners } from '../../../tests/partners.ts'

let app: TestApp
let shop: Shop
let partners: Partners
let stop: () => Promise<void>

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  partners = await openPartners(app)
  stop = startWorker(app)
  await shop.save({ productCode: 'YG-1' })
  await shop.save({ productCode: 'YG-2', storeName: '草莓酸奶 180g' })
  await shop.save({ productCode: 'MANY', ...specs({ 原味: {}, 草莓: {} }) })
  await post('/admin/purpose/salesChannel/save', {
    channelCode: 'HZKA',
    channelName: '华中KA',
    channelId: 1202,
  })
  const saved = await post('/admin/product/basePrice/save', {
    priceTitle: '基础价',
    effectTime: Math.floor(Date.now() / 1000) - 60,
    lines: [{ skuId: await skuOf('YG-1'), basePrice: '10.00', minRate: 10 }],
    submit: 1,
  })
  const other = await app.person({ permissions: ['admin:product:basePrice:examine'] })
  await post(`/admin/product/basePrice/examine/${saved.id}`, { auditStatus: 1 }, other.token)
})
afterAll(async () => {
  await stop()
  await app.close()
})

async function post<T = { id: number }>(path: string, body: unknown, token = shop.token) {
  const answer = await app.request<T>('POST', path, { token, body })
  if (answer.code !== 200) throw new Error(answer.body)
  return answer.data
}

async function skuOf(productCode: string): Promise<number> {
  const row = await app.db
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .select('sku.id')
    .where('productCode', '=', productCode)
    .orderBy('sku.id')
    .executeTakeFirstOrThrow()
  return row.id
}

const fileOf = (bizType: string, lines: readonly string[]) => ({
  name: `${bizType}.csv`,
  content: Buffer.from(lines.join('\n')),
})
const bring = (bizType: string, lines: readonly string[], query = {}, token = shop.token) =>
  importFile(app, token, bizType, fileOf(bizType, lines), query)

/** What an import was refused for, by row. */
async function reasons(taskId: number): Promise<[rowNo: number, column: string, message: string][]> {
  const rows = await app.db
    .selectFrom('fileTaskRow')
    .select(['rowNo', 'field', 'message'])
    .where('taskId', '=', taskId)
    .orderBy('rowNo')
    .execute()
  return rows.map((row) => [row.rowNo, row.field, row.message])
}

const count = async (table: 'basePrice' | 'saleInfo' | 'priceNotice' | 'payerProduct') => {
  const rows = await app.db.selectFrom(table).select('id').where('isDel', '=', 0).execute()
  return rows.length
}

// ---- 商品基础价格

const BASE_HEAD = '标题,生效时间,调整原因,商品编码,基础价,允许下浮(%),采购基准价'
const base = (title: string, code: string, { price = '10.00', rate = '10' } = {}) =>
  `${title},2099-01-01 00:00:00,年度,${code},${price},${rate},8.00`

test('base prices: neighbouring rows of one title become one draft; a blank rate is none', async () => {
  const done = await bring('basePrice', [
    BASE_HEAD,
    base('冬季', 'YG-1'),
    base('冬季', 'YG-2', { price: '9.00', rate: '' }),
    base('春季', 'yg-1', { price: '11.00' }),
  ])
  expect(done).toMatchObject({ status: 2, success: 3 })
  const drafts = await app.db.selectFrom('basePrice').selectAll().where('auditStatus', '=', -1).execute()
  expect(
    drafts.map((row) => [
      row.priceTitle,
      row.effectTime.toISOString(),
      row.lines.map((one) => [one.skuCode, one.basePrice, one.minRate, one.oldBasePrice, one.changeRate]),
    ]),
  ).toEqual([
    [
      '冬季',
      '2098-12-31T16:00:00.000Z',
      [
        [expect.stringContaining('YG-1'), 1000, 10, 1000, 0],
        [expect.stringContaining('YG-2'), 900, 0, null, null],
      ],
    ],
    ['春季', '2098-12-31T16:00:00.000Z', [[expect.stringContaining('YG-1'), 1100, 10, 1000, 10]]],
  ])
})

test('base prices: a moment that does not exist, or is a bare number, is refused and never moved', async () => {
  const before = await count('basePrice')
  const wrong = ['2027-02-30', '2027-13-01 08:00', '2027-03-05 25:61', '20270305', '46023']
  const bad = await bring('basePrice', [
    BASE_HEAD,
    ...wrong.map((time, row) => `时间${row},${time},年度,YG-1,10.00,10,8.00`),
  ])
  expect(bad).toMatchObject({ status: 3, success: 0, fail: wrong.length })
  expect((await reasons(bad.id)).map(([, column]) => column)).toEqual(wrong.map(() => '生效时间'))
  expect(await count('basePrice')).toBe(before)
})

test('base prices: every bad row is told with its reason, and nothing is written', async () => {
  const before = await count('basePrice')
  const bad = await bring('basePrice', [
    BASE_HEAD,
    base('甲', 'NOPE'),
    base('乙', 'MANY'),
    base('丙', 'YG-1', { price: '0' }),
    base('丁', 'YG-1', { price: '十元' }),
    base('戊', 'YG-1', { rate: '100' }),
    base('己', 'YG-1'),
    base('己', 'YG-1'),
    '庚,,年度,YG-1,10.00,10,',
    base('', 'YG-1'),
    base('标'.repeat(51), 'YG-1'),
    base('辛', 'YG-2'),
  ])
  expect(bad).toMatchObject({ status: 3, success: 0, fail: 10, total: 11 })
  expect(await reasons(bad.id)).toEqual([
    [2, '商品编码', '商品编码不存在'],
    [3, '商品编码', '该商品有多个规格，请填写规格编码'],
    [4, '基础价', expect.stringMatching(/^基础价/)],
    [5, '基础价', '基础价格式不正确，例：1299.00'],
    [6, '允许下浮(%)', '允许下浮(%)不能大于99.99'],
    [7, '', '同组的第8行有错误'],
    [8, '商品编码', expect.stringMatching(/^商品YG-1.*重复$/)],
    [9, '生效时间', '请选择生效时间'],
    [10, '标题', '请输入标题'],
    [11, '标题', '标题不能超过50个字符'],
  ])
  expect(await count('basePrice')).toBe(before)
})

test('a document that says what another says already is refused, and written again only with the tick', async () => {
  const rows = [BASE_HEAD, base('重复', 'YG-1', { price: '9.50' }), base('重复', 'YG-2', { price: '9.60' })]
  expect(await bring('basePrice', rows)).toMatchObject({ status: 2 })
  const before = await count('basePrice')
  // Neither another title nor another order of its lines makes it another document.
  const again = [BASE_HEAD, base('另名', 'YG-2', { price: '9.60' }), base('另名', 'YG-1', { price: '9.50' })]
  const refused = await bring('basePrice', again)
  expect(refused).toMatchObject({ status: 3, success: 0 })
  expect((await reasons(refused.id))[0]).toEqual([
    2,
    '标题',
    expect.stringMatching(/^与已有的商品基础价格“重复”（\S+）重复；/),
  ])
  const other = [BASE_HEAD, base('重复', 'YG-1', { price: '9.50' }), base('重复', 'YG-2', { price: '9.70' })]
  expect(await bring('basePrice', other)).toMatchObject({ status: 2 })
  expect(await bring('basePrice', again, { ticks: 'repeat' })).toMatchObject({ status: 2 })
  expect(await count('basePrice')).toBe(before + 2)
})

test('a document holds no more lines than its form', async () => {
  const rows = Array.from({ length: 501 }, () => base('一单', 'YG-1'))
  const bad = await bring('basePrice', [BASE_HEAD, ...rows])
  expect(bad).toMatchObject({ status: 3, success: 0 })
  expect((await reasons(bad.id))[0]).toEqual([2, '', '明细不能超过500行'])
})

// ---- 商品销售信息

const SALE_HEAD =
  '标题,生效时间,失效时间,销售渠道,商品编码,供货价,建议零售价,最低零售价,起订量,上市日期,退市日期,卖点'
const sale = (
  title: string,
  code: string,
  {
    channel = 'HZKA',
    from = '2099-01-01 00:00:00',
    to = '',
    supply = '12.30',
    least = '',
    minQty = '',
    off = '',
  } = {},
) => `${title},${from},${to},${channel},${code},${supply},15.80,${least},${minQty},2099-01-01,${off},低糖`

test('sales information: good rows make drafts, a sales channel is named by code or name', async () => {
  const done = await bring('saleInfo', [
    SALE_HEAD,
    sale('华中供货', 'YG-1', { least: '14.00', minQty: '6' }),
    sale('华中供货', 'YG-2'),
    sale('华中二单', 'YG-1', { channel: '华中KA', to: '2099-12-31 00:00:00' }),
  ])
  expect(done).toMatchObject({ status: 2, success: 3 })
  const drafts = await app.db.selectFrom('saleInfo').selectAll().orderBy('id').execute()
  const channel = await app.db.selectFrom('salesChannel').select('id').executeTakeFirstOrThrow()
  expect(drafts.map((row) => [row.infoTitle, row.auditStatus, row.salesChannelId, row.lineCount])).toEqual([
    ['华中供货', -1, channel.id, 2],
    ['华中二单', -1, channel.id, 1],
  ])
  expect(drafts[0]?.lines[0]).toMatchObject({
    basePrice: 1000,
    floorPrice: 900,
    supplyPrice: 1230,
    retailPrice: 1580,
    minRetailPrice: 1400,
    minQty: 6,
    launchDate: '2099-01-01',
    offDate: null,
    sellingPoints: '低糖',
    grossRate: 34.96,
  })
  // A blank 起订量 is one.
  expect(drafts[0]?.lines[1]?.minQty).toBe(1)
})

test('sales information: every bad row is told with its reason; only the good ones are written when asked so', async () => {
  const before = await count('saleInfo')
  const rows = [
    SALE_HEAD,
    sale('一', 'YG-1', { channel: 'NONE' }),
    sale('二', 'YG-1', { least: '16.00' }),
    sale('三', 'YG-1', { off: '2098-12-31' }),
    sale('四', 'YG-1', { to: '2098-01-01 00:00:00' }),
    sale('五', 'YG-1', { supply: '' }),
    sale('六', 'YG-1', { minQty: '0.0001' }),
    sale('七', 'NOPE'),
    sale('八', 'YG-2'),
  ]
  const wrong = [
    [2, '销售渠道', '销售渠道不存在：NONE'],
    [3, '最低零售价', '最低零售价不能大于建议零售价'],
    [4, '退市日期', '退市日期不能早于上市日期'],
    [5, '失效时间', '失效时间须晚于生效时间'],
    [6, '供货价', '请输入供货价'],
    [7, '起订量', expect.stringMatching(/^起订量/)],
    [8, '商品编码', '商品编码不存在'],
  ]
  const bad = await bring('saleInfo', rows)
  expect(bad).toMatchObject({ status: 3, success: 0, fail: 7 })
  expect(await reasons(bad.id)).toEqual(wrong)
  expect(await count('saleInfo')).toBe(before)
  const part = await bring('saleInfo', rows, { skipBad: 1 })
  expect(part).toMatchObject({ status: 6, success: 1, fail: 7 })
  expect(await reasons(part.id)).toEqual(wrong)
  expect(await count('saleInfo')).toBe(before + 1)
})

test('a trial run looks at everything and writes nothing, and says what a real run would refuse', async () => {
  const before = await count('saleInfo')
  const clerk = await app.person({
    permissions: ['admin:purpose:productSaleInfo:import', 'file:import:list'],
  })
  const rows = [SALE_HEAD, sale('试', 'YG-1', { supply: '8.99' }), sale('行', 'YG-1', { supply: '9.00' })]
  const tried = await bring('saleInfo', rows, { dryRun: 1 }, clerk.token)
  expect(tried).toMatchObject({ status: 6, success: 1, fail: 1 })
  expect(await reasons(tried.id)).toEqual([[2, '供货价', '售价不能低于最低限价 9.00 元']])
  expect(await count('saleInfo')).toBe(before)
  // Who may sell below the floor is not stopped by it.
  expect(await bring('saleInfo', rows, { dryRun: 1 })).toMatchObject({ status: 2, success: 2 })
  expect(await count('saleInfo')).toBe(before)
})

test('the same file again is asked about first; sent on purpose it makes further drafts, which nobody has submitted', async () => {
  const before = await count('saleInfo')
  const file = fileOf('saleInfo', [SALE_HEAD, sale('两次', 'YG-1')])
  expect(await importFile(app, shop.token, 'saleInfo', file)).toMatchObject({ status: 2, success: 1 })
  const again = await app.request('POST', '/file/import/upload', {
    token: shop.token,
    query: { bizType: 'saleInfo' },
    ...multipart(file.name, file.content),
  })
  expect(again).toMatchObject({ code: 409 })
  expect(again.message).toContain('该文件已导入过')
  // What it says is there already: the drafts are made only for whoever ticks that, too.
  expect(await importFile(app, shop.token, 'saleInfo', file)).toMatchObject({ status: 3, success: 0 })
  const ticked = await importFile(app, shop.token, 'saleInfo', file, { ticks: 'repeat' })
  expect(ticked).toMatchObject({ status: 2, success: 1 })
  expect(await count('saleInfo')).toBe(before + 2)
})

// ---- 价格通知单

const NOTICE_HEAD =
  '标题,类型,适用,渠道,生效时间,失效时间,调价原因,通知方式,适用对象,商品编码,新价,新划线价,备注'
const channelLabel = '供应链'
const notice = (
  title: string,
  code: string,
  {
    type = '调价',
    scope = '渠道',
    channel = channelLabel,
    to = '',
    reason = '成本上涨',
    ways = '',
    who = '',
    price = '13.20',
  } = {},
) =>
  `${title},${type},${scope},${channel},2099-01-01 00:00:00,${to},${reason},${ways},${who},${code},${price},16.00,旺季`

test('price notices: good rows for a channel, a sales channel, sold-to parties and an org level', async () => {
  const company = await partners.company()
  const first = await partners.approved(company)
  const second = await partners.approved(company, { salesOrg: '2000' })
  const [one, two] = await Promise.all(
    [first, second].map(({ shoudaId }) =>
      app.db.selectFrom('shouda').selectAll().where('id', '=', shoudaId).executeTakeFirstOrThrow(),
    ),
  )
  const level = await app.db
    .insertInto('orgLevel')
    .values({ grade: 90, levelName: '金牌客户', channelId: 1202, discount: 95, minScore: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const names = `${one?.shoudaName}、${two?.shoudaName}`
  const done = await bring('priceNotice', [
    NOTICE_HEAD,
    notice('渠道调价', 'YG-1', { ways: '站内信、短信' }),
    notice('渠道调价', 'YG-2'),
    notice('KA促销', 'YG-1', { type: '促销价', scope: '销售渠道', who: 'hzka', to: '2099-02-01 00:00:00' }),
    notice('客户调价', 'YG-1', { scope: '售达方', who: names }),
    notice('等级调价', 'YG-1', { scope: '组织等级', who: '金牌客户' }),
  ])
  expect(await reasons(done.id)).toEqual([])
  expect(done).toMatchObject({ status: 2, success: 5 })
  const channel = await app.db.selectFrom('salesChannel').select('id').executeTakeFirstOrThrow()
  const drafts = await app.db.selectFrom('priceNotice').selectAll().orderBy('id').execute()
  expect(
    drafts.map((row) => [row.noticeTitle, row.noticeType, row.scopeType, row.scopeIds, row.lineCount]),
  ).toEqual([
    ['渠道调价', 1, 0, [], 2],
    ['KA促销', 3, 1, [channel.id], 1],
    ['客户调价', 1, 2, [first.shoudaId, second.shoudaId], 1],
    ['等级调价', 1, 3, [level.id], 1],
  ])
  expect(drafts[0]?.notifyWay).toEqual([1, 2])
  expect(drafts[0]?.lines[0]).toMatchObject({
    oldPrice: 1280,
    oldOtPrice: 1500,
    newPrice: 1320,
    newOtPrice: 1600,
    changeRate: 3.13,
    remark: '旺季',
  })
})

test('price notices: every bad row is told with its reason, and nothing is written', async () => {
  const before = await count('priceNotice')
  const rows = [
    NOTICE_HEAD,
    notice('一', 'YG-1', { type: '降价' }),
    notice('二', 'YG-1', { scope: '销售渠道', who: 'NONE' }),
    notice('三', 'YG-1', { scope: '售达方' }),
    notice('四', 'YG-1', { who: 'HZKA' }),
    notice('五', 'YG-1', { type: '促销价' }),
    notice('六', 'YG-1', { scope: '销售渠道', who: 'HZKA', channel: '商城' }),
    notice('七', 'YG-1', { reason: '' }),
    notice('八', 'YG-1', { price: '-1' }),
    notice('九', 'NOPE'),
    notice('十', 'YG-1', { channel: '集市' }),
    notice('十一', 'YG-1', { price: '8.99' }),
    notice('十二', 'YG-1'),
  ]
  const clerk = await app.person({ permissions: ['admin:purpose:priceNotice:import', 'file:import:list'] })
  const bad = await bring('priceNotice', rows, {}, clerk.token)
  expect(await reasons(bad.id)).toEqual([
    [2, '类型', expect.stringMatching(/^类型/)],
    [3, '适用对象', '适用对象不存在：NONE'],
    [4, '适用对象', '请选择适用对象'],
    [5, '适用对象', '适用渠道时不能选择适用对象'],
    [6, '失效时间', '请选择失效时间'],
    [7, '适用对象', '销售渠道华中KA不属于所选渠道'],
    [8, '调价原因', '请输入调价原因'],
    [9, '新价', expect.stringMatching(/^新价/)],
    [10, '商品编码', '商品编码不存在'],
    [11, '渠道', expect.stringMatching(/^渠道/)],
    [12, '新价', '售价不能低于最低限价 9.00 元'],
  ])
  expect(bad).toMatchObject({ status: 3, success: 0, fail: 11, total: 12 })
  expect(await count('priceNotice')).toBe(before)
  const tried = await bring('priceNotice', rows, { dryRun: 1 }, clerk.token)
  expect(tried).toMatchObject({ status: 6, success: 1, fail: 11 })
  expect(await count('priceNotice')).toBe(before)
})

// ---- 付款方商品

const PAYER_HEAD = '付款方,商品编码,结算价,折扣率,起订,月限量,开始日期,结束日期,备注'
const agreed = (
  payer: string,
  code: string,
  { price = '11.20', rate = '', least = '', from = '2026-01-01', to = '2099-12-31' } = {},
) => `${payer},${code},${price},${rate},${least},100,${from},${to},年度协议`

async function newPayer(more = {}) {
  const companyId = await partners.company(more)
  const id = await partners.payer(companyId)
  const code = `PAY${id}`
  const row = await app.db
    .updateTable('payer')
    .set({ payerCode: code })
    .where('id', '=', id)
    .returning('payerName')
    .executeTakeFirstOrThrow()
  return { id, companyId, code, name: row.payerName }
}
const rowsOf = (payerId: number) =>
  app.db
    .selectFrom('payerProduct')
    .selectAll()
    .where('payerId', '=', payerId)
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()

test('agreements of payers: good rows by code or name; the same file again changes nothing but the times', async () => {
  const payer = await newPayer()
  const rows = [
    PAYER_HEAD,
    agreed(payer.code, 'YG-1'),
    agreed(payer.name, 'YG-2', { price: '', rate: '98', least: '6' }),
    agreed(payer.code, 'YG-1', { price: '11.00', from: '2100-01-01', to: '2100-12-31' }),
  ]
  const done = await bring('payerProduct', rows)
  expect(await reasons(done.id)).toEqual([])
  expect(done).toMatchObject({ status: 2, success: 3 })
  const facts = async () =>
    (await rowsOf(payer.id)).map(({ version: _v, updateTime: _t, updateBy: _b, ...row }) => row)
  const before = await facts()
  expect(before).toMatchObject([
    {
      settlePrice: 1120,
      discountRate: null,
      minQty: 0,
      monthMaxQty: 100,
      companyId: payer.companyId,
      status: 1,
    },
    { settlePrice: null, discountRate: 98, minQty: 6, startDate: '2026-01-01' },
    { settlePrice: 1100, startDate: '2100-01-01', endDate: '2100-12-31', remark: '年度协议' },
  ])
  expect(await bring('payerProduct', rows)).toMatchObject({ status: 2, success: 3 })
  expect(await facts()).toEqual(before)
  // The same period with another price changes the agreement; one that was switched off stays so.
  await post(`/admin/payerproduct/update/status/${before[1]?.id}`, { status: 0 })
  const changed = [PAYER_HEAD, agreed(payer.code, 'YG-1', { price: '11.10' }), rows[2] ?? '']
  expect(await bring('payerProduct', changed)).toMatchObject({ status: 2, success: 2 })
  expect((await rowsOf(payer.id)).map((row) => [row.settlePrice, row.status])).toEqual([
    [1110, 1],
    [null, 0],
    [1100, 1],
  ])
})

test('agreements of payers: every bad row is told with its reason, and nothing is written', async () => {
  const payer = await newPayer()
  const off = await newPayer()
  const stranger = await newPayer()
  await app.db.updateTable('payer').set({ status: 0 }).where('id', '=', off.id).execute()
  await bring('payerProduct', [PAYER_HEAD, agreed(payer.code, 'YG-2')])
  const clerk = await app.person({
    permissions: ['admin:payerproduct:import', 'file:import:list'],
    dataScope: 5,
  })
  await app.db
    .updateTable('company')
    .set({ agentId: clerk.adminId })
    .where('id', 'in', [payer.companyId, off.companyId])
    .execute()
  const rows = [
    PAYER_HEAD,
    agreed('NONE', 'YG-1'),
    agreed(off.code, 'YG-1'),
    agreed(stranger.code, 'YG-1'),
    agreed(payer.code, 'NOPE'),
    agreed(payer.code, 'YG-1', { rate: '98' }),
    agreed(payer.code, 'YG-1', { to: '2025-01-01' }),
    agreed(payer.code, 'YG-2', { from: '2099-12-31', to: '2100-12-31' }),
    agreed(payer.code, 'YG-1', { price: '8.99', from: '2026-03-01', to: '2026-03-31' }),
    agreed(payer.code, 'YG-1', { from: '2026-01-01', to: '2026-01-31' }),
    agreed(payer.code, 'YG-1', { from: '2026-01-31', to: '2026-02-28' }),
    agreed(payer.code, 'YG-1', { price: '', rate: '0', from: '2026-05-01', to: '2026-05-31' }),
    agreed(payer.code, 'YG-1', { price: '', rate: '100', from: '2026-05-01', to: '2026-05-31' }),
    agreed(payer.code, 'YG-1', { from: '5月1日' }),
    agreed('', 'YG-1'),
  ]
  const bad = await bring('payerProduct', rows, {}, clerk.token)
  expect(await reasons(bad.id)).toEqual([
    [2, '付款方', '付款方不存在：NONE'],
    [3, '付款方', `付款方不存在：${off.code}`],
    [4, '付款方', `付款方不存在：${stranger.code}`],
    [5, '商品编码', '商品编码不存在'],
    [6, '折扣率', '结算价与折扣率只能填写一项'],
    [7, '结束日期', '结束日期不能早于开始日期'],
    [8, '开始日期', '该付款方商品在此期间已存在'],
    [9, '结算价', '售价不能低于最低限价 9.00 元'],
    [11, '开始日期', '该付款方商品在此期间已存在'],
    [12, '折扣率', '折扣率须大于0'],
    [13, '折扣率', '折扣率不能大于99.99'],
    [14, '开始日期', expect.stringMatching(/^开始日期/)],
    [15, '付款方', '请输入付款方'],
  ])
  expect(bad).toMatchObject({ status: 3, success: 0, fail: 13, total: 14 })
  expect(await rowsOf(payer.id)).toHaveLength(1)
  const tried = await bring('payerProduct', rows, { dryRun: 1 }, clerk.token)
  expect(tried).toMatchObject({ status: 6, success: 1, fail: 13 })
  expect(await rowsOf(payer.id)).toHaveLength(1)
  const part = await bring('payerProduct', rows, { skipBad: 1 }, clerk.token)
  expect(part).toMatchObject({ status: 6, success: 1, fail: 13 })
  expect(await rowsOf(payer.id)).toHaveLength(2)
})

test('an agreement is made for a payer within the own companies only, by whatever way', async () => {
  const own = await newPayer()
  const stranger = await newPayer()
  const clerk = await app.person({
    permissions: ['admin:payerproduct:save', 'admin:payerproduct:copyTo'],
    dataScope: 5,
  })
  await app.db
    .updateTable('company')
    .set({ agentId: clerk.adminId })
    .where('id', '=', own.companyId)
    .execute()
  const skuIds = String(await skuOf('YG-1'))
  const save = (payerId: number) =>
    app.request('POST', '/admin/payerproduct/save', {
      token: clerk.token,
      body: { payerId, skuIds, startDate: '2026-01-01', endDate: '2026-12-31' },
    })
  const saved = await save(own.id)
  expect(saved.code).toBe(200)
  const refusal = (message: string) => ({ code: 422, data: [{ field: 'payerId', message }] })
  expect(await save(stranger.id)).toMatchObject(refusal('付款方不存在或无权使用'))
  expect(
    await app.request('POST', '/admin/payerproduct/copyTo', {
      token: clerk.token,
      body: { ids: String(saved.data.id), payerIds: String(stranger.id) },
    }),
  ).toMatchObject(refusal('付款方不存在或已停用'))
  expect(await rowsOf(stranger.id)).toEqual([])
})

test('exports tell what their lists show: goods and payer of agreements, for whom a notice holds', async () => {
  const payer = await newPayer()
  await bring('payerProduct', [PAYER_HEAD, agreed(payer.code, 'YG-2')])
  const cells = async (path: string, body: unknown): Promise<Record<string, string>[]> => {
    const { taskId } = await post<{ taskId: number }>(`${path}/export`, body)
    const [head = [], ...rows] = await exportedCells(app, shop.token, taskId)
    return rows.map((row) => Object.fromEntries(head.map((title, index) => [title, row[index] ?? ''])))
  }
  expect(await cells('/admin/payerproduct', { payerId: String(payer.id) })).toMatchObject([
    {
      付款方编码: payer.code,
      付款方: payer.name,
      商品: '草莓酸奶 180g',
      商品编码: expect.stringContaining('YG-2'),
      规格: '默认',
      结算价: '11.20',
      月限量: '100',
      本月已用: '0',
      有效期: '2026-01-01 至 2099-12-31',
      状态: '启用',
    },
  ])
  const notices = await cells('/admin/purpose/priceNotice', { scopeType: '1' })
  expect(notices).toMatchObject([
    { 标题: 'KA促销', 适用: '销售渠道', 适用对象: '华中KA', 渠道: '供应链', 商品数: '1', 制单人: '管理员' },
  ])
  // The list finds it by its sales channel.
  const channel = await app.db.selectFrom('salesChannel').select('id').executeTakeFirstOrThrow()
  const listed = (salesChannelId: number) =>
    app.request<{ list: { noticeTitle: string }[] }>('GET', '/admin/purpose/priceNotice/list', {
      token: shop.token,
      query: { salesChannelId },
    })
  expect((await listed(channel.id)).data.list.map((row) => row.noticeTitle)).toEqual(['KA促销'])
  expect((await listed(channel.id + 1)).data.list).toEqual([])
})

test('the price list of a sold-to party: what its channel sells, at what it pays and why, within the own companies', async () => {
  const company = await partners.company()
  const { shoudaId, payerId } = await partners.approved(company)
  const skuId = await skuOf('YG-1')
  await post('/admin/payerproduct/save', {
    payerId,
    skuIds: String(skuId),
    settlePrice: '11.20',
    startDate: '2026-01-01',
    endDate: '2099-12-31',
  })
  await app.db
    .updateTable('productChannel')
    .set({ platformStatus: 5 })
    .where('channelId', '=', 1202)
    .where('productId', 'in', (query) =>
      query.selectFrom('product').select('id').where('productCode', 'in', ['YG-1', 'YG-2']),
    )
    .execute()
  const listing = (body: unknown, token = shop.token) =>
    app.request<{ taskId: number }>('POST', '/admin/store/product/price/listing', { token, body })
  const started = await listing({ shoudaId, payerId })
  const [head, ...rows] = await exportedCells(app, shop.token, started.data.taskId)
  expect(head?.slice(-4)).toEqual(['单价', '原价', '税率(%)', '取价依据'])
  expect(rows.map((row) => [row[2], row[5], row[8]])).toEqual([
    ['原味酸奶 180g', '11.20', '付款方结算价'],
    ['草莓酸奶 180g', '12.80', '渠道价'],
  ])
  const stranger = await app.person({ permissions: ['admin:store:product:price:listing'], dataScope: 5 })
  expect(await listing({ shoudaId }, stranger.token)).toMatchObject({
    code: 422,
    message: '售达方不存在或无权使用',
  })
  expect(await listing({})).toMatchObject({ code: 422, message: '请选择售达方' })
})
