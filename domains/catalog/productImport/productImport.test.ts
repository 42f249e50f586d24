import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openSheet } from '#kit/server/spreadsheet/spreadsheet.ts'
import { parseMoney } from '#kit/shared/money.ts'
import { importFile, startWorker } from '../../../tests/importing.ts'
import { planOf } from '../../../tests/planOf.ts'
import { productsNamed } from './stored.server.ts'

const DATA = new URL('../../../tests/data/', import.meta.url)

let app: TestApp
let token: string
let stop: () => Promise<void>

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  stop = startWorker(app)
})
afterAll(async () => {
  await stop()
  await app.close()
})

const file = async (name: string) => ({ name, content: await readFile(new URL(name, DATA)) })

/** The rows of a csv of the data by column name. */
async function rowsOf(name: string): Promise<Record<string, string>[]> {
  const sheet = await openSheet(new URL(name, DATA).pathname, { fileName: name })
  const rows: Record<string, string>[] = []
  let heads: string[] = []
  for await (const { cells } of sheet.rows()) {
    if (heads.length === 0) heads = cells
    else rows.push(Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? ''])))
  }
  await sheet.close()
  return rows
}

const products = () => app.db.selectFrom('product').selectAll().where('isDel', '=', 0).orderBy('id').execute()
const skus = () => app.db.selectFrom('sku').selectAll().where('isDel', '=', 0).orderBy('id').execute()

const HEAD = '外部编号,商品名称,分类外部编号,单位,规格名1,规格值1,条码,售价,原价,成本价,封面图地址'
const line = (
  no: string,
  more: Partial<Record<'name' | 'unit' | 'price' | 'bar' | 'spec', string>> = {},
): string =>
  [
    no,
    more.name ?? `商品${no}`,
    '276',
    more.unit ?? '件',
    more.spec ? '颜色' : '',
    more.spec ?? '',
    more.bar ?? '',
    more.price ?? '12.80',
    '15.00',
    '8.00',
    '/files/a.png',
  ].join(',')

test('the real data: 42 categories, 11 products, 134 specifications with the amounts of the file', async () => {
  expect(await importFile(app, token, 'category', await file('product-categories.csv'))).toMatchObject({
    status: 2,
    success: 42,
  })
  expect(await importFile(app, token, 'product', await file('products.csv'))).toMatchObject({
    status: 2,
    success: 11,
  })
  expect(await importFile(app, token, 'productSku', await file('product-skus.csv'))).toMatchObject({
    status: 2,
    success: 134,
  })

  const stored = new Map((await products()).map((row) => [row.sourceNo, row]))
  const lines = await rowsOf('products.csv')
  expect(stored.size).toBe(11)
  for (const row of lines)
    expect(stored.get(row.id ?? '')).toMatchObject({ storeName: row.store_name?.trim() })

  const specs = await skus()
  expect(specs).toHaveLength(134)
  for (const row of await rowsOf('product-skus.csv')) {
    const product = stored.get(row.product_id ?? '')
    const pairs: unknown = JSON.parse(row.attr_value ?? '{}')
    const sku =
      specs.find(
        (one) => one.productId === product?.id && JSON.stringify(one.attrValue) === JSON.stringify(pairs),
      ) ??
      specs.find(
        (one) =>
          one.productId === product?.id &&
          one.suk.split(',').sort().join() ===
            Object.values(pairs ?? {})
              .map((value) => String(value).trim())
              .sort()
              .join(),
      )
    expect(sku, `${row.product_id} ${row.suk}`).toMatchObject({
      price: parseMoney(row.price),
      otPrice: parseMoney(row.ot_price),
      cost: parseMoney(row.cost),
    })
  }
})

test('the same files again change nothing but the times', async () => {
  const before = await skus()
  expect(await importFile(app, token, 'product', await file('products.csv'))).toMatchObject({
    status: 2,
    success: 11,
  })
  expect(await importFile(app, token, 'productSku', await file('product-skus.csv'))).toMatchObject({
    status: 2,
    success: 134,
  })
  const history = await app.db.selectFrom('productOperateLog').select('source').execute()
  expect(new Set(history.map((row) => row.source))).toEqual(new Set(['导入']))
  expect(history).toHaveLength(22)
  const after = await skus()
  const facts = (rows: typeof before) =>
    rows.map(({ updateTime: _time, updateBy: _by, version: _version, ...row }) => row)
  expect(facts(after)).toEqual(facts(before))
  expect(await products()).toHaveLength(11)
})

test('the products of a sheet are found by the index of their numbers and by that of their codes', async () => {
  const plan = await planOf(app.db, productsNamed(app.db, ['a1'], ['p00000001']).select('id'))
  expect(plan).toContain('uq_product_sourceNo')
  expect(plan).toContain('uq_product_productCode')
})

test('C9-17: 100 products with two bad rows: nothing written, two rows with reasons; corrected: 100 written', async () => {
  const good = Array.from({ length: 100 }, (_, index) => line(`A${index + 1}`))
  const bad = good.with(5, line('A6', { unit: '斗' })).with(48, line('A49', { price: '十元' }))
  const refused = await importFile(app, token, 'product', {
    name: 'bad.csv',
    content: [HEAD, ...bad].join('\n'),
  })
  expect(refused).toMatchObject({ status: 3, success: 0, fail: 2 })
  expect(await products()).toHaveLength(11)
  const rows = await app.db
    .selectFrom('fileTaskRow')
    .select(['rowNo', 'field', 'message'])
    .where('taskId', '=', refused.id)
    .orderBy('rowNo')
    .execute()
  expect(rows).toEqual([
    { rowNo: 7, field: '单位', message: '单位不存在，请先在计量单位中维护' },
    { rowNo: 50, field: '售价', message: '售价格式不正确，例：1299.00' },
  ])
  const name = 'good.csv'
  const content = [HEAD, ...good].join('\n')
  expect(await importFile(app, token, 'product', { name, content })).toMatchObject({
    status: 2,
    success: 100,
  })
  expect(await importFile(app, token, 'product', { name, content })).toMatchObject({
    status: 2,
    success: 100,
  })
  expect(await products()).toHaveLength(111)
})

/** What an import was refused for, by row. */
async function told(taskId: number): Promise<[rowNo: number, field: string, message: string][]> {
  const rows = await app.db
    .selectFrom('fileTaskRow')
    .select(['rowNo', 'field', 'message'])
    .where('taskId', '=', taskId)
    .orderBy('rowNo')
    .execute()
  return rows.map((row) => [row.rowNo, row.field, row.message])
}

test('a number and a code of different products are refused at their row', async () => {
  const head = '外部编号,商品编码,商品名称,分类外部编号,单位,售价,封面图地址'
  const row = (no: string, code: string) => `${no},${code},编号与编码,276,件,12.80,/files/a.png`
  const first = [head, row('NC1', 'NC-CODE-1'), row('NC2', 'NC-CODE-2')].join('\n')
  expect(await importFile(app, token, 'product', { name: 'a.csv', content: first })).toMatchObject({
    success: 2,
  })
  const second = [head, row('NC1', 'NC-CODE-2'), row('NC3', 'NC-CODE-1')].join('\n')
  const refused = await importFile(app, token, 'product', { name: 'b.csv', content: second })
  expect(refused, refused.message).toMatchObject({ status: 3, fail: 2 })
  expect(await told(refused.id)).toEqual([
    [2, '商品编码', '商品编码“NC-CODE-2”属于外部编号为“NC2”的商品，与本行外部编号不一致'],
    [3, '商品编码', '商品编码“NC-CODE-1”属于外部编号为“NC1”的商品，与本行外部编号不一致'],
  ])
})

test('a row hears of all that is wrong with it at once: cells, names, codes', async () => {
  const head = '外部编号,商品名称,分类外部编号,单位,售价,条码,封面图地址'
  const content = [head, 'ALL1,全部问题,没有的分类,没有的单位,十元,6901234567890,/files/a.png'].join('\n')
  const refused = await importFile(app, token, 'product', { name: 'a.csv', content })
  const [row] = await told(refused.id)
  for (const part of ['售价格式不正确，例：', '商品分类“没有的分类”不存在', '单位不存在', '校验位不正确'])
    expect(row?.[2]).toContain(part)
})

test('pictures whose addresses hold commas and spaces, weights to the gram, amounts with ¥', async () => {
  const head = '外部编号,商品名称,分类外部编号,单位,售价,重量,封面图地址,轮播图地址'
  const slider = '"/files/red, front view.png https://a.example/x.jpg?w=1,h=2, uploads/b.webp"'
  const content = [head, `PIC1,图片,276,件,"¥1,299.00",0.125,/files/a b.png,${slider}`].join('\n')
  expect(await importFile(app, token, 'product', { name: 'a.csv', content })).toMatchObject({ success: 1 })
  const made = (await products()).find((one) => one.sourceNo === 'PIC1')
  expect(made).toMatchObject({
    image: '/files/a%20b.png',
    sliderImage: ['/files/red,%20front%20view.png', 'https://a.example/x.jpg?w=1,h=2', '/uploads/b.webp'],
    price: 129_900,
  })
  expect((await skus()).find((one) => one.productId === made?.id)?.weight).toBe(0.125)
})

test('不导入错误行 writes the good products; rows of one product stand or fall together', async () => {
  const content = [
    HEAD,
    line('B1', { spec: '红' }),
    line('B1', { spec: '蓝', bar: '6901234567893' }),
    line('B2', { spec: '红', bar: '6901234567892' }),
    line('B2', { spec: '蓝' }),
    line('B3', { bar: '6901234567892' }),
  ].join('\n')
  const ended = await importFile(app, token, 'product', { name: 'mixed.csv', content }, { skipBad: 1 })
  expect(ended).toMatchObject({ status: 6, success: 2, fail: 3 })
  const made = (await products()).filter((row) => row.sourceNo.startsWith('B'))
  expect(made.map((row) => [row.sourceNo, row.specCount])).toEqual([['B2', 2]])
})

test('a batch of products is written whole: skus, codes, channels, prices, history; only changes are written again', async () => {
  const head = `${HEAD},渠道`
  const rows = Array.from({ length: 30 }, (_, index) => `${line(`D${index + 1}`)},商城、供应链`)
  const name = 'bulk.csv'
  const import1 = { name, content: [head, ...rows].join('\n') }
  expect(await importFile(app, token, 'product', import1)).toMatchObject({ status: 2, success: 30 })
  const made = () =>
    app.db
      .selectFrom('product')
      .innerJoin('sku', 'sku.productId', 'product.id')
      .select(['product.id', 'product.productCode', 'product.version', 'product.updateTime', 'product.price'])
      .select(['sku.id as skuId', 'sku.skuCode', 'product.sourceNo', 'product.skuSearch', 'product.channels'])
      .where('product.sourceNo', 'like', 'D%')
      .orderBy('product.id')
      .execute()
  const first = await made()
  expect(first).toHaveLength(30)
  expect(new Set(first.map((row) => row.productCode)).size).toBe(30)
  for (const row of first) {
    expect(row).toMatchObject({ skuCode: `${row.productCode}-01`, price: 1280, channels: [1201, 1202] })
    expect(row.skuSearch).toBe(row.skuCode)
  }
  const ids = first.map((row) => row.id)
  const channels = await app.db
    .selectFrom('productChannel')
    .selectAll()
    .where('productId', 'in', ids)
    .execute()
  expect(channels).toHaveLength(60)
  const prices = await app.db
    .selectFrom('skuPrice')
    .selectAll()
    .where(
      'skuId',
      'in',
      first.map((row) => row.skuId),
    )
    .execute()
  expect(prices).toHaveLength(60)
  expect(prices.every((one) => ids.includes(one.sourceId) && one.price === 1280)).toBe(true)

  const dearer = rows.with(3, `${line('D4', { price: '19.90' })},商城、供应链`)
  const import2 = { name, content: [head, ...dearer].join('\n') }
  expect(await importFile(app, token, 'product', import2)).toMatchObject({ status: 2, success: 30 })
  const second = await made()
  const raised = second.filter((row, index) => row.version !== first[index]?.version)
  expect(raised.map((row) => [row.sourceNo, row.price])).toEqual([['D4', 1990]])
  expect(second.every((row, index) => row.updateTime > (first[index]?.updateTime ?? 0))).toBe(true)
  const history = await app.db
    .selectFrom('productOperateLog')
    .select(['productId', 'action', 'source'])
    .where('productId', 'in', ids)
    .where('action', '<>', '新增')
    .execute()
  expect(history).toEqual([{ productId: first[3]?.id, action: '编辑', source: '导入' }])
})

test('the operation log of a batch stays small however many products it writes', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => line(`E${index + 1}`))
  const file = { name: 'many.csv', content: [HEAD, ...rows].join('\n') }
  expect(await importFile(app, token, 'product', file)).toMatchObject({ status: 2, success: 300 })
  const { changes } = await app.db
    .selectFrom('operLog')
    .select('changes')
    .where('bizType', '=', 'product')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const text = JSON.stringify(changes)
  expect(text.length).toBeLessThan(200_000)
  expect(text).toMatch(/另有\d+条变更/)
})

test('a sheet of another kind says which columns it lacks', async () => {
  const other = importFile(app, token, 'product', { name: 'other.csv', content: 'a,b\n1,2' })
  await expect(other).rejects.toThrow('缺少列：商品名称、单位、售价')
})

test('a changed price is written once to the sku and the product, and shown, kept and logged alike', async () => {
  const bring = async (price: string, more: Parameters<typeof line>[1] = {}) => {
    const result = await importFile(app, token, 'product', {
      name: 'a.csv',
      content: [HEAD, line('PR1', { ...more, price })].join('\n'),
    })
    expect(result).toMatchObject({ status: 2, success: 1 })
    const product = (await products()).find((one) => one.sourceNo === 'PR1')
    const sku = (await skus()).find((one) => one.productId === product?.id)
    return { product, sku }
  }
  const first = await bring('12.80')
  const second = await bring('13.80', { name: '改名商品' })
  const version = first.product?.version ?? 0
  expect(second.sku).toMatchObject({
    ...first.sku,
    price: 1380,
    version: (first.sku?.version ?? 0) + 1,
    updateTime: expect.any(Date),
  })
  expect(second.product).toMatchObject({ storeName: '改名商品', price: 1380, version: version + 1 })
  const log = await app.db
    .selectFrom('productOperateLog')
    .select('fields')
    .where('productId', '=', first.product?.id ?? 0)
    .orderBy('id')
    .execute()
  expect(log.at(-1)?.fields).toMatchObject([
    { field: 'storeName', before: '商品PR1', after: '改名商品' },
    { field: 'price', before: '12.80', after: '13.80' },
    { field: 'price', before: '12.80', after: '13.80' },
  ])
})
