import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ENVELOPE_ALPHABET, EnvelopeError, randomText, withinEnvelopeWindow } from '#kit/shared/envelope.ts'
import * as web from '#kit/web/envelope.ts'
import { budget, meanOwnTime } from '../../tests/ownTime.ts'
import * as server from './envelope.ts'

const token = 'Qm7T2xKp9LwE4sZbN8vRj3HcYd6Af1Gu'
const iv = 'a1B2c3D4e5F6g7H8'
const query = '{"page":1,"limit":20,"keywords":"耳机"}'
const sealedQuery = 'oZ8mDOSPkeh4orhCQnn9sJnVyHpNGsvBKWsT8UxE6vWNjn+++MnUuN/e1FoHAS09a1B2c3D4e5F6g7H8'
const answer = '{"code":200,"message":"操作成功","data":true}'
const sealedAnswer =
  'hke0CwVbddRe7BQBcY5EhihPZawlnZt39Is7sgSkBM+RY5L4zF3zlCuSgjur4jw9vobfpAqG06XFrzY3+cY8og==a1B2c3D4e5F6g7H8'

function changed(sealed: string, at: number): string {
  const bytes = Buffer.from(sealed.slice(0, -16), 'base64')
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  return bytes.toString('base64') + sealed.slice(-16)
}

describe.each([
  ['server', server],
  ['browser', web],
])('%s', (_side, { seal, open }) => {
  test('the worked messages of the design', async () => {
    expect(await seal(token, query, iv)).toBe(sealedQuery)
    expect(await seal(token, answer, iv)).toBe(sealedAnswer)
    expect(await open(token, sealedQuery)).toBe(query)
    expect(await open(token, sealedAnswer)).toBe(answer)
  })

  test('every message has an IV of its own', async () => {
    const sealed = await Promise.all(Array.from({ length: 50 }, () => seal(token, query)))
    expect(new Set(sealed.map((text) => text.slice(-16))).size).toBe(50)
  })

  test('a key has 16, 24 or 32 bytes', async () => {
    expect(await open('k'.repeat(16), await seal('k'.repeat(16), 'x'))).toBe('x')
    await expect(async () => seal('short', 'x')).rejects.toThrow(RangeError)
    await expect(async () => open('short', sealedQuery)).rejects.toThrow(EnvelopeError)
  })

  test.each([
    ['nothing', ''],
    ['only an IV', iv],
    ['a cut message', sealedQuery.slice(4)],
    ['not base64', `****${sealedQuery}`],
    ['whole base64 but no whole block', `AAAA${iv}`],
    ['another IV alphabet', sealedQuery.replace('a1B2', 'a1-2')],
    ['a wrong padding', changed(sealedQuery, 47)],
    // A change in the first block turns its text into noise and leaves the padding right.
    ['a text that is no UTF-8', changed(sealedQuery, 0)],
    ['a long text without its first piece', `${'A'.repeat(40_000)}${sealedAnswer}`],
  ])('%s is refused with the one text', async (_what, sealed) => {
    await expect(async () => open(token, sealed)).rejects.toThrow(EnvelopeError)
    await expect(async () => open(token, sealed)).rejects.toThrow(/^请求数据无法解密$/)
  })

  test('another key never opens a message', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (text) => {
        const sealed = await seal(server.randomToken(), text)
        let opened: string | null = null
        try {
          opened = await open(token, sealed)
        } catch (error) {
          expect(error).toBeInstanceOf(EnvelopeError)
        }
        expect(opened).not.toBe(text)
      }),
    )
  })
})

test('both sides read each other, with every key size', async () => {
  const key = fc
    .constantFrom(16, 24, 32)
    .chain((length) =>
      fc.string({ unit: fc.constantFrom(...ENVELOPE_ALPHABET), minLength: length, maxLength: length }),
    )
  const text = fc.string({ unit: 'grapheme', maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(key, text, async (secret, plain) => {
      expect(await web.open(secret, server.seal(secret, plain))).toBe(plain)
      expect(server.open(secret, await web.seal(secret, plain))).toBe(plain)
    }),
  )
})

describe.each([
  ['with Web Crypto', true],
  ['on plain http', false],
])('a long text %s', (_where, there) => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  test.each([16, 24, 32])('comes out as on the server, key of %i bytes', async (length) => {
    const key = 'k'.repeat(length)
    const text = '耳机'.repeat(20_000)
    const native = vi.spyOn(crypto.subtle, 'encrypt')
    if (!there) vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const sealed = server.seal(key, text, iv)
    expect(await web.seal(key, text, iv)).toBe(sealed)
    expect(await web.open(key, sealed)).toBe(text)
    expect(native).toHaveBeenCalledTimes(there && length !== 24 ? 1 : 0)
  })
})

test('64 KB cost about a millisecond', () => {
  const text = '耳'.repeat(64 * 341)
  // The design says < 1 ms each way; the bound leaves room for a busy machine.
  expect(meanOwnTime(30, () => server.open(token, server.seal(token, text)))).toBeLessThan(budget(20))
})

test('the time window is 300 s either way', () => {
  expect([700, 699, 1300, 1301, Number.NaN].map((t) => withinEnvelopeWindow(t, 1000))).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
})

test('random tokens favour no character', () => {
  expect(server.randomToken()).toMatch(/^[A-Za-z0-9]{32}$/)
  // Every byte once: 248 of them are used, exactly four for each character.
  const text = randomText(248, (count) =>
    count === 248 ? Uint8Array.from({ length: 256 }, (_, byte) => byte) : new Uint8Array(0),
  )
  for (const character of ENVELOPE_ALPHABET) expect(text.split(character).length - 1).toBe(4)
})
