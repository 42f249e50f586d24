import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openShop } from '../../tests/catalogShop.ts'
import { type FreightLine, freightOf, type Template } from './freight.rules.ts'
import { freight } from './shippingTemplate.server.ts'

const P = '/admin/express/shipping/templates'
const BEIJING = [110000, 110100, 110101]
const XINJIANG = [650000, 650100, 650102]

const row = (
  cityIds: number[],
  first: number,
  firstPrice: number,
  renewal: number,
  renewalPrice: number,
) => ({
  cityIds,
  first,
  firstPrice,
  renewal,
  renewalPrice,
})
const byWeight: Template = {
  id: 1,
  type: 2,
  appoint: 2,
  regions: [row([], 1, 1000, 0.5, 300)],
  frees: [],
}
const byPiece: Template = {
  id: 2,
  type: 1,
  appoint: 1,
  regions: [row([110000], 1, 800, 2, 300)],
  frees: [{ cityIds: [110000], number: 1, price: 9900 }],
}
const line = (tempId: number, more: Partial<FreightLine>): FreightLine => ({
  tempId,
  qty: 0,
  weight: 0,
  volume: 0,
  amount: 0,
  ...more,
})
const KILOS = line(1, { weight: 2300, qty: 1, amount: 5000 })
const PIECES = line(2, { qty: 4, amount: 9800 })

test('P16-20: 2.3 kg and 4 pieces cost 33.00; free from 99.00 the pieces cost nothing', () => {
  expect(freightOf([byWeight, byPiece], [KILOS, PIECES], BEIJING)).toEqual({
    fee: 3300,
    byTemplate: [
      { tempId: 1, fee: 1900 },
      { tempId: 2, fee: 1400 },
    ],
  })
  expect(freightOf([byWeight, byPiece], [KILOS, { ...PIECES, amount: 9900 }], BEIJING).fee).toBe(1900)
  expect(() => freightOf([byPiece], [PIECES], XINJIANG)).toThrow('该地区暂不支持配送')
})

test('the nearest row counts, lines of a template are summed, up to the first there is one price', () => {
  const regions = [row([110101], 1, 100, 1, 10), row([110000], 1, 200, 1, 20), row([], 1, 300, 1, 30)]
  const of: Template = { ...byPiece, appoint: 2, regions, frees: [] }
  const fee = (path: number[], ...qty: number[]) =>
    freightOf(
      [of],
      qty.map((one) => line(2, { qty: one })),
      path,
    ).fee
  expect(fee(BEIJING, 1)).toBe(100)
  expect(fee(BEIJING, 0.5, 0.5)).toBe(100)
  expect(fee(BEIJING, 0.5, 0.6)).toBe(110)
  expect(fee([110000, 110100, 110102], 3)).toBe(240)
  expect(fee(XINJIANG, 2)).toBe(330)
  expect(freightOf([{ ...of, appoint: 0 }], [line(2, { qty: 9 })], XINJIANG).fee).toBe(0)
})

test('by volume a cubic metre holds 1,000,000 cm³; a free row by weight or volume sets the most', () => {
  const of: Template = {
    ...byPiece,
    type: 3,
    regions: [row([], 0.1, 500, 0.05, 100)],
    frees: [{ cityIds: [110000], number: 0.2, price: 0 }],
  }
  expect(freightOf([of], [line(2, { volume: 200_000 })], BEIJING).fee).toBe(0)
  expect(freightOf([of], [line(2, { volume: 200_001 })], BEIJING).fee).toBe(800)
})

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const post = (path: string, body: unknown) => app.request('POST', path, { token, body })
const FORM = {
  name: '标准',
  type: 2,
  appoint: 2,
  regions: [{ cityIds: '', first: 1, firstPrice: '10.00', renewal: 0.5, renewalPrice: '3.00' }],
}

test('a saved template charges orders of a channel that reaches the region; the whole order may be free', async () => {
  const { id } = (await post(`${P}/save`, FORM)).data
  const ask = (cityId: number, channelId: number, orderAmount = 5000) =>
    freight(app.db, [{ ...KILOS, tempId: id }], cityId, channelId, orderAmount)
  expect(await ask(110101, 1201)).toEqual({ fee: 1900, byTemplate: [{ tempId: id, fee: 1900 }] })
  await expect(ask(7, 1201)).rejects.toMatchObject({ code: 404 })
  await expect(ask(110101, 7)).rejects.toMatchObject({ code: 422, message: '该地区暂不支持配送' })

  const free = { id: 74, fields: { store_free_postage_switch: 1, store_free_postage: '99.00' } }
  const fields = Object.entries(free.fields).map(([name, value]) => ({
    name,
    title: name,
    value: String(value),
  }))
  expect(await post('/admin/system/config/save/form', { id: 74, sort: 0, status: 1, fields })).toMatchObject({
    code: 200,
  })
  expect((await ask(110101, 1201, 9899)).fee).toBe(1900)
  expect((await ask(110101, 1201, 9900)).fee).toBe(0)
})

test('no region twice, one default, rows where rows are needed', async () => {
  const messages = async (more: Record<string, unknown>) => {
    const answer = await app.request<{ field: string; message: string }[]>('POST', `${P}/save`, {
      token,
      body: { ...FORM, ...more },
    })
    expect(answer.code).toBe(422)
    return answer.data
  }
  const [first] = FORM.regions
  const beijing = { ...first, cityIds: '110000' }
  expect(await messages({ regions: [first, beijing, beijing] })).toEqual([
    { field: 'regions.2.cityIds', message: '北京市重复设置' },
  ])
  expect(await messages({ regions: [first, first] })).toEqual([
    { field: 'regions.1.cityIds', message: '全国默认重复设置' },
  ])
  expect(await messages({ regions: [{ ...first, cityIds: '7' }] })).toEqual([
    { field: 'regions.0.cityIds', message: '地区不存在' },
  ])
  expect(await messages({ regions: [] })).toMatchObject([{ field: 'regions' }])
  expect(await messages({ appoint: 1 })).toMatchObject([{ field: 'frees' }])
  expect(await messages({ regions: [{ ...first, first: 0 }] })).toMatchObject([{ field: 'regions.0.first' }])
})

test('a template that products use is not deleted; products name one that is there', async () => {
  const shop = await openShop(app)
  const { id } = (await post(`${P}/save`, { ...FORM, name: '商品用' })).data
  const refused = await post('/admin/store/product/save', shop.form({ tempId: 99_999 }))
  expect([refused.code, refused.message]).toEqual([422, '运费模板不存在或已停用'])
  await shop.save({ tempId: id })
  const used = await post(`${P}/delete/${id}`, {})
  expect([used.code, used.message]).toEqual([409, '该运费模板已被1个商品使用，不能删除'])
  const other = (await post(`${P}/save`, { ...FORM, name: '无人用' })).data
  expect((await post(`${P}/delete/${other.id}`, {})).code).toBe(200)
})

test('a disabled template is not given to products any more and still charges those that have it', async () => {
  const { id } = (await post(`${P}/save`, { ...FORM, name: '停用的' })).data
  expect((await post(`${P}/update/status/${id}`, { status: 0 })).code).toBe(200)
  const options = await app.request<{ label: string }[]>('GET', `${P}/all`, { token })
  expect(options.data.map((one) => one.label)).not.toContain('停用的')
  const shop = await openShop(app)
  const saved = await post('/admin/store/product/save', shop.form({ tempId: id }))
  expect(saved.code).toBe(422)
  const asked = [{ tempId: id, qty: 1, weight: 1000, volume: 0, amount: 100 }]
  expect((await freight(app.db, asked, 110101, 1201, 100)).fee).toBeGreaterThan(0)
})
