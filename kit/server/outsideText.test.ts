import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeText, secretsOf } from './outsideText.ts'

test('what was sent as a secret does not come back into a log', () => {
  const secrets = secretsOf(
    { authorization: 'Bearer gate-way-1', 'x-sign': 'aabbccdd' },
    { access_token: 'query-token' },
    { account: 'shop', password: 'pass-word' },
  )
  const said = 'shop: gate-way-1 is wrong, aabbccdd, query-token; pass-word'
  expect(safeText(said, 300, secrets)).toBe('shop: ****** is wrong, ******, ******; ******')
})

test('what a service calls a secret itself is hidden, in JSON and in text', () => {
  expect(safeText('{"code":1,"msg":"no","data":{"apiToken":"abc"}}', 300)).not.toContain('abc')
  for (const said of [
    'token=abcdef&x=1',
    'Authorization: Bearer abcdef',
    '"appSecret": "abcdef',
    'api_key: abcdef',
  ])
    expect(safeText(said, 300)).not.toContain('abcdef')
})

test('control characters become blanks and nothing is cut in two', () => {
  expect(safeText('a\u0000b\u001b[31mc\r\nd\u202ee', 300)).toBe('a b [31mc d e')
  expect(safeText('好😀', 2)).toBe('好')
  expect(safeText('\ud83d', 10)).toBe('\ufffd')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, most) => {
      const cut = safeText(text, most)
      expect(cut.isWellFormed()).toBe(true)
      expect(cut.length).toBeLessThanOrEqual(most)
    }),
  )
})
