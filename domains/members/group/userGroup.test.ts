import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'

const G = '/admin/user/group'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

test('U §4.1: a field of one type is offered its groups alone, also of those chosen last; chosen ones are named whatever they are', async () => {
  const make = async (groupName: string, groupType: 1 | 2) =>
    (await app.request<{ id: number }>('POST', `${G}/save`, { token, body: { groupName, groupType } })).data
      .id
  const [users, customers] = [await make('选人组', 1), await make('选客组', 2)]
  const offered = async (query: Record<string, string>) =>
    (await app.request<{ label: string }[]>('GET', `${G}/all`, { token, query })).data.map(
      ({ label }) => label,
    )
  const both = `${users},${customers}`
  expect(await offered({ keywords: '选', groupType: '2' })).toEqual(['选客组'])
  expect(await offered({ keywords: '选', groupType: '1' })).toEqual(['选人组'])
  expect((await offered({ keywords: '选' })).sort()).toEqual(['选人组', '选客组'])
  expect(await offered({ ids: both, offered: '1', groupType: '2' })).toEqual(['选客组'])
  expect((await offered({ ids: both })).sort()).toEqual(['选人组', '选客组'])
})
