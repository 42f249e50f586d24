import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import {
  carrierFee,
  declareOpenDocuments,
  draftSupplierPrices,
  setPartyContract,
  supplierTerms,
  supplyPrice,
} from '#domains/parties/parties.door.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { openShop, type Shop } from '../../../tests/catalogShop.ts'
import { registerNow } from '../../../tests/registering.ts'
import { licenceExpiry } from '../partner/licence/expiry.server.ts'
import { keepVendorNum } from './supplier.server.ts'

const S = '/admin/supplier'
const L = '/admin/logistics/provider'
const CODES = [
  'list',
  'info',
  'save',
  'update',
  'submit',
  'withdraw',
  'examine',
  'delete',
  'update:status',
  'print',
]

let app: TestApp
let shop: Shop
let maker: Person
let checker: Person
let district: number
let skuId: number
let made = 0

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  const permissions = [
    ...CODES.map((one) => `admin:supplier:${one}`),
    ...CODES.map((one) => `admin:logistics:provider:${one}`),
    'admin:supplier:product:list',
    'admin:logistics:provider:freight:calc',
    'admin:system:org:sensitive',
  ]
  maker = await app.person({ permissions })
  checker = await app.person({ permissions })
  district = await regionNamed('福州市')
  skuId = await newSku()
})
afterAll(() => app.close())

const regionNamed = async (name: string): Promise<number> => {
  const row = await app.db
    .selectFrom('systemCity')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.id
}
async function newSku(): Promise<number> {
  const productId = await shop.save()
  const row = await app.db
    .selectFrom('sku')
    .select('id')
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
  return row.id
}
const post = <T = { id: number }>(path: string, body: unknown, token = maker.token) =>
  app.request<T>('POST', path, { token, body })
const get = <T = Record<string, unknown>>(path: string, query = {}, token = maker.token) =>
  app.request<T>('GET', path, { token, query })

/** A valid credit code nobody has used: its check character follows from the digits before it. */
function creditCode(n: number): string {
  const signs = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  const head = `91350100M${String(10_000_000 + n).padStart(8, '0')}`
  let sum = 0
  let weight = 1
  for (const sign of head) {
    sum += signs.indexOf(sign) * weight
    weight = (weight * 3) % 31
  }
  return `${head}${signs[(31 - (sum % 31)) % 31]}`
}

function supplierForm(more: Record<string, unknown> = {}) {
  made += 1
  return {
    supplierName: `海峡乳业${made}`,
    supplierType: 1,
    creditCode: creditCode(made),
    contactName: '林工',
    contactPhone: '13800138000',
    districtId: district,
    address: '工业路1号',
    settleType: 3,
    ...more,
  }
}

function providerForm(more: Record<string, unknown> = {}) {
  made += 1
  return {
    providerName: `闽运物流${made}`,
    creditCode: creditCode(made),
    roadLicenceNo: '闽交运管许可福字350100000001号',
    contactName: '陈调度',
    contactPhone: '13900139000',
    districtId: district,
    address: '物流园2号',
    logisticsModes: [6],
    priceMode: 1,
    settleType: 3,
    ...more,
  }
}

async function approved(prefix: string, form: Record<string, unknown>): Promise<number> {
  const saved = await post(`${prefix}/save`, { ...form, submit: 1 })
  if (saved.code !== 200) throw new Error(saved.body)
  const passed = await post(
    `${prefix}/examine/${saved.data.id}`,
    { auditStatus: 1, opinion: '' },
    checker.token,
  )
  if (passed.code !== 200) throw new Error(passed.body)
  return saved.data.id
}
const info = async (prefix: string, id: number) => (await get(`${prefix}/info/${id}`)).data

test('C 7.1: a supplier is drafted, handed in and passed; then it can be chosen and goes to SAP', async () => {
  const { data, message } = await post(`${S}/save`, supplierForm())
  expect(message).toBe('操作成功')
  expect(await info(S, data.id)).toMatchObject({
    auditStatus: -1,
    inForce: 0,
    supplierCode: expect.stringMatching(/^GY\d{5}$/),
    cityId: district,
  })
  const options = async () =>
    (await get<{ value: number }[]>(`${S}/all`, { limit: 100 })).data.map((one) => one.value)
  expect(await options()).not.toContain(data.id)
  expect((await post(`${S}/submit/${data.id}`, {})).code).toBe(200)
  expect((await post(`${S}/examine/${data.id}`, { auditStatus: 1, opinion: '' })).message).toBe(
    '不能审核自己提交的单据',
  )
  expect((await post(`${S}/examine/${data.id}`, { auditStatus: 1, opinion: '' }, checker.token)).code).toBe(
    200,
  )
  expect(await options()).toContain(data.id)
  const row = await info(S, data.id)
  expect(row).toMatchObject({ auditStatus: 1, inForce: 1, isMayPushSap: 1, sapSync: 0 })
  const queued = await app.db
    .selectFrom('sapOutbox')
    .selectAll()
    .where('bizType', '=', 'supplier')
    .where('bizId', '=', data.id)
    .execute()
  expect(queued).toMatchObject([
    { bizSn: row.supplierCode, action: 'create', payload: { head: { supplierName: row.supplierName } } },
  ])
  await asSystem(app.db, (tx) => keepVendorNum(tx, data.id, true, '0000100001'))
  expect(await info(S, data.id)).toMatchObject({ vendorNum: '0000100001' })
})

test('C 7.1: the list is filtered by region, state and words', async () => {
  const id = await approved(S, supplierForm({ supplierName: '东山岛海鲜' }))
  const listed = async (query: Record<string, string | number>) =>
    (await get<{ list: { id: number }[] }>(`${S}/list`, { limit: 1000, ...query })).data.list.map(
      (row) => row.id,
    )
  expect(await listed({})).toContain(id)
  expect(await listed({ keywords: '东山岛' })).toEqual([id])
  expect(await listed({ regionId: district })).toContain(id)
  expect(await listed({ regionId: await regionNamed('福建省') })).toContain(id)
  expect(await listed({ regionId: await regionNamed('广东省') })).toEqual([])
  expect(await listed({ auditStatus: -1 })).not.toContain(id)
})

test('C 8.4: what a supplier lacks or has twice is told at its field', async () => {
  const refused = async (more: Record<string, unknown>) =>
    (await post(`${S}/save`, supplierForm(more))).message
  expect(await refused({ supplierName: '' })).toBe('请输入供应商名称')
  expect(await refused({ creditCode: '91350100M000100Y44' })).toBe('统一社会信用代码不正确')
  expect(await refused({ contactPhone: '12345' })).toBe('手机号码格式不正确')
  expect(await refused({ bankAccount: '62AB' })).toBe('银行账号格式不正确')
  expect(await refused({ taxNo: '123' })).toBe('纳税人识别号格式不正确')
  expect(await refused({ settleType: 4 })).toBe('请输入账期(天)')
  expect(await refused({ contractStart: '2026-12-01', contractEnd: '2026-11-01' })).toBe(
    '合同结束不能早于合同开始',
  )
  const form = supplierForm()
  expect((await post(`${S}/save`, form)).code).toBe(200)
  expect((await post(`${S}/save`, { ...form, creditCode: creditCode(900) })).message).toBe('供应商名称已存在')
  expect((await post(`${S}/save`, { ...form, supplierName: '另一家' })).message).toBe(
    '统一社会信用代码已存在',
  )
})

test('C 8.1: a changed bank account of an approved supplier waits for a new decision', async () => {
  const id = await approved(S, supplierForm({ bankName: '工行', bankAccount: '6222000011112222' }))
  const { version } = await info(S, id)
  const update = { id, version, bankAccount: '6222000033334444', contactName: '王工' }
  expect((await post(`${S}/update`, update)).message).toBe('操作成功')
  expect(await info(S, id)).toMatchObject({
    auditStatus: 0,
    inForce: 1,
    bankAccount: '6222000011112222',
    contactName: '王工',
    pending: { bankAccount: '6222000033334444' },
  })
  expect((await post(`${S}/examine/${id}`, { auditStatus: 2, opinion: '' }, checker.token)).message).toBe(
    '请输入驳回原因',
  )
  expect((await post(`${S}/examine/${id}`, { auditStatus: 1, opinion: '' }, checker.token)).code).toBe(200)
  expect(await info(S, id)).toMatchObject({ auditStatus: 1, bankAccount: '6222000033334444', pending: null })
  const again = await info(S, id)
  expect((await post(`${S}/update`, { id, version: again.version, contactName: '赵工' })).code).toBe(200)
  expect(await info(S, id)).toMatchObject({ auditStatus: 1, contactName: '赵工' })
  expect((await post(`${S}/update`, { id, supplierCode: 'GY-NEW' })).message).toBe(
    '供应商编码已生效，不能修改',
  )
})

test('C 8.1: a supplier is stopped with a reason, and not chosen any more', async () => {
  const id = await approved(S, supplierForm())
  const stop = (body: Record<string, unknown>) => post(`${S}/update/status/${id}`, body)
  expect((await stop({ status: 0 })).message).toBe('请输入停用原因')
  expect((await stop({ status: 0, reason: '质量问题' })).code).toBe(200)
  expect(await info(S, id)).toMatchObject({ status: 0, closeReason: '质量问题' })
  await expect(supplierTerms(app.db, id)).rejects.toThrow('供应商已停用')
  await expect(supplyPrice(app.db, id, skuId, new Date())).rejects.toThrow('供应商已停用')
  expect((await stop({ status: 1 })).code).toBe(200)
  expect(await supplierTerms(app.db, id)).toMatchObject({ taxRate: 1300, isDirect: false, currency: 'CNY' })
  const draft = await post(`${S}/save`, supplierForm())
  expect((await post(`${S}/update/status/${draft.data.id}`, { status: 0, reason: 'x' })).code).toBe(409)
})

test('C 7.1, C 7.2: open purchases are named before a supplier is stopped; a carrier with open consignments is not', async () => {
  const id = await approved(S, supplierForm())
  const carrier = await approved(L, providerForm())
  registerNow(
    app.db,
    declareOpenDocuments('supplier', async (_db, ids) => new Map(ids.map((one) => [one, ['CG1', 'CG2']]))),
  )
  registerNow(
    app.db,
    declareOpenDocuments('logisticsProvider', async () => new Map([[carrier, ['TY1']]])),
  )
  expect(await info(S, id)).toMatchObject({ openPurchases: 'CG1、CG2' })
  const stop = (prefix: string, of: number) =>
    post(`${prefix}/update/status/${of}`, { status: 0, reason: '合作到期' })
  expect((await stop(S, id)).code).toBe(200)
  const refused = await stop(L, carrier)
  expect([refused.code, refused.message]).toEqual([409, '该物流商有未完成运单，不能停用'])
  registerNow(
    app.db,
    declareOpenDocuments('supplier', async () => new Map()),
  )
  registerNow(
    app.db,
    declareOpenDocuments('logisticsProvider', async () => new Map()),
  )
  expect((await stop(L, carrier)).code).toBe(200)
})

test('C 8.1: a name somebody else has is refused when it is asked for, not when it is decided', async () => {
  const taken = supplierForm()
  await approved(S, taken)
  const id = await approved(S, supplierForm())
  const asked = await post(`${S}/update`, { id, supplierName: taken.supplierName })
  expect([asked.code, asked.message]).toEqual([422, '供应商名称已存在'])
  expect(await info(S, id)).toMatchObject({ auditStatus: 1, pending: null })
})

test('C 7.1: supply prices keep their history, and a sku has one usual supplier', async () => {
  const line = { skuId, supplyPrice: '8.50', startDate: '2026-01-01', isDefault: 1, minQty: 12 }
  const id = await approved(S, supplierForm({ products: [line] }))
  const listed = await get<{ list: unknown[] }>(`${S}/list?rowIds=${id}&fields=productCount`)
  expect(listed.data.list).toMatchObject([{ id, productCount: 1 }])
  expect(await supplyPrice(app.db, id, skuId, new Date('2026-06-01T04:00:00Z'))).toEqual({
    price: 850,
    taxRate: 1300,
    minQty: 12_000,
    leadDays: null,
  })
  const [stored] = (await get<{ products: Record<string, unknown>[] }>(`${S}/info/${id}`)).data.products
  expect(stored).toMatchObject({
    supplyPrice: '8.50',
    isDefault: 1,
    skuName: expect.stringContaining('原味酸奶'),
  })
  const { skuName: _skuName, ...kept } = stored ?? {}
  expect((await post(`${S}/update`, { id, products: [{ ...kept, supplyPrice: '9.10' }] })).message).toBe(
    '操作成功',
  )
  const history = await get<{ list: Record<string, unknown>[] }>(`${S}/product/list`, { supplierId: id })
  expect(history.data.list.map((row) => [row.supplyPrice, row.isDefault])).toEqual([
    ['9.10', 1],
    ['8.50', 0],
  ])
  expect((await supplyPrice(app.db, id, skuId, new Date()))?.price).toBe(910)
  expect((await supplyPrice(app.db, id, skuId, new Date('2026-06-01T04:00:00Z')))?.price).toBe(850)
  expect(
    (await get<{ list: unknown[] }>(`${S}/product/list`, { supplierId: id, valid: 1 })).data.list,
  ).toHaveLength(1)

  // Another supplier becomes the usual one, and so does a third at the same moment: one of them is it in the end.
  const others = await Promise.all([1, 2, 3].map(() => post(`${S}/save`, supplierForm({ products: [line] }))))
  expect(others.map((one) => one.code)).toEqual([200, 200, 200])
  const usual = await app.db
    .selectFrom('supplierProduct')
    .select('supplierId')
    .where('skuId', '=', skuId)
    .where('isDefault', '=', 1)
    .where('isDel', '=', 0)
    .execute()
  expect(usual).toHaveLength(1)
  const wrong = await post(`${S}/save`, supplierForm({ products: [{ ...line, skuId: 999_999 }] }))
  expect(wrong).toMatchObject({ code: 422, data: [{ field: 'products.0.skuId' }] })
})

test('Doors §4: prices of a contract are drafts until a person takes the mark away', async () => {
  const id = await approved(S, supplierForm())
  const propose = (price: number) =>
    asSystem(app.db, (tx) => draftSupplierPrices(tx, id, [{ skuId, price }], { type: 'contract', id: 5 }))
  await propose(700)
  await propose(720)
  expect(await supplyPrice(app.db, id, skuId, new Date())).toBeNull()
  const { products } = (await get<{ products: Record<string, unknown>[] }>(`${S}/info/${id}`)).data
  expect(products).toMatchObject([{ supplyPrice: '7.20', isDraft: 1 }])
  const [{ skuName: _skuName, ...draft } = {}] = products
  expect((await post(`${S}/update`, { id, products: [{ ...draft, isDraft: 0 }] })).message).toBe('操作成功')
  expect((await supplyPrice(app.db, id, skuId, new Date()))?.price).toBe(720)
})

test('C 2.3: a product is delivered directly only by a supplier that does so', async () => {
  const plain = await approved(S, supplierForm())
  const direct = await approved(S, supplierForm({ isDirect: 1 }))
  const save = (supplierId: number, isDirect = 1) =>
    app.request('POST', '/admin/store/product/save', {
      token: shop.token,
      body: shop.form({ isDirect, supplierId }),
    })
  expect((await save(plain)).message).toBe('默认供应商不支持直配')
  expect((await save(direct)).code).toBe(200)
  expect((await save(999_999, 0)).message).toBe('默认供应商不存在或已停用')
})

test('C 8.8: bank accounts and phones are masked for who may not see them', async () => {
  const id = await approved(S, supplierForm({ bankAccount: '6222000011112222' }))
  const reader = await app.person({ permissions: ['admin:supplier:info', 'admin:supplier:list'] })
  expect((await get(`${S}/info/${id}`, {}, reader.token)).data).toMatchObject({
    bankAccount: '****2222',
    contactPhone: '138****8000',
  })
  expect((await get(`${S}/print`, { ids: id }, reader.token)).code).toBe(403)
})

test('C 7.1: the state of a contract follows the days', async () => {
  const id = await approved(
    S,
    supplierForm({ contractNo: 'HT1', contractStart: '2020-01-01', contractEnd: '2090-12-31' }),
  )
  expect(await info(S, id)).toMatchObject({ contractStatus: 1 })
  const signal = new AbortController().signal
  expect(await licenceExpiry.run(app.db, { day: '2090-12-15' }, signal)).toBe(1)
  expect(await info(S, id)).toMatchObject({ contractStatus: 2 })
  expect(await licenceExpiry.run(app.db, { day: '2091-01-01' }, signal)).toBe(1)
  expect(await info(S, id)).toMatchObject({ contractStatus: 3 })
  expect(await licenceExpiry.run(app.db, { day: '2091-01-01' }, signal)).toBe(0)

  // An approved contract rules over what is typed.
  const contract = { contractNo: 'HT2', start: '2026-01-01', end: '2099-12-31', status: 1 as const }
  await asSystem(app.db, (tx) => setPartyContract(tx, 4, id, contract))
  expect((await post(`${S}/update`, { id, contractNo: 'X', contractEnd: '2026-02-01' })).code).toBe(200)
  expect(await info(S, id)).toMatchObject({ contractNo: 'HT2', contractEnd: '2099-12-31', contractStatus: 1 })
})

test('C 7.2: freight is tried out: 237 kg cost 171.00, and nothing where no price is', async () => {
  const [from, to, elsewhere] = await Promise.all(['福建省', '广东省', '北京市'].map(regionNamed))
  const priceLines = [
    {
      fromCityId: from,
      toCityId: to,
      firstQty: 100,
      firstFee: '80.00',
      nextQty: 10,
      nextFee: '6.50',
      hours: 48,
    },
  ]
  const id = await approved(L, providerForm({ priceLines }))
  const calc = async (toCityId: number | undefined) =>
    (await post<unknown>(`${L}/freight/calc`, { id, fromCityId: district, toCityId, weight: 237 })).data
  expect(await calc(to)).toEqual([{ fee: '171.00', hours: 48 }])
  expect(await calc(elsewhere)).toEqual([])
  const load = { g: 237_000, cm3: 0, pieces: 1, tempZone: null }
  expect(await carrierFee(app.db, id, { from: district, to: to ?? 0, ...load })).toBe(17_100)
  expect(await carrierFee(app.db, id, { from: to ?? 0, to: district, ...load })).toBeNull()
  const broken = (more: Record<string, unknown>) =>
    post(`${L}/save`, providerForm({ priceLines: [{ ...priceLines[0], ...more }] }))
  expect((await broken({ nextFee: null })).message).toBe('请输入续价')
  expect((await broken({ nextQty: null })).message).toBe('请输入续量')
})

test('C 8.1: changed prices of an approved carrier wait; unchanged ones do not send it back', async () => {
  const [from, to] = await Promise.all(['福建省', '广东省'].map(regionNamed))
  const line = { fromCityId: from, toCityId: to, firstQty: 100, firstFee: '80.00', minFee: '0.00' }
  const id = await approved(L, providerForm({ priceLines: [line] }))
  const stored = await info(L, id)
  expect((await post(`${L}/update`, { id, priceLines: stored.priceLines, contactName: '新调度' })).code).toBe(
    200,
  )
  expect(await info(L, id)).toMatchObject({ auditStatus: 1, contactName: '新调度', pending: null })
  expect((await post(`${L}/update`, { id, priceLines: [{ ...line, firstFee: '85.00' }] })).code).toBe(200)
  expect(await info(L, id)).toMatchObject({
    auditStatus: 0,
    priceLines: [{ firstFee: '80.00' }],
    pending: { priceLines: [{ firstFee: '85.00' }] },
  })
})
