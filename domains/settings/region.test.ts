import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type TestApp, testApp } from '#app/testing.ts'
import { LOCKS } from '#kit/server/locks.ts'
import { declareUse } from '#kit/server/refs.ts'
import { budget, ownTime } from '../../tests/ownTime.ts'
import { registerNow } from '../../tests/registering.ts'
import { waitsFor } from '../../tests/waitsFor.ts'
import type { RegionNode } from './region.calls.ts'
import { isReachable, regionPath } from './region.memory.ts'
import { changedReach, childrenOf, pinyinInitials, tidyReach } from './region.rules.ts'

const CITY = '/admin/system/city'
const XINJIANG = 650000

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const post = (path: string, body: unknown) => app.request('POST', `${CITY}${path}`, { token, body })
const get = <T>(path: string, query: Record<string, string | number> = {}) =>
  app.request<T>('GET', `${CITY}${path}`, { token, query })
const tree = (query: Record<string, string | number> = {}, headers: Record<string, string> = {}) =>
  app.request<RegionNode[]>('GET', `${CITY}/list/tree`, { token, query, headers })

function idsOf(nodes: readonly RegionNode[]): number[] {
  return nodes.flatMap((node) => [node.cityId, ...idsOf(node.child)])
}
const idsIn = (answer: Answer<RegionNode[]>): number[] => idsOf(answer.data)

test('P16-19: more than 3,000 nodes; the second time 304; a channel without 新疆 has no node below 650000', async () => {
  const first = await tree()
  expect(first.code).toBe(200)
  expect(idsIn(first).length).toBeGreaterThan(3000)
  expect(Object.keys(first.data[0] ?? {})).toEqual(['cityId', 'name', 'level', 'parentId', 'child'])
  const etag = String(first.headers.etag)
  const second = await tree({}, { 'if-none-match': etag })
  expect([second.status, second.body]).toEqual([304, ''])

  const provinces = first.data.map((one) => one.cityId).filter((id) => id !== XINJIANG)
  expect(await post('/channel', { channelId: 1203, cityIds: provinces.join(',') })).toMatchObject({
    code: 200,
  })
  const without = idsIn(await tree({ channel: 1203 }))
  expect(without.length).toBeGreaterThan(3000)
  expect(without.filter((id) => String(id).startsWith('65'))).toEqual([])
  expect(idsIn(await tree({ channel: 1201 }))).toEqual(idsIn(first))
  expect(await isReachable(app.db, 1203, 650102)).toBe(false)
  expect(await isReachable(app.db, 1203, 110101)).toBe(true)
})

test('the tree comes prepared: compressed below 60 KB, within 20 ms', async () => {
  const headers = { 'accept-encoding': 'gzip, br' }
  const first = await tree({}, headers)
  expect(first.headers['content-encoding']).toBe('br')
  expect(first.bytes.length).toBeLessThan(60 * 1024)
  expect(JSON.parse(brotliDecompressSync(first.bytes).toString()).data.length).toBe(34)
  const begun = ownTime()
  for (let round = 0; round < 9; round++) await tree({}, headers)
  expect((ownTime() - begun) / 9).toBeLessThan(budget(20))
})

test('whoever is signed in gets the tree, nobody else; an unknown channel is refused', async () => {
  const { token: other } = await app.person()
  expect((await app.request('GET', `${CITY}/list/tree`, { token: other })).code).toBe(200)
  expect((await app.request('GET', `${CITY}/list/tree`)).code).toBe(401)
  expect((await tree({ channel: 7 })).code).toBe(422)
})

interface Row {
  id: number
  version: number
  mergerName: string
  parentName: string
  channels: number[]
  pinyin: string
}

test('regions are found by name, initials and code, and named with all above them', async () => {
  const named = async (keywords: string) =>
    (await get<Row[]>('/list', { keywords })).data.map((row) => row.mergerName)
  expect(await named('朝阳区')).toContain('北京市 市辖区 朝阳区')
  expect(await named('sms')).toContain('福建省 三明市')
  expect(await named('350203')).toEqual(['福建省 厦门市 思明区'])
  const top = await get<Row[]>('/list')
  expect(top.data.length).toBe(34)
  const options = await get<{ value: number; label: string }[]>('/all', { ids: '350203,99' })
  expect(options.data).toEqual([{ value: 350203, label: '福建省 厦门市 思明区' }])
  expect(await regionPath(app.db, 350203)).toEqual([350000, 350200, 350203])
  await expect(regionPath(app.db, 99)).rejects.toMatchObject({ code: 404 })
})

test('hiding takes all below along, showing all above; the tree has another tag then', async () => {
  const before = await tree()
  registerNow(
    app.db,
    declareUse('city', async (_tx, ids) =>
      ids.includes(540102) ? [{ id: 540102, place: '仓库', n: 2 }] : [],
    ),
  )
  expect((await post('/update/status', { id: 540000, status: 0 })).data).toEqual({ uses: 2 })
  const hidden = await tree({}, { 'if-none-match': String(before.headers.etag) })
  expect(hidden.status).toBe(200)
  expect(idsIn(hidden).filter((id) => String(id).startsWith('54'))).toEqual([])
  expect((await post('/update/status', { id: 540102, status: 1 })).code).toBe(200)
  expect(idsIn(await tree()).filter((id) => String(id).startsWith('54'))).toEqual([540000, 540100, 540102])
  expect((await post('/update/status', { id: 99, status: 1 })).code).toBe(404)
})

test('a renamed region has new initials; its channels are those of all below it', async () => {
  const row = (await get<Row>('/info', { id: 350200 })).data
  expect(row).toMatchObject({ parentName: '福建省', pinyin: 'xms', channels: [1201, 1202, 1203, 1204, 1205] })
  const input = { id: 350200, version: row.version, name: '鹭岛市', channels: [1201] }
  const [renamed] = await waitsFor(app, `${LOCKS.regions}, 1201`, () => post('/update', input))
  expect(renamed?.code).toBe(200)
  expect((await get<Row>('/info', { id: 350200 })).data).toMatchObject({ pinyin: 'lds', channels: [1201] })
  expect((await get<Row>('/info', { id: 350203 })).data.channels).toEqual([1201])
  expect((await get<Row>('/info', { id: 350100 })).data.channels.length).toBe(5)
  // The province is no longer reached as a whole, what is left of it is.
  expect((await get<Row>('/info', { id: 350000 })).data.channels).toEqual([1201])
  expect((await post('/update', input)).code).toBe(409)
  expect((await post('/update', { id: 350200, parentId: 110000 })).code).toBe(422)
})

test('what a channel reaches is said with the fewest regions', () => {
  const places = [
    { id: 1, parentId: 0 },
    { id: 11, parentId: 1 },
    { id: 12, parentId: 1 },
    { id: 121, parentId: 12 },
    { id: 122, parentId: 12 },
    { id: 2, parentId: 0 },
  ]
  const children = childrenOf(places)
  expect(tidyReach(children, [11, 121, 122])).toEqual([1])
  expect(tidyReach(children, [1, 12, 122, 2])).toEqual([1, 2])
  expect(changedReach(children, [1, 2], 121, false)).toEqual([11, 122, 2])
  expect(changedReach(children, [11, 122, 2], 121, true)).toEqual([1, 2])
  expect(changedReach(children, [1], 1, false)).toEqual([])
  expect([pinyinInitials('北京市'), pinyinInitials('重庆市')]).toEqual(['bjs', 'cqs'])
})
