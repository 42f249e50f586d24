import dns from 'node:dns'
import { createServer } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { trust } from '#kit/shared/loose.ts'
import { testDatabase } from '../../tests/database.ts'
import { openDatabase, openPool } from './database.ts'
import { callOutside } from './outside.ts'
import { isPrivateAddress, keepOutsidePrivate, namesPrivateHost } from './outsideAddress.ts'

afterEach(() => {
  keepOutsidePrivate(false)
  vi.restoreAllMocks()
})

/** Lets every name lead to these addresses until the test is over. */
function leadTo(...addresses: string[]): void {
  const found = addresses.map((address) => ({ address, family: 4 }))
  vi.spyOn(dns, 'lookup').mockImplementation(
    trust((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(null, found),
    ),
  )
}

test.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a00:1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'no address',
])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true))

test.each([
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '198.20.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2400:3200::1',
  '::ffff:1.1.1.1',
  '64:ff9b::101:101',
])('%s is public', (address) => expect(isPrivateAddress(address)).toBe(false))

test.each([
  'http://localhost:8080/x',
  'http://api.localhost/',
  'http://localhost./',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]:80/',
  'https://192.168.0.8',
])('%s names a private host by itself, unless that is allowed', (address) => {
  expect(namesPrivateHost(address)).toBe(true)
  keepOutsidePrivate(true)
  expect(namesPrivateHost(address)).toBe(false)
})

test('a name that leads to a private address is refused when it is called, by any of its addresses', async () => {
  const database = await testDatabase()
  const pool = openPool(database.url, 2)
  const db = openDatabase(pool)
  let heard = 0
  const server = createServer((_request, response) => {
    heard++
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const call = { system: '短信', base: `http://gateway.example:${port}`, path: 'send' } as const
  const refusal = '短信接口异常：不能使用本机或内网地址'
  leadTo('127.0.0.1')
  await expect(callOutside(db, call)).rejects.toThrow(refusal)
  leadTo('1.1.1.1', '10.0.0.1')
  await expect(callOutside(db, call)).rejects.toThrow(refusal)
  await expect(callOutside(db, { ...call, base: `http://127.0.0.1:${port}` })).rejects.toThrow(refusal)
  expect(heard).toBe(0)
  keepOutsidePrivate(true)
  leadTo('127.0.0.1')
  expect((await callOutside(db, call)).status).toBe(200)
  expect(heard).toBe(1)
  server.closeAllConnections()
  server.close()
  await pool.end()
  await database.drop()
})
