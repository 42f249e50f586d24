import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { type Db, openDatabase, openPool } from './database.ts'
import { callOutside, OutsideError } from './outside.ts'
import { keepOutsidePrivate } from './outsideAddress.ts'

let db: Db
let close: () => Promise<void>
let base: string
const heard: { url: string; body: string; type: string }[] = []

beforeAll(async () => {
  keepOutsidePrivate(true)
  const database = await testDatabase()
  const pool = openPool(database.url, 2)
  db = openDatabase(pool)
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    heard.push({ url: request.url ?? '', body, type: request.headers['content-type'] ?? '' })
    if (request.url?.startsWith('/slow')) return
    if (request.url?.startsWith('/moved')) {
      response.writeHead(302, { location: '/200' }).end()
      return
    }
    if (request.url?.startsWith('/told')) {
      const text = `${request.headers.authorization} refused\u0007 ${'好😀'.repeat(300)}`
      response.writeHead(403).end(text)
      return
    }
    const status = Number(/^\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"errcode":0}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  close = async () => {
    server.closeAllConnections()
    server.close()
    await pool.end()
    await database.drop()
  }
})
afterAll(() => close())

const logged = () =>
  db.selectFrom('outCallLog').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

test('P §13.3: a call is noted with what came of it, without its query and body', async () => {
  const answer = await callOutside(db, {
    system: '微信',
    base,
    path: '/menu/create',
    query: { access_token: 'very-secret' },
    body: { name: '菜单' },
  })
  expect(answer.json()).toEqual({ errcode: 0 })
  expect(heard.at(-1)).toEqual({
    url: '/menu/create?access_token=very-secret',
    body: '{"name":"菜单"}',
    type: 'application/json',
  })
  const row = await logged()
  expect(row).toMatchObject({ system: '微信', method: 'POST', address: `${base}menu/create`, status: 200 })
  expect(JSON.stringify(row)).not.toContain('very-secret')
})

test('an error of the other side, no answer in time and nobody there are one error, each noted', async () => {
  const call = { system: '短信', base, path: '500' } as const
  await expect(callOutside(db, call)).rejects.toThrow(OutsideError)
  expect(await logged()).toMatchObject({ status: 500, method: 'GET' })
  await expect(callOutside(db, { ...call, path: 'slow', timeoutMs: 50 })).rejects.toThrow('0.05秒内没有应答')
  expect(await logged()).toMatchObject({ status: 0, message: '0.05秒内没有应答' })
  await expect(callOutside(db, { ...call, base: 'http://127.0.0.1:9' })).rejects.toThrow(OutsideError)
  expect((await callOutside(db, { ...call, path: '404' })).status).toBe(404)
})

test('a redirect is not followed', async () => {
  const before = heard.length
  await expect(callOutside(db, { system: '短信', base, path: 'moved' })).rejects.toThrow('重定向')
  expect(heard.length).toBe(before + 1)
})

test('an answer stands in the log without the secret it repeats, cut at a whole character', async () => {
  await callOutside(db, {
    system: '短信',
    base,
    path: 'told?key=in-the-address',
    headers: { authorization: 'Bearer my-own-token' },
  })
  const { message, address } = await logged()
  expect(message).toMatch(/^\*+ refused 好😀/)
  expect(message.length).toBeLessThanOrEqual(300)
  expect(message.isWellFormed()).toBe(true)
  expect(address).toBe(`${base}told`)
})
