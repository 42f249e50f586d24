import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_PASSWORD, type TestApp, testApp } from '#app/testing.ts'
import { keepCaptcha } from './captcha.server.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ TS_LOGIN_CAPTCHA: 'always' })
})
afterAll(() => app.close())

const login = (pwd: string, key: string, code: string) =>
  app.request('POST', '/admin/login', { body: { account: 'admin', pwd, key, code } })

test('P16-1: a captcha works once, whatever became of the login', async () => {
  const key = await keepCaptcha(app.db, 'ab3d')
  expect((await login('wrong', key, 'AB3D')).message).toBe('账号或密码错误，还可尝试4次')
  expect(await login(ADMIN_PASSWORD, key, 'AB3D')).toMatchObject({ code: 422, message: '验证码已过期' })
  const sessions = await app.db.selectFrom('adminSession').selectAll().execute()
  expect(sessions).toEqual([])
})

test('a wrong answer spends the captcha and counts as no failure; without one nothing is tried', async () => {
  const key = await keepCaptcha(app.db, 'ab3d')
  expect((await login(ADMIN_PASSWORD, key, 'ab3e')).message).toBe('验证码错误')
  expect((await login(ADMIN_PASSWORD, key, 'ab3d')).message).toBe('验证码已过期')
  expect((await login(ADMIN_PASSWORD, '', '')).message).toBe('请输入正确的验证码')
  const last = await keepCaptcha(app.db, 'ab3d')
  expect((await login(ADMIN_PASSWORD, last, ' aB3D ')).code).toBe(200)
})

test('an old captcha has expired', async () => {
  const key = await keepCaptcha(app.db, 'ab3d')
  await app.db
    .updateTable('captcha')
    .set({ expireTime: new Date(Date.now() - 1) })
    .execute()
  expect((await login(ADMIN_PASSWORD, key, 'ab3d')).message).toBe('验证码已过期')
})

test('the picture is 100 × 34 and does not spell its answer', async () => {
  const answer = await app.request<{ key: string; code: string }>('GET', '/admin/validate/code/get')
  expect(answer.data.code).toMatch(/^data:image\/svg\+xml;base64,/)
  const svg = Buffer.from(answer.data.code.split(',')[1] ?? '', 'base64').toString()
  expect(svg).toContain('width="100" height="34"')
  expect(svg).not.toContain('<text')
})
