import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openShop } from '../../../tests/catalogShop.ts'
import { COST } from './sku.entity.ts'

const LIST = '/admin/store/product/list'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  const shop = await openShop(app)
  token = await app.admin()
  const saved = await app.request('POST', '/admin/store/product/save', { token, body: shop.form() })
  expect(saved.message).toBe('操作成功')
})
afterAll(() => app.close())

const firstOf = async (fields: string, person = token) => {
  const answer = await app.request('GET', LIST, {
    token: person,
    query: { type: 2, ...(fields ? { fields } : {}) },
  })
  expect(answer.code).toBe(200)
  return answer.data.list[0] ?? {}
}

test('a list answers what it is asked for, with the number and version that every row has', async () => {
  const row = await firstOf('barCode,sort')
  expect(Object.keys(row).sort()).toEqual(['barCode', 'id', 'sort', 'version'])
})

test('joined fields come with what they are made from; names that are not declared are no columns', async () => {
  const row = await firstOf('cateValues,brandName,unitName,productName,addTime,labels,password,"id"')
  const whole = await firstOf('')
  for (const name of ['cateValues', 'brandName', 'unitName', 'productName', 'addTime', 'labels'])
    expect(row[name], name).toEqual(whole[name])
  expect(row.brandName).toMatch(/^通商乳业/)
  expect(row).not.toHaveProperty('password')
  expect(row).not.toHaveProperty('barCode')
})

test('without fields the whole row is answered, as other systems read it', async () => {
  const row = await firstOf('')
  expect(Object.keys(row).length).toBeGreaterThan(80)
  expect(row.productName).toBe('原味酸奶 180g')
})

test('what a person may not see does not come by asking for it', async () => {
  const { token: poor } = await app.person({ permissions: ['admin:store:product:list'] })
  expect(await firstOf('cost', poor)).not.toHaveProperty('cost')
  const { token: rich } = await app.person({ permissions: ['admin:store:product:list', COST] })
  expect(await firstOf('cost', rich)).toHaveProperty('cost')
})
