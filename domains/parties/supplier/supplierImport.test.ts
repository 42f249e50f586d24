import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openShop } from '../../../tests/catalogShop.ts'
import { creditCode } from '../../../tests/creditCode.ts'
import { importFile, startWorker } from '../../../tests/importing.ts'

let app: TestApp
let token: string
let stop: () => Promise<void>
let skuCode: string

beforeAll(async () => {
  app = await testApp()
  const shop = await openShop(app)
  token = shop.token
  stop = startWorker(app)
  await shop.save()
  skuCode = (await app.db.selectFrom('sku').select('skuCode').executeTakeFirstOrThrow()).skuCode
})
afterAll(async () => {
  await stop()
  await app.close()
})

const HEAD =
  '供应商编码,供应商名称,类型,统一社会信用代码,联系人,联系手机,地区,地址,结算方式,账期(天),支持直配'
const sheet = (...rows: string[]) => ({ name: '供应商.csv', content: [HEAD, ...rows].join('\n') })
const suppliers = () =>
  app.db
    .selectFrom('supplier')
    .select(['supplierCode', 'supplierName', 'settleType', 'isDirect', 'cityId', 'auditStatus'])
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()

test('C 8.5: suppliers are imported by the labels of their form, all or none', async () => {
  const good = 'IM1,海峡乳业,生产商,91350100M000100Y43,林工,13800138000,福建省 福州市,工业路1号,月结,30,是'
  const bad = 'IM2,鹭岛食品,经销商,91350100M000100Y44,陈工,13900139000,福建省 福州市,湖滨路2号,账期,,否'
  const refused = await importFile(app, token, 'supplier', sheet(good, bad))
  expect(refused).toMatchObject({ success: 0, fail: 1 })
  expect(await suppliers()).toEqual([])
  const done = await importFile(app, token, 'supplier', sheet(good))
  expect(done).toMatchObject({ success: 1, fail: 0 })
  expect(await suppliers()).toMatchObject([
    { supplierCode: 'IM1', supplierName: '海峡乳业', settleType: 3, isDirect: 1, auditStatus: -1 },
  ])
  // The same sheet again changes the same rows.
  expect(await importFile(app, token, 'supplier', sheet(good))).toMatchObject({ success: 1 })
  expect(await suppliers()).toHaveLength(1)
})

test('suppliers without a code get the next ones; codes typed by people are passed over', async () => {
  const row = (n: number, code = '') =>
    `${code},批量供应商${n},服务商,${creditCode(n)},林工,13800138000,福建省 福州市,工业路${n}号,预付,,否`
  const first = await importFile(app, token, 'supplier', sheet(row(0)))
  expect(first).toMatchObject({ success: 1, fail: 0 })
  const { supplierCode } = (await suppliers()).at(-1) ?? { supplierCode: '' }
  const codeAfter = (by: number) => `GY${String(Number(supplierCode.slice(2)) + by).padStart(5, '0')}`
  expect(await importFile(app, token, 'supplier', sheet(row(1, codeAfter(2))))).toMatchObject({ success: 1 })
  const many = Array.from({ length: 250 }, (_, index) => row(index + 2))
  expect(await importFile(app, token, 'supplier', sheet(...many))).toMatchObject({ success: 250, fail: 0 })
  const made = (await suppliers()).slice(-250)
  expect(new Set(made.map((one) => one.supplierCode)).size).toBe(250)
  expect(made.map((one) => one.supplierCode).slice(0, 2)).toEqual([codeAfter(1), codeAfter(3)])
  expect(made.every((one) => one.cityId !== null)).toBe(true)
  const logged = await app.db
    .selectFrom('operLog')
    .select('changes')
    .where('title', '=', '供应商导入')
    .execute()
  expect(JSON.stringify(logged)).toContain('批量供应商2')
})

test('C 8.5: supply prices are imported by codes; a newer one ends the older', async () => {
  const { id } = await app.db.selectFrom('supplier').select('id').executeTakeFirstOrThrow()
  await app.request('POST', `/admin/supplier/submit/${id}`, { token })
  const passed = await app.request('POST', `/admin/supplier/examine/${id}`, {
    token,
    body: { auditStatus: 1 },
  })
  expect(passed.message).toBe('操作成功')
  // What was approved changes only by a decision.
  const changed = 'IM1,海峡乳业,生产商,91350100M000100Y43,王工,13800138000,福建省 福州市,工业路1号,月结,30,是'
  expect(await importFile(app, token, 'supplier', sheet(changed))).toMatchObject({ success: 0, fail: 1 })
  const prices = (...rows: string[]) => ({
    name: '供货价.csv',
    content: ['供应商,商品,供货价,税率,生效日期,失效日期,默认', ...rows].join('\n'),
  })
  const first = `IM1,${skuCode},8.50,13%,2026-01-01,,是`
  const second = `IM1,${skuCode},9.10,13%,2026-07-01,,是`
  expect(await importFile(app, token, 'supplierProduct', prices(first, second))).toMatchObject({ success: 2 })
  const stored = await app.db
    .selectFrom('supplierProduct')
    .select(['supplyPrice', 'startDate', 'endDate', 'isDefault'])
    .where('isDel', '=', 0)
    .orderBy('startDate')
    .execute()
  expect(stored).toEqual([
    { supplyPrice: 850, startDate: '2026-01-01', endDate: '2026-06-30', isDefault: 0 },
    { supplyPrice: 910, startDate: '2026-07-01', endDate: null, isDefault: 1 },
  ])
  const unknown = await importFile(app, token, 'supplierProduct', prices('IM1,NO-SUCH,1.00,,2026-01-01,,否'))
  expect(unknown).toMatchObject({ success: 0, fail: 1 })
})
