import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { expressImport } from './express.import.ts'

const P = '/admin/express'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const post = (path: string, body: unknown) => app.request('POST', `${P}${path}`, { token, body })
const get = <T>(path: string, query: Record<string, string> = {}) =>
  app.request<T>('GET', `${P}${path}`, { token, query })

interface Company {
  id: number
  code: string
  name: string
  version: number
  password: string
}
const all = async (type = '') => (await get<Company[]>('/all', { type })).data

test('a new house knows the common carriers; hidden ones are not offered', async () => {
  const before = await all('normal')
  expect(before.length).toBe(1107)
  expect(Object.keys(before[0] ?? {})).toEqual(['id', 'code', 'name', 'partnerId', 'partnerKey', 'net'])
  const found = before.find((one) => one.code === 'yunda')
  expect(found?.name).toBe('韵达快递')
  expect((await post('/update/show', { id: found?.id, isShow: 0 })).code).toBe(200)
  expect((await all()).some((one) => one.code === 'yunda')).toBe(false)
  expect(await all('elec')).toEqual([])
  const { token: other } = await app.person()
  expect((await app.request('GET', `${P}/all`, { token: other })).code).toBe(200)
})

test('codes are lower case and unique, names are unique', async () => {
  const messages = async (body: unknown) => {
    const answer = await post('/save', body)
    return [answer.code, answer.message]
  }
  expect(await messages({ code: 'SF', name: '大写' })).toEqual([422, '编码格式不正确'])
  expect(await messages({ code: 'zhongtong', name: '又一个' })).toEqual([422, '编码已存在'])
  expect(await messages({ code: 'another', name: '中通快递' })).toEqual([422, '物流公司名称已存在'])
})

test('what the switches ask for must be given while the carrier is enabled; the password is never shown', async () => {
  const body = { code: 'tests', name: '测试快递', partnerId: 1, partnerKey: 1, net: 1 }
  const refused = await app.request<{ field: string }[]>('POST', `${P}/save`, { token, body })
  expect(refused.data.map((one) => one.field)).toEqual(['account', 'password', 'netName'])
  const off = (await post('/save', { ...body, code: 'off', name: '停用快递', status: 0 })).data
  expect((await post(`/update/status/${off.id}`, { status: 1 })).code).toBe(422)
  const given = { ...body, account: 'A1', password: 'geheim', netName: '一网点' }
  const { id } = (await post('/save', given)).data
  const info = (await get<Company>(`/info/${id}`)).data
  expect(info.password).toBe('******')
  const stored = async () => {
    const row = await app.db.selectFrom('express').select('password').where('id', '=', id).executeTakeFirst()
    return row?.password
  }
  const sealed = await stored()
  expect(sealed).not.toContain('geheim')
  expect(
    (await post('/update', { id, version: info.version, password: '******', phone: '95338' })).code,
  ).toBe(200)
  expect(await stored()).toBe(sealed)
  expect((await post('/update', { id, password: '' })).code).toBe(422)
})

test('without a provider of waybills there are no templates', async () => {
  const answer = await get('/template', { com: 'zhongtong' })
  expect([answer.code, answer.message]).toEqual([409, '未配置电子面单服务'])
})

test('an imported carrier is found again by its code', async () => {
  const rows = [
    { rowNo: 2, values: { code: 'zhongtong', name: '中通速递', sort: 9, isShow: 1 } },
    { rowNo: 3, values: { code: 'brandnew', name: '新快递', sort: null, isShow: null } },
  ]
  expect(await expressImport.check(app.db, theSystem, rows, new Map())).toEqual([])
  await asSystem(app.db, (tx) => expressImport.write(tx, theSystem, rows, new Map()))
  const [first] = await all()
  expect(first).toMatchObject({ code: 'zhongtong', name: '中通速递' })
  expect((await all()).filter((one) => one.name === '新快递').length).toBe(1)
  const taken = [{ rowNo: 2, values: { code: 'other', name: '新快递' } }]
  expect(await expressImport.check(app.db, theSystem, taken, new Map())).toMatchObject([
    { rowNo: 2, message: '物流公司名称已存在' },
  ])
})
