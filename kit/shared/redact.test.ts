import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test('secrets are masked by key, however written and however deep', () => {
  const body = {
    account: 'demo01',
    pwd: 'a',
    oldPassword: 'b',
    list: [{ 'X-Token': 'c', note: 'd' }],
    config: { appSecret: 'e', aes_key: 'f', wechat: { AppSecret: { nested: 'g' } } },
    headers: { authorization: 'h', 'set-cookie': ['i'] },
    code: 123456,
    captcha: 'k',
    idCard: 'l',
    bankAccount: 'm',
    price: '12.30',
  }
  const before = structuredClone(body)
  expect(redact(body)).toEqual({
    account: 'demo01',
    pwd: '******',
    oldPassword: '******',
    list: [{ 'X-Token': '******', note: 'd' }],
    config: { appSecret: '******', aes_key: '******', wechat: { AppSecret: '******' } },
    headers: { authorization: '******', 'set-cookie': '******' },
    code: '******',
    captcha: '******',
    idCard: '******',
    bankAccount: '******',
    price: '12.30',
  })
  expect(body).toEqual(before)
})

test('keys that only look alike stay', () => {
  const harmless = { brandCode: 'PP00001', barCode: '6901234567892', tokens: 3, pwdExpired: 1, codeName: 'x' }
  expect(redact(harmless)).toEqual(harmless)
})

test('identity numbers inside texts are masked, order numbers are not', () => {
  expect(redact('实名 11010519491231002X，单号 202603100000012345')).toBe(
    '实名 ******，单号 202603100000012345',
  )
})

test('plain values, dates, errors, buffers and circles', () => {
  const day = new Date(0)
  expect(redact([1, true, null, undefined, day])).toEqual([1, true, null, undefined, day])
  expect(redact({ token: null })).toEqual({ token: null })
  expect(redact(new Map([['secret', 1]]))).toEqual({ secret: '******' })
  expect(redact(Object.assign(new Error('no'), { password: 'x' }))).toEqual({
    name: 'Error',
    message: 'no',
    password: '******',
  })
  expect(redact({ file: Buffer.alloc(3) })).toEqual({ file: '[3 bytes]' })
  const circle: Record<string, unknown> = { a: 1 }
  circle.self = circle
  expect(redact(circle)).toEqual({ a: 1, self: '[circular]' })
})
