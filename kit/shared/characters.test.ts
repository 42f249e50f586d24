import { expect, test } from 'vitest'
import { brokenPaths, cut, cutStart, isBroken, shorten, storable } from './characters.ts'

const ODD = ['😀', 'e\u0301', '👨‍👩‍👧‍👦', '\u202eabc', '𠮷野家', '🇨🇳', '\u0001', '\ufffe']

test('what can be stored stays as it is, NUL and half characters do not', () => {
  for (const text of ['', '通商', ...ODD]) {
    expect(isBroken(text)).toBe(false)
    expect(storable(text)).toBe(text)
  }
  for (const text of ['a\u0000b', '\ud83d', 'a\ude00', '\ude00\ud83d']) expect(isBroken(text)).toBe(true)
  expect(storable('a\u0000b\ud83dc')).toBe('ab\ufffdc')
})

test('a text is cut at every place without halving a character', () => {
  for (const odd of ODD)
    for (const text of [odd.repeat(5), `a${odd.repeat(5)}`, `${odd}x${odd}`])
      for (let max = 0; max <= text.length + 1; max++) {
        const [head, tail] = [cut(text, max), cutStart(text, max)]
        expect(head.length).toBeLessThanOrEqual(max)
        expect(head.length).toBeGreaterThanOrEqual(Math.min(text.length, max) - 1)
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
        expect(tail.length).toBeLessThanOrEqual(max)
        expect(isBroken(head) || isBroken(tail)).toBe(false)
      }
  expect(shorten('😀😀', 3)).toBe('😀…')
  expect(shorten('😀😀', 4)).toBe('😀😀')
})

test('broken texts are found wherever they stand', () => {
  expect(
    brokenPaths({ a: 'x', b: [{ c: '\ud83d' }], d: '\u0000', e: { 'k\ud83d': 1 }, f: 3, g: null }).sort(),
  ).toEqual([['b', '0', 'c'], ['d'], ['e']])
  const deep = JSON.parse(`${'['.repeat(50_000)}"x"${']'.repeat(50_000)}`)
  expect(brokenPaths(deep)).toEqual([])
})
