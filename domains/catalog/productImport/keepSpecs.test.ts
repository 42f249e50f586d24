import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { importFile, startWorker } from '../../../tests/importing.ts'

let app: TestApp
let token: string
let stop: () => Promise<void>

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  stop = startWorker(app)
  const category = { name: 'c.csv', content: '外部编号,分类名称\nK1,锅具' }
  expect(await importFile(app, token, 'category', category)).toMatchObject({ status: 2 })
})
afterAll(async () => {
  await stop()
  await app.close()
})

const HEAD = '外部编号,商品编码,商品名称,分类外部编号,单位,规格名1,规格值1,售价,重量,封面图地址'
const row = (no: string, name: string, colour: string, price: string, weight = '') =>
  [no, '', name, 'K1', '件', colour === '' ? '' : '颜色', colour, price, weight, '/files/a.png'].join(',')
const sheet = (...rows: string[]) => ({ name: 'p.csv', content: [HEAD, ...rows].join('\n') })

const skusOf = (no: string) =>
  app.db
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .where('product.sourceNo', '=', no)
    .where('sku.isDel', '=', 0)
    .orderBy('sku.sort')
    .select(['sku.id', 'sku.suk', 'sku.price', 'sku.weight', 'sku.skuCode'])
    .execute()

interface Told {
  notes: { rowNo: number; field: string; message: string }[]
  noteCount: number
}

async function told(taskId: number): Promise<Told> {
  return (await app.request<Told>('GET', `/file/task/info/${taskId}`, { token })).data
}

async function threeColours(no: string): Promise<void> {
  const rows = ['红', '黄', '蓝'].map((colour) => row(no, `锅${no}`, colour, '10.00', '1.5'))
  expect(await importFile(app, token, 'product', sheet(...rows))).toMatchObject({ status: 2, success: 3 })
}

test('a sheet with one of three specifications changes it and leaves the others, what it leaves blank too', async () => {
  await threeColours('R1')
  const before = await skusOf('R1')
  const one = sheet(row('R1', '锅R1', '黄', '12.00'))
  const checked = await importFile(app, token, 'product', one, { dryRun: 1 })
  expect(checked).toMatchObject({ status: 2, fail: 0 })
  expect(await told(checked.id)).toMatchObject({
    noteCount: 1,
    notes: [{ rowNo: 2, field: '规格名1', message: '规格“红”、“蓝”不在表中，保持不变' }],
  })
  expect(await importFile(app, token, 'product', one)).toMatchObject({ status: 2, success: 1 })
  expect(await skusOf('R1')).toEqual(before.map((sku) => (sku.suk === '黄' ? { ...sku, price: 1200 } : sku)))
})

test('only the tick removes them, and the trial run says which', async () => {
  await threeColours('R2')
  const one = sheet(row('R2', '锅R2', '黄', '12.00'))
  const checked = await importFile(app, token, 'product', one, { dryRun: 1, ticks: 'remove' })
  expect((await told(checked.id)).notes.map((note) => note.message)).toEqual(['将移除规格“红”、“蓝”'])
  expect(await skusOf('R2')).toHaveLength(3)
  expect(await importFile(app, token, 'product', one, { ticks: 'remove' })).toMatchObject({ status: 2 })
  expect((await skusOf('R2')).map((sku) => sku.suk)).toEqual(['黄'])
})

test('other names of specifications replace those that are there only with the tick', async () => {
  await threeColours('R3')
  const other = {
    name: 's.csv',
    content: '商品外部编号,规格对应,售价,成本价\nR3,"{""尺寸"":""大""}",9.00,5.00',
  }
  const refused = await importFile(app, token, 'productSku', other)
  expect(refused).toMatchObject({ status: 3, fail: 1 })
  expect(await skusOf('R3')).toHaveLength(3)
  expect(await importFile(app, token, 'productSku', other, { ticks: 'remove' })).toMatchObject({ status: 2 })
  expect((await skusOf('R3')).map((sku) => sku.suk)).toEqual(['大'])
})

test('the sheet of specifications adds to a product and leaves what it does not name', async () => {
  await threeColours('R4')
  const more = {
    name: 's.csv',
    content:
      '商品外部编号,规格对应,售价,成本价\nR4,"{""颜色"":""绿""}",9.00,5.00\nR4,"{""颜色"":""红""}",11.00,',
  }
  expect(await importFile(app, token, 'productSku', more)).toMatchObject({ status: 2, success: 2 })
  expect((await skusOf('R4')).map((sku) => [sku.suk, sku.price, Number(sku.weight)])).toEqual([
    ['红', 1100, 1.5],
    ['黄', 1000, 1.5],
    ['蓝', 1000, 1.5],
    ['绿', 900, 0],
  ])
})

test('a product without a code that is there already is refused, and written a second time only with the tick', async () => {
  const one = sheet(row('', '无编码的锅', '', '10.00'))
  expect(await importFile(app, token, 'product', one)).toMatchObject({ status: 2, success: 1 })
  const refused = await importFile(app, token, 'product', one)
  expect(refused).toMatchObject({ status: 3, fail: 1 })
  const { message } = await app.db
    .selectFrom('fileTaskRow')
    .select('message')
    .where('taskId', '=', refused.id)
    .executeTakeFirstOrThrow()
  expect(message).toMatch(
    /^与已有的商品“无编码的锅”（P\d+）重复；确需再新增一份时勾选“仍然导入与已有数据重复的行”$/,
  )
  const checked = await importFile(app, token, 'product', one, { dryRun: 1, ticks: 'repeat' })
  expect((await told(checked.id)).notes[0]?.message).toMatch(/重复，将再新增一份$/)
  expect(await importFile(app, token, 'product', one, { ticks: 'repeat' })).toMatchObject({ status: 2 })
  const rows = await app.db.selectFrom('product').select('id').where('storeName', '=', '无编码的锅').execute()
  expect(rows).toHaveLength(2)
})

test('the heading ID of an export is not read as a number in another system', async () => {
  const exported = {
    name: 'e.csv',
    content: 'ID,商品名称,分类外部编号,单位,售价,封面图地址\n77,带ID的锅,K1,件,1.00,/files/a.png',
  }
  expect(await importFile(app, token, 'product', exported)).toMatchObject({ status: 2 })
  const made = await app.db
    .selectFrom('product')
    .select('sourceNo')
    .where('storeName', '=', '带ID的锅')
    .executeTakeFirstOrThrow()
  expect(made.sourceNo).toBe('')
})
