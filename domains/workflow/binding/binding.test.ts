import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { oneTask } from '../definition/drawing.ts'
import { chooseBinding, titleFrom } from './choose.server.ts'
import { startProcess, withdrawProcess } from './process.server.ts'

const P = '/admin/workflow/definition'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  for (const name of ['small', 'large'])
    await app.request('POST', `${P}/deploy`, {
      token,
      body: { text: JSON.stringify(oneTask(name, 'applicant')) },
    })
})
afterAll(() => app.close())

const save = (body: Record<string, unknown>) =>
  app.request('POST', `${P}/binding/save`, { token, body: { businessType: 'product', ...body } })

test('a binding names a registered type, a process, and a condition that can be read', async () => {
  const type = await save({ businessType: 'nothing', processName: 'small' })
  expect([type.code, type.message]).toEqual([422, '业务类型不存在'])
  const process = await save({ processName: 'nowhere' })
  expect([process.code, process.message]).toEqual([422, '流程不存在'])
  const condition = await save({ processName: 'small', condition: 'price >' })
  expect(condition.code).toBe(422)
  expect(condition.message).toContain('适用条件有误')
})

test('the first binding whose condition is true and whose process is enabled decides', async () => {
  const choose = (price: number) => chooseBinding(app.db, 'product', { price })
  expect(await choose(1)).toBeNull()
  const large = await save({ processName: 'large', condition: 'price > 1000', sort: 1 })
  const small = await save({ processName: 'small', sort: 2, titleTemplate: '{title}（{price}元）' })
  expect((await choose(5000))?.processName).toBe('large')
  expect(await choose(10)).toMatchObject({ processName: 'small', titleTemplate: '{title}（{price}元）' })
  const versions = await app.request<{ id: number }[]>('GET', `${P}/versions`, {
    token,
    query: { name: 'large' },
  })
  const status = (value: number) =>
    app.request('POST', `${P}/update/status/${versions.data[0]?.id}`, { token, body: { status: value } })
  await status(0)
  expect((await choose(5000))?.processName).toBe('small')
  await status(1)
  await app.request('POST', `${P}/binding/delete/${small.data.id}`, { token })
  expect(await choose(10)).toBeNull()
  const refused = await chooseBinding(app.db, 'product', {}).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 422, data: { reason: 'EXPR_ERROR' } })
  const list = await app.request('GET', `${P}/binding/list`, { token, query: { businessType: 'product' } })
  expect(list.data.list).toEqual([
    expect.objectContaining({
      id: large.data.id,
      typeLabel: '商品',
      processDisplayName: '流程large',
      condition: 'price > 1000',
    }),
  ])
  const heads = await app.request('GET', `${P}/list`, { token, query: { keywords: 'large' } })
  expect(heads.data.list[0]).toMatchObject({ boundTypes: ['商品'] })
  const old = { id: large.data.id, processName: 'large', version: 1 }
  expect((await save({ ...old, sort: 3 })).code).toBe(200)
  expect((await save({ ...old, sort: 4 })).code).toBe(409)
  await app.request('POST', `${P}/binding/delete/${large.data.id}`, { token })
})

test('a process that documents are bound to does not vanish', async () => {
  const only = await app.request('POST', `${P}/deploy`, {
    token,
    body: { text: JSON.stringify(oneTask('bound', 'applicant')) },
  })
  const binding = await save({ processName: 'bound', condition: 'price < 0' })
  const remove = () => app.request('POST', `${P}/delete/${only.data.id}`, { token })
  const refused = await remove()
  expect([refused.code, refused.message]).toEqual([409, '流程已绑定业务，请先解除绑定'])
  await app.request('POST', `${P}/binding/delete/${binding.data.id}`, { token })
  expect((await remove()).code).toBe(200)
})

test('a title is the template with variables filled in', () => {
  expect(titleFrom('', '商品甲', {})).toBe('商品甲')
  expect(titleFrom('{title} {price}元 {nothing}{list}', '商品甲', { price: 12, list: [1] })).toBe(
    '商品甲 12元 ',
  )
})

test('a type nobody registered and a document without a process stay as they were', async () => {
  await inTransaction(app.db, theSystem, async (tx) => {
    expect(await startProcess(tx, { businessType: 'nothing', businessId: 1 })).toEqual({ bound: false })
    expect(await withdrawProcess(tx, 'product', 1)).toBe(false)
  })
})
