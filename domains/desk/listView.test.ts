import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'

const SCREEN = '/admin/product/unit/list'
const STATE = {
  filters: { unitType: '1' },
  sortBy: 'createTime',
  sortOrder: 'asc',
  columns: { order: ['unitName', 'status'], hidden: ['status'] },
}

interface View {
  id: number
  viewName: string
  shared: number
  isDefault: number
  mayEdit: boolean
  state: typeof STATE
}

let app: TestApp
let keeper: Person
let reader: Person
beforeAll(async () => {
  app = await testApp()
  keeper = await app.person({ permissions: ['admin:product:unit:update'] })
  reader = await app.person({ permissions: ['admin:product:unit:list'] })
})
afterAll(() => app.close())

const viewsOf = async (who: Person, screen = SCREEN): Promise<View[]> =>
  (await app.request<View[]>('GET', '/admin/view/list', { token: who.token, query: { screen } })).data
const save = (who: Person, viewName: string, more: object = {}) =>
  app.request<{ id: number }>('POST', '/admin/view/save', {
    token: who.token,
    body: { screen: SCREEN, viewName, state: STATE, ...more },
  })
const remove = (who: Person, id: number) =>
  app.request('POST', `/admin/view/delete/${id}`, { token: who.token, body: {} })

test('a view of one person is seen, replaced and deleted by them alone', async () => {
  const { data } = await save(reader, '基本单位')
  expect(await viewsOf(reader)).toMatchObject([
    { id: data.id, viewName: '基本单位', shared: 0, mayEdit: true, state: STATE },
  ])
  expect(await viewsOf(keeper)).toEqual([])
  expect(await viewsOf(reader, '/admin/product/brand/list')).toEqual([])
  // Another person may use the same name.
  expect((await save(keeper, '基本单位')).data.id).not.toBe(data.id)
  const changed = { ...STATE, filters: {} }
  expect((await save(reader, '基本单位', { state: changed })).data.id).toBe(data.id)
  expect((await viewsOf(reader))[0]?.state.filters).toEqual({})
  expect((await remove(keeper, data.id)).code).toBe(404)
  expect((await remove(reader, data.id)).code).toBe(200)
  expect(await viewsOf(reader)).toEqual([])
})

test('who may edit what the list shows shares a view with all; others use it and leave it as it is', async () => {
  const shared = { shared: 1 }
  expect((await save(reader, '团队', shared)).code).toBe(403)
  const { data } = await save(keeper, '团队', shared)
  const seen = (await viewsOf(reader)).find((one) => one.id === data.id)
  expect(seen).toMatchObject({ shared: 1, mayEdit: false })
  // What others look for in a list concerns those alone who may read it.
  expect(await viewsOf(await app.person({ permissions: [] }))).toEqual([])
  expect((await remove(reader, data.id)).code).toBe(403)
  // The right to edit other things is not enough.
  expect((await save(keeper, '团队', { ...shared, screen: '/admin/product/brand/list' })).code).toBe(403)
  expect((await remove(keeper, data.id)).code).toBe(200)
})

test('one view is the default of a person, and a list has at most twenty of theirs', async () => {
  const who = await app.person({ permissions: [] })
  await save(who, '甲', { isDefault: 1 })
  await save(who, '乙', { isDefault: 1 })
  const defaults = (await viewsOf(who)).filter((one) => one.isDefault === 1)
  expect(defaults.map((one) => one.viewName)).toEqual(['乙'])
  for (let n = 3; n <= 20; n++) await save(who, `视图${n}`)
  expect(await save(who, '再一个')).toMatchObject({
    code: 422,
    message: '每个列表最多保存20个视图，请先删除不用的',
  })
  expect((await save(who, '甲')).code).toBe(200)
})
