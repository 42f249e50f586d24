import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { multipart } from '../../../tests/importing.ts'
import { addSkus, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'

let app: TestApp
let token: string
let place: TestWarehouse
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  place = await openWarehouse(app.db)
})
afterAll(() => app.close())

interface Read {
  lines: Record<string, string | number | null>[]
  faults: { rowNo: number; column: string; message: string }[]
}
const send = (path: string, rows: readonly string[], warehouseId = place.id, as = token) =>
  app.request<Read>('POST', `/admin/wms/${path}/line/sheet?warehouseId=${warehouseId}`, {
    token: as,
    ...multipart('lines.csv', rows.join('\n')),
  })
async function codeOf(skuId: number): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select p."productCode" as "code" from "sku" k join "product" p on p."id" = k."productId" where k."id" = ${skuId}`.execute(
    app.db,
  )
  return rows[0]?.code ?? ''
}

test('W §9: lines of a receipt come from a sheet as the form has them, and are saved from it', async () => {
  const [one = 0, two = 0] = await addSkus(app.db, 2, {
    storeName: '酸奶',
    batchManaged: 1,
    shelfLifeDays: 21,
  })
  await sql`insert into "productBarcode" ("productId", "barCode") select "productId", '6901234567892' from "sku" where "id" = ${two}`.execute(
    app.db,
  )
  const { data, message } = await send('stockin', [
    '条码或商品编码,数量,库区编码,批次号,生产日期,单价,备注',
    `${await codeOf(one)},12.5,B01,L1,2026-01-02,3.5,早班`,
    '6901234567892,3,,,,,',
  ])
  expect([message, data.faults]).toEqual(['操作成功', []])
  expect(data.lines).toMatchObject([
    {
      ...{ skuId: one, productName: '酸奶', qty: 12.5, sectionId: place.sections.pick, lotNo: 'L1' },
      ...{ productionDate: '2026-01-02', expiryDate: null, price: '3.50', remark: '早班' },
    },
    { skuId: two, qty: 3, sectionId: place.sections.store, lotNo: '', price: null },
  ])
})

test('W §9: every row that is wrong is told with its column, and the others come all the same', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  const code = await codeOf(skuId)
  const { data } = await send('shiftingParking', [
    '条码或商品编码,数量,库区编码,目标库区',
    `${code},1,A01,B01`,
    'NOPE,2,A01,B01',
    `${code},0,A01,B01`,
    `${code},1.2345,A01,B01`,
    `${code},1,A01,X9`,
    `${code},1,,B01`,
  ])
  expect(data.lines).toMatchObject([
    { skuId, qty: 1, sectionId: place.sections.store, toSectionId: place.sections.pick },
  ])
  expect(data.faults.map(({ rowNo, column, message }) => [rowNo, column, message])).toEqual([
    [3, '条码或商品编码', '条码或商品编码不存在：NOPE'],
    [4, '数量', '数量必须大于0'],
    [5, '数量', '数量最多3位小数'],
    [6, '目标库区', '库区不属于该仓库：X9'],
    [7, '库区编码', '请输入库区编码'],
  ])
  expect((await send('transfer', ['条码或商品编码', code])).message).toBe('缺少列：数量')
  expect((await send('transfer', ['条码或商品编码,数量'])).message).toBe('文件没有数据')
  expect((await send('stockout', ['编码,数量,原因', `${code},2,过期`])).data.lines).toMatchObject([
    { skuId, qty: 2, sectionId: null, reason: 2 },
  ])
  expect((await send('freeze', ['编码,数量,库区', `${code},2,a01`])).data.lines).toMatchObject([
    { sectionId: place.sections.store },
  ])
})

test('W §9, §14: costs come from a sheet only with the right to see them; a warehouse of others takes none', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  const code = await codeOf(skuId)
  const rows = ['条码或商品编码,数量,单价', `${code},1,9.90`]
  const clerk = await app.person({ permissions: ['admin:wms:stockin:save'] })
  expect((await send('stockin', rows, place.id, clerk.token)).data.lines[0]).not.toHaveProperty('price')
  expect((await send('transfer', rows, place.id, clerk.token)).code).toBe(403)
  const narrow = await app.person({ permissions: ['admin:wms:stockin:save'], dataScope: 5 })
  expect((await send('stockin', rows, place.id, narrow.token)).code).toBe(404)
  const template = await app.request('GET', '/admin/wms/stockin/line/template', { token })
  expect(template.headers['content-disposition']).toContain(encodeURIComponent('入库明细模板.xlsx'))
})
