import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openedAnswer, signedMessage } from '../../../app/fakes/wechatWire.ts'
import { AES_KEY, account } from '../../../tests/wechat.ts'
import { isSigned, openSealed, seal, signatureOf } from './crypt.ts'
import { readXml, writeXml, XmlError } from './xml.ts'

const sealedAccount = { ...account, mode: 3 as const, aesKey: AES_KEY }
// What XML can hold, and nothing that reading trims.
const texts = fc
  .string({ unit: 'grapheme', maxLength: 200 })
  .map((text) => `字${text}字`.replaceAll('\r', ''))

test('what is written is read again, whatever it holds', () => {
  fc.assert(
    fc.property(texts, fc.nat(), (text, number) => {
      const xml = writeXml('xml', { Content: `${text}]]>${text}`, CreateTime: number, Deep: { Inner: text } })
      expect(readXml(xml)).toEqual({
        Content: `${text}]]>${text}`,
        CreateTime: String(number),
        Deep: '',
      })
    }),
  )
})

test('characters that XML cannot hold are left out', () => {
  expect(readXml(writeXml('xml', { Content: 'a\u0000\u0008\uD800b\t\uFFFE😀' }))).toEqual({
    Content: 'ab\t😀',
  })
})

test('entities, document types and broken XML are refused', () => {
  const refused = [
    '<!DOCTYPE xml><xml></xml>',
    '<xml>&unknown;</xml>',
    '<xml><a></xml>',
    '<xml></xml><xml></xml>',
    'text',
    '',
  ]
  for (const source of refused) expect(() => readXml(source)).toThrow(XmlError)
  expect(readXml('<xml><a>&lt;&amp;&#20013;</a><b><c>deep</c></b></xml>')).toEqual({ a: '<&中', b: '' })
})

test.each([
  ['deep', `<xml>${'<a>'.repeat(9000)}${'</a>'.repeat(9000)}</xml>`],
  ['wide', `<xml>${'<a/>'.repeat(15_000)}</xml>`],
  ['attributes', `<xml><a ${Array.from({ length: 6000 }, (_, index) => `b${index}=""`).join(' ')}/></xml>`],
])('what no platform sends is refused at once: %s', (_name, source) => {
  expect(() => readXml(source)).toThrow(XmlError)
})

test('the name of a field is only a name', () => {
  const fields = readXml('<xml><__proto__>a</__proto__><constructor>b</constructor></xml>')
  expect(Object.entries(fields)).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ])
})

test('what the platform seals is opened and the other way round; another account and any damage are noticed', () => {
  fc.assert(
    fc.property(texts, fc.nat(), (text, place) => {
      const { body } = signedMessage(sealedAccount, { ToUserName: 'gh_1', Content: text })
      const opened = openSealed(AES_KEY, account.appId, readXml(body).Encrypt ?? '')
      expect(readXml(opened ?? '').Content).toBe(text)
      const Encrypt = seal(AES_KEY, account.appId, text)
      const MsgSignature = signatureOf(account.token, '1', '2', Encrypt)
      const answer = writeXml('xml', { Encrypt, MsgSignature, TimeStamp: 1, Nonce: '2' })
      expect(openedAnswer(sealedAccount, answer)).toBe(text)
      expect(openSealed(AES_KEY, 'wxother', Encrypt)).toBeNull()
      // The seal alone does not show every change; the signature over it does.
      const at = place % (Encrypt.length - 1)
      const changed = `${Encrypt.slice(0, at)}${Encrypt[at] === 'A' ? 'B' : 'A'}${Encrypt.slice(at + 1)}`
      expect(isSigned(MsgSignature, account.token, '1', '2', changed)).toBe(false)
    }),
  )
  for (const sealed of ['', 'x', 'AAAA', 'A'.repeat(64)])
    expect(openSealed(AES_KEY, account.appId, sealed)).toBeNull()
})

test('P §11.3: the worked signature', () => {
  const parts = ['tongshang2026', '1767225600', '48923']
  expect(signatureOf(...parts)).toBe('628e7b0003639b5c80c4a7b5ac05587c05ed7efa')
  expect(isSigned('628e7b0003639b5c80c4a7b5ac05587c05ed7efa', ...parts)).toBe(true)
  for (const wrong of ['', '628e', '728e7b0003639b5c80c4a7b5ac05587c05ed7efa'])
    expect(isSigned(wrong, ...parts)).toBe(false)
})
