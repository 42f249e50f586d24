import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#app/program.ts'
import { type TestApp, testApp } from '#app/testing.ts'

const run = promisify(execFile)
const pathOf = (name: string): string => fileURLToPath(new URL(`./examples/${name}`, import.meta.url))

let app: TestApp
let http: FastifyInstance
let base: string
let keys: { appKey: string; appSecret: string }

beforeAll(async () => {
  app = await testApp()
  http = await buildApp(app.house, () => false)
  base = await http.listen({ port: 0, host: '127.0.0.1' })
  const body = { name: '示例', channelId: 1201, scopes: ['order', 'stock'] }
  const saved = await app.request<typeof keys>('POST', '/admin/open/app/save', {
    token: await app.admin(),
    body,
  })
  keys = saved.data
})
afterAll(async () => {
  await http.close()
  await app.close()
})

const envOf = (more: Record<string, string> = {}) => ({
  ...process.env,
  BASE: base,
  APP_KEY: keys.appKey,
  APP_SECRET: keys.appSecret,
  ...more,
})

test.each([
  ['curl', 'sh', 'open.sh'],
  ['Node', process.execPath, 'open.mjs'],
])('the example for %s gets a token and asks with it', async (_name, program, file) => {
  const { stdout } = await run(program, [pathOf(file)], { env: envOf() })
  expect(stdout).toContain(keys.appKey)
  expect(stdout).toContain('示例')
  const wrong = run(program, [pathOf(file)], { env: envOf({ APP_SECRET: 'x' }) })
  await expect(wrong).rejects.toMatchObject({ stderr: expect.stringContaining('签名无效') })
})

// There is no Java where the tests run: its client offers another version of HTTP over a plain connection, as this one does.
test('a client that offers HTTP/2 over a plain connection is answered', async () => {
  const { stdout } = await run('curl', ['-s', '-m', '5', '--http2', `${base}/api/open/app/info`])
  expect(JSON.parse(stdout)).toMatchObject({ code: 401 })
})

test('the example for Node tells what was signed from what was not', async () => {
  const { isSigned } = await import('./examples/open.mjs')
  const sign = createHmac('sha256', 'key').update('{"a":1}').digest('hex')
  expect(isSigned('{"a":1}', sign, 'key')).toBe(true)
  for (const [body, given] of [
    ['{"a":2}', sign],
    ['{"a":1}', sign.slice(1)],
  ] as const)
    expect(isSigned(body, given, 'key')).toBe(false)
})

test('integrators read every open call and no other, with the guide and the examples, without an account', async () => {
  const { body } = await app.request('GET', '/api/open/openapi.json')
  const described: { info: { description: string }; paths: Record<string, Record<string, unknown>> } =
    JSON.parse(body)
  const paths = Object.keys(described.paths)
  expect(paths).toEqual(expect.arrayContaining(['/api/open/token', '/api/open/app/info']))
  expect(paths.filter((path) => !path.startsWith('/api/open/'))).toEqual([])
  expect(described.paths['/api/open/app/info']?.get).toMatchObject({
    summary: '当前应用',
    tags: ['通用'],
    description: '任何应用',
    security: [{ app: [] }],
  })
  expect(described.paths['/api/open/token']?.post).toMatchObject({ security: [] })
  for (const text of ['## 开始', '### curl', '### Node', '### Java', '### PHP', 'hash_hmac'])
    expect(described.info.description).toContain(text)
})
