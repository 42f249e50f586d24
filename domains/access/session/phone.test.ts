import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeSms } from '#app/fakes/sms.ts'
import { type TestApp, testApp } from '#app/testing.ts'

let app: TestApp
let gateway: Awaited<ReturnType<typeof startFakeSms>>

beforeAll(async () => {
  gateway = await startFakeSms()
  app = await testApp({ TS_SMS_BASE: gateway.base, TS_ONEPASS_BASE: '' })
})
afterAll(async () => {
  await app.close()
  await gateway.stop()
})

async function configure(): Promise<void> {
  const token = await app.admin()
  const save = async (id: number, values: Record<string, string>): Promise<void> => {
    const fields = Object.entries(values).map(([name, value]) => ({ name, value }))
    const answer = await app.request('POST', '/admin/system/config/save/form', {
      token,
      body: { id, fields },
    })
    expect(answer.message).toBe('操作成功')
  }
  await save(200, { onepass_base: 'local' })
  await save(111, { sms_provider: '2', sms_gateway_token: 'token', sms_sign: '通商' })
  await app.db.updateTable('passService').set({ open: 1, surp: 100 }).where('type', '=', 'sms').execute()
}

test('the own phone changes with a code that went to the new one, and only then', async () => {
  const one = await app.person()
  const other = await app.person()
  const ask = (body: Record<string, string>) =>
    app.request('POST', '/admin/login/phone/code', { token: one.token, body })
  const change = (body: Record<string, string>) =>
    app.request('POST', '/admin/login/phone/update', { token: one.token, body })
  expect((await ask({ phone: '13912345678' })).code).toBe(409)
  await configure()
  await app.db.updateTable('admin').set({ phone: '13912340000' }).where('id', '=', other.adminId).execute()
  expect(await ask({ phone: '12345' })).toMatchObject({ code: 422, message: '请填写正确的手机号' })
  expect(await ask({ phone: '13912340000' })).toMatchObject({ code: 422, message: '手机号已存在' })
  const before = gateway.messages.length
  expect((await ask({ phone: '13912345678' })).message).toBe('操作成功')
  expect(gateway.messages).toHaveLength(before + 1)
  expect(await ask({ phone: '13912345678' })).toMatchObject({ code: 429 })
  const code = /\d{6}/.exec(gateway.messages.at(-1)?.content ?? '')?.[0] ?? ''
  const wrong = code === '000000' ? '000001' : '000000'
  expect(await change({ phone: '13912345678', code: wrong })).toMatchObject({ message: '验证码错误' })
  expect(await change({ phone: '13912345679', code })).toMatchObject({ message: '验证码错误' })
  expect((await change({ phone: '13912345678', code })).message).toBe('操作成功')
  expect(await change({ phone: '13912345678', code })).toMatchObject({ message: '新手机号与原手机号相同' })
  const info = await app.request<{ phone: string }>('GET', '/admin/getAdminInfoByToken', {
    token: one.token,
    query: { token: one.token },
  })
  expect(info.data.phone).toBe('139****5678')
})
