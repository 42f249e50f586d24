// Tags in words on the list of users, on the users whom somebody brought, and on a record.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { makeUsers } from '../../../tests/tags.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

type Row = Record<string, unknown>
const send = <T = { id: number }>(path: string, body: Row = {}) =>
  app.request<T>('POST', `/admin/user/${path}`, { token, body })
const ask = <T = { list: Row[] }>(path: string, query: Record<string, string | number> = {}) =>
  app.request<T>('GET', `/admin/user/${path}`, { token, query })
const tagNamed = async (name: string, sort: number): Promise<number> =>
  (await send('tag/save', { name, sort })).data.id
const textOf = async (uid: number) =>
  (await ask('list', { fields: 'id,tagName' })).data.list.find((row) => row.id === uid)?.tagName

test('U §2.3: a user is shown with the first three tags in their order and the number of the others', async () => {
  const [last, second, first, third] = [
    await tagNamed('丁', 9),
    await tagNamed('乙', 2),
    await tagNamed('甲', 1),
    await tagNamed('丙', 2),
  ]
  const [inviter = 0] = await makeUsers(app, 1)
  const [uid = 0] = await makeUsers(app, 1, { spreadUid: inviter })
  expect(await textOf(uid)).toBe('')
  await send('tag', { id: uid, tagId: `${third},${second}` })
  expect(await textOf(uid)).toBe('乙、丙')
  await send('tag', { id: uid, tagId: `${last},${first}` })
  expect(await textOf(uid)).toBe('甲、乙、丙 +1')
  expect((await ask('spread/list', { userId: inviter })).data.list).toMatchObject([
    { id: uid, tagName: '甲、乙、丙 +1' },
  ])
  expect((await ask<Row>('info', { id: uid })).data.tagName).toBe('甲、乙、丙 +1')
  const unasked = (await ask('list', { fields: 'id,nickname' })).data.list.find((row) => row.id === uid)
  expect(unasked).toMatchObject({ nickname: '客户1' })
  expect(unasked).not.toHaveProperty('tagName')
})

test('U §2.3: a tag that is renamed, moved, taken away or deleted is told so at once', async () => {
  const [stays, goes] = [await tagNamed('新客', 1), await tagNamed('回访', 5)]
  const [uid = 0] = await makeUsers(app, 1)
  await send('tag', { id: uid, tagId: `${stays},${goes}` })
  expect(await textOf(uid)).toBe('新客、回访')
  expect((await send('tag/update', { id: stays, name: '老客', sort: 8 })).code).toBe(200)
  expect(await textOf(uid)).toBe('回访、老客')
  await send('unbindTag', { id: uid, tagId: goes })
  expect(await textOf(uid)).toBe('老客')
  expect((await ask('tag/delete', { id: stays })).code).toBe(200)
  expect(await textOf(uid)).toBe('')
})
