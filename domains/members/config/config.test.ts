import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { memberSettings } from './config.server.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

interface Group {
  version: number
  fields: Record<string, unknown>
}
const read = async (type: string, channelId = 0) =>
  (await app.request<Group>('GET', '/admin/user/configInfo', { token, query: { type, channelId } })).data
const save = (type: string, fields: object, more: { version?: number; channelId?: number } = {}) =>
  app.request<{ version: number } | { field: string; message: string }[]>('POST', '/admin/user/save/config', {
    token,
    body: { type, channelId: 0, fields, ...more },
  })

test('U §3.9: a group begins with its defaults, is saved whole, and a stale save is refused', async () => {
  const begun = await read('sign')
  expect(begun).toMatchObject({ version: 0, fields: { sign_open: 1, sign_cycle: 7 } })
  expect(begun.fields.sign_rules).toHaveLength(7)
  expect((await save('sign', { ...begun.fields, sign_remind: 1 }, { version: 0 })).data).toEqual({
    version: 1,
  })
  expect((await read('sign')).fields.sign_remind).toBe(1)
  expect((await memberSettings(app.db, 'sign')).sign_remind).toBe(1)
  const stale = await save('sign', begun.fields, { version: 0 })
  expect([stale.code, stale.message]).toEqual([409, '数据已被他人修改，请刷新后重试'])
})

test('U §3.9: unknown keys and values that do not fit are refused at their key', async () => {
  const stage = (await read('stage')).fields
  expect(await save('stage', { ...stage, pwd: 1 })).toMatchObject({
    code: 422,
    data: [{ field: 'pwd', message: '未知的配置项' }],
  })
  expect(await save('stage', { ...stage, churn_days: 60 })).toMatchObject({
    code: 422,
    data: [{ field: 'churn_days', message: '流失天数必须大于沉睡天数' }],
  })
  const sign = (await read('sign')).fields
  const twice = [
    { day: 1, integral: 1 },
    { day: 1, integral: 2 },
  ]
  expect(await save('sign', { ...sign, sign_rules: twice })).toMatchObject({
    code: 422,
    data: [{ field: 'sign_rules.1.day', message: '第1天已填写' }],
  })
  expect(await save('sign', { ...sign, sign_rules: [{ day: 8 }] })).toMatchObject({
    code: 422,
    data: [{ field: 'sign_rules.0.day', message: '第几天不能大于周期7天' }],
  })
  const found_rows = [
    { roleId: 999_999, found_once_money: '1', found_day_money: '1', found_once_integral: 1 },
  ]
  expect(await save('found', { found_rows })).toMatchObject({
    code: 422,
    data: [{ field: 'found_rows.0.roleId' }],
  })
  const reach = (await read('reach')).fields
  expect(await save('reach', { ...reach, quiet_start: '25:00' })).toMatchObject({
    code: 422,
    data: [{ field: 'quiet_start' }],
  })
})

test('U §3.9: an old version is restored as a new one', async () => {
  const begun = (await read('spread')).fields
  await save('spread', { ...begun, inviteIntegral: 10 })
  await save('spread', { ...begun, inviteIntegral: 20 })
  const { data } = await app.request<{ list: { id: number; versionNo: number; changes: string }[] }>(
    'GET',
    '/admin/user/config/version/list',
    { token, query: { type: 'spread' } },
  )
  expect(data.list.map((one) => [one.versionNo, one.changes])).toEqual([
    [2, '邀请人积分'],
    [1, '邀请人积分'],
  ])
  const first = data.list.at(-1)
  const restored = await app.request('POST', `/admin/user/config/restore/${first?.id}`, { token })
  expect(restored.data).toEqual({ version: 3 })
  expect((await read('spread')).fields.inviteIntegral).toBe(10)
})

test('U §3.8: help is written for each channel, other groups for all of them; scripts do not come through', async () => {
  const help = {
    title: '会员帮助',
    content: '<p>成长值<script>alert(1)</script></p>',
    faq: [{ question: '怎样升级', answer: '消费' }],
  }
  expect((await save('memberHelp', help, { channelId: 1201 })).code).toBe(200)
  expect((await read('memberHelp', 1201)).fields.content).toBe('<p>成长值</p>')
  expect((await read('memberHelp')).fields.content).toBe('')
  expect(await save('growth', {}, { channelId: 1201 })).toMatchObject({
    code: 422,
    message: '该配置不分渠道',
  })
  expect(await save('memberHelp', help, { channelId: 9 })).toMatchObject({
    code: 422,
    message: '渠道格式不正确',
  })
})

test('U §17: who may only read a group does not save it', async () => {
  const reader = await app.person({ permissions: ['admin:user:configInfo'] })
  const shown = await app.request('GET', '/admin/user/configInfo', {
    token: reader.token,
    query: { type: 'base' },
  })
  expect(shown.code).toBe(200)
  const refused = await app.request('POST', '/admin/user/save/config', {
    token: reader.token,
    body: { type: 'base', channelId: 0, fields: {} },
  })
  expect(refused.code).toBe(403)
})
