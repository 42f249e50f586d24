import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { importOf } from '#kit/server/fileTask.ts'
import { openShop } from '../tests/catalogShop.ts'
import { creditCode, DISTRICT } from '../tests/companies.ts'
import { importFile, startWorker } from '../tests/importing.ts'
import { exportedForImport } from '../tests/templateSheets.ts'

let app: TestApp
let token: string
let stop: () => Promise<void>

beforeAll(async () => {
  app = await testApp()
  stop = startWorker(app)
  const shop = await openShop(app)
  token = shop.token
  await shop.save({ productCode: 'SEEN-1' })
  await shop.save({ productCode: 'SEEN-2', storeName: '另一个商品' })
})
afterAll(async () => {
  await stop()
  await app.close()
})

function definitionOf(bizType: string) {
  const found = importOf(app.db, bizType)
  if (found === undefined) throw new Error(`There is no import ${bizType}`)
  return found
}

const told = (by: string, bizType: string, asked = {}) =>
  exportedForImport(app, by, definitionOf(bizType), asked).then(({ sheets }) => sheets[''] ?? [])

test('columns a person may not see are left out, and the rest imports without them', async () => {
  const permissions = ['admin:storerepo:product:export', 'file:export:list']
  const person = await app.person({ permissions })
  const [own] = await told(token, 'product')
  const [seen] = await told(person.token, 'product')
  expect(own).toContain('成本价')
  expect(seen).toEqual(own?.filter((title) => title !== '成本价'))
})

test('the filters of the list count, of each of the two lists of products its own', async () => {
  const codes = async (asked: object) => {
    const [head = [], ...rows] = await told(token, 'product', asked)
    return rows.map((cells) => cells[head.indexOf('商品编码')])
  }
  expect(await codes({ filters: JSON.stringify({ keywords: '另一个' }) })).toEqual(['SEEN-2'])
  expect(await codes({ list: 'store', filters: JSON.stringify({ type: '2', keywords: '另一个' }) })).toEqual([
    'SEEN-2',
  ])
  expect((await codes({})).toSorted()).toEqual(['SEEN-1', 'SEEN-2'])
})

test('only records within the scope of the person are told', async () => {
  const made = async (supplierName: string) => {
    const values = { supplierName, creditCode: creditCode(), supplierType: 1, settleType: 1 }
    const contact = {
      contactName: '张三',
      contactPhone: '13800138000',
      districtId: DISTRICT,
      address: '路1号',
    }
    const body = { ...values, ...contact }
    const answer = await app.request('POST', '/admin/supplier/save', { token, body })
    expect(answer.code, answer.body).toBe(200)
    return answer.data.id
  }
  const own = await made('范围内供应商')
  await made('范围外供应商')
  const permissions = ['admin:supplier:export', 'file:export:list']
  const person = await app.person({ permissions, dataScope: 7, scopeIds: { supplierIds: [own] } })
  const [head = [], ...rows] = await told(person.token, 'supplier')
  expect(rows.map((cells) => cells[head.indexOf('*供应商名称')])).toEqual(['范围内供应商'])
})

test('it is refused without the permission of the list, for unknown lists and for filters nobody can read', async () => {
  const nobody = await app.person({ permissions: [] })
  const ask = (by: string, body: object) => app.request('POST', '/file/import/export', { token: by, body })
  expect(await ask(nobody.token, { bizType: 'product' })).toMatchObject({ code: 403 })
  expect(await ask(token, { bizType: 'product', list: 'none' })).toMatchObject({ code: 422 })
  expect(await ask(token, { bizType: 'none' })).toMatchObject({ code: 422 })
  expect(await ask(token, { bizType: 'product', filters: '{' })).toMatchObject({
    code: 422,
    message: '筛选条件格式不正确',
  })
  expect(await ask(token, { bizType: 'customer', filters: '{"regionId":"abc"}' })).toMatchObject({
    code: 422,
  })
})

test('one cell changed in the exported file changes that one field of that one product', async () => {
  const facts = () =>
    app.db
      .selectFrom('product')
      .innerJoin('sku', 'sku.productId', 'product.id')
      .where('product.productCode', 'in', ['SEEN-1', 'SEEN-2'])
      .orderBy('product.id')
      .select(['product.productCode', 'product.storeName', 'product.cateId', 'product.brandId'])
      .select([
        'product.sliderImage',
        'product.channels',
        'sku.skuCode',
        'sku.price',
        'sku.otPrice',
        'sku.cost',
      ])
      .execute()
  const before = await facts()
  const rows = await told(token, 'product')
  const at = rows[0]?.indexOf('*售价') ?? -1
  const code = rows[0]?.indexOf('商品编码') ?? -1
  const changed = rows.map((cells) => (cells[code] === 'SEEN-1' ? cells.with(at, '33.30') : cells))
  const content = changed
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n')
  expect(await importFile(app, token, 'product', { name: 'again.csv', content })).toMatchObject({ status: 2 })
  expect(await facts()).toEqual(
    before.map((row) => (row.productCode === 'SEEN-1' ? { ...row, price: 3330 } : row)),
  )
})
