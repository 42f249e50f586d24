import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openShop, type Shop } from '../../../tests/catalogShop.ts'
import { importFile, startWorker } from '../../../tests/importing.ts'

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

const bring = (bizType: string, lines: readonly string[]) =>
  importFile(app, shop.token, bizType, { name: `${bizType}.csv`, content: Buffer.from(lines.join('\n')) })
const HEAD = '标题,生效时间,调整原因,商品编码,基础价,允许下浮(%),采购基准价'
const drafts = () => app.db.selectFrom('basePrice').selectAll().orderBy('id').execute()

test('rows of one title become one draft; one bad row and nothing is written', async () => {
  await shop.save({ productCode: 'JZ-1' })
  await shop.save({ productCode: 'JZ-2', storeName: '草莓酸奶 180g' })
  const line = (title: string, code: string, price = '10.00') =>
    `${title},2099-01-01 00:00:00,年度,${code},${price},10,8.00`
  const bad = await bring('basePrice', [HEAD, line('冬季', 'JZ-1'), line('冬季', 'NOPE')])
  expect(bad.status).not.toBe(2)
  expect(bad).toMatchObject({ success: 0, total: 2 })
  expect(await drafts()).toEqual([])
  const good = await bring('basePrice', [
    HEAD,
    line('冬季', 'JZ-1'),
    line('冬季', 'JZ-2', '9.00'),
    line('春季', 'JZ-1', '11.00'),
  ])
  expect(good).toMatchObject({ status: 2, success: 3 })
  expect(
    (await drafts()).map((row) => [row.priceTitle, row.auditStatus, row.lines.map((one) => one.basePrice)]),
  ).toEqual([
    ['冬季', -1, [1000, 900]],
    ['春季', -1, [1100]],
  ])
})
