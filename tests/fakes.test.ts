// The stand-ins as TS_FAKE starts them: a real server talks to them over their ports, and they to it.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, launchServer, type ServerProcess, startServer, stopServer } from './server.ts'
import { account, complete, happened, MESSAGE_URL, said } from './wechat.ts'

const PORT = 18340
const FIRST = 'Ts-first-2026'
const PASSWORD = 'Ts-changed-2026'

let root: string
let server: ServerProcess
let token: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ts-fakes-'))
  await chmod(root, 0o711)
  const env = { TS_FAKE: 'wechat,pay', TS_ADMIN_PASSWORD: FIRST }
  server = await startServer(PORT, join(root, 'data'), env)
  const signIn = async (pwd: string) =>
    (
      await ask<{ token: string }>(server, 'POST', '/admin/login', {
        body: { account: 'admin', pwd, key: '', code: '' },
      })
    ).data.token
  const body = { oldPassword: FIRST, password: PASSWORD, confirmPassword: PASSWORD }
  await ask(server, 'POST', '/admin/login/update/password', { token: await signIn(FIRST), body })
  token = await signIn(PASSWORD)
}, 60_000)
afterAll(async () => {
  await stopServer(server)
  await rm(root, { recursive: true, force: true })
}, 30_000)

const post = (path: string, body: unknown) => ask<unknown>(server, 'POST', path, { token, body })

test('the stand-in of the social platform takes a menu and brings messages', async () => {
  const base = /TS_WECHAT_API_BASE=(\S+)/.exec(server.output())?.[1] ?? ''
  const fields = Object.entries(complete).map(([name, value]) => ({ name, value }))
  expect((await post('/admin/system/config/save/form', { id: 84, fields })).message).toBe('操作成功')
  const reply = { keywords: '你好', type: 'text', data: JSON.stringify({ content: '您好' }), status: 1 }
  expect((await post('/admin/wechat/keywords/reply/save', reply)).message).toBe('操作成功')
  const button = [{ name: '首页', type: 'click', key: '你好' }]
  expect((await post('/admin/wechat/menu/public/create', { button, version: 0 })).code).toBe(200)
  const got = await (await fetch(`${base}/fake`)).json()
  expect(got).toMatchObject({ menu: { button }, tokens: 1 })
  const bring = async (message: unknown): Promise<{ status: number; text: string }> => {
    const body = JSON.stringify({ url: `${server.url}${MESSAGE_URL}`, account, fields: message })
    return (await fetch(`${base}/fake/message`, { method: 'POST', body })).json()
  }
  expect(await bring(said('o1', '你好'))).toMatchObject({
    status: 200,
    text: expect.stringContaining('<Content><![CDATA[您好]]></Content>'),
  })
  expect(await bring(happened('o1', 'CLICK', { EventKey: '你好' }))).toMatchObject({
    text: expect.stringContaining('您好'),
  })
  await fetch(`${base}/fake/refuse`, {
    method: 'POST',
    body: JSON.stringify({ path: 'cgi-bin/menu/create', errcodes: [40018] }),
  })
  expect((await post('/admin/wechat/menu/public/create', { button, version: 1 })).message).toBe(
    '微信接口错误：40018 菜单名称长度不正确',
  )
}, 30_000)

test('the stand-in of the gateway of payments knows the product without any form', async () => {
  expect(server.output()).toMatch(/TS_PAY_BASE=http/)
  for (const id of [79, 80])
    expect(await post(`/admin/system/config/test/${id}`, {})).toMatchObject({
      code: 200,
      data: { message: '连接正常' },
    })
}, 30_000)

test('in production no stand-in is started', async () => {
  const refused = launchServer(PORT + 1, join(root, 'other'), { TS_FAKE: 'wechat', NODE_ENV: 'production' })
  expect(await refused.ended).toBe(78)
  expect(refused.output()).toContain('TS_FAKE：生产环境不可使用')
})
