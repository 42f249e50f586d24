import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openSheet } from '#kit/server/spreadsheet/spreadsheet.ts'
import { openShop, type Shop, specs } from '../../../tests/catalogShop.ts'
import { ended, multipart, startWorker } from '../../../tests/importing.ts'

const P = '/admin/store/product'

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

interface Started {
  taskId: number
  taskNo: string
  fileName: string
}

/** The cells of the workbook an export made. */
async function exported({ data }: { data: Started }): Promise<string[][]> {
  expect(await ended(app, data.taskId)).toMatchObject({ status: 2 })
  const file = await app.request('GET', '/common/download', {
    token: shop.token,
    query: { fileName: data.fileName },
  })
  expect(file.status).toBe(200)
  const path = join(app.dataDir, 'export.xlsx')
  await writeFile(path, file.bytes)
  const sheet = await openSheet(path, { fileName: 'export.xlsx' })
  const rows: string[][] = []
  for await (const { cells } of sheet.rows()) rows.push(cells)
  await sheet.close()
  return rows
}

test('the export obeys tab, filters and chosen columns; both calls give the same file', async () => {
  const wanted = await shop.save({ storeName: '导出酸奶' })
  await shop.save({ storeName: '别的牛奶', keyword: '牛奶' })
  const input = { type: '2', keywords: '导出', columns: 'id,storeName,cateId,price' }
  const byPost = await app.request<Started>('POST', `${P}/productExport`, { token: shop.token, body: input })
  const byGet = await app.request<Started>('GET', '/admin/export/excel/product', {
    token: shop.token,
    query: input,
  })
  const rows = await exported(byPost)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toEqual(['ID', '商品名称', '商品分类', '售价'])
  expect(rows[1]?.slice(0, 2)).toEqual([String(wanted), '导出酸奶'])
  expect(rows[1]?.[2]).toMatch(/^乳品/)
  expect(rows[1]?.[3]).toBe('12.80')
  expect(await exported(byGet)).toEqual(rows)
})

test('of rows that were chosen only these are exported', async () => {
  const [one, other] = [await shop.save({ storeName: '甲' }), await shop.save({ storeName: '乙' })]
  await shop.save({ storeName: '丙' })
  const started = await app.request<Started>('POST', `${P}/productExport`, {
    token: shop.token,
    body: { type: '2', ids: `${one},${other}`, columns: 'storeName' },
  })
  expect(await exported(started)).toEqual([['商品名称'], ['乙'], ['甲']])
})

test('costs are exported only for those who may see them, and nobody exports without the permission', async () => {
  await shop.save()
  const mayExport = await app.person({ permissions: ['admin:store:product:productExport'] })
  const start = (token: string) =>
    app.request<Started>('POST', `${P}/productExport`, {
      token,
      body: { type: '2', columns: 'cost,storeName' },
    })
  const answer = await start(mayExport.token)
  await ended(app, answer.data.taskId)
  const file = await app.request('GET', '/common/download', {
    token: mayExport.token,
    query: { fileName: answer.data.fileName },
  })
  const path = join(app.dataDir, 'nocost.xlsx')
  await writeFile(path, file.bytes)
  expect((await readFile(path)).length).toBeGreaterThan(0)
  const sheet = await openSheet(path, { fileName: 'nocost.xlsx' })
  const { value } = await sheet.rows().next()
  await sheet.close()
  expect(value?.cells).toEqual(['商品名称'])
  const stranger = await app.person({ permissions: [] })
  expect(await start(stranger.token)).toMatchObject({ code: 403 })
})

test('importProduct takes a sheet; collecting by address is not there', async () => {
  const category = await app.db
    .selectFrom('category')
    .select('name')
    .where('id', '=', shop.cateId)
    .executeTakeFirstOrThrow()
  const content = `商品名称,分类路径,单位,售价,原价,封面图地址\n表格商品,${category.name},盒,9.90,9.90,/files/a.png`
  const answer = await app.request<Started>('POST', `${P}/importProduct`, {
    token: shop.token,
    ...multipart('商品.csv', content),
  })
  expect(answer.code).toBe(200)
  expect(await ended(app, answer.data.taskId)).toMatchObject({ status: 2, success: 1 })
  const collected = await app.request('POST', `${P}/importProduct`, {
    token: shop.token,
    query: { url: 'https://item.example.com/1', form: 1 },
    ...multipart('商品.csv', content),
  })
  expect(collected).toMatchObject({ code: 409, message: '未配置商品采集服务' })
})

test('barcode labels: a row per sku, the single sku by the code of its product', async () => {
  const one = await shop.save({ barCode: '6901234567892' })
  const two = await shop.save(specs({ 原味: { barCode: '6901234567809' }, 草莓: {} }))
  const answer = await app.request<Record<string, unknown>[]>(
    'GET',
    '/admin/storerepo/product/print/barcode',
    {
      token: shop.token,
      query: { ids: `${one},${two}` },
    },
  )
  expect(
    answer.data.map((row) => [row.productId, row.suk, row.barCode, row.price, row.otPrice, row.unitName]),
  ).toEqual([
    [one, '默认', '6901234567892', '12.80', '15.00', '盒'],
    [two, '原味', '6901234567809', '12.80', '15.00', '盒'],
    [two, '草莓', '', '12.80', '15.00', '盒'],
  ])
  const none = await app.request('GET', '/admin/storerepo/product/print/barcode', { token: shop.token })
  expect(none).toMatchObject({ code: 422, message: '请选择商品' })
})

test('product options: found by words, chosen ones named even when they are gone', async () => {
  const id = await shop.save({ storeName: '远程酸奶' })
  const ask = (query: Record<string, string | number>) =>
    app.request<{ value: number; label: string; disabled: boolean }[]>('GET', `${P}/remote/product/list`, {
      token: shop.token,
      query,
    })
  expect((await ask({ keywords: '远程' })).data).toEqual([{ value: id, label: '远程酸奶', disabled: false }])
  await app.request('GET', `${P}/delete/${id}`, { token: shop.token })
  expect((await ask({ keywords: '远程' })).data).toEqual([])
  expect((await ask({ ids: id })).data).toEqual([{ value: id, label: '远程酸奶', disabled: true }])
  expect(await ask({ limit: 21 })).toMatchObject({ code: 422 })
})
