import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { registerNow } from '../../../tests/registering.ts'
import { type FormField, formCode } from './formTemp.rules.ts'
import { declareFormValues } from './formTemp.server.ts'

const T = '/admin/system/form/temp'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const phone = { label: '手机', name: 'phone', type: 'input', rule: ['required', 'mobile'], options: [] }
const colour = { label: '颜色', name: 'colour', type: 'radio', rule: [], options: ['红', '蓝'] }
const save = (content: unknown, more: Record<string, unknown> = {}) =>
  app.request('POST', `${T}/save`, { token, body: { name: '报名表', info: '填写后提交', content, ...more } })
const info = async (id: number) =>
  (await app.request<Record<string, unknown>>('GET', `${T}/info`, { token, query: { id } })).data

test('a template is saved, listed, read and changed', async () => {
  const { data } = await save([phone, colour])
  expect(await info(data.id)).toMatchObject({ name: '报名表', content: [phone, colour], version: 1 })
  const list = await app.request('GET', `${T}/list`, { token, query: { keywords: '报名' } })
  expect(list.data).toMatchObject({ total: 1, list: [{ name: '报名表', info: '填写后提交' }] })
  const update = (body: Record<string, unknown>) =>
    app.request('POST', `${T}/update`, { token, query: { id: data.id }, body })
  expect((await update({ name: '活动报名', version: 1 })).code).toBe(200)
  expect((await update({ name: '又改', version: 1 })).code).toBe(409)
  expect(await info(data.id)).toMatchObject({ name: '活动报名', content: [phone, colour] })
})

test('what a form cannot be is told at its line', async () => {
  expect(await save([])).toMatchObject({ code: 422, message: '表单内容至少1行' })
  const answer = await save([phone, { ...colour, options: [] }, { ...phone, label: '又一个' }])
  expect(answer.data).toEqual([
    { field: 'content.1.options', message: '请输入选项' },
    { field: 'content.2.name', message: '字段名phone重复' },
  ])
  expect(await save([{ ...phone, name: '手机' }])).toMatchObject({
    code: 422,
    data: [{ field: 'content.0.name', message: '字段名须以字母开头，只含字母、数字、下划线' }],
  })
  expect((await save([{ ...phone, type: 'script' }])).message).toBe('类型格式不正确')
})

test('a template in use keeps the fields that hold values', async () => {
  const { id } = (await save([phone, colour])).data
  registerNow(
    app.db,
    declareFormValues(async (_tx, of) => (of === id ? ['phone'] : [])),
  )
  const update = (content: unknown) =>
    app.request('POST', `${T}/update`, { token, query: { id }, body: { content } })
  expect(await update([colour])).toMatchObject({ code: 409, message: '字段“手机”已有数据，不能删除' })
  expect((await update([phone])).code).toBe(200)
})

test('no text of a template becomes code of the page made from it', () => {
  const evil = '</script><img src=x onerror=alert(1)>"\''
  const field: FormField = { label: evil, name: 'a', type: 'radio', rule: ['required'], options: [evil] }
  const { html, js } = formCode(evil, evil, [field])
  expect(html).not.toMatch(/<img|<\/script|value="[^"]*" on/)
  expect(js).not.toContain('</script')
  // What stands in the page as data is still the text it was.
  expect(js).toContain(JSON.stringify(evil).replaceAll('<', '\\u003c'))
})
