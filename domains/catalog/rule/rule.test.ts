import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const P = '/admin/store/product/rule'
const save = (ruleName: string, lines: unknown) =>
  app.request('POST', `${P}/save`, {
    token,
    body: { ruleName, ruleValue: typeof lines === 'string' ? lines : JSON.stringify(lines) },
  })

test('C9-15 a template needs lines with names and values; duplicates are dropped', async () => {
  expect((await save('尺码', [])).message).toBe('请至少添加一条属性规格！')
  expect((await save('尺码', [{ value: ' ', detail: ['S'] }])).message).toBe('请添加规格名称')
  expect((await save('尺码', [{ value: '尺码', detail: ['', ' '] }])).message).toBe('请添加属性')
  const long = await save('一二三四五六七八九十一二三四五六七八九十一', [{ value: '尺码', detail: ['S'] }])
  expect([long.code, long.message]).toEqual([422, '规格名称不能超过20个字符'])
  expect((await save('', [{ value: '尺码', detail: ['S'] }])).message).toBe('请输入规格名称')
  expect((await save('尺码', '{"not":')).code).toBe(422)
  const doubled = [
    { value: '尺码', detail: ['S', 'M', 'S'] },
    { value: '尺码', detail: ['L'] },
  ]
  expect((await save('尺码', doubled)).code).toBe(200)
  const list = await app.request('GET', `${P}/list`, { token, query: { keywords: '尺码' } })
  expect(list.data.list.map((row) => row.ruleValue)).toEqual(['[{"value":"尺码","detail":["S","M"]}]'])
})

test('a name belongs to one template, and several are deleted at once', async () => {
  const lines = [{ value: '颜色', detail: ['红'] }]
  const first = await save('颜色', lines)
  const second = await save('款式', lines)
  expect((await save('颜色', lines)).message).toBe('规格名称已存在')
  const renamed = await app.request('POST', `${P}/update`, {
    token,
    body: { id: second.data.id, ruleName: '颜色' },
  })
  expect(renamed.message).toBe('规格名称已存在')
  const ids = `${first.data.id},${second.data.id}`
  expect((await app.request('GET', `${P}/delete/${ids}`, { token })).code).toBe(200)
  const left = await app.request('GET', `${P}/list`, { token, query: { keywords: '颜色' } })
  expect(left.data.list).toEqual([])
})
